"""The playback of moves step by step: the pace, the current move, how much of it is shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeVar

from engine.game import CHANCE, Play, Step, View
from engine.timeline import Timeline, steps_of
from play.frame import LastMove

if TYPE_CHECKING:
    from saves.replay import Replay

SPEEDS: Final = (0.5, 1.0, 2.0, 4.0)
"""The speeds at which moves can be shown, 1 being the usual one."""


class Pace(NamedTuple):
    """The pace at which moves are shown.

    Attributes:
        step: The seconds of a step at the usual speed.
        shows: Whether moves are shown step by step at all.
        speed: The index of the chosen speed in `SPEEDS`.
    """

    step: float
    shows: bool = True
    speed: int = 1

    @property
    def seconds(self) -> float:
        """The seconds of a step at the chosen speed."""
        return self.step / SPEEDS[self.speed]

    def changed(self, by: int) -> Pace:
        """Return the pace `by` speeds faster, or slower if negative, within `SPEEDS`.

        >>> Pace(0.5).changed(1).seconds, Pace(0.5).changed(-9).seconds
        (0.25, 1.0)
        """
        return self._replace(speed=max(0, min(self.speed + by, len(SPEEDS) - 1)))


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


def last_move(timeline: Timeline[Any], replay: Replay[Any]) -> LastMove | None:
    """Return the turn before the place of a replay, or the steps made of one; None for none."""
    step, at = replay.place.step, replay.moves_before
    plays, game = timeline.plays, timeline.game
    if step:
        return LastMove(plays[at].seat, steps_of(game, plays[at])[:step])
    while at and plays[at - 1].seat == CHANCE:
        at -= 1
    return LastMove(plays[at - 1].seat, steps_of(game, plays[at - 1])) if at else None
