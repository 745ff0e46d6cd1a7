"""The command palette: what can be done now, found by typing."""

from __future__ import annotations

from textual.await_complete import AwaitComplete
from textual.command import CommandPalette
from textual.errors import NoWidget
from textual.geometry import Region
from textual.widget import Widget


class ActionPalette(CommandPalette):
    """Textual's, made safe against a second Enter and against clicks that hit nothing."""

    def dismiss(self, result: object = None) -> AwaitComplete:
        """Close it; when it is closed already, do nothing, and leave the screen below open."""
        return super().dismiss() if self.app.screen is self else AwaitComplete()

    def get_widget_at(self, x: int, y: int) -> tuple[Widget, Region]:
        """Return what is at a place of the screen; beside all the rest it is the palette."""
        try:
            return super().get_widget_at(x, y)
        except NoWidget:
            return self, self.region
