"""The positions of a round: what a list of them would say, in far less memory."""

from __future__ import annotations

import pickle
import tracemalloc
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from zens import positions_of_a_game, quiet_game

from engine.zen.game import ZEN
from engine.zen.options import ZenOptions
from engine.zen.past import PastPositions
from engine.zen.positions import START

KINDS = positions_of_a_game(3)

lists = st.lists(st.sampled_from(KINDS[:9]), max_size=90)


@settings(max_examples=40)
@given(lists)
def test_it_says_what_a_list_of_the_positions_says(positions):
    past = PastPositions.of(positions)
    assert (list(past), len(past), bool(past)) == (positions, len(positions), bool(positions))
    assert [past.count(kind) for kind in KINDS] == [positions.count(kind) for kind in KINDS]
    assert past == tuple(positions)
    assert hash(past) == hash(tuple(positions))
    assert past != positions
    assert [past[at] for at in range(len(past))] == positions
    assert pickle.loads(pickle.dumps(past)) == past


def test_what_came_before_stays_as_it_was():
    chance = Random(1)
    positions = [chance.choice(KINDS) for _ in range(1200)]
    pasts = [PastPositions()]
    for position in positions:
        pasts.append(pasts[-1].then(position))
    for length in (*range(70), *range(990, 1060), 1200):
        assert pasts[length] == tuple(positions[:length])
        assert pasts[length].then(START) == (*positions[:length], START)
        assert pasts[length].count(KINDS[5]) == positions[:length].count(KINDS[5])


def test_what_was_there_long_ago_is_counted_too():
    past = PastPositions().then(START)
    for position in KINDS[1:21] * 1700:
        past = past.then(position)
    assert past.count(START) == 1
    assert past.then(START).count(START) == 2
    assert past.count(KINDS[5]) == 1700


def memory_of_a_game(moves: list[str], options: ZenOptions) -> int:
    """Return the bytes that all states of a game take."""
    tracemalloc.start()
    try:
        states = [ZEN.start(options)]
        for text in moves:
            states.append(states[-1].play(states[-1].mover, ZEN.parse(text)))
        assert len(states[-1].past) == len(moves)
        return tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()


def test_twice_the_moves_of_a_round_take_twice_the_memory_at_most():
    options = ZenOptions(variant=1, announce="hand", first="black")
    moves = quiet_game(600)
    memory_of_a_game(moves, options)  # what is kept of the board itself is there from then on
    half, whole = (memory_of_a_game(moves[:count], options) for count in (300, 600))
    assert whole < 2.2 * half
    assert whole < 600 * 1200
