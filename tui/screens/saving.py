"""What one sees while the disk still works on a game that was left."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Final

from play.keeping import Keeping
from saves.background import BackgroundAutosave
from tui.screens.base import TapisScreen
from tui.widgets.lines import Lines, line
from tui.words import _

GLANCE_SECONDS: Final = 0.05


class Saving(TapisScreen):
    """Ends with whether all is on the disk, or with None if nobody wanted to wait for that."""

    OFFERS = ("quit",)

    def body(self) -> Iterable[Lines]:
        """Put one word on the screen."""
        yield Lines(id="text")

    def draw(self) -> None:
        """Say what is waited for."""
        self.query_one("#text", Lines).show([line(""), line(" ", _("Saving."))])

    def on_mount(self) -> None:
        """Look whether the disk is done, for as long as it has at most."""
        self.set_interval(GLANCE_SECONDS, self._look)
        self.set_timer(Keeping.patience, partial(self.finish, False))

    def _look(self) -> None:
        if not BackgroundAutosave.unfinished():
            self.finish(True)

    def do_quit(self) -> None:
        """Wait no more; it is saved as soon as the disk can."""
        self.finish(None)
