"""The log: who did what, turn by turn, the last ones in sight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tui.widgets.lines import DIM, Line, Lines, cut, line, text


class LogRow(NamedTuple):
    """A row of the log, and after how many turns the game stands that it names."""

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
        """Show the last rows there is room for, scrolled back by so many lines."""
        last = max(len(rows) - back, min(len(rows), self.room))
        self._rows = rows[max(0, last - self.room) : last]
        head = line(" ", text(cut(heading, max(self.size.width, 2) - 1), DIM))
        self.show([head, *(row.words for row in self._rows)])

    def turn_at(self, y: int) -> int | None:
        """Return after which turn the game stands that line y names, None for no turn."""
        return self._rows[y - 1].turn if 0 < y <= len(self._rows) else None
