"""Moves that are shown again step by step: which one is on, and how much of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from engine.game import Play, Step, View
from engine.timeline import Timeline, steps_of

M = TypeVar("M")


class Playback(Generic[M]):
    """Stands on a step of a move, or nowhere while nothing is shown."""

    def __init__(self, timeline: Timeline[M]) -> None:
        self._timeline = timeline
        self._moves: tuple[int, ...] = ()
        self.step = 0

    @property
    def is_on(self) -> bool:
        """Whether anything is shown."""
        return bool(self._moves)

    @property
    def at(self) -> int | None:
        """The number of the move that is shown, None while nothing is."""
        return self._moves[0] if self._moves else None

    @property
    def play(self) -> Play:
        """The move that is shown."""
        return self._timeline.plays[self._moves[0]]

    def begin(self, moves: Sequence[int]) -> None:
        """Show these moves from now on."""
        self._moves, self.step = tuple(moves), 0

    def extend(self, move: int) -> None:
        """Show one more move after those that are shown."""
        self._moves += (move,)

    def end(self) -> None:
        """Show nothing more."""
        self.begin(())

    def advance(self) -> None:
        """Show one step more; after the last step of a move comes the next move."""
        self.step += 1
        if self.step > len(steps_of(self._timeline.game, self.play)):
            self.begin(self._moves[1:])

    def made(self) -> tuple[Step, ...]:
        """Return the steps of the move shown so far."""
        return steps_of(self._timeline.game, self.play)[: self.step]

    def view(self, seat: int | None) -> View[Any]:
        """Return what a seat sees with the steps shown so far."""
        return self._timeline.view_at(self._moves[0], seat).during(self.made())
