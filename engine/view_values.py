"""The values in the JSON forms of all views, read exactly: `True` is no 1 here.

A wrong value raises `ValueError`; a document of another shape may raise `TypeError` or `KeyError`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection
from typing import Any, TypeVar

from engine.game import Json, Outcome
from engine.log import Log, LogEntry, log_of
from engine.reasons import Reason

T = TypeVar("T")


def one_of(value: object, values: Collection[T]) -> T:
    """Return a value that is one of some, of the same type too.

    >>> one_of(1, (0, 1, None))
    1
    >>> one_of(True, (0, 1, None))
    Traceback (most recent call last):
    ValueError: not a view: 'True' is none of (0, 1, None)
    """
    for one in values:
        if value == one and type(value) is type(one):
            return one
    raise wrong(value, f"none of {values}")


def number(value: object, most: int = sys.maxsize) -> int:
    """Return a whole number from 0 to `most`."""
    if type(value) is not int or not 0 <= value <= most:
        raise wrong(value, f"no number from 0 to {most}")
    return value


def text(value: object) -> str:
    """Return a text."""
    if not isinstance(value, str):
        raise wrong(value, "no text")
    return value


def log_json(log: Log, known: Log | None, write: Callable[[Any], str] = str) -> Json:
    """Return the entries after an earlier log: the move, the seat and the text of each."""
    return [[ply, seat, write(what)] for ply, seat, what in log.since(known)]


def log(entries: Any, known: Log | None, seats: Collection[int], read: Callable[[str], Any]) -> Log:
    """Return the log that `log_json` wrote, with the same `known`.

    Args:
        entries: The written entries.
        known: The earlier log, None for none.
        seats: The seats that can do something.
        read: Reads the text of an entry. Raises `NotationError`.
    """

    def entry(ply: object, seat: object, what: object) -> LogEntry:
        return LogEntry(number(ply), one_of(seat, seats), read(text(what)))

    return log_of((entry(*one) for one in entries), known)


def outcome(
    document: Any, endings: type[Reason], seats: Collection[int], points: int | None = None
) -> Outcome | None:
    """Return the outcome that `Outcome.to_json` wrote, None for None.

    Args:
        document: The written outcome.
        endings: The reasons why the game can end.
        seats: The seats that can win.
        points: How many points an outcome of the game has, None where that differs.
    """
    if document is None:
        return None
    winners = tuple(one_of(seat, seats) for seat in document["winners"])
    counts = tuple(number(count) for count in document["points"])
    if points not in (None, len(counts)):
        raise wrong(document["points"], f"not {points} numbers")
    codes = {ending.code: ending for ending in endings}
    return Outcome(winners, codes[document["why"]], counts)


def wrong(value: object, wanted: str) -> ValueError:
    """Return the error of a value that is not what was wanted."""
    return ValueError(f"not a view: {str(value)[:40]!r} is {wanted}")
