"""Bataille's widgets: the table, the rail beside it, and what places both."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.geometry import Region, Size
from textual.widget import Widget

from tui.games.war.layout import WarLayout, layout_for
from tui.games.war.rail import heading_lines
from tui.themes import paint, palette
from tui.widgets.lines import Line, Lines, text
from tui.widgets.placed import PlacedFelt
from tui.widgets.turn_log import TurnLog
from words.glyphs import glyphs


class WarTable(PlacedFelt):
    """The table, and the rail beside it where the window is wide enough."""

    def __init__(self, board: WarBoard, rail: WarRail) -> None:
        super().__init__(board, rail)

    @property
    def places(self) -> WarLayout:
        """The sizes and places of everything."""
        return layout_for(*self.size)

    def regions(self, size: Size, children: Sequence[Widget]) -> Iterable[Region]:
        """Return where the table and the rail are."""
        layout = layout_for(*size)
        (columns, rows), (width, _height) = layout.room, layout.rail
        return Region(0, 0, columns, rows), Region(columns, 0, width, rows)


class WarBoard(Lines, can_focus=True):
    """The piles and the duel; it has the focus while a game is played."""


class WarRail(TurnLog):
    """The last duels, and below them who has how many cards.

    Attributes:
        number: The number of the duel, beside the heading; 0 for none.
        cards: The lines that tell who has how many cards.
    """

    GROUND = "rail"

    def __init__(self) -> None:
        super().__init__(id="log")
        self.number = 0
        self.cards: list[Line] = []

    def above(self) -> list[Line]:
        """Return the heading."""
        return heading_lines(self.heading, self.number, max(self.size.width - 1, 0), glyphs())

    def below(self) -> list[Line]:
        """Return who has how many cards."""
        return self.cards

    def show(self, lines: Sequence[Line]) -> None:
        """Show these lines right of what divides the rail from the table."""
        is_one_ground = palette().colour("felt") == palette().colour("rail")
        sign = text(glyphs().separator if is_one_ground else " ", paint("line", "rail"))
        super().show([(sign, *words) for words in lines])
