"""The command palette: what can be done now, found by typing."""

from __future__ import annotations

from textual.await_complete import AwaitComplete
from textual.command import CommandPalette


class Palette(CommandPalette):
    """Textual's, which closes once: a second Enter would close the screen below."""

    def dismiss(self, result: object = None) -> AwaitComplete:
        """Close it; when it is closed already, do nothing."""
        return super().dismiss() if self.app.screen is self else AwaitComplete()
