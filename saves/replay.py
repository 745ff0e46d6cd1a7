"""Stepping through a game: a cursor with no screen in it, by turn and by step of a turn."""

from __future__ import annotations

from typing import Any, Generic, NamedTuple, TypeVar

from engine.game import CHANCE, Play, State, View
from engine.shuffle import Lots
from engine.table import Event, EventKind, Table

M = TypeVar("M")


class Place(NamedTuple):
    """A place in a game: so many turns done, and so many steps of the next one."""

    turn: int
    step: int = 0


class Replay(Generic[M]):
    """A cursor on the turns of a game; chance's moves pass with the turn they follow.

    While the game is in play only the person who plays alone, or the one to move, and a spectator
    have eyes here, so that nobody learns a secret; after the end everybody has.
    """

    def __init__(self, table: Table[M]) -> None:
        """Stand at the first turn of the game on a table."""
        self._game = table.game
        self._table = table
        self._plays = tuple(table.plays)
        self._states: list[State[M]] = [*table.states[:-1], table.state]
        last = len(self._plays)
        self._stops = [
            at for at, state in enumerate(self._states) if at == last or not _is_chance(state)
        ]
        self.place = Place(0)
        self.eyes: frozenset[int | None] = frozenset({None, *_open_eyes(table)})

    @property
    def turns(self) -> int:
        """How many turns the game has; `Place(turns)` is after the last."""
        return len(self._stops) - 1

    @property
    def play(self) -> Play | None:
        """The turn that comes next, None at the end."""
        return self._play(self.place.turn)

    @property
    def moves_before(self) -> int:
        """How many moves of the record, chance's included, lie before this turn."""
        return self._stops[self.place.turn]

    def view(self, seat: int | None) -> View[M]:
        """Return what a seat could see here. Raises `ValueError` for eyes that stay closed."""
        if seat not in self.eyes:
            raise ValueError(f"seat {seat} keeps its secrets while the game is in play")
        turn, step = self.place
        return self._states[self._stops[turn]].view(seat).during(self._steps(turn)[:step])

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

    def branch(self, seed: int) -> Table[M]:
        """Return a new game from this turn; what the eyes here have not seen by now falls anew.

        Raises `ValueError` if the game is over here.
        """
        at = self.moves_before
        state = self._states[at]
        if state.outcome:
            raise ValueError("the game is over here")
        known = frozenset(seat for seat in self.eyes if seat is not None)
        table = Table(self._game, self._table.options, self._table.sitters)
        for play in self._redrawn(state, known, Lots(seed, at)):
            table.play(*play)
        table.events.append(Event(EventKind.BRANCH, at))
        table.seed = seed
        table.draw_lots()
        return table

    def _redrawn(self, state: State[M], known: frozenset[int], lots: Lots) -> list[Play]:
        """Return the moves up to here drawn anew, so that the game still is not over.

        That it is not over is known to all, whatever the hidden cards are.
        """
        before = self._plays[: self.moves_before]
        while True:
            plays, again = state.redraw(before, known, lots), self._states[0]
            for play in plays:
                again = again.play(*play)
            if again.outcome is None:
                return plays

    def _steps(self, turn: int) -> tuple[Any, ...]:
        play = self._play(turn)
        return self._game.steps(play.move) if play else ()

    def _play(self, turn: int) -> Play | None:
        return self._plays[self._stops[turn]] if turn < self.turns else None

    def _go(self, place: Place) -> bool:
        moved = place != self.place
        self.place = place
        return moved


def _open_eyes(table: Table[Any]) -> set[int]:
    """Return the seats whose view may be shown: all after the end, else a person's.

    Of several people it is the one to move; two computer players have no secrets from anybody.
    """
    seats = set(range(len(table.seats)))
    people = {seat for seat in seats if table.sitters[seat].is_person}
    if table.outcome:
        return seats
    if len(people) == 1:
        return people
    return set(table.to_move) & (people or seats)


def _is_chance(state: State[Any]) -> bool:
    return state.to_move == (CHANCE,)
