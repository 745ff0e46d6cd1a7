"""The duel's widgets: plates, a player's piles, a hand, the turns, and where they stand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from tui.games.duel.layout import DuelPlan, place
from tui.games.duel.rail import COLUMN, PANELS_FROM, TWO_COLUMNS_FROM
from tui.table.sheet import Sheet
from tui.themes import paint, palette
from tui.widgets.felt import blank
from tui.widgets.lines import Line, Lines, cut
from tui.widgets.placed import PlacedFelt
from tui.widgets.remembered import remembered
from tui.widgets.turn_log import TurnLog
from words.glyphs import Glyphs, glyphs


class DuelTable(PlacedFelt):
    """All of the duel's table: felt and rail.

    Attributes:
        is_over: Whether the end of the game is told in the place of hand and plate.
        is_taught: Whether a tutor speaks in the place of the turns.
    """

    is_over = False
    is_taught = False

    def __init__(self, *children: Widget) -> None:
        super().__init__(*children, id="duel")

    @property
    def place(self) -> DuelPlan:
        """Where everything stands now."""
        return self._place_in(self.size)

    def _place_in(self, size: Size) -> DuelPlan:
        return place(size.width, size.height, is_over=self.is_over, is_taught=self.is_taught)

    def regions(self, size: Size, children: Sequence[Widget]) -> Iterable[Region]:
        """Return where each widget stands, as its id says."""
        regions = self._place_in(size).regions
        return [regions[child.id or ""] for child in children]

    def make_room(self, *, is_over: bool, is_taught: bool) -> None:
        """Make room for the end of the game, or for the hand again; and for a tutor."""
        if (is_over, is_taught) != (self.is_over, self.is_taught):
            self.is_over, self.is_taught = is_over, is_taught
            self.children[0].refresh(layout=True)  # a widget's own layout is kept otherwise

    def felt(self) -> Strip:
        """Return a line of felt, with what divides it from the rail where their grounds are one."""
        log = self.place.regions["log"]
        return divided(self.outer_size.width, log.x, glyphs()) if log.x else super().felt()


@remembered
def divided(width: int, rail: int, glyphs: Glyphs) -> Strip:
    """Return a line of felt up to where the rail begins, with a divider if one needs to see it."""
    felt = blank(width)
    if palette().colour("felt") != palette().colour("rail"):
        return felt
    divider = Strip([Segment(glyphs.separator, paint("line", "felt"))], 1)
    return Strip.join([felt.crop(0, rail - 1), divider, felt.crop(rail)])


class Hand(Lines, can_focus=True):
    """The hand with its stops and its cursor; it has the focus while a game is played."""


class DuelRail(TurnLog):
    """The turns, in two columns where there is room, and the panels below them.

    Attributes:
        panels: Returns the lines below the turns, for a width.
    """

    GROUND: ClassVar[str] = "rail"

    def __init__(self) -> None:
        super().__init__(id="log")
        self.panels: Callable[[int], list[Line]] = lambda _width: []

    @property
    def columns(self) -> int:
        """How many columns of turns there are."""
        return 2 if self.size.width >= TWO_COLUMNS_FROM else 1

    @property
    def column(self) -> int:
        """How many cells each of them has."""
        width = self.size.width
        return width // 2 if width >= TWO_COLUMNS_FROM else max(min(width, COLUMN), 8)

    def above(self) -> list[Line]:
        """Return the heading, with a line below it."""
        width = self.size.width
        top = Sheet(width, 2, glyphs(), "rail")
        begin = 2 if cell_len(self.heading) + 2 < width else 1
        top.put(begin, 0, cut(self.heading, width - begin), bold=True)
        top.put(1, 1, glyphs().light * (width - 2), "line")
        return top.lines()

    def below(self) -> list[Line]:
        """Return the panels, where there is room for them."""
        (width, height), (least_width, least_height) = self.size, PANELS_FROM
        return self.panels(width) if width >= least_width and height >= least_height else []
