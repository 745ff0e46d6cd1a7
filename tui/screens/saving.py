"""The screens that wait: while a game that was left is being saved, or a table opened or closed."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Final

from host.file_keeper import FileKeeper
from play.requests import GoHome
from saves.autosave import BackgroundAutosave
from tui.screens.base import TapisScreen
from tui.widgets.lines import Lines, line
from words.translation import _

GLANCE_SECONDS: Final = 0.05


class Waiting(TapisScreen):
    """A sentence about the wait; another screen takes its place."""

    OFFERS = ("quit",)
    ROW_KEYS = ()

    def __init__(self, words: str) -> None:
        """Wait for what these words say."""
        super().__init__()
        self._words = words

    def body(self) -> Iterable[Lines]:
        """Return the line that says it."""
        yield Lines(id="text")

    def draw(self) -> None:
        """Say why the program waits."""
        self.query_one("#text", Lines).show([line(""), line(" ", self._words)])

    def do_quit(self) -> None:
        """Wait at the first screen."""
        self.request(GoHome())


class Saving(Waiting):
    """Ends with True once all is saved, False if that takes too long, None if nobody waits."""

    def __init__(self) -> None:
        """Wait for the disk."""
        super().__init__(_("Saving."))

    def on_mount(self) -> None:
        """Look whether the disk is done, for as long as it has at most."""
        self.set_interval(GLANCE_SECONDS, self._look)
        self.set_timer(FileKeeper.patience, partial(self.finish, False))

    def _look(self) -> None:
        if not BackgroundAutosave.unfinished():
            self.finish(True)

    def do_quit(self) -> None:
        """Wait no more; it is saved as soon as the disk can."""
        self.finish(None)
