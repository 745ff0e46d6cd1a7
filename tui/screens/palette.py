"""The command palette: what can be done now, found by typing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from textual.app import SystemCommand
from textual.await_complete import AwaitComplete
from textual.command import CommandPalette
from textual.errors import NoWidget
from textual.geometry import Region
from textual.widget import Widget

from tui.screens.base import TapisScreen
from words.translation import _


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


def possible_commands(screen: TapisScreen) -> Iterator[SystemCommand]:
    """Yield what can be done now on a screen."""
    for id_ in screen.possible():
        action = screen.actions[id_]
        run = partial(screen.action_run, id_)
        yield SystemCommand(_(action.words).capitalize(), _(action.help), run)
