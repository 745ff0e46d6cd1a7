"""A screen that is one canvas: it puts the lines of its widgets together and paints them itself.

Textual would ask each widget in a turn of its own what it has to paint, paint with the next tick of
a clock, and first a screen that has no words yet. It still says where each widget is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import zip_longest
from time import monotonic
from typing import Final, Protocol

from rich.segment import Segment
from textual.app import App
from textual.color import Color
from textual.errors import NoWidget
from textual.events import Event
from textual.geometry import Offset, Region
from textual.renderables.background_screen import BackgroundScreen
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from tui.widgets.cells import BLANK, Row, lay, row_of

FRAME_SECONDS: Final = 1 / 60
"""The least time between two paintings of which the second one follows at once."""
MOST_ROWS: Final = 400
"""The most rows of cells that are kept."""
CLEAR: Final = Color(0, 0, 0, 0)


class Terminal(Protocol):
    """A display of cells."""

    def paint(self, rows: Sequence[Row], cursor: Offset) -> None:
        """Show these rows of cells, and the cursor there."""


class CanvasApp(App[int], inherit_css=False):
    """A program whose screens are canvases.

    Attributes:
        terminal: Shows their cells; None before the program begins, and where there is no terminal.
    """

    terminal: Terminal | None = None

    def get_default_screen(self) -> Screen[object]:
        """Return the blank screen before the first one."""
        return Canvas()

    def post_display_hook(self) -> None:
        """Let the screen paint as Textual has: something is at another place."""
        for screen in self.screen_stack[-1:]:
            if isinstance(screen, Canvas):
                screen.laid_out()


class Canvas(Screen[object], inherit_css=False):
    """A screen that paints at once what has changed.

    Attributes:
        beneath: The screen that is seen where this one has no widget, None for none.
    """

    beneath: Canvas | None = None
    _is_drawn = False
    _is_due = False
    _is_timed = False
    _is_in_turn = False
    _painted = 0.0

    def __init__(self) -> None:
        super().__init__()
        self._known_rows: dict[int, tuple[Strip, Row]] = {}
        self._places: list[tuple[Widget, Offset, Region]] = []

    async def on_event(self, event: Event) -> None:
        """Take an event; what it changes is painted after it, without a turn for that."""
        self._is_in_turn = True
        await super().on_event(event)
        self._is_in_turn = False

    @property
    def has_drawn(self) -> bool:
        """Whether the screen can be seen: its widgets show what they have to show."""
        return self._is_drawn

    def drawn(self) -> None:
        """Let the screen be seen from now on."""
        self._is_drawn = True
        self.paint_soon()

    def paint_soon(self) -> None:
        """Paint once all that has happened was taken in."""
        if not self._is_due:
            self._is_due = True
            if not self._is_in_turn:
                self.check_idle()

    def on_idle(self) -> None:
        """Paint what has changed; soon after another painting wait for the time of the next."""
        if not self._is_due or self._is_timed:
            return
        left = self._painted + FRAME_SECONDS - monotonic()
        if left <= 0:
            self.paint()
        else:
            self._is_timed = True
            self.set_timer(left, self.paint)

    def laid_out(self) -> None:
        """Paint, as the widgets may be at other places."""
        self.forget_places()
        self.paint()

    def on_screen_resume(self) -> None:
        """Be on top again: there may have been a layout meanwhile."""
        self.forget_places()

    def forget_places(self) -> None:
        """Ask anew where the widgets are when that is wanted."""
        self._places.clear()

    def before_painting(self) -> None:
        """Bring up to date what follows from all that is about to be painted."""

    def paint(self) -> None:
        """Let the terminal show the screen if it is on top, or what is seen of it beneath that."""
        self._is_timed = False
        app = self.app
        top = app.screen_stack[-1] if app.screen_stack else None
        if self._is_drawn and top is self:
            self.before_painting()
            is_laid_out = self.region.size == self.size  # else it is painted after that
            if is_laid_out and isinstance(app, CanvasApp) and app.terminal:
                self._painted = monotonic()
                cursor = self.outer_size.clamp_offset(self.cursor_cell())
                app.terminal.paint(self.cell_rows(), cursor)
        elif isinstance(top, Canvas) and top.beneath is self:
            top.paint_soon()
        self._is_due = False

    def cursor_cell(self) -> Offset:
        """Return the cell on which the terminal's own cursor stands: here that of a line typed."""
        return self.app.cursor_position

    def cell_rows(self) -> list[Row]:
        """Return the cells of the screen, row by row, as it was laid out last."""
        width, height = self.region.size
        rows = [[BLANK] * width for _ in range(height)]
        if self.beneath:
            self.beneath.forget_places()  # nobody tells of a layout that is not shown
            for row, seen in zip(rows, self.beneath.cell_rows(), strict=False):
                lay(seen[:width], row, 0)
        self._places = self._places or [*self._visible()]
        for (widget, offset, region), upon in zip_longest(self._places, self._places[1:]):
            if upon and region in upon[-1]:
                continue
            strips = widget.render_lines(region.translate(-offset))
            for row, strip in zip(rows[region.y : region.bottom], strips, strict=False):
                lay(self._row_of(strip)[: region.width], row, region.x)
        return rows

    def _visible(self) -> Iterator[tuple[Widget, Offset, Region]]:
        """Yield the widgets that can be seen, each where it begins and what is seen of it.

        Each lies upon those before it.
        """
        for widget in self.walk_children(Widget):
            with suppress(NoWidget):
                place = self.find_widget(widget)
                if seen := place.visible_region:
                    yield widget, place.region.offset, seen

    def _row_of(self, strip: Strip) -> Row:
        """Return the cells of a strip; those of one that is kept, as it is, are made once."""
        known = self._known_rows.get(id(strip))
        if known is None:
            if len(self._known_rows) > MOST_ROWS:
                self._known_rows.clear()
            known = self._known_rows[id(strip)] = strip, row_of(strip)
        return known[1]

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return lines of the screen beneath, as it is now."""
        width, console = self.size.width, self.app.console
        if self.beneath is None:
            return [Strip.blank(crop.width)] * crop.height
        options = console.options.update_dimensions(*self.size)
        segments = console.render(BackgroundScreen(self.beneath, CLEAR), options)
        lines = [Strip(parts) for parts in Segment.split_lines(segments)]
        lines += [Strip.blank(width)] * (crop.bottom - len(lines))
        span = crop.column_span
        return [line.adjust_cell_length(width).crop(*span) for line in lines[crop.y : crop.bottom]]


def repaint(widget: Widget) -> None:
    """Let the screen of a widget paint, if it has one that paints by itself."""
    if widget.is_attached and isinstance(screen := widget.screen, Canvas):
        screen.paint_soon()
