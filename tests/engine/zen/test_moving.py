"""How pawns and the Zen move: the figures of the leaflet, counts, and the plain rules."""

from __future__ import annotations

from random import Random

import pytest
import slow_zen
from zens import any_position, position, positions_of_a_game

from engine.zen.board import (
    AROUND,
    BLACK,
    FREE_ZEN,
    Position,
    after,
    group_of,
    groups,
    grown,
    has_move,
    is_connected,
    mask_of,
    moves,
    parse_square,
    squares_of,
)
from engine.zen.moves import board_move, parse
from engine.zen.positions import START, format_position, legal_moves_text, perft

FIGURE_4 = {
    "black": "C9 A6 K6 G6 G1",
    "white": "G11 A8 I6 K9 A2 J2",
    "zen": "D9",
}
FIGURE_6 = {
    "black": "E9 G9 H10 H8 G7 I7 F6 B4 D3 F1",
    "white": "B9 D8 E7 C6 G5 H6 H5 H4 B1 D1 I1",
}


def texts_of(place: Position, variant: int = 1) -> set[str]:
    return {str(board_move(place, move)) for move in moves(place, variant)}


def ends_from(place: Position, start: str, variant: int = 1) -> set[str]:
    """Return where the piece on `start` may go, whatever it takes there."""
    found = [parse(text) for text in texts_of(place, variant)]
    return {str(move.end) for move in found if str(move.start) == start}


def captures(place: Position) -> set[str]:
    return {text for text in texts_of(place) if "x" in text}


def test_the_start_has_twelve_pawns_a_side_and_the_zen_in_the_middle():
    black = "A1 K11 F1 F11 B5 B7 J5 J7 D3 D9 H3 H9"
    white = "A11 K1 A6 K6 C4 C8 I4 I8 E2 E10 G2 G10"
    assert position(black, white, "F6") == START


@pytest.mark.parametrize(
    ("side", "start", "ends"),
    [
        ("B", "F11", "F8 C11 I11"),
        ("B", "B7", "B9 D7 D5"),
        ("W", "K1", "H1 H4 K4"),
        ("B", "F6", "C3 C6 C9 F3 F9 I3 I6 I9"),
    ],
)
def test_the_first_moves_are_those_of_the_leaflet(side, start, ends):
    assert ends_from(START._replace(side="BW".index(side)), start) == set(ends.split())
    assert captures(START) == set()


@pytest.mark.parametrize(
    ("side", "start", "ends"),
    [
        ("B", "G6", "G9 G3 F5 H7 C6 E8 I4"),
        ("W", "K9", "K11 K7 J8 J10 H9"),
        ("W", "A2", "A5 B3 B1 C2"),
    ],
)
def test_the_moves_of_figure_4(side, start, ends):
    assert ends_from(position(**FIGURE_4, side=side), start) == set(ends.split())


def test_the_captures_of_figure_6():
    white = captures(position(**FIGURE_6, side="W"))
    black = captures(position(**FIGURE_6, side="B"))
    assert {"B1xB4", "B1xD3", "B1xF1"} == {text for text in white if text.startswith("B1")}
    assert {"C6xF6"} == {text for text in white if text.startswith("C6")}
    assert {"E9xB9", "E9xE7", "E9xH6"} == {text for text in black if text.startswith("E9")}


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


def test_a_pawn_passes_over_its_own_colour_and_the_zen_but_over_no_opponent():
    assert "F1-F5" in texts_of(position("F1 F2 F3", "A11", "F4"))
    assert not any(text.startswith("F1-F5") for text in texts_of(position("F1 F2", "F4 A11", "F3")))


def test_a_pawn_takes_an_opponent_or_the_zen_but_not_its_own_colour():
    assert "F1xF4" in texts_of(position("F1 F2", "F4 A11"))
    assert "F1xF4" in texts_of(position("F1 F2", "A11", "F4"))
    assert "F4" not in ends_from(position("F1 F2 F4", "A11"), "F1")
    assert after(position("F1 F2", "A11", "F4"), parse("F1xF4").code) == position(
        "F4 F2", "A11", side="W"
    )
    assert after(position("F1 F2", "F4 A11", "K1"), parse("F1xF4").code) == position(
        "F4 F2", "A11", "K1", "W"
    )


def test_the_zen_is_a_pawn_of_whoever_moves_it():
    place = position("F3 F4", "F6 E7 G4", "F2")
    assert "ZF2xF6" in texts_of(place)  # over two of Black's, and takes White's
    assert "F6" not in ends_from(place._replace(side=1), "F2")  # White cannot pass Black
    assert after(place, parse("ZF2xF6").code) == position("F3 F4", "E7 G4", "F6", "W", "F2")


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


def test_a_capture_frees_the_square_but_moves_nothing_else():
    place = position("B4 D3 F1 C1", "B1 K11", "K1", "W")
    assert after(place, parse("B1xB4").code) == position("D3 F1 C1", "B4 K11", "K1")


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


def quarter_turn(mask: int) -> int:
    return mask_of((10 - square % 11) * 11 + square // 11 for square in squares_of(mask))


def turned(place: Position) -> Position:
    """Return the position after a quarter turn with the colours exchanged."""
    black, white, zen, side, barred = place
    return Position(*map(quarter_turn, (white, black, zen)), 1 - side, quarter_turn(barred))


def test_a_quarter_turn_exchanges_the_colours():
    assert turned(START) == START._replace(side=1)
    assert START.side == BLACK
    for variant in (1, 3):
        for place in EVERYTHING[::3]:
            other = turned(place)
            assert len(moves(other, variant)) == len(moves(place, variant))
            assert {turned(after(place, move)) for move in moves(place, variant)} == {
                after(other, move) for move in moves(other, variant)
            }


def test_the_start_has_no_mirror_image():
    mirrored = mask_of(square // 11 * 11 + 10 - square % 11 for square in squares_of(START.black))
    assert mirrored not in (START.black, START.white)
