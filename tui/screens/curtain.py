"""The curtain: it hides the table while two people change places at one keyboard."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from time import monotonic
from typing import Any, Final

from engine.table import Table
from engine.timeline import TableTimeline
from tui.pace import Timing
from tui.screens.base import TapisScreen
from tui.table.scene import GameScene, names_of
from tui.widgets.lines import BOLD, Lines, line, text, wrapped
from words.translation import _

WIDE: Final = 60
"""The columns from which the words have a wide margin."""


class CurtainScreen(TapisScreen):
    """Names who must look away and who comes; Enter lifts it."""

    OFFERS = ("go_on", "quit")
    ROW_KEYS = ()

    def __init__(self, comes: str, leave: Sequence[str], timing: Timing) -> None:
        super().__init__()
        self._timing = timing
        self._comes = comes
        self._leave = leave
        self._fell = monotonic()

    def call(self, comes: str, leave: Sequence[str]) -> None:
        """Call somebody else, if it is somebody else; keys are dropped again for a moment then."""
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
        margin = " " * (6 if self.size.width >= WIDE else 1)
        rows = [
            line(margin, text(part, BOLD if not at else None))
            for at, row in enumerate(words)
            for part in wrapped(row, self.size.width - 2 * len(margin)) or [""]
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


def curtain_before_replay(
    table: Table[Any], scene: GameScene, timing: Timing
) -> CurtainScreen | None:
    """Return the curtain that falls before a game is replayed that several people still play."""
    people = [seat for seat, sitter in enumerate(table.sitters) if sitter.is_person]
    comes = next((seat for seat in table.to_move if seat in people), None)
    hides = scene.hides and timing.has_curtain and len(people) > 1
    if not hides or table.outcome or comes is None:
        return None
    names = names_of(TableTimeline(table, frozenset()))
    return CurtainScreen(names[comes], [names[seat] for seat in people if seat != comes], timing)
