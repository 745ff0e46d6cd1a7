"""Cards drawn anew for a branch: what was turned stays, and all else may be anywhere."""

from __future__ import annotations

from collections import Counter

from wars import new_table, play_on

from engine.game import Play
from engine.shuffle import Lots
from engine.war.game import WAR
from engine.war.moves import parse
from engine.war.options import WarOptions


def test_every_card_never_turned_is_equally_likely_in_a_pile_that_was_dealt():
    table = play_on(new_table(WarOptions(2, 2), 3), 1)
    turned = {str(line.what) for line in table.view(0).log if str(line.what).startswith("duel")}
    (shown,) = turned
    found = Counter(
        table.state.redraw(table.plays, frozenset(), Lots(seed, 0))[0].move.piles[0][1]
        for seed in range(2_000)
    )
    assert len(found) == 50
    assert not set(shown.split()) & set(found)
    assert max(found.values()) < 80


def test_a_card_that_went_under_a_pile_may_only_change_places_with_those_it_went_with():
    moves = ["deal 2C 5C / 3D 6D", "turn", "shuffle 2C 3D", "turn", "shuffle 6D 5C"]
    state, plays = WAR.start(WarOptions(2, 2)), []
    for move in map(parse, moves):
        plays.append(Play(state.to_move[0], move))
        state = state.play(*plays[-1])
    drawn = {
        tuple(str(play.move) for play in state.redraw(plays, frozenset(), Lots(seed, 0)))
        for seed in range(100)
    }
    assert drawn == {
        ("deal 2C 5C / 3D 6D", "turn", f"shuffle {first}", "turn", f"shuffle {second}")
        for first in ("2C 3D", "3D 2C")
        for second in ("6D 5C", "5C 6D")
    }
