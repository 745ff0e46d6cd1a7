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
from tui.games.hearts.pages import PANEL_FROM, panel
from tui.games.hearts.trick import SeatShown
from tui.themes import paint, palette
from tui.widgets.lines import Line, Lines
from tui.widgets.placed import PlacedFelt
from tui.widgets.turn_log import TurnLog
from words.glyphs import glyphs


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
        self._bar: int | None = None

    def show_status(self, view: HeartsView, players: Sequence[SeatShown], bar: int | None) -> None:
        """Show how it stands; line `bar` continues the bar that calls everybody to slap."""
        if ((view, players), bar) != (self._status, self._bar):
            self._status, self._bar = (view, players), bar
            self.draw()

    def above(self) -> list[Line]:
        """Return how it stands."""
        if self._status is None:
            return []
        return rail.status(*self._status, self.size.width, glyphs(), self.heading)

    def below(self) -> list[Line]:
        """Return the cards not seen yet, if there are any, and room for them."""
        (width, height), (least_width, least_height) = self.size, PANEL_FROM
        if width < least_width or height < least_height or not self._status:
            return []
        view, _players = self._status
        return panel(view, width, glyphs()) if view.unseen else []

    def show(self, lines: Sequence[Line]) -> None:
        """Show these lines, and across them the bar that calls everybody to slap."""
        shown = [*lines]
        if self._bar is not None and self._bar < len(shown):
            across = " " * self.size.width
            shown[self._bar] = (Segment(across, paint("on_cursor", "cursor", bold=True)),)
        super().show(shown)

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
