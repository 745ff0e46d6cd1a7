"""What hides the table while two people change places at one keyboard."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from time import monotonic

from tui.screens.base import TapisScreen
from tui.widgets.lines import BOLD, Lines, line, text
from tui.words import _


class Curtain(TapisScreen):
    """Names who must look away and who comes; Enter lifts it."""

    OFFERS = ("accept", "quit")

    def __init__(self, comes: str, leave: Sequence[str]) -> None:
        super().__init__()
        self._comes = comes
        self._leave = leave
        self._fell = monotonic()

    def call(self, comes: str, leave: Sequence[str]) -> None:
        """Let another person come, if it is another one."""
        if (comes, leave) != (self._comes, self._leave):
            self._comes, self._leave, self._fell = comes, leave, monotonic()
            self.update()

    def body(self) -> Iterable[Lines]:
        """Put the words in the middle."""
        yield Lines(id="text")

    def draw(self) -> None:
        """Show who comes and who looks away."""
        words = [
            _("{player}, it is your turn.").format(player=self._comes),
            _("{player}, please look away.").format(player=", ".join(self._leave)),
            "",
            _("Press Enter when only {player} is looking.").format(player=self._comes),
        ]
        top = max((self.size.height - len(words)) // 3, 0)
        rows = [line("      ", text(row, BOLD if not at else None)) for at, row in enumerate(words)]
        self.query_one("#text", Lines).show([line("")] * top + rows)

    def do_accept(self) -> None:
        """Lift the curtain."""
        if monotonic() - self._fell >= self.tapis.key_pause:
            self.finish(True)

    def do_quit(self) -> None:
        """Leave the game without lifting it."""
        self.finish(False)
