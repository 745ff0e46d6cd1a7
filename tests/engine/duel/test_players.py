"""The computer players by name; `random` and `greedy`, whose turns can be worked out."""

from __future__ import annotations

import pytest
import slow_rules
from duels import new_table, play_on, positions, view_of
from hypothesis import given, settings

from engine.duel.game import DUEL


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


def test_greedy_beats_random():
    outcomes = [play_on(new_table(seed), ("greedy", "random")).outcome for seed in range(20)]
    assert sum(outcome.winners == (0,) for outcome in outcomes) >= 18
