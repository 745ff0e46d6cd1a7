"""What the opponent has kept, by its turns: the weights by hand, and worlds drawn by them."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import exp
from random import Random

import pytest
from duels import new_table, play_on

from engine.duel import listening
from engine.duel.game import DUEL
from engine.duel.listening import (
    MEMORY,
    SURPRISE,
    HeardTurn,
    ListeningSampler,
    heard_turns,
    odds_of,
    weights_of,
)
from engine.duel.moves import parse_turn
from engine.duel.rules import Tops, cards_of
from engine.duel.state import DuelOptions, DuelState
from engine.duel.view import knowledge_of
from engine.game import CHANCE, Play
from engine.shuffle import Lots

TOPS = Tops(10, 50, 20, 60)
TURN = parse_turn("12^ 15^").lays


def odds(saved: int) -> float:
    """Return the odds of a card that would have saved so many tenths of a pip."""
    return exp(-saved / 3) + 0.01 if saved else 1


@pytest.mark.parametrize(
    ("card", "saved"),
    [
        (16, 0),  # nothing is cheaper than 12^ 15^, which cost 50
        (40, 0),
        (14, 50 - 40),  # 12^ 14^
        (11, 50 - 20),  # 11^ 12^
        (49, 50 - 30),  # 12^ 49v
        (19, 50 - 28),  # 12^ 19^', a pip of relief at 8
        (5, 50 + 50),  # 12^ 15^ 5^
        (2, 50 + 80),  # 12^ 2^
    ],
)
def test_the_odds_of_a_card_fall_with_what_a_turn_with_it_would_have_saved(card, saved):
    assert odds_of(TURN, TOPS)[card] == pytest.approx(odds(saved), rel=1e-9)


def test_a_turn_that_was_cheapest_with_any_card_says_nothing_and_what_saves_most_keeps_odds():
    assert set(odds_of(parse_turn("02^ 59v").lays, Tops(12, 49, 1, 60))) == {1}
    assert min(odds_of(parse_turn("58^ 59^").lays, Tops(1, 60, 1, 60))) == pytest.approx(SURPRISE)


def heard(kept: int = 4, drawn: int = 2, turn=TURN) -> HeardTurn:
    return HeardTurn(turn, TOPS, kept, drawn)


CARDS = [14, 16, 49]
FIRST = [odds(10), 1.0, odds(20)]
THREE_OF_FIVE = [
    likely * (0.6 + 0.4 * 3 * before / sum(FIRST))
    for likely, before in zip(FIRST, FIRST, strict=True)
]


@pytest.mark.parametrize(
    ("turns", "expected"),
    [
        ([], [1, 1, 1]),
        ([heard()], FIRST),
        # 3 of the 5 cards of the second turn's hand were new to it
        ([heard(2, 3), heard(3, 2)], THREE_OF_FIVE),
        # what has kept nothing says nothing of what is kept later
        ([heard(2, 3), heard(0, 2)], [1, 1, 1]),
        ([heard(0, 2), heard()], FIRST),
        ([heard(0, 0), heard()], FIRST),
    ],
)
def test_weights_are_those_of_the_formula(turns, expected):
    mean = sum(expected) / 3
    assert weights_of(turns, CARDS) == pytest.approx([one / mean for one in expected], rel=1e-9)


def test_a_turn_of_long_ago_is_forgotten():
    other = heard(turn=parse_turn("13^ 18^").lays)
    late = [heard()] * MEMORY
    assert weights_of([other, *late], CARDS) != weights_of([*late, other], CARDS)
    assert weights_of([other, *late], CARDS) == weights_of([heard(turn=late[0].lays), *late], CARDS)


def played(seed: int) -> list[tuple[DuelState, Play]]:
    """Return each state of the first turns of a game, and what is played then."""
    table = play_on(new_table(seed), ("greedy", "club"), 5 * seed)
    state, found = DUEL.start(table.options), []
    for play in table.plays:
        found.append((state, play))
        state = state.play(play.seat, play.move)
    return [*found, (state, Play(CHANCE, None))]


@pytest.mark.parametrize("seed", range(1, 6))
@pytest.mark.parametrize("seat", [0, 1])
def test_each_turn_of_the_opponent_is_heard_with_the_tops_that_it_saw(seed, seat):
    expected = []
    game = played(seed)
    for (state, play), (after, _) in pairwise(game):
        if play.seat == 1 - seat:
            size = state.sides[play.seat].hand_size - len(play.move.lays)
            drawn = after.sides[play.seat].hand_size - size
            tops = state.view(play.seat).tops
            expected.append(HeardTurn(play.move.lays, tops, size, drawn))
    assert heard_turns(game[-1][0].view(seat)) == expected
    assert expected


@pytest.mark.parametrize("seed", range(1, 6))
def test_hidden_cards_change_nothing_of_what_is_heard(seed):
    game = played(seed)
    state, seat = game[-1][0], game[-1][0].mover
    other = DUEL.start(DuelOptions("north"))
    for play in state.redraw([play for _, play in game[:-1]], frozenset([seat]), Lots(7, 0)):
        other = other.play(play.seat, play.move)
    assert other.hands[1 - seat] != state.hands[1 - seat]
    worlds = []
    for one in (state, other):
        sampler = ListeningSampler(one.view(seat), Random(1))
        there = [sampler.sample() for _ in range(5)]
        worlds.append([(world.hand, world.own_draws, world.their_draws) for world in there])
    assert worlds[0] == worlds[1]


def test_a_world_agrees_with_all_that_is_known():
    for seed in range(1, 6):
        state = played(seed)[-1][0]
        knowledge = knowledge_of(state.view(state.mover))
        sampler = ListeningSampler(state.view(state.mover), Random(3))
        for _ in range(20):
            world = sampler.sample()
            assert world.hand & ~knowledge.unseen == 0
            assert world.hand.bit_count() == knowledge.their_hand
            assert world.their_draws[-1] & ~(knowledge.unseen & ~world.hand) == 0
            assert len(world.their_draws) == 7


@pytest.mark.pure
def test_kept_cards_are_drawn_by_weight_one_after_the_other_and_new_ones_from_what_is_left(
    monkeypatch,
):
    monkeypatch.setattr(
        listening, "weights_of", lambda _, cards, _least: [9.0, *[1.0] * (len(cards) - 1)]
    )
    state = played(2)[-1][0]
    view = state.view(state.mover)
    kept, drawn = heard_turns(view)[-1][2:]
    cards = cards_of(knowledge_of(view).unseen)
    not_kept = 1.0
    for place in range(kept):
        light = len(cards) - 1 - place
        not_kept *= light / (light + 9)
    held = 1 - not_kept * (1 - drawn / (len(cards) - kept))
    sampler, tries = ListeningSampler(view, Random(5)), 4000
    counted = Counter(card for _ in range(tries) for card in cards_of(sampler.sample().hand))
    assert kept == 4
    assert counted.pop(cards[0]) / tries == pytest.approx(held, abs=0.03)
    for card in cards[1:]:
        rest = (kept + drawn - held) / (len(cards) - 1)
        assert counted[card] / tries == pytest.approx(rest, abs=0.03)


def test_before_the_opponents_first_turn_all_cards_are_alike():
    view = play_on(new_table(1), turns=0).view(0)
    sampler = ListeningSampler(view, Random(5))
    counted = Counter(card for _ in range(4000) for card in cards_of(sampler.sample().hand))
    assert len(counted) == 58
    assert min(counted.values()) > 0.75 * 4000 * 6 / 58
