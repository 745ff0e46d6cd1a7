"""The computer players by name; `random` and `greedy`, whose turns can be worked out."""

from __future__ import annotations

import pytest
import slow_rules
from duels import new_table, play_on, positions, view_of
from hypothesis import given, settings

from engine.duel.game import DUEL
from engine.duel.rules import Tops


@settings(max_examples=40)
@given(positions)
def test_greedy_spends_the_fewest_pips(position):
    hand, tops = position
    costs = slow_rules.greedy_costs(hand, slow_rules.plain(tops))
    if not costs:
        return
    turn = DUEL.computer_players["greedy"](0).choose(view_of(hand, tops))
    laid = [(lay.card, lay.pile.mark) for lay in turn.lays]
    left, after = slow_rules.play_out(hand, slow_rules.plain(tops), laid)
    assert costs[frozenset(left), tuple(after.values())] == pytest.approx(min(costs.values()))


@pytest.mark.parametrize(
    ("hand", "tops", "expected"),
    [
        ({12, 14, 50}, Tops(10, 60, 1, 60), "12^ 14^"),
        ({12, 20, 58}, Tops(30, 31, 1, 60), "20^ 12v"),  # the jump back pays for 19 pips down
        ({11, 50}, Tops(10, 60, 55, 10), "11^ 50^'"),  # 5 pips of relief are cheaper than 10
    ],
)
def test_greedy_by_hand(hand, tops, expected):
    assert str(DUEL.computer_players["greedy"](0).choose(view_of(hand, tops))) == expected


def test_random_players_with_other_seeds_play_other_games():
    games = {str(play_on(new_table(5), ("random", "random"), 6).plays) for _ in range(2)}
    assert len(games) == 1
    view = new_table(5).view(0)
    turns = {DUEL.computer_players["random"](seed).choose(view) for seed in range(30)}
    assert len(turns) > 20


def test_greedy_beats_random():
    outcomes = [play_on(new_table(seed), ("greedy", "random")).outcome for seed in range(20)]
    assert sum(outcome.winners == (0,) for outcome in outcomes) >= 18
