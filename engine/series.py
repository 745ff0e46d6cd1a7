"""A series: games one after the other between the same players, with the games that each won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from engine.frozen_value import FrozenValue
from engine.game import CHANCE, Outcome, Sides, side_of
from engine.table import Table

T = TypeVar("T")


class SeriesPlace(FrozenValue):
    """The place of a game in a series.

    Attributes:
        number: The number of this game, from 1.
        games: The number of games in the series.
        score: The games won before this one by each side, in the order of `Game.sides`.
        changes_places: Whether the players change places for each game.
    """

    number: int
    games: int
    score: tuple[int, ...]
    changes_places: bool = False

    @property
    def left(self) -> int:
        """The number of games that follow this one."""
        return self.games - self.number

    def score_with(self, outcome: Outcome | None, sides: Sides) -> tuple[int, ...]:
        """Return the games won by each side, this one included once it is over."""
        winners = set(outcome.winners) if outcome else set()
        both = zip(self.score, sides, strict=True)
        return tuple(won + bool(winners.intersection(side)) for won, side in both)

    def after(self, outcome: Outcome | None, sides: Sides) -> SeriesPlace:
        """Return the place of the next game; after the last game a new series begins.

        Players who change places take the games they won along.

        >>> SeriesPlace(1, 3, (0, 0), True).after(Outcome((0,), None), ((0,), (1,)))
        SeriesPlace(number=2, games=3, score=(0, 1), changes_places=True)
        """
        if self.left <= 0:
            return SeriesPlace(1, self.games, (0,) * len(sides), self.changes_places)
        score = self.score_with(outcome, sides)
        if self.changes_places:
            count = sum(map(len, sides))
            score = tuple(score[side_of(sides, (side[0] - 1) % count)] for side in sides)
        return SeriesPlace(self.number + 1, self.games, score, self.changes_places)


def moved_on(seated: Sequence[T]) -> tuple[T, ...]:
    """Return the players in their seats once all have moved on by one seat.

    >>> moved_on(("Ada", "Louis", "Zoé"))
    ('Zoé', 'Ada', 'Louis')
    """
    return (*seated[-1:], *seated[:-1])


def first_side(table: Table[Any]) -> int:
    """Return the number of the side that was the first to move."""
    movers = (seat for state in table.states for seat in state.to_move if seat != CHANCE)
    return side_of(table.game.sides(table.options), next(movers, 0))


def next_first(beginners: Sequence[str], began: int, *, changes_places: bool) -> str:
    """Return the value of `first` for the game after one that the side `began` has begun.

    The sides take turns; where the players change places, the same side begins, and so the players
    take turns. Empty for a game that gives no choice,
    and so has no `beginners`.

    >>> sides = ("north", "south")
    >>> next_first(sides, 0, changes_places=False), next_first(sides, 0, changes_places=True)
    ('south', 'north')
    """
    return beginners[(began + (not changes_places)) % len(beginners)] if beginners else ""
