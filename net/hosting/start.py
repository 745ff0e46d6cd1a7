"""The start of a shared table's process: of a new table, or of one that was killed."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from net.folder import full_name
from net.hosting.orders import NotStarted, Order, StartNews, sentence_from, why_not
from net.hosting.plan import HostPlan
from net.hosting.reasons import StartReason
from net.hosting.spawn import spawn
from saves.sentence import sentence

__all__ = ["NotStarted", "Started", "revive", "start_table"]

_MOST_SECONDS: Final = 60.0
"""The seconds after which a process that says nothing is given up."""


class Started(NamedTuple):
    """A table that listens: the name by which others join, its socket, and its process."""

    table: str
    socket: Path
    process: int

    @property
    def full_name(self) -> str:
        """The name that only this table has, `NAME@OWNER`."""
        return full_name(self.table, os.getuid())


def start_table(plan: HostPlan, resume: Path | None = None) -> Started:
    """Start the process of a new table; return when it listens. Raises `NotStarted`.

    With `resume` the saved game in this file is opened to others, whatever game the plan names.
    """
    return _start(Order(plan=plan, resume=str(resume.absolute()) if resume else ""))


def revive(journal: Path) -> Started:
    """Start a table that was killed again, under its name. Raises `NotStarted`."""
    return _start(Order(journal=str(journal.absolute())))


def _start(order: Order) -> Started:
    """Start a table's process, which nobody has to wait for once it listens."""
    try:
        process = spawn("net.hosting.process", _environment())
    except OSError as error:
        raise NotStarted(why_not(error)) from None
    with process:
        try:
            said, _ = process.communicate(msgspec.json.encode(order), timeout=_MOST_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            raise NotStarted(sentence(StartReason.SILENT)) from None
    try:
        news = msgspec.json.decode(said, type=StartNews)
    except msgspec.DecodeError:
        raise NotStarted(sentence(StartReason.SILENT)) from None
    if news.why or not news.table:
        raise NotStarted(sentence_from(news.why))
    return Started(news.table, Path(news.socket), news.process)


def _environment() -> dict[str, str]:
    """Return our environment for a process that works in another folder."""
    home = os.environ.get("TAPIS_HOME")
    return {**os.environ, "TAPIS_HOME": str(Path(home).absolute())} if home else {**os.environ}
