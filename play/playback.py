"""The playback of moves step by step: the current move, and how much of it is shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from engine.game import Play, Step, View
from engine.timeline import Timeline, steps_of

M = TypeVar("M")


class Playback(Generic[M]):
    """The moves being shown, and the current step; nothing while it is off."""

    def __init__(self, timeline: Timeline[M]) -> None:
        self._timeline = timeline
        self._moves: tuple[int, ...] = ()
        self.step = 0

    @property
    def is_on(self) -> bool:
        """Whether a move is being shown."""
        return bool(self._moves)

    @property
    def at(self) -> int | None:
        """The number of the move being shown, None while it is off."""
        return self._moves[0] if self._moves else None

    @property
    def play(self) -> Play:
        """The move being shown."""
        return self._timeline.plays[self._moves[0]]

    def begin(self, moves: Sequence[int]) -> None:
        """Show these moves from now on."""
        self._moves, self.step = tuple(moves), 0

    def extend(self, moves: Sequence[int]) -> None:
        """Show these moves too, after the others."""
        self._moves += tuple(moves)

    def end(self) -> None:
        """Turn the playback off."""
        self.begin(())

    def advance(self) -> None:
        """Go on by one step; after a move's last step to the next move, after the last move off."""
        self.step += 1
        if self.is_on and self.step > len(steps_of(self._timeline.game, self.play)):
            self.begin(self._moves[1:])

    def made(self) -> tuple[Step, ...]:
        """Return the steps of the move shown so far."""
        return steps_of(self._timeline.game, self.play)[: self.step]

    def view(self, seat: int | None) -> View[Any]:
        """Return the view of a seat after the steps shown so far."""
        return self._timeline.view_at(self._moves[0], seat).during(self.made())
