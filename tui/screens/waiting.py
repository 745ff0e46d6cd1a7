"""The screens that wait: for the disk, for a table, or behind the curtain for another person."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from time import monotonic
from typing import ClassVar, Final

from host.file_keeper import FileKeeper
from play.action import Untold
from play.requests import GoHome
from saves.autosave import BackgroundAutosave
from tui.pace import Timing
from tui.screens.base import TapisScreen
from tui.widgets.lines import BOLD, Lines, line, text, wrapped
from words.translation import _

GLANCE_SECONDS: Final = 0.05
"""The time between two looks whether the disk is done."""
WIDE: Final = 60
"""The columns from which the words of the curtain have a wide margin."""


class Waiting(TapisScreen):
    """Says in a few words why one waits; another screen takes its place."""

    TOLD_BY = Untold.COVERING
    OFFERS: ClassVar[tuple[str, ...]] = ("quit",)
    ROW_KEYS = ()

    def __init__(self, words: str = "") -> None:
        super().__init__()
        self._words = words

    def body(self) -> Iterable[Lines]:
        yield Lines(id="text")

    def draw(self) -> None:
        self.query_one("#text", Lines).show([line(""), line(" ", self._words)])

    def do_quit(self) -> None:
        """Wait at the first screen."""
        self.request(GoHome())


class Saving(Waiting):
    """Ends with True once all is saved, False if that takes too long, None if nobody waits."""

    TOLD_BY = Untold.COVERING

    def __init__(self) -> None:
        """Wait for the disk."""
        super().__init__(_("Saving."))

    def on_mount(self) -> None:
        """Look from time to time whether the disk is done, until patience ends."""
        self.set_interval(GLANCE_SECONDS, self._look)
        self.set_timer(FileKeeper.patience, partial(self.finish, False))

    def _look(self) -> None:
        if not BackgroundAutosave.unfinished():
            self.finish(True)

    def do_quit(self) -> None:
        """Stop waiting; the game is saved as soon as the disk can."""
        self.finish(None)


class CurtainScreen(Waiting):
    """Hides the table while two people change places at one keyboard; Enter lifts it.

    Ends with True once it was lifted, with False if the game was left instead.
    """

    TOLD_BY = Untold.COVERING
    OFFERS = ("go_on", "quit")

    def __init__(self, comes: str, leave: Sequence[str], timing: Timing) -> None:
        """Ask the person who `comes` to the keyboard, and those who `leave` it to look away."""
        super().__init__()
        self._timing = timing
        self._comes = comes
        self._leave = leave
        self._fell = monotonic()

    def call(self, comes: str, leave: Sequence[str]) -> None:
        """Call another person, if it is another; keys are dropped again for a moment then."""
        if (comes, leave) != (self._comes, self._leave):
            self._comes, self._leave, self._fell = comes, leave, monotonic()
            self.update()

    def draw(self) -> None:
        """Show the names of the person who comes and of those who look away."""
        words = [
            _("{player}, it is your turn.").format(player=self._comes),
            _("{player}, please look away.").format(player=", ".join(self._leave)),
            "",
            _("Press Enter when only {player} is looking.").format(player=self._comes),
        ]
        margin = " " * (6 if self.size.width >= WIDE else 1)
        rows = [
            line(margin, text(part, BOLD if not at else None))
            for at, row in enumerate(words)
            for part in wrapped(row, self.size.width - 2 * len(margin))
        ]
        top = max((self.size.height - len(rows)) // 3, 0)
        self.query_one("#text", Lines).show([line("")] * top + rows)

    def do_go_on(self) -> None:
        """Lift the curtain."""
        if monotonic() - self._fell >= self._timing.key_pause:
            self.finish(True)

    def do_quit(self) -> None:
        """Leave the game without lifting it."""
        self.finish(False)
