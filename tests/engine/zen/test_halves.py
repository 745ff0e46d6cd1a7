"""The core of the compiled build, in halves of the board, answers as that of the sources does."""

from __future__ import annotations

from random import Random

import pytest
from zens import any_position, position

from engine.zen import halves
from engine.zen.board import FREE_ZEN, has_move, is_connected, moves
from engine.zen.evaluation import ends_of, spread

PLACES = [
    any_position(Random(number), most=most, width=width)
    for number in range(100)
    for most, width in ((3, 5), (9, 5), (12, 11))
]


@pytest.mark.parametrize("variant", [0, FREE_ZEN])
def test_moves_are_the_same_in_the_same_order(variant):
    for place in PLACES:
        pieces = place.own, place.enemy, place.zen, place.barred
        assert halves.moves(*pieces, variant == FREE_ZEN) == moves(place, variant)


@pytest.mark.parametrize("wall", ["A2 B1", "A2 B1 B2", "A2 B2 C1"])
def test_a_pawn_in_a_corner_can_move_or_not(wall):
    place = position("A1", wall)
    assert halves.pawns_can_move(place.own, place.enemy, 0) == has_move(place, 0)
    assert has_move(place, 0) == (wall != "A2 B1 B2")


@pytest.mark.parametrize("corner", ["K11", "A1 K11"])
def test_the_upper_half_is_looked_at_too(corner):
    place = position(corner, "A2 B1 B2 K10 J11")
    assert halves.pawns_can_move(place.own, place.enemy, 0)
    assert has_move(place, 0)


def test_groups_and_distances_are_the_same():
    for chain in (mask for place in PLACES for mask in (place.chain(0), place.chain(1))):
        assert halves.is_connected(chain) == is_connected(chain)
        assert halves.ends_of(chain, 5) == ends_of(chain)
        assert halves.spread(chain) == spread(chain)
    assert halves.is_connected(0)
