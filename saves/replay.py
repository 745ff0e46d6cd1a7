"""Stepping through a game: a cursor with no screen in it, by turn and by step of a turn."""

from __future__ import annotations

from typing import Any, Generic, NamedTuple, TypeVar

from engine.game import CHANCE, Play, View
from engine.table import Table
from engine.timeline import TableTimeline, Timeline, steps_of

M = TypeVar("M")


class Place(NamedTuple):
    """A place in a game: so many turns done, and so many steps of the next one."""

    turn: int
    step: int = 0


class Replay(Generic[M]):
    """A cursor on the turns of a game; chance's moves pass with the turn they follow."""

    def __init__(self, timeline: Timeline[M]) -> None:
        """Stand at the first turn of a game, as it may be read now."""
        self._timeline = timeline
        self._plays = tuple(timeline.plays)
        last = len(self._plays)
        self._stops = [at for at in range(last + 1) if at == last or self._plays[at].seat != CHANCE]
        self.place = Place(0)
        self.eyes = timeline.eyes

    @classmethod
    def of(cls, table: Table[M]) -> Replay[M]:
        """Stand at the first turn of a table's game, with the eyes that a replay may have."""
        return cls(TableTimeline(table, replay_eyes(table)))

    @property
    def turns(self) -> int:
        """How many turns the game has; `Place(turns)` is after the last."""
        return len(self._stops) - 1

    @property
    def play(self) -> Play | None:
        """The turn that comes next, None at the end."""
        return self._play(self.place.turn)

    @property
    def seats(self) -> frozenset[int]:
        """The seats whose eyes are open here."""
        return frozenset(seat for seat in self.eyes if seat is not None)

    @property
    def moves_before(self) -> int:
        """How many moves of the record, chance's included, lie before this turn."""
        return self._stops[self.place.turn]

    def view(self, seat: int | None) -> View[M]:
        """Return what a seat could see here. Raises `ValueError` for eyes that stay closed."""
        turn, step = self.place
        return self._timeline.view_at(self._stops[turn], seat).during(self._steps(turn)[:step])

    def go_to(self, turn: int, step: int = 0) -> None:
        """Go to a place. Raises `ValueError` if there is none such."""
        if not 0 <= turn <= self.turns:
            raise ValueError(f"there is no turn {turn}, only 0 to {self.turns}")
        if step and not 0 < step < len(self._steps(turn)):
            raise ValueError(f"turn {turn} has no step {step}")
        self.place = Place(turn, step)

    def first(self) -> bool:
        """Go to the first turn. Like all moves of the cursor, say whether that is elsewhere."""
        return self._go(Place(0))

    def last(self) -> bool:
        """Go after the last turn."""
        return self._go(Place(self.turns))

    def next(self) -> bool:
        """Go to the end of this turn."""
        return self._go(Place(min(self.place.turn + 1, self.turns)))

    def previous(self) -> bool:
        """Go to the beginning of this turn, or from there to the turn before."""
        turn, step = self.place
        return self._go(Place(turn if step else max(turn - 1, 0)))

    def next_step(self) -> bool:
        """Go on by one step of the turn; after its last step the turn is over."""
        turn, step = self.place
        return self._go(Place(turn, step + 1)) if step + 1 < len(self._steps(turn)) else self.next()

    def previous_step(self) -> bool:
        """Go back by one step, from the beginning of a turn to the last step of the one before."""
        turn, step = self.place
        if step or not turn:
            return self._go(Place(turn, max(step - 1, 0)))
        return self._go(Place(turn - 1, max(len(self._steps(turn - 1)) - 1, 0)))

    def _steps(self, turn: int) -> tuple[Any, ...]:
        play = self._play(turn)
        return steps_of(self._timeline.game, play) if play else ()

    def _play(self, turn: int) -> Play | None:
        return self._plays[self._stops[turn]] if turn < self.turns else None

    def _go(self, place: Place) -> bool:
        moved = place != self.place
        self.place = place
        return moved


def replay_eyes(table: Table[Any]) -> frozenset[int]:
    """Return the seats whose views a replay of a game in play may show.

    The person's who plays alone; of several people that of the first one to move; all where only
    computer players sit, who have no secrets from anybody. After the end a timeline opens all.
    """
    seats = range(len(table.seats))
    people = [seat for seat in seats if table.sitters[seat].is_person]
    if not people:
        return frozenset(seats)
    if len(people) == 1:
        return frozenset(people)
    return frozenset([seat for seat in table.to_move if seat in people][:1])
