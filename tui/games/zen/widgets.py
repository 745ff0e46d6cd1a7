"""Zen's widgets: the board and the rail, and the table that places both."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.geometry import Offset, Region, Size, Spacing
from textual.layout import ArrangeResult, WidgetPlacement
from textual.layout import Layout as Arrangement
from textual.widget import Widget

from engine.zen.board import Position
from tui.games.zen import board, foot, side
from tui.games.zen.layout import DIVIDER, Layout, layout_for
from tui.games.zen.pieces import Form
from tui.glyphs import glyphs
from tui.themes import paint, palette
from tui.widgets.felt import Felt
from tui.widgets.lines import Line, Lines, text
from tui.widgets.turn_log import LogRow, TurnLog


class ZenTable(Felt):
    """The board, and the rail beside or below it, as large as the window allows."""

    def __init__(self, board: Board, rail: ZenRail) -> None:
        super().__init__(board, rail)
        self._arrangement = ZenPlaces()

    @property
    def layout(self) -> Arrangement:
        """What gives the board and the rail their places."""
        return self._arrangement

    @property
    def places(self) -> Layout:
        """The sizes and places of everything."""
        return layout_for(*self.size)


class ZenPlaces(Arrangement):
    """ZenPlaces the board and the rail as their layout says."""

    name = "zen"

    def arrange(
        self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True
    ) -> ArrangeResult:
        """Return where both are."""
        layout = layout_for(*size)
        (columns, rows), (width, height) = layout.room, layout.rail
        beside = Region(columns, 0, width + DIVIDER, height)
        below = Region(0, rows, width, height)
        regions = (Region(0, 0, columns, rows), beside if layout.is_beside else below)
        return [
            WidgetPlacement(region, Offset(), Spacing(), child)
            for child, region in zip(children, regions, strict=True)
        ]


class Board(Lines, can_focus=True):
    """The board; it has the focus while a game is played."""

    def show_board(
        self, position: Position, marks: board.BoardMarks, layout: Layout, form: Form
    ) -> None:
        """Show the pieces and what is pointed out."""
        self.show(board.board(position, marks, layout, form))


class ZenRail(TurnLog):
    """Who plays what and how it stands; the log; the message; the stops."""

    GROUND = "rail"

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._layout: Layout | None = None
        self._status: Sequence[Line] = ()
        self._heading = ""
        self._all_rows: Sequence[LogRow] = ()
        self._back = 0
        self._stops: tuple[tuple[str, ...], int | None] = ((), None)
        self._said = ""
        self._top = 0

    def show_status(self, status: Sequence[Line], layout: Layout) -> None:
        """Show how it stands, in this layout."""
        if status is not self._status or layout is not self._layout:
            self._status, self._layout = status, layout
            self._draw()

    def show_rows(self, heading: str, rows: Sequence[LogRow], back: int) -> None:
        """Show the last rows there is room for, scrolled back by so many lines."""
        self._heading, self._all_rows, self._back = heading, rows, back
        self._draw()

    def show_stops(self, words: Iterable[str], on: int | None) -> None:
        """Show the stops, the cursor on one of them or on none."""
        stops = (tuple(words), on)
        if stops != self._stops:
            self._stops = stops
            self._draw()

    def say(self, words: str) -> None:
        """Show a message."""
        if words != self._said:
            self._said = words
            self._draw()

    def _draw(self) -> None:
        layout = self._layout
        if layout is None:
            return
        width, height = layout.rail
        lines = list(self._status)
        if layout.is_beside or self._heading:
            lines.append(side.rule(width, glyphs(), self._heading))
        self._top = len(lines)
        across = side.rule(width, glyphs())
        below = foot.foot(self._said, *self._stops, layout, across)
        room = max(height - len(lines) - len(below), 0)
        last = max(len(self._all_rows) - self._back, min(len(self._all_rows), room))
        self._rows = self._all_rows[max(0, last - room) : last]
        lines += [row.words for row in self._rows]
        lines += [()] * (room - len(self._rows))
        lines += below
        if layout.is_beside:
            sign = " " if palette().is_solid else glyphs().separator
            divider = text(sign, paint("line"))
            lines = [(divider, *words) for words in lines]
        self.show(lines)

    def turn_at(self, y: int, x: int = 0) -> int | None:
        """Return after which turn the game stands that a cell names, None for no turn."""
        at = y - self._top
        return self._rows[at].turn if 0 <= at < len(self._rows) else None

    def stop_at(self, x: int, y: int) -> int | None:
        """Return the stop at a cell, None beside all of them."""
        layout = self._layout
        if layout is None or y != layout.rail[1] - 1:
            return None
        return foot.stop_at(x - DIVIDER * layout.is_beside, self._stops[0], layout.rail[0])
