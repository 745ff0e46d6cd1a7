"""What changed on the screen, from its first cell on, and nothing that is there already."""

from __future__ import annotations

from typing import Any

from rich.console import Console, RenderableType
from rich.control import Control
from textual._compositor import ChopsUpdate
from textual.app import App
from textual.screen import Screen

from tui.driver import TerminalDriver


class Spans(ChopsUpdate):
    """Paints the cells that changed; Textual also paints what stands left of them in a widget."""

    @classmethod
    def of(cls, update: ChopsUpdate) -> Spans:
        """Return the same update, with less to paint."""
        return cls(update.chops, update.spans, update.chop_ends)

    def render_segments(self, console: Console) -> str:
        """Return what is sent to the terminal."""
        sent = []
        for y, first, last in self.spans:
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                begin, behind = max(x, first), min(end, last)
                if strip is not None and begin < behind:
                    shown = strip.crop(begin - x, behind - x)
                    sent += [Control.move_to(begin, y).segment.text, shown.render(console)]
        return "".join(sent)


class SparingApp(App[int]):
    """Sends what changed, and no more; all of it where the terminal has another size."""

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        if isinstance(renderable, ChopsUpdate):
            renderable = Spans.of(renderable)
        super()._display(screen, renderable)

    def on_resize(self) -> None:
        """Paint the next screen whatever it was before."""
        if isinstance(self._driver, TerminalDriver):
            self._driver.forget()
