"""The screen that waits while a game that was left is still being saved."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from host.file_keeper import FileKeeper
from saves.background import BackgroundAutosave
from tui.screens.base import TapisScreen
from tui.widgets.lines import Lines, line
from words.translation import _

GLANCE_SECONDS: Final = 0.05


class Saving(TapisScreen):
    """Ends with True once all is saved, False if that takes too long, None if nobody waits."""

    OFFERS = ("quit",)
    ROW_KEYS = ()
    NEEDS = (30, 12)

    def body(self) -> Iterable[Lines]:
        """Return the line that says it."""
        yield Lines(id="text")

    def draw(self) -> None:
        """Say what is waited for."""
        self.query_one("#text", Lines).show([line(""), line(" ", _("Saving."))])

    def on_mount(self) -> None:
        """Look whether the disk is done, for as long as it has at most."""
        self.set_interval(GLANCE_SECONDS, self._look)
        self.set_timer(FileKeeper.patience, partial(self.finish, False))

    def _look(self) -> None:
        if not BackgroundAutosave.unfinished():
            self.finish(True)

    def commands(self) -> dict[str, Callable[[], None]]:
        """Return what carries out each action."""
        return super().commands() | {"quit": self.do_quit}

    def do_quit(self) -> None:
        """Wait no more; it is saved as soon as the disk can."""
        self.finish(None)
