"""The replay of a game: a cursor over its turns and their steps. Branches begin anywhere in it."""

from __future__ import annotations

from bisect import bisect_left
from typing import Any, Generic, NamedTuple, TypeVar

from engine.game import CHANCE, Play, State, View
from engine.shuffle import Lots
from engine.table import Event, EventKind, Table
from engine.timeline import TableTimeline, Timeline, steps_of

M = TypeVar("M")


class ReplayPosition(NamedTuple):
    """A position in a replay: the number of turns made, and of steps of the next turn."""

    turn: int
    step: int = 0


class Replay(Generic[M]):
    """A cursor over the turns of a game; moves of chance belong to the turn before them."""

    def __init__(self, timeline: Timeline[M]) -> None:
        """Begin at the first turn of a game, as far as it may be read now."""
        self._timeline = timeline
        self._plays = tuple(timeline.plays)
        last = len(self._plays)
        self._stops = [at for at in range(last + 1) if at == last or self._plays[at].seat != CHANCE]
        self.place = ReplayPosition(0)
        self.visible_seats = timeline.visible_seats

    @classmethod
    def of(cls, table: Table[M]) -> Replay[M]:
        """Return a replay of a table's game for the seats that `replay_seats` allows."""
        return cls(TableTimeline(table, replay_seats(table)))

    @property
    def turns(self) -> int:
        """The number of turns; `ReplayPosition(turns)` is after the last."""
        return len(self._stops) - 1

    @property
    def play(self) -> Play | None:
        """The next turn, None at the end."""
        return self._play(self.place.turn)

    @property
    def steps(self) -> int:
        """How many steps the next turn has, 0 at the end."""
        return len(self._steps(self.place.turn))

    @property
    def seats(self) -> frozenset[int]:
        """The seats whose views may be read."""
        return frozenset(seat for seat in self.visible_seats if seat is not None)

    @property
    def moves_before(self) -> int:
        """The number of moves before this turn, chance's included."""
        return self._stops[self.place.turn]

    def moves_after(self, turn: int) -> int:
        """Return the number of moves at the end of turn `turn`, chance's included."""
        return self._stops[turn]

    def turn_after(self, moves: int) -> int:
        """Return the number of turns among the first `moves` moves, chance's included."""
        return min(bisect_left(self._stops, moves), self.turns)

    def view(self, seat: int | None) -> View[M]:
        """Return the view of a seat at this position. Raises `ValueError` for a hidden seat."""
        turn, step = self.place
        return self._timeline.view_at(self._stops[turn], seat).during(self._steps(turn)[:step])

    def go_to(self, turn: int, step: int = 0) -> None:
        """Go to a position. Raises `ValueError` if there is no such one."""
        if not 0 <= turn <= self.turns:
            raise ValueError(f"there is no turn {turn}, only 0 to {self.turns}")
        if step and not 0 < step < len(self._steps(turn)):
            raise ValueError(f"turn {turn} has no step {step}")
        self.place = ReplayPosition(turn, step)

    def first(self) -> bool:
        """Go to the first turn; return, like all the following, whether the position changed."""
        return self._go(ReplayPosition(0))

    def last(self) -> bool:
        """Go after the last turn."""
        return self._go(ReplayPosition(self.turns))

    def next(self) -> bool:
        """Go to the end of this turn."""
        return self._go(ReplayPosition(min(self.place.turn + 1, self.turns)))

    def previous(self) -> bool:
        """Go to the beginning of this turn, or from there to the turn before."""
        turn, step = self.place
        return self._go(ReplayPosition(turn if step else max(turn - 1, 0)))

    def next_step(self) -> bool:
        """Go on by one step of the turn; after its last step the turn is over."""
        turn, step = self.place
        return (
            self._go(ReplayPosition(turn, step + 1))
            if step + 1 < len(self._steps(turn))
            else self.next()
        )

    def previous_step(self) -> bool:
        """Go back by one step, from the beginning of a turn to the last step of the one before."""
        turn, step = self.place
        if step or not turn:
            return self._go(ReplayPosition(turn, max(step - 1, 0)))
        return self._go(ReplayPosition(turn - 1, max(len(self._steps(turn - 1)) - 1, 0)))

    def _steps(self, turn: int) -> tuple[Any, ...]:
        play = self._play(turn)
        return steps_of(self._timeline.game, play) if play else ()

    def _play(self, turn: int) -> Play | None:
        return self._plays[self._stops[turn]] if turn < self.turns else None

    def _go(self, place: ReplayPosition) -> bool:
        moved = place != self.place
        self.place = place
        return moved


def replay_seats(table: Table[Any]) -> frozenset[int]:
    """Return the seats whose views a replay of a game in play may show.

    It is the seat of the only person; of several people that of the first one to move; every seat
    if only computer players sit there. After the end a timeline shows all.
    """
    seats = range(len(table.seats))
    people = [seat for seat in seats if table.sitters[seat].is_person]
    if not people:
        return frozenset(seats)
    if len(people) == 1:
        return frozenset(people)
    return frozenset([seat for seat in table.to_move if seat in people][:1])


def branch(table: Table[M], at: int, known: frozenset[int], seed: int) -> Table[M]:
    """Return a new game that continues after `at` moves of a table.

    The cards that none of the `known` seats has seen by then are dealt anew, from `seed`. Raises
    `ValueError` if the game is over there.
    """
    states = [*table.states[:-1], table.state]
    if states[at].outcome:
        raise ValueError("the game is over here")
    new = Table(table.game, table.options, table.sitters)
    for play in redrawn(states[0], states[at], table.plays[:at], known, Lots(seed, at)):
        new.play(*play)
    new.events.append(Event(EventKind.BRANCH, at))
    new.seed = seed
    new.draw_lots()
    return new


def redrawn(
    first: State[Any], here: State[Any], before: list[Play], known: frozenset[int], lots: Lots
) -> list[Play]:
    """Return the moves up to here with the hidden cards dealt anew, so that the game goes on.

    Everybody knows that it is not over, whatever the hidden cards are.
    """
    while True:
        plays, again = here.redraw(before, known, lots), first
        for play in plays:
            again = again.play(*play)
        if again.outcome is None:
            return plays


def as_it_was(table: Table[M], at: int) -> Table[M]:
    """Return the game as it was after `at` moves, with the same players and nothing to come."""
    new = Table(table.game, table.options, table.sitters)
    new.restore(table.plays[:at], table.states[1 : at + 1], ())
    return new
