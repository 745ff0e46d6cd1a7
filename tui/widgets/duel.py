"""The duel's widgets: a player's piles, a hand, the log of the turns."""

from __future__ import annotations

from collections.abc import Sequence

from engine.duel.side import Side
from engine.game import Play
from tui.boards import duel as board
from tui.glyphs import Glyphs
from tui.widgets.lines import DIM, Line, Lines, cut, line, text
from tui.words import language

LOG_WIDTH = 27


class Piles(Lines):
    """One player's name and counts, and both piles as large cards."""

    _now: tuple[object, ...] = ()

    def show_side(
        self, seat: int, name: str, side: Side, marks: board.Marks, glyphs: Glyphs, *, below: bool
    ) -> None:
        """Show the player's half of the table, the name `below` the piles or above."""
        now = (seat, name, side, marks, below, language())
        if now == self._now:
            return
        self._now = now
        header, piles = board.header(seat, name, side), board.piles(seat, side, marks, glyphs)
        self.show([*piles, header] if below else [header, *piles])


class Hand(Lines, can_focus=True):
    """The hand row with its stops and its cursor; it has the focus while a game is played."""

    def show_hand(self, row: board.Hand, glyphs: Glyphs) -> None:
        """Show the cards; moving the cursor changes the last line only, a hint the first."""
        self.show(board.hand(row, glyphs))


class TurnLog(Lines):
    """Who laid what, turn by turn, the last ones in sight."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._first = 1

    @property
    def room(self) -> int:
        """How many lines there are below the heading."""
        return max(self.size.height, 1) - 1

    def show_turns(
        self, heading: str, turns: Sequence[Play], story: Sequence[Line], back: int
    ) -> None:
        """Show the turns and the story after them, scrolled back by so many lines."""
        rows = [
            board.log_line(number, play.seat, play.move, LOG_WIDTH)
            for number, play in enumerate(turns, start=1)
        ]
        rows += story
        last = max(len(rows) - back, min(len(rows), self.room))
        self._first = max(0, last - self.room) + 1
        head = line(" ", text(cut(heading, LOG_WIDTH - 1), DIM))
        self.show([head, *rows[self._first - 1 : last]])

    def turn_at(self, y: int) -> int | None:
        """Return after which turn the game stands that line y names, None for the heading."""
        return self._first + y - 1 if y else None
