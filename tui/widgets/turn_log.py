"""The log of a game: a row for each turn, the last rows in sight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.segment import Segment

from tui.themes import paint
from tui.widgets.lines import Line, Lines, cut, line, text


class LogRow(NamedTuple):
    """A row of the log.

    Attributes:
        words: What the row says.
        turn: How many turns were made once what it tells of had happened.
    """

    words: Line
    turn: int


class TurnLog(Lines):
    """Rows of turns under a heading."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._rows: Sequence[LogRow] = ()

    @property
    def room(self) -> int:
        """How many lines there are below the heading."""
        return max(self.size.height, 1) - 1

    def show_rows(self, heading: str, rows: Sequence[LogRow], back: int) -> None:
        """Show as many rows as there is room for, the last ones or those `back` rows before."""
        self._rows = in_sight(rows, back, self.room)
        head = line(" ", text(cut(heading, max(self.size.width, 2) - 1), paint("quiet")))
        self.show([head, *(row.words for row in self._rows)])

    def turn_at(self, y: int, x: int = 0) -> int | None:
        """Return how many turns were made by the row in a cell, None where there is no row."""
        return self._rows[y - 1].turn if 0 < y <= len(self._rows) else None


def in_sight(rows: Sequence[LogRow], back: int, room: int) -> Sequence[LogRow]:
    """Return as many rows as there is room for, the last ones or those `back` rows before.

    >>> in_sight("abcdef", 0, 2), in_sight("abcdef", 1, 2), in_sight("abcdef", 9, 2)
    ('ef', 'de', 'ab')
    """
    last = max(len(rows) - back, min(len(rows), room))
    return rows[max(0, last - room) : last]


def beside(columns: Sequence[Sequence[LogRow]], room: int, width: int) -> list[Line]:
    """Return the rows of all columns side by side in so many lines, each column so wide."""
    lines = []
    for at in range(room):
        parts: list[Segment] = []
        for number, column in enumerate(columns):
            words = column[at].words if at < len(column) else ()
            parts += words
            if any(at < len(later) for later in columns[number + 1 :]):
                parts.append(text(" " * (width - sum(part.cell_length for part in words))))
        lines.append(tuple(parts))
    return lines


def rows_back(count: int, at: int, room: int) -> int:
    """Return how many of `count` rows to scroll back so that row `at` is in sight.

    It stays in the middle half of the room as far as there are rows, and the others stand still
    while it does.

    >>> [rows_back(40, at, 10) for at in (0, 6, 7, 11, 12, 39)]
    [30, 30, 25, 25, 20, 0]
    """
    half = room // 2
    wanted = (at - room // 4) // half * half if half else at
    return count - max(0, min(wanted, count - room)) - min(room, count)
