"""The widgets of Dame de Pique: trick, sum, hand, plate and rail, and where they stand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from rich.segment import Segment
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from engine.hearts.view import HeartsView
from tui.games.hearts import rail
from tui.games.hearts.layout import HeartsPlace, place
from tui.games.hearts.pages import PANEL_FROM, PANEL_ROWS, panel
from tui.games.hearts.trick import SeatShown
from tui.themes import paint, palette
from tui.widgets.lines import Lines
from tui.widgets.placed import PlacedFelt
from tui.widgets.turn_log import LogRow, TurnLog, in_sight
from words.glyphs import glyphs
from words.translation import language


class HeartsTable(PlacedFelt):
    """All of the table: felt and rail."""

    def __init__(self, *children: Widget) -> None:
        super().__init__(*children, id="hearts")
        self._has_hand = True

    def make_room(self, *, has_hand: bool) -> None:
        """Have room for a hand or not: without one, how the game ended has its lines."""
        if has_hand != self._has_hand:
            self._has_hand = has_hand
            for child in self.children:  # which clears what this widget knows of where they stand
                child.refresh(layout=True)

    @property
    def place(self) -> HeartsPlace:
        """Where everything stands now."""
        return place(self.size.width, self.size.height, has_hand=self._has_hand)

    def regions(self, size: Size, children: Sequence[Widget]) -> Iterable[Region]:
        """Return where each widget stands, as its id says."""
        regions = place(size.width, size.height, has_hand=self._has_hand).regions
        return [regions[child.id or ""] for child in children]


class FanHand(Lines, can_focus=True):
    """The hand with its stops and its cursor; it has the focus while a game is played."""


class HeartsRail(TurnLog):
    """The scores, the joker, hearts and pass, the log, in a large window the cards not seen yet."""

    GROUND: ClassVar[str] = "rail"

    def __init__(self) -> None:
        super().__init__(id="log")
        self._status: tuple[HeartsView, Sequence[SeatShown]] | None = None
        self._heading = ""
        self._all_rows: Sequence[LogRow] = ()
        self._back = 0
        self._top = 0
        self._bar: int | None = None
        self._now: tuple[object, ...] = ()

    @property
    def room(self) -> int:
        """How many rows of the log there is room for."""
        return max(0, self.size.height - self._top - (PANEL_ROWS if self._has_panel else 0))

    @property
    def _has_panel(self) -> bool:
        """Whether there are cards not seen yet, and room for them."""
        has_room = self.size.width >= PANEL_FROM[0] and self.size.height >= PANEL_FROM[1]
        return has_room and bool(self._status and self._status[0].unseen)

    def show_status(self, view: HeartsView, players: Sequence[SeatShown], bar: int | None) -> None:
        """Show how it stands; line `bar` continues the bar that calls everybody to slap."""
        self._status, self._bar = (view, players), bar
        self._draw()

    def show_rows(self, heading: str, rows: Sequence[LogRow], back: int) -> None:
        """Show the last rows there is room for, scrolled back by so many lines."""
        self._heading, self._all_rows, self._back = heading, rows, back
        self._draw()

    def turn_at(self, y: int, x: int = 0) -> int | None:
        """Return after which turn the game stands that a cell names, None for no turn."""
        at = y - self._top
        return self._rows[at].turn if 0 <= at < len(self._rows) else None

    def _draw(self) -> None:
        width, height = self.size
        if not width or self._status is None:
            return
        log = (self._heading, tuple(self._all_rows), self._back)
        now = (self._status, self._bar, log, self.size)
        if (now, language(), glyphs(), palette()) == self._now:
            return
        self._now = now, language(), glyphs(), palette()
        lines = rail.status(*self._status, width, glyphs(), self._heading)
        self._top = len(lines)
        self._rows = in_sight(self._all_rows, self._back, self.room)
        lines += [row.words for row in self._rows]
        below = panel(self._status[0], width, glyphs()) if self._has_panel else []
        lines += [()] * (height - len(lines) - len(below))
        lines = [*lines, *below][:height]
        if self._bar is not None and self._bar < height:
            lines[self._bar] = (Segment(" " * width, paint("on_cursor", "cursor", bold=True)),)
        self.show(lines)

    def render_line(self, y: int) -> Strip:
        """Return a line, with what divides it from the felt where their grounds are one.

        A sign that stands there divides them too.
        """
        strip = super().render_line(y)
        is_told = palette().colour("felt") != palette().colour("rail") or y == self._bar
        if is_told or strip.text[:1].strip():
            return strip
        divider = Strip([Segment(glyphs().separator, paint("line", "felt"))], 1)
        return Strip.join([divider, strip.crop(1)])
