"""The duel's widgets: plates, a player's piles, a hand, the turns, and where they stand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from play.story import Story
from tui.games.duel import board
from tui.games.duel.layout import DuelPlan, place
from tui.games.duel.rail import COLUMN, PANEL_ROWS, PANELS_FROM, TWO_COLUMNS_FROM
from tui.table.plates import Plate, plate
from tui.table.sheet import Sheet
from tui.themes import paint, palette
from tui.widgets.felt import blank
from tui.widgets.lines import Line, Lines, cut
from tui.widgets.placed import PlacedFelt
from tui.widgets.remembered import remembered
from tui.widgets.turn_log import LogRow, TurnLog, in_sight
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


class Piles(Lines):
    """One player's piles as large cards."""

    def show_piles(self, row: board.PilesRow, where: DuelPlan, glyphs: Glyphs) -> None:
        """Show the player's half of the table."""
        self.show(board.piles(row, where, self.outer_size.width, glyphs))


class PlateLine(Lines):
    """One player's name and counts, filled when the player is to move."""

    def show_plate(self, row: Plate, glyphs: Glyphs) -> None:
        """Show what the plate tells."""
        self.show([plate(row, self.outer_size.width, glyphs)])


class Hand(Lines, can_focus=True):
    """The hand with its stops and its cursor; it has the focus while a game is played."""

    def show_hand(self, row: board.HandRow, where: DuelPlan, glyphs: Glyphs) -> None:
        """Show the cards; moving the cursor changes the line of the caps only, a hint the first."""
        self.show(board.hand(row, where, self.outer_size.width, glyphs))

    def show_end(
        self, story: Story, seat: int, cards: Sequence[int], where: DuelPlan, glyphs: Glyphs
    ) -> None:
        """Show what the player held, and how the game ended."""
        self.show(board.end(story, seat, cards, where, self.outer_size.width, glyphs))


class DuelRail(TurnLog):
    """The turns, in two columns where there is room, and the panels below them."""

    GROUND: ClassVar[str] = "rail"

    def __init__(self) -> None:
        super().__init__(id="log")
        self._panels: Callable[[int], list[Line]] = lambda _width: []
        self._columns: list[Sequence[LogRow]] = []

    @property
    def has_panels(self) -> bool:
        """Whether there is room for more than the turns."""
        width, height = PANELS_FROM
        return self.size.width >= width and self.size.height >= height

    @property
    def column(self) -> int:
        """How many cells a column of turns has."""
        width = self.size.width
        if width >= TWO_COLUMNS_FROM:
            return width // 2
        return max(min(width, COLUMN), 8) if width >= COLUMN else max(width, 8)

    @property
    def _count(self) -> int:
        """How many columns of turns there are."""
        return 2 if self.size.width >= TWO_COLUMNS_FROM else 1

    @property
    def room(self) -> int:
        """How many turns are in sight."""
        below = PANEL_ROWS if self.has_panels else 0
        return self._count * max(0, self.size.height - 2 - below)

    def below(self, panels: Callable[[int], list[Line]]) -> None:
        """Show these lines, made for a width, below the turns from now on."""
        self._panels = panels

    def show_rows(self, heading: str, rows: Sequence[LogRow], back: int) -> None:
        """Show the last rows there is room for, scrolled back by so many lines."""
        width, height = self.size
        if not width:
            return
        below = self._panels(width) if self.has_panels else []
        room = max(0, height - 2 - len(below))
        count = self._count
        shown = in_sight(rows, back, count * room)
        self._columns = [shown[:room], shown[room:]]
        top = Sheet(width, 2, glyphs(), "rail")
        begin = 2 if cell_len(heading) + 2 < width else 1
        top.put(begin, 0, cut(heading, width - begin), bold=True)
        top.put(1, 1, glyphs().light * (width - 2), "line")
        blank = Sheet(width, 1, glyphs(), "rail").lines()[0]
        lines: list[Line] = []
        for at in range(room):
            parts = [column[at].words for column in self._columns if at < len(column)]
            lines.append(tuple(segment for part in parts for segment in part) or blank)
        self.show([*top.lines(), *lines, *below])

    def turn_at(self, y: int, x: int = 0) -> int | None:
        """Return after which turn the game stands that a cell names, None for no turn."""
        at = x // self.column
        column = self._columns[at] if at < len(self._columns) else ()
        return column[y - 2].turn if 2 <= y < len(column) + 2 else None
