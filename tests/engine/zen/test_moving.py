"""How pawns and the Zen move: the figures of the leaflet, counts, and the plain rules."""

from __future__ import annotations

from random import Random

import pytest
import slow_zen
from zens import any_position, position, positions_of_a_game

from engine.zen.board import (
    FREE_ZEN,
    Position,
    after,
    group_of,
    groups,
    has_move,
    is_connected,
    mask_of,
    moves,
)
from engine.zen.geometry import AROUND, grown
from engine.zen.moves import board_move, parse
from engine.zen.positions import START, format_position, legal_moves_text, perft
from engine.zen.squares import parse_square, squares_of


def texts_of(place: Position, variant: int = 1) -> set[str]:
    return {str(board_move(place, move)) for move in moves(place, variant)}


def ends_from(place: Position, start: str, variant: int = 1) -> set[str]:
    """Return where the piece on `start` may go, whatever it takes there."""
    found = [parse(text) for text in texts_of(place, variant)]
    return {str(move.end) for move in found if str(move.start) == start}


@pytest.mark.parametrize(
    ("variant", "depth", "count"),
    [
        *((1, 0, 1), (1, 1, 56), (1, 2, 3018), (1, 3, 160_810)),
        *((2, 2, 3018), (3, 1, 56), (3, 2, 3026), (3, 3, 162_474)),
    ],
)
def test_so_many_games_begin_from_the_start(variant, depth, count):
    assert perft(START, depth, variant) == count


def test_no_game_has_fewer_moves_than_none():
    with pytest.raises(ValueError, match="0 or more, not -1"):
        perft(START, -1)


def test_legal_moves_are_written_in_order():
    texts = legal_moves_text(START)
    assert texts == sorted(texts)
    assert texts[:3] == ["A1-A4", "A1-D1", "A1-D4"]
    assert texts[-3:] == ["ZF6-I3", "ZF6-I6", "ZF6-I9"]


def test_the_zen_cannot_be_put_back_by_the_next_player():
    place = position("E5 A1", "E9 K11", "F6")
    away = after(place, parse("ZF6-E6").code)
    assert away == position("E5 A1", "E9 K11", "E6", "W", barred="F6")
    assert "ZE6-F6" not in texts_of(away)
    assert "ZE6-D6" in texts_of(away)
    assert "ZE6-F6" in texts_of(away._replace(barred=0))
    later = after(away, parse("K11-K10").code)
    assert later.barred == 0
    assert "ZE6-F6" in texts_of(later)


def test_the_zen_lands_only_where_it_touches_a_pawn_but_in_the_third_variant_anywhere():
    place = position("E5 K2", "E7 K10", "F6")
    assert ends_from(place, "F6") == {"E6", "F7", "F5", "D4"}
    assert ends_from(place, "F6", FREE_ZEN) == {*ends_from(place, "F6"), "G6", "H8", "H4"}
    # a pawn that the Zen takes is no longer there to be touched
    lonely = position("A1 B9", "H6", "F6")
    assert "ZF6xH6" not in texts_of(lonely)
    assert "ZF6xH6" in texts_of(lonely, FREE_ZEN)


SAMPLE = [any_position(Random(seed)) for seed in range(150)]
CROWDS = [any_position(Random(seed), 2, 8, 5) for seed in range(150)]
GAMES = [place for seed in range(4) for place in positions_of_a_game(seed)]
EVERYTHING = [*SAMPLE, *CROWDS, *GAMES]


@pytest.mark.parametrize("variant", [1, 2, 3])
def test_the_moves_are_those_of_the_plain_rules(variant):
    for place in EVERYTHING:
        board, side, barred = slow_zen.read(format_position(place))
        expected = list(slow_zen.written(board, slow_zen.moves(board, side, barred, variant)))
        found = [str(board_move(place, move)) for move in moves(place, variant)]
        assert sorted(found) == sorted(expected), format_position(place)
        assert has_move(place, variant) == bool(found)


def test_a_move_makes_of_the_board_what_the_plain_rules_make_of_it():
    chance = Random(5)
    for place in EVERYTHING:
        board, side, _ = slow_zen.read(format_position(place))
        for move in chance.sample(found := moves(place, 1), min(5, len(found))):
            written = board_move(place, move)
            steps = slow_zen.place(str(written.start)), slow_zen.place(str(written.end))
            assert slow_zen.read(format_position(after(place, move))) == (
                slow_zen.play(board, steps),
                slow_zen.other(side),
                slow_zen.barred_after(board, steps),
            )


def test_a_chain_is_a_chain_of_the_plain_rules():
    for place in EVERYTHING:
        board, _, _ = slow_zen.read(format_position(place))
        for colour, side in enumerate("BW"):
            expected = slow_zen.chains(board, side)
            found = list(groups(place.chain(colour)))
            assert is_connected(place.chain(colour)) == (len(expected) < 2)
            assert sorted(map(mask_of, map(squares_of, found))) == sorted(found)
            assert {frozenset(map(str, squares_of(group))) for group in found} == {
                frozenset(map(slow_zen.name, group)) for group in expected
            }


def test_the_edges_of_the_board_do_not_touch():
    assert not is_connected(mask_of(map(parse_square, ("K1", "A2"))))
    assert not is_connected(mask_of(map(parse_square, ("K5", "A7"))))
    assert {str(square) for square in squares_of(AROUND[parse_square("A1")])} == {"A2", "B1", "B2"}
    assert grown(1 << parse_square("K11")).bit_count() == 4
    board = (1 << 121) - 1
    assert group_of(board, 1) == board
    assert is_connected(board)
