"""What a table's new process is told, and what it says when it listens, or why it does not."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.reasons import Explained, Sentence
from net.hosting.plan import HostPlan
from net.hosting.reasons import StartReason
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


class StartNews(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a new process says: its table's name and socket and its own number, or why not.

    `why` is a sentence as JSON: its text and its facts, of which some may be sentences.
    """

    table: str = ""
    socket: str = ""
    process: int = 0
    why: list[Any] | None = None


class NotStarted(Exception):
    """An error: the table could not be opened.

    Attributes:
        sentence: Why, with its facts; `words.translation.said` says it in the language spoken.
    """

    def __init__(self, why: Sentence) -> None:
        super().__init__(str(why))
        self.sentence = why


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


def sentence_from(document: Any) -> Sentence:
    """Return a sentence that came as JSON."""
    try:
        text, facts = document
        return Sentence(
            str(text),
            {
                name: sentence_from(fact) if isinstance(fact, list) else fact
                for name, fact in facts.items()
            },
        )
    except (TypeError, ValueError, AttributeError):
        return sentence(StartReason.SILENT)
