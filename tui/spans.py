"""What is sent of an update of the screen: the cells that the terminal does not show already."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rich.color import ColorSystem
from rich.console import Console, RenderableType
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.app import App
from textual.events import Event, InputEvent, Paste, Resize
from textual.screen import Screen
from textual.strip import Strip

from tui.driver import TerminalDriver
from tui.shown import Shown
from tui.themes import Depth, palette

SIZES_AT_START: Final = 2
"""So often the size is told at the start: by the program itself, and by its driver."""


class Spans(CompositorUpdate):
    """An update of all of the screen, or of some spans of it.

    Attributes:
        sent: What is sent to the terminal.
        is_sent: Whether that was asked for.
    """

    def __init__(self, update: ChopsUpdate | LayoutUpdate, shown: Shown, console: Console) -> None:
        strips = _whole(update) if isinstance(update, LayoutUpdate) else _changed(update)
        is_true = palette().depth is Depth.TRUE  # which the terminal may have told since the start
        colours = (not is_true and console._color_system) or ColorSystem.TRUECOLOR
        self.sent = "".join([shown.paint(x, y, strip, colours) for x, y, strip in strips])
        self.is_sent = False

    def render_segments(self, console: Console) -> str:
        """Return what is sent to the terminal, which shows all of it from then on."""
        self.is_sent = True
        return self.sent


def _whole(update: LayoutUpdate) -> Iterator[tuple[int, int, Strip]]:
    """Yield the strips of a screen, each with its first cell and its line."""
    for y, strips in enumerate(update.strips, update.region.y):
        yield update.region.x, y, Strip.join([*strips])


def _changed(update: ChopsUpdate) -> Iterator[tuple[int, int, Strip]]:
    """Yield the strips of what may have changed; Textual also paints what stands left of them."""
    for y, first, last in update.spans:
        for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            begin, behind = max(x, first), min(end, last)
            if strip is not None and begin < behind:
                yield begin, y, strip.crop(begin - x, behind - x)


class SparingApp(App[int]):
    """Sends what changed, and no more; all of it where the terminal has another size."""

    _sizes = 0
    _is_painted = False

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._disable_tooltips = self._disable_notifications = True  # each screen would hold them

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        driver = self._driver
        if isinstance(driver, TerminalDriver) and isinstance(
            renderable, ChopsUpdate | LayoutUpdate
        ):
            spans = Spans(renderable, driver.shown, self.console)
            if spans.sent or self.cursor_position != self._previous_cursor_position:
                super()._display(screen, spans)  # type: ignore[arg-type]
                if not spans.is_sent:
                    driver.shown.forget()
                elif not self._is_painted:
                    self._is_painted = True
                    self.painted(driver)
        else:
            super()._display(screen, renderable)

    async def on_event(self, event: Event) -> None:
        """Hear no key, click or paste once the program ends: there may be no screen any more."""
        if not (self._exit and isinstance(event, InputEvent | Paste)):
            await super().on_event(event)

    def painted(self, driver: TerminalDriver) -> None:
        """Do what is for the moment after the first paint."""

    def on_resize(self, event: Resize) -> None:
        """Paint the next screen whatever it was before; what is told at the start is no change."""
        self._sizes += 1
        is_known = self._sizes <= SIZES_AT_START and event.size == self.screen.size
        if isinstance(self._driver, TerminalDriver) and not is_known:
            self._driver.shown.forget()
