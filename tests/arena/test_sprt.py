"""The sequential test: ratios computed by hand, its errors by simulation, the same end anywhere."""

from __future__ import annotations

import random
from bisect import bisect
from itertools import accumulate
from math import log, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.match import GameResult, MeetingResult
from arena.schedule import Contest
from arena.sprt import Evidence, Terms, likeliest, log_likelihood_ratio
from arena.statistics import expected_share
from arena.tally import Tally
from engine.duel.reasons import Ending
from engine.duel.state import DuelOptions
from engine.hearts.options import HeartsOptions

PAIRS = [1, 0, 2, 0, 1]
"""How often pairs of a game without draws have each score, where the games are independent."""

SETTLED = [1, 2, 14, 2, 1]
"""The same of a game with draws, where the cards decide most."""

ROTATIONS = [1, 2, 4, 7, 11, 16, 21, 24, 26, 24, 21, 16, 11, 7, 4, 2, 1]


def close(value: float) -> object:
    return pytest.approx(value, abs=1e-9)


def test_the_bounds_are_wald_s():
    terms = Terms(0, 5)
    assert (terms.lower, terms.upper) == (close(log(0.05 / 0.95)), close(log(0.95 / 0.05)))
    uneven = Terms(0, 5, alpha=0.01, beta=0.2)
    assert (uneven.lower, uneven.upper) == (close(log(0.2 / 0.99)), close(log(0.8 / 0.01)))


def test_of_games_that_can_only_be_won_or_lost_it_is_the_plain_likelihood_ratio():
    # 60 won, 50 lost: (s1 / s0)^60 ((1 - s1) / (1 - s0))^50 with s0 = 1/2 and s1 = 10/11,
    # for 400 Elo are odds of 10 to 1
    ratio = 60 * log((10 / 11) / 0.5) + 50 * log((1 / 11) / 0.5)
    assert log_likelihood_ratio([50, 60], 0, 400) == close(ratio)


def test_the_likeliest_distribution_as_computed_by_hand():
    # The scores 0, 1/2, 1 came 1, 2 and 1 times, and the mean is to be 0.6. With the multiplier x
    # each part is p / (1 + x (score - 0.6)), and the mean is right where
    # -0.15 / (1 - 0.6 x) - 0.05 / (1 - 0.1 x) + 0.1 / (1 + 0.4 x) = 0. Times the denominators:
    # 0.024 x^2 - 0.105 x - 0.1 = 0
    x = (0.105 - sqrt(0.105**2 + 4 * 0.024 * 0.1)) / 0.048
    parts = [0.25 / (1 - 0.6 * x), 0.5 / (1 - 0.1 * x), 0.25 / (1 + 0.4 * x)]
    assert likeliest([0, 0.5, 1], [1, 2, 1], 0.6) == [close(part) for part in parts]
    assert (sum(parts), parts[1] / 2 + parts[2]) == (close(1), close(0.6))


def test_even_scores_speak_for_neither_of_two_hypotheses_at_the_same_distance():
    assert log_likelihood_ratio([3, 5, 20, 5, 3], -10, 10) == close(0)


def test_of_small_differences_it_is_that_of_a_normal_distribution():
    counts = [100, 210, 400, 240, 130]
    total = sum(counts)
    mean = sum(at / 4 * count for at, count in enumerate(counts)) / total
    variance = sum((at / 4 - mean) ** 2 * count for at, count in enumerate(counts)) / total
    low, high = expected_share(0), expected_share(3)
    normal = total * (high - low) * (2 * mean - low - high) / (2 * variance)
    assert log_likelihood_ratio(counts, 0, 3) == pytest.approx(normal, rel=0.01)


@given(st.lists(st.integers(0, 500), min_size=2, max_size=17).filter(any), st.floats(-300, 300))
def test_the_likeliest_distribution_has_its_mean_and_nothing_negative(counts, elo):
    scores = [at / (len(counts) - 1) for at in range(len(counts))]
    parts = likeliest(scores, [count or 1e-3 for count in counts], expected_share(elo))
    assert min(parts) > 0
    assert sum(parts) == pytest.approx(1, abs=1e-6)
    mean = sum(score * part for score, part in zip(scores, parts, strict=True))
    assert mean == pytest.approx(expected_share(elo), abs=1e-6)


