"""A series: games one after the other between the same players, with the games that each won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias, TypeVar

from engine.frozen_value import FrozenValue
from engine.game import CHANCE, Outcome, Sides, side_of
from engine.table import Table

T = TypeVar("T")


PAIR_WON: Final = 2
"""The points of a side that wins a pair; of a halved one each of the best sides has half."""

Standing: TypeAlias = tuple[int, int]
"""What a side did in the first game of a pair: whether it won (1), and its points behind."""


class SeriesPlace(FrozenValue):
    """The place of a game in a series.

    In a match by pairs each deal is played twice, with places changed in between. The side that
    won more games of a pair wins it; if none did, the side with fewer points behind the winners.

    Attributes:
        number: The number of this game, from 1.
        games: The number of games in the series.
        score: The games won before this one by each side, in the order of `Game.sides`; by pairs
            their points.
        changes_places: Whether the players change places for each game.
        pair: None where no pairs are played. In the first game of a pair it is empty, in the
            second one it has the standing of each side in the first.
    """

    number: int
    games: int
    score: tuple[int, ...]
    changes_places: bool = False
    pair: tuple[Standing, ...] | None = None

    @property
    def left(self) -> int:
        """The number of games that follow this one."""
        return self.games - self.number

    @property
    def is_second(self) -> bool:
        """Whether it is the second game of a pair, with the deal of the first."""
        return bool(self.pair)

    def score_with(self, outcome: Outcome | None, sides: Sides) -> tuple[int, ...]:
        """Return the score of each side, this game included once it is over.

        A pair counts once its second game is over.
        """
        if self.pair is not None:
            won = _pair_points(self.pair, standing(outcome, sides)) if outcome and self.pair else ()
            return tuple(map(sum, zip(self.score, won, strict=True))) if won else self.score
        winners = set(outcome.winners) if outcome else set()
        both = zip(self.score, sides, strict=True)
        return tuple(won + bool(winners.intersection(side)) for won, side in both)

    def after(self, outcome: Outcome | None, sides: Sides) -> SeriesPlace:
        """Return the place of the next game; after the last game a new series begins.

        Players who change places take along what they have won.

        >>> SeriesPlace(1, 3, (0, 0), True).after(Outcome((0,), None), ((0,), (1,)))
        SeriesPlace(number=2, games=3, score=(0, 1), changes_places=True, pair=None)
        """
        pair: tuple[Standing, ...] | None = None if self.pair is None else ()
        if self.left <= 0:
            return SeriesPlace(1, self.games, (0,) * len(sides), self.changes_places, pair)
        score = self.score_with(outcome, sides)
        if self.pair == ():
            pair = standing(outcome, sides)
        if self.changes_places:
            score = _taken_along(score, sides)
            pair = pair and _taken_along(pair, sides)
        return SeriesPlace(self.number + 1, self.games, score, self.changes_places, pair)


def pair_of(place: SeriesPlace) -> tuple[int, int]:
    """Return the number of a game's pair, and which of its two games it is, both from 1.

    >>> pair_of(SeriesPlace(4, 6, (0, 2), pair=((1, 0), (0, 0))))
    (2, 2)
    """
    return (place.number + 1) // 2, 2 - place.number % 2


def standing(outcome: Outcome | None, sides: Sides) -> tuple[Standing, ...]:
    """Return what each side did in a game: whether it won, and its points behind the winners.

    >>> standing(Outcome((1,), None, (30, 12)), ((0,), (1,)))
    ((0, 18), (1, 0))
    """
    winners, points = (outcome.winners, outcome.points) if outcome else ((), ())
    found = []
    for side in sides:
        has_won = not set(winners).isdisjoint(side)
        gaps = [abs(points[winners[0]] - points[seat]) for seat in side if points and winners]
        found.append((int(has_won), 0 if has_won else min(gaps, default=0)))
    return tuple(found)


def _pair_points(first: Sequence[Standing], second: Sequence[Standing]) -> tuple[int, ...]:
    """Return the points of each side for a pair, by its standings in both games."""
    both = zip(first, second, strict=True)
    totals = [(won + again, -(behind + further)) for (won, behind), (again, further) in both]
    best = max(totals)
    each = PAIR_WON if totals.count(best) == 1 else PAIR_WON // 2
    return tuple(each if total == best else 0 for total in totals)


def _taken_along(values: Sequence[T], sides: Sides) -> tuple[T, ...]:
    """Return the value of each side once all have moved on by one seat."""
    count = sum(map(len, sides))
    return tuple(values[side_of(sides, (side[0] - 1) % count)] for side in sides)


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


def first_deal(table: Table[Any]) -> Any:
    """Return the first deal of a game, None for a game without one."""
    kind = table.game.deal_type
    return next((move for _seat, move in table.plays if isinstance(move, kind)), None)


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
