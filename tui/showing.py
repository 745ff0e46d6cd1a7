"""Moves that are shown again step by step: which is on, and how much of it. No widget in here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.game import Play, View
from engine.table import Table


class Showing:
    """Stands on a step of a move, or nowhere while nothing is shown."""

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
        """Show one step more; after the last step of a move comes the next move."""
        self.step += 1
        if self.step > len(self._table.game.steps(self.play.move)):
            self.begin(self._turns[1:])

    @property
    def play(self) -> Play:
        """The move that is shown."""
        return self._table.plays[self._turns[0]]

    def view(self, seat: int) -> View[Any]:
        """Return what a seat sees with the steps shown so far."""
        return self._table.states[self._turns[0]].view(seat).during(self.made())

    def made(self) -> tuple[Any, ...]:
        """Return the steps of the move shown so far."""
        return self._table.game.steps(self.play.move)[: self.step]
