"""Bataille's widgets: the table, the rail beside it, and what places both."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from textual.geometry import Region, Size
from textual.widget import Widget

from tui.games.war.layout import WarLayout, layout_for
from tui.games.war.rail import heading as headed
from tui.themes import paint, palette
from tui.widgets.lines import Line, Lines, text
from tui.widgets.placed import PlacedFelt
from tui.widgets.turn_log import LogRow, TurnLog, in_sight
from words.glyphs import glyphs

HEAD_LINES: Final = 2
"""The lines of the heading and of the line below it."""


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
    """The last duels, and below them who has how many cards."""

    GROUND = "rail"

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._top = 0

    @property
    def room(self) -> int:
        """How many rows there is room for below the heading."""
        return max(self.size.height - HEAD_LINES, 1)

    def show_duels(
        self, head: Sequence[Line], rows: Callable[[int], list[LogRow]], below: Sequence[Line]
    ) -> None:
        """Show as many rows as there is room for between what stands above and below them.

        Args:
            head: The heading.
            rows: Returns the last so many rows.
            below: What stands at the foot of the rail.
        """
        width, height = self.size
        if not width:
            return
        room = max(height - len(head) - len(below), 0)
        self._top, self._rows = len(head), rows(room)
        blank: list[Line] = [()] * (room - len(self._rows))
        lines = [*head, *(row.words for row in self._rows), *blank, *below]
        is_one_ground = palette().colour("felt") == palette().colour("rail")
        sign = text(glyphs().separator if is_one_ground else " ", paint("line", "rail"))
        self.show([(sign, *words) for words in lines])

    def show_rows(self, heading: str, rows: Sequence[LogRow], back: int) -> None:
        """Show the last rows there is room for under a heading, as a replay has them."""
        head = headed(heading, 0, max(self.size.width - 1, 0), glyphs())
        self.show_duels(head, lambda room: [*in_sight(rows, back, room)], ())

    def turn_at(self, y: int, x: int = 0) -> int | None:
        """Return after how many turns the game stands that a cell names, None for no turn."""
        at = y - self._top
        return self._rows[at].turn if 0 <= at < len(self._rows) else None
