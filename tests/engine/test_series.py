"""A match by pairs: each deal twice with places changed, and what a pair counts."""

from __future__ import annotations

import pytest

from engine.duel.reasons import Ending
from engine.game import Outcome
from engine.series import SeriesPlace, pair_of

TWO, FOUR = ((0,), (1,)), ((0,), (1,), (2,), (3,))


def played(sides, *games: tuple[tuple[int, ...], tuple[int, ...]]) -> SeriesPlace:
    """Return the place after games with these winners and points, by seat in each."""
    place = SeriesPlace(1, 8, (0,) * len(sides), True, ())
    for winners, points in games:
        place = place.after(Outcome(winners, Ending.BLOCKED, points), sides)
    return place


@pytest.mark.parametrize(
    ("first", "second", "score"),
    [
        (((0,), ()), ((1,), ()), (2, 0)),  # the first player has won from both places
        (((0,), ()), ((0,), ()), (1, 1)),
        (((), ()), ((1,), ()), (2, 0)),
        (((0,), (3, 10)), ((0,), (3, 9)), (2, 0)),  # behind by 6, not by 7
        (((0,), (3, 10)), ((0,), (3, 10)), (1, 1)),
    ],
)
def test_a_pair_is_won_by_games_then_by_points_else_halved(first, second, score):
    place = played(TWO, first, second)
    assert (place.score, place.pair, place.number) == (score, (), 3)


def test_of_four_the_best_have_the_points_and_take_them_along():
    place = played(FOUR, ((0,), (20, 50, 100, 60)), ((2,), (40, 50, 30, 100)))
    # Who sat at 0 won, then was behind by 20; who sat at 1 was behind by 30, then won. They sit
    # one seat further on for the third game, and again for the fourth.
    assert place.score == (0, 0, 2, 0)
    assert place.after(None, FOUR).score == (0, 0, 0, 2)


def test_a_pair_counts_once_its_second_game_is_over_and_a_new_match_begins_at_nothing():
    place = SeriesPlace(1, 2, (0, 0), True, ())
    over = Outcome((0,), Ending.BLOCKED)
    assert place.score_with(over, TWO) == (0, 0) and not place.is_second
    second = place.after(over, TWO)
    assert second.pair == ((0, 0), (1, 0)) and second.is_second and pair_of(second) == (1, 2)
    assert second.score_with(None, TWO) == (0, 0)
    assert second.score_with(Outcome((1,), Ending.BLOCKED), TWO) == (0, 2)
    assert second.after(over, TWO) == place
