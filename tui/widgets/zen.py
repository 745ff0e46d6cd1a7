"""Zen's widget: the board, as large as there is room for, with the stops below it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.zen.board import Position
from engine.zen.squares import Square
from tui.boards import zen as board
from tui.glyphs import Glyphs
from tui.widgets.lines import Line, Lines, line, text


class Board(Lines, can_focus=True):
    """The board in the middle of its room; it has the focus while a game is played."""

    _top = 0
    _left = 0
    _drawn = board.SIZES[-1]
    _stops: tuple[str, ...] = ()

    def show_board(
        self,
        position: Position,
        marks: board.Marks,
        stops: Sequence[str],
        on: int | None,
        glyphs: Glyphs,
    ) -> None:
        """Show the pieces and what is pointed out, and the stops with the cursor on one or none."""
        size = board.size_for(self.size.width, self.size.height)
        rows = [*board.board(position, marks, size, glyphs), line(""), board.stops(stops, on)]
        self._drawn, self._stops = size, tuple(stops)
        self._top = max(0, (self.size.height - len(rows)) // 2)
        self._left = max(0, (self.size.width - size.columns) // 2)
        margin = text(" " * self._left)
        shown: list[Line] = [(margin, *row) for row in rows]
        self.show([line("")] * self._top + shown)

    def square_at(self, x: int, y: int) -> Square | None:
        """Return the square at a cell, None beside all of them."""
        return board.square_at(x - self._left, y - self._top, self._drawn)

    def stop_at(self, x: int, y: int) -> int | None:
        """Return the stop at a cell, None beside all of them."""
        is_row = y == self._top + self._drawn.rows + board.STOPS_BELOW - 1
        return board.stop_at(x - self._left, self._stops) if is_row else None
