"""The Grand Chelems of a game, found in its written moves alone."""

from __future__ import annotations

import pytest
from hearts_tables import EVERY_OPTION, random_plays

from engine.hearts import feat
from engine.hearts.cards import HEARTS, QUEEN_MASK
from engine.hearts.feat import chelems
from engine.hearts.game import HEARTS as GAME
from engine.play_text import write_play

FEW_HEARTS = QUEEN_MASK | HEARTS & -HEARTS
"""Two cards, which random players often take in the same round."""


def written(options, plays) -> list[str]:
    """Return the moves of a game as its file has them."""
    state, texts = GAME.start(options), []
    for play in plays:
        texts.append(write_play(GAME, state, play))
        state = state.play(*play)
    return texts


@pytest.mark.parametrize("options", EVERY_OPTION, ids=repr)
def test_all_that_a_seat_takes_in_a_round_is_found_without_the_rules(options, monkeypatch):
    monkeypatch.setattr(feat, "CHELEM", FEW_HEARTS)
    takers: set[int] = set()

    def watch(state, _plays):
        if state.taken and not any(state.hands):
            found = (seat for seat, cards in enumerate(state.taken) if not FEW_HEARTS & ~cards)
            takers.update(found)

    for seed in range(3):
        takers.clear()
        _state, plays = random_plays(options, seed, watch, rounds=4)
        assert chelems(options, written(options, plays)) == tuple(sorted(takers))
    assert chelems(options, []) == ()


@pytest.mark.parametrize(
    "moves",
    [["1C"], ["deal 2C"], ["2C"] * 4, ["pass 2C 3C 4C"], ["9:slap"], ["x:pass 2C 3C 4C"], [":"]],
)
def test_moves_that_no_game_has_are_an_error_that_is_told(moves):
    with pytest.raises(ValueError, match=r"."):
        chelems(EVERY_OPTION[0], moves)
