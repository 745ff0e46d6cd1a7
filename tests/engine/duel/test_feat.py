"""Duels won without a gift, found in their written moves alone."""

from __future__ import annotations

import pytest
from duels import new_table, play_on

from engine.duel.feat import won_without_a_gift
from engine.duel.moves import Turn
from engine.duel.state import DuelOptions
from engine.table import Table


def written(table: Table) -> list[str]:
    return [table.move_text(at) for at in range(len(table.plays))]


@pytest.mark.parametrize("first", ["north", "south", "lots"])
def test_who_won_without_a_card_on_a_pile_of_the_other_did_the_feat(first):
    met = set()
    for seed in range(12):
        table = play_on(new_table(seed, first), ("novice", "random"))
        turns = [(play.seat, play.move) for play in table.plays if isinstance(play.move, Turn)]
        givers = {seat for seat, turn in turns for lay in turn.lays if lay.pile.is_theirs}
        winners = table.outcome.winners
        found = won_without_a_gift(DuelOptions(first), written(table), winners)
        assert found == tuple(seat for seat in winners if seat not in givers)
        met.add(found)
    assert () in met
    assert len(met) > 1
