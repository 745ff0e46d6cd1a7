"""The start of a table's process, and its first news: it listens, or there is no table."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from engine.reasons import Reason, Sentence
from net.names.sockets import full_name
from programs.spawn import spawn
from saves.reasons import plain_sentence, sentence

_PROCESS: Final = "net.hosting.open_table"
_MOST_SECONDS: Final = 60.0
"""The seconds after which a process that says nothing is given up."""


class StartingReason(Reason):
    """Why nothing is known of a table that was started."""

    SILENT = "The table did not answer."


class StartNews(msgspec.Struct, frozen=True, omit_defaults=True):
    """The news of a new process: its table's name and socket and its own number, or why not.

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


class Started(NamedTuple):
    """A table that listens: the name by which others join, its socket, and its process."""

    table: str
    socket: Path
    process: int

    @property
    def full_name(self) -> str:
        """The name that only this table has, `NAME@OWNER`."""
        return full_name(self.table, os.getuid())


def start_again(journal: Path) -> Started:
    """Start a killed table again, under its name. Raises `NotStarted`."""
    return start_process(msgspec.json.encode({"journal": str(journal.absolute())}))


def start_process(order: bytes) -> Started:
    """Start a table's process, which nobody has to wait for once it listens.

    Raises `NotStarted`.
    """
    try:
        process = spawn(_PROCESS, _environment())
    except OSError as error:
        raise NotStarted(plain_sentence(error.strerror or type(error).__name__)) from None
    with process:
        try:
            said, _ = process.communicate(order, timeout=_MOST_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            raise NotStarted(sentence(StartingReason.SILENT)) from None
    news = news_from(said)
    return Started(news.table, Path(news.socket), news.process)


def news_from(said: bytes) -> StartNews:
    """Return the news of a process that listens. Raises `NotStarted`, also for no news."""
    try:
        news = msgspec.json.decode(said, type=StartNews)
    except msgspec.DecodeError:
        raise NotStarted(sentence(StartingReason.SILENT)) from None
    if news.why or not news.table:
        raise NotStarted(_sentence_from(news.why))
    return news


def _sentence_from(document: Any) -> Sentence:
    """Return a sentence that came as JSON."""
    try:
        text, facts = document
        return Sentence(
            str(text),
            {
                name: _sentence_from(fact) if isinstance(fact, list) else fact
                for name, fact in facts.items()
            },
        )
    except (TypeError, ValueError, AttributeError):
        return sentence(StartingReason.SILENT)


def _environment() -> dict[str, str]:
    """Return our environment for a process that works in another folder."""
    home = os.environ.get("TAPIS_HOME")
    return {**os.environ, "TAPIS_HOME": str(Path(home).absolute())} if home else {**os.environ}
