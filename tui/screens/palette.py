"""The command palette: what can be done now, found by typing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from textual.app import SystemCommand
from textual.await_complete import AwaitComplete
from textual.command import CommandList, CommandPalette
from textual.errors import NoWidget
from textual.geometry import Region
from textual.widget import Widget
from textual.widgets.option_list import Option

from tui.screens.base import TapisScreen
from words.translation import _


class ActionPalette(CommandPalette):
    """Textual's, in our words, safe against a second Enter and against clicks that hit nothing."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, placeholder=_("What is to be done?"))

    def _start_no_matches_countdown(self, search_value: str) -> None:
        """Say a moment later that nothing was found; nothing where nothing was looked for."""
        self._stop_no_matches_countdown()
        say = partial(self._say_none_found, bool(search_value))
        self._no_matches_timer = self.set_timer(self._NO_MATCHES_COUNTDOWN, say)

    def _say_none_found(self, has_searched: bool) -> None:
        if has_searched:
            none = Option(_("Nothing found."), disabled=True, id=self._NO_MATCHES)
            self.query_one(CommandList).add_option(none)
        self._list_visible = has_searched

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
