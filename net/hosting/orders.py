"""What a table's new process is told, and how it says why there is no table."""

from __future__ import annotations

import msgspec

from engine.reasons import Explained, Sentence
from host.plan import HostPlan, StartReason
from saves.document import Fault
from saves.lock import Held
from saves.sentence import plain_sentence, sentence


class Order(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a new process is told: the plan of a table, or the journal of one to revive.

    Only this machine's own user gives orders. `resume` is the path of a saved game that is opened
    to others; it says what is played, and by whom.
    """

    plan: HostPlan | None = None
    resume: str = ""
    journal: str = ""


def why_not(error: Exception) -> Sentence:
    """Return the sentence for an error at a table's start."""
    if isinstance(error, Explained):
        return sentence(error.reason, **error.facts)
    if isinstance(error, Fault):
        return error.sentence
    if isinstance(error, Held):
        return sentence(StartReason.HELD)
    if isinstance(error, OSError) and error.strerror:
        return plain_sentence(error.strerror)
    return sentence(StartReason.FAULT, what=type(error).__name__)
