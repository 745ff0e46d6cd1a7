"""The log of a game for one reader, oldest entry first: an immutable list that grows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from itertools import islice
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

HIDDEN: Final = "?"
"""The place of each card in a text that its reader may not know."""


def hidden(count: int) -> str:
    """Return the text of this many cards that their reader may not know."""
    return " ".join([HIDDEN] * count)


class Word(Enum):
    """A move or an event without a fact: its text is its value."""

    def __str__(self) -> str:
        return str(self.value)


class GivenUp(Word):
    """The end of a game by a seat that gave up."""

    FORFEIT = "forfeit"


FORFEIT: Final = GivenUp.FORFEIT


class LogEntry(NamedTuple):
    """An entry of a log: in move number `ply` (from 0), `seat` did `what`.

    `what` is a value of the game's own; its `str` is its text. The first entry of a move tells the
    move, or the part of it that the reader may know. The others tell its consequences.
    """

    ply: int
    seat: int
    what: Any


class Log:
    """An immutable sequence of `LogEntry`; `tell` takes O(1) and shares all earlier entries.

    >>> log = Log().tell(LogEntry(0, 1, FORFEIT))
    >>> [str(told.what) for told in log], len(log)
    (['forfeit'], 1)
    """

    __slots__ = ("_before", "_length", "_told")

    def __init__(self, before: Log | None = None, told: LogEntry | None = None) -> None:
        self._before = before
        self._told = told
        self._length: int = 0 if before is None else before._length + 1

    def tell(self, told: LogEntry) -> Log:
        """Return the log that ends with `told`."""
        return Log(self, told)

    def latest(self, count: int) -> tuple[LogEntry, ...]:
        """Return the last `count` lines, oldest first."""
        return tuple(islice(self._backwards(), max(count, 0)))[::-1]

    def since(self, known: Log | None) -> tuple[LogEntry, ...]:
        """Return the lines told since an earlier log of the same game; all without one."""
        return self.latest(self._length - (0 if known is None else known._length))

    def during(self, ply: int) -> tuple[LogEntry, ...]:
        """Return the lines told during move number `ply`, oldest first."""
        found = []
        for told in self._backwards():
            if told.ply < ply:
                break
            if told.ply == ply:
                found.append(told)
        return tuple(reversed(found))

    def _backwards(self) -> Iterator[LogEntry]:
        log: Log | None = self
        while log is not None and log._told is not None:
            yield log._told
            log = log._before

    def __iter__(self) -> Iterator[LogEntry]:
        return iter(self.latest(self._length))

    def __len__(self) -> int:
        return self._length

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Log):
            return NotImplemented
        if self._length != other._length:
            return False
        mine: Log | None = self
        theirs: Log | None = other
        while mine is not theirs and mine is not None and theirs is not None:
            if mine._told != theirs._told:
                return False
            mine, theirs = mine._before, theirs._before
        return True

    def __hash__(self) -> int:
        return hash((self._length, self._told))

    def __repr__(self) -> str:
        return f"Log({list(self)!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return log_of, (tuple(self),)


def log_of(lines: Iterable[LogEntry], log: Log | None = None) -> Log:
    """Return the log of `lines`, oldest first, after the lines of `log` unless that is None."""
    log = log or Log()
    for told in lines:
        log = log.tell(told)
    return log


Logs: TypeAlias = tuple[Log, ...]
"""The log of each seat, and last a spectator's."""


def tell(
    logs: Logs, ply: int, actor: int, told: Any, instead: Mapping[int, Any] = MappingProxyType({})
) -> Logs:
    """Return the logs with an entry more; the seats in `instead` are told something else."""
    entry = LogEntry(ply, actor, told)
    if not instead:
        return tuple([log.tell(entry) for log in logs])
    return tuple(
        [
            log.tell(LogEntry(ply, actor, instead[reader]) if reader in instead else entry)
            for reader, log in enumerate(logs)
        ]
    )