def rate_accepted(usual: list[int], terms: Terms, true: float, wrong: float, tests: int) -> float:
    """Return how many tests accept a wrong difference, where the true one is `true`.

    Scores are drawn as `usual` says, bent to the mean of the true difference.
    """
    steps = len(usual) - 1
    scores = [at / steps for at in range(len(usual))]
    ends = list(accumulate(likeliest(scores, [u or 1e-9 for u in usual], expected_share(true))))
    drawn = random.Random(f"{usual} {true}")
    count = 0
    for _ in range(tests):
        evidence = Evidence(terms, steps)
        while evidence.accepted is None:
            evidence.add(scores[min(bisect(ends, drawn.random()), steps)])
        count += evidence.accepted == wrong
    return count / tests


def most(chance: float, tests: int) -> float:
    """Return the rate that is exceeded by luck once in a thousand times."""
    return chance + 3.1 * sqrt(chance * (1 - chance) / tests)


def test_it_errs_no_more_often_than_allowed():
    terms = Terms(0, 120, alpha=0.1, beta=0.2)
    assert rate_accepted(PAIRS, terms, 0, 120, 150) <= most(0.1, 150)
    assert rate_accepted(PAIRS, terms, 120, 0, 150) <= most(0.2, 150)


@pytest.mark.slow
@pytest.mark.parametrize("usual", [PAIRS, SETTLED, ROTATIONS], ids=["pairs", "settled", "dame"])
@pytest.mark.parametrize("terms", [Terms(0, 20), Terms(0, 60, 0.02, 0.1)], ids=["20", "60"])
def test_of_2000_tests_at_each_bound_no_more_err_than_allowed(usual, terms):
    rates = (
        rate_accepted(usual, terms, terms.elo0, terms.elo1, 2000),
        rate_accepted(usual, terms, terms.elo1, terms.elo0, 2000),
    )
    assert rates[0] <= most(terms.alpha, 2000)
    assert rates[1] <= most(terms.beta, 2000)


def contest(*players: str, game: str = "duel", options: object = None) -> Contest:
    rules = options or DuelOptions("north")
    return Contest(game, rules, players, 1000, 5, 10.0, Terms(0, 50))


def won(deal: int, winners: tuple[int, int]) -> MeetingResult:
    games = tuple(GameResult((winner,), Ending.BLOCKED, 9, None) for winner in winners)
    return MeetingResult(0, deal, games, ((), ()))


def test_a_pair_of_two_players_has_five_scores_and_one_of_four_seats_seventeen():
    assert contest("a", "b").score_steps == 4
    assert contest("a", "b", game="hearts", options=HeartsOptions()).score_steps == 16


def test_a_table_of_four_compares_its_first_player_with_each_other_in_four_games():
    assert contest("a", "b", "b", "b", game="hearts", options=HeartsOptions()).score_steps == 24
    games = tuple(
        GameResult((winner,), Ending.BLOCKED, 9, None, points)
        for winner, points in [
            (0, (1, 2, 3, 4)),  # ahead of all three
            (1, (9, 1, 9, 9)),  # behind one, level with two
            (2, (5, 6, 1, 4)),  # behind two, ahead of one
            (0, (2, 9, 8, 7)),
        ]
    )
    assert MeetingResult(0, 0, games, ((),) * 4, seats=4).score == close((3 + 1 + 1 + 3) / 12)


def test_results_count_in_the_order_of_the_deals_up_to_the_one_that_decides():
    results = [won(deal, (0, 0)) for deal in range(60)]
    told = []
    for order in (results, results[::-1]):
        tally = Tally(contest("a", "b"))
        for result in order:
            tally.add(result)
        assert tally.is_decided
        assert tally.is_complete
        told.append((tally.finished, tally.evidence.ratio, len(tally.results(0))))
    assert told[0] == told[1]
    assert told[0][0] == told[0][2] < 60


def test_what_comes_early_waits_for_the_deals_before_it():
    tally = Tally(contest("a", "b"))
    tally.add(won(1, (0, 1)))
    assert (tally.finished, tally.is_complete) == (0, False)
    tally.add(won(0, (0, 1)))
    assert (tally.finished, tally.evidence.counts) == (2, [0, 0, 2, 0, 0])
