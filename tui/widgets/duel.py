"""The duel's widgets: a player's piles, and a hand."""

from __future__ import annotations

from engine.duel.side import Side
from tui.boards import duel as board
from tui.glyphs import Glyphs
from tui.widgets.lines import Lines
from tui.words import language


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
