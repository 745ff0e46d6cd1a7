"""How a side stands: fair to both colours, and every move that would join it is known."""

from __future__ import annotations

from random import Random

import pytest
from zens import any_position, position

from engine.zen.board import Position, after, is_connected, moves
from engine.zen.ending import connection
from engine.zen.evaluation import CONNECTED, SideValueCache, any_wins, evaluate_side, spread
from engine.zen.geometry import COUNT, SIZE

SOME = [
    any_position(Random(seed), most=most, width=width)
    for seed in range(20)
    for most, width in ((9, 5), (12, 11))
]


def turned(mask: int) -> int:
    """Return the mask after a quarter turn of the board."""
    squares = [square for square in range(COUNT) if mask >> square & 1]
    return sum(1 << square % SIZE * SIZE + SIZE - 1 - square // SIZE for square in squares)


@pytest.mark.parametrize("place", SOME)
def test_a_quarter_turn_with_the_colours_swapped_changes_nothing(place):
    other = Position(turned(place.white), turned(place.black), turned(place.zen), 1 - place.side)
    assert SideValueCache().worth(place) == SideValueCache().worth(other)
    assert len(evaluate_side(place.black, place.zen)[1]) == len(
        evaluate_side(other.white, other.zen)[1]
    )


@pytest.mark.parametrize("place", SOME)
def test_what_is_good_for_one_side_is_bad_for_the_other(place):
    other = place._replace(side=1 - place.side)
    assert SideValueCache().worth(place) == -SideValueCache().worth(other)


def test_fewer_groups_pieces_nearer_and_more_pawns_are_better():
    def worth(black: str, zen: str = "") -> int:
        place = position(black, "K1", zen)
        return evaluate_side(place.black, place.zen)[0]

    assert worth("A1 A2 A4") > worth("A1 A3 A5")
    assert worth("A1 A2 A4") > worth("A1 A2 A6")
    assert worth("A1 A3 A5 A6") > worth("A1 A3 A5")
    assert worth("A1 A2 A4", "A3") == CONNECTED
    assert worth("", "A3") == -CONNECTED


def test_the_spread_is_the_way_to_the_middle_row_and_column():
    chance = Random(5)
    for _ in range(50):
        chain = any_position(chance).black
        squares = [square for square in range(COUNT) if chain >> square & 1]
        ways = 0
        for places in ([s % SIZE for s in squares], [s // SIZE for s in squares]):
            middle = sorted(places)[len(places) // 2]
            ways += sum(abs(place - middle) for place in places)
        assert spread(chain) == ways


@pytest.mark.parametrize("variant", [1, 3])
def test_the_joins_are_the_moves_that_connect_a_side(variant):
    chance, found = Random(variant), 0
    for _ in range(1500):
        place = any_position(chance, fewest=1, most=7, width=7)
        if connection(place):
            continue
        joins = evaluate_side(place.own, place.zen)[1]
        legal = moves(place, variant)
        connecting = {m for m in legal if is_connected(after(place, m).chain(place.side))}
        assert {join.move for join in joins} & {*legal} == connecting
        wins = [connection(after(place, move)) for move in connecting]
        assert any_wins(joins, place, variant) == any(
            ended is not None and ended.winner == place.side for ended in wins
        )
        found += len(connecting)
    assert found > 200
