"""The judgement by hand, in pips that can be worked out, and the levels' errors on it."""

from __future__ import annotations

from math import exp, pi
from random import Random
from statistics import fmean, pvariance

import pytest
from slow_rules import plain, play_out

from engine.duel import results
from engine.duel.players import gumbel, pip_values
from engine.duel.rules import Tops, mask_of


def pips(hand: set[int], tops: Tops, turn: str, unseen: set[int] = frozenset()) -> float:
    """Return the worth that the judgement by hand gives to what a turn leads to."""
    lays = [(int(lay[:2]), lay[2:]) for lay in turn.split()]
    left, after = play_out(hand, plain(tops), lays)
    found = {}
    for value, result in pip_values(mask_of(hand), tops, mask_of(unseen)):
        cards = frozenset(
            card for place, card in enumerate(sorted(hand)) if not result >> place & 1
        )
        found[cards, tuple(results.tops_of(result))] = value
    return found[frozenset(left), tuple(after.values())]


OPEN = Tops(10, 60, 1, 60)


@pytest.mark.parametrize(
    ("hand", "tops", "turn", "expected"),
    [
        ({12, 14}, OPEN, "12^ 14^", -4),  # 4 pips on
        ({12, 58}, OPEN, "12^ 58v", -4),  # 2 on each pile
        ({20, 12}, Tops(30, 31, 1, 60), "20^ 12v", 10 - 19),  # a jump is 10 pips back
        ({11, 50}, Tops(10, 60, 55, 10), "11^ 50^'", -1 - 0.95 * 5),  # 5 pips of relief
        ({11, 17}, Tops(10, 60, 1, 10), "11^ 17v'", -1 - 0.95 * 7),
        ({12, 14, 50}, OPEN, "12^ 14^", -4 - 0.2 * 10),  # 50 is 10 from the descending pile
        ({12, 14, 37}, Tops(10, 38, 1, 60), "12^ 14^", -4 - 0.2 * 1),
        ({12, 14, 15, 50, 20}, OPEN, "12^ 14^", -4 - 0.2 * (1 + 6)),  # the two nearest count
        ({52, 54, 20}, Tops(50, 15, 1, 60), "52^ 54^", -4 - 0.2 * 30),  # it fits nowhere: 30
        ({12, 14, 59}, Tops(10, 15, 1, 60), "12^ 14^", -4 - 0.2 * 30),  # 45 counts as 30
        ({22, 24, 14}, Tops(20, 60, 1, 60), "22^ 24^", -4 + 0.2 * 10),  # 14 will jump back
        ({12, 14, 25}, Tops(10, 15, 1, 60), "12^ 14^", -4 + 0.2 * 10),  # 25 on the descending pile
        # 25 and 35: a jump back on either pile
        ({12, 14, 25, 35}, OPEN, "12^ 14^", -4 - 0.2 * (11 + 21) + 2 * 4),
        # on the descending one it is enough that 25 fits
        ({12, 14, 25, 35}, Tops(10, 30, 1, 60), "12^ 14^", -4 - 0.2 * (5 + 21) + 2 * 4),
        # no longer on the descending one, which has passed 25
        ({12, 14, 25, 35}, Tops(10, 20, 1, 60), "12^ 14^", -4 - 0.2 * (11 + 21) + 4),
        ({42, 44, 25, 35}, Tops(40, 20, 1, 60), "42^ 44^", -4 - 0.2 * (30 + 30)),
    ],
)
def test_what_a_turn_is_worth_in_pips(hand, tops, turn, expected):
    assert pips(hand, tops, turn) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("unseen", "jumps"),
    [
        (set(), 0),
        ({40}, 1),  # 50 - 10
        ({15}, 1),  # 5 + 10
        ({40, 15}, 2),
        ({41, 60 - 10, 5, 14, 52}, 0),
    ],
)
def test_a_jump_that_the_opponent_may_have_costs_two_pips_and_a_half(unseen, jumps):
    tops = Tops(10, 60, 50, 5)
    assert pips({12, 14}, tops, "12^ 14^", unseen) == pytest.approx(-4 - 2.5 * jumps)


def test_a_gift_may_give_the_opponent_a_jump_or_take_it():
    tops = Tops(10, 60, 50, 2)
    gift = -1 - 0.95 * 3
    assert pips({11, 47}, tops, "11^ 47^'", {40}) == pytest.approx(gift)
    assert pips({11, 47}, tops, "11^ 47^'", {37}) == pytest.approx(gift - 2.5)


def test_errors_of_judgement_follow_a_gumbel_distribution():
    random = Random(5)
    errors = [gumbel(random) for _ in range(40_000)]
    assert fmean(errors) == pytest.approx(0.5772, abs=0.02)  # Euler's constant
    assert pvariance(errors) == pytest.approx(pi * pi / 6, rel=0.03)


def test_the_lot_0_which_has_no_logarithm_is_an_error_too(monkeypatch):
    random = Random(5)
    monkeypatch.setattr(random, "random", lambda: 0.0)
    assert abs(gumbel(random)) < 1


@pytest.mark.parametrize(("ahead", "scale"), [(1.0, 1.0), (1.0, 3.0), (4.0, 3.0)])
def test_an_error_of_scale_b_chooses_with_odds_of_the_difference_by_b(ahead, scale):
    random = Random(6)
    tries = 20_000
    better = sum(ahead + scale * gumbel(random) > scale * gumbel(random) for _ in range(tries))
    assert better / tries == pytest.approx(1 / (1 + exp(-ahead / scale)), abs=0.012)
