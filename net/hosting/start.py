"""The start of a new table of this machine's own user: what its process is told, and answers."""

from __future__ import annotations

from pathlib import Path

import msgspec

from engine.reasons import Explained, Sentence
from host.plan import HostPlan, StartReason
from net.names.starting import NotStarted, Started, start_process
from saves.document import Fault
from saves.lock import Held
from saves.reasons import plain_sentence, sentence

__all__ = ["NotStarted", "Order", "Started", "start_table", "why_not"]


class Order(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a new process is told: the plan of a table, or the journal of one to revive.

    Only this machine's own user gives orders. `resume` is the path of a saved game that is opened
    to others; it says what is played, and by whom.
    """

    plan: HostPlan | None = None
    resume: str = ""
    journal: str = ""


def start_table(plan: HostPlan, resume: Path | None = None) -> Started:
    """Start the process of a new table; return when it listens. Raises `NotStarted`.

    With `resume` the saved game in this file is opened to others, whatever game the plan names.
    """
    order = Order(plan=plan, resume=str(resume.absolute()) if resume else "")
    return start_process(msgspec.json.encode(order))


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
