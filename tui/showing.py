"""Turns that are shown again card by card: which is on, and how much of it. No widget in here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.duel.moves import Turn
from engine.duel.view import DuelView
from engine.game import Play
from engine.table import Table


class Showing:
    """Stands on a card of a turn, or nowhere while nothing is shown."""

    def __init__(self, table: Table[Any]) -> None:
        self._table = table
        self._turns: list[int] = []
        self.step = 0

    @property
    def is_on(self) -> bool:
        """Whether anything is shown."""
        return bool(self._turns)

    @property
    def at(self) -> int | None:
        """The number of the move that is shown, None while nothing is."""
        return self._turns[0] if self._turns else None

    def begin(self, turns: Sequence[int]) -> None:
        """Show these moves of the table from now on."""
        self._turns, self.step = list(turns), 0

    def end(self) -> None:
        """Show nothing more."""
        self.begin([])

    def advance(self) -> None:
        """Show one card more; after the last card of a turn comes the next turn."""
        self.step += 1
        if self.step > len(self.play.move.lays):
            self.begin(self._turns[1:])

    @property
    def play(self) -> Play:
        """The turn that is shown."""
        return self._table.plays[self._turns[0]]

    def view(self, seat: int) -> DuelView:
        """Return what a seat sees with the cards shown so far."""
        view = self._table.states[self._turns[0]].view(seat).during(self.laid().lays)
        assert isinstance(view, DuelView)
        return view

    def laid(self) -> Turn:
        """Return the part of the turn shown so far."""
        return Turn(self.play.move.lays[: self.step])
