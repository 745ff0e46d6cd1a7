"""How a round ends: connection, no pawn, no move, repetition, échec and mat; and its points."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
import slow_zen
from zens import any_position, position, positions_of_a_game

from engine.zen import ending
from engine.zen.board import BLACK, WHITE, after, moves
from engine.zen.ending import (
    connection,
    is_echec,
    is_mat,
    is_over,
    points,
    result,
    winning_moves,
)
from engine.zen.moves import board_move, parse
from engine.zen.positions import START, format_position, legal_moves_text, parse_position, perft
from engine.zen.reasons import ZenEnding

FIGURE_9 = position("D6 E6 F6 G5 H5 G4 F3 J4", "B6 C6 D7 E8 F7 D5 C4 D4")


def test_the_zen_links_and_has_to_be_linked():
    apart = "A11 K1"
    assert connection(position("E5 G5", apart, "F6")).winner == BLACK
    assert connection(position("E5 F5", apart, "H6")) is None
    assert connection(position("E5 F5", apart)).winner == BLACK


def test_a_side_without_pawns_loses_and_a_last_pawn_without_the_zen_is_connected():
    assert connection(position("", "A1 K11", "F6")) == (WHITE, ZenEnding.NO_PAWNS)
    assert connection(position("A1 K11", "")) == (BLACK, ZenEnding.NO_PAWNS)
    assert connection(position("A1", "", "K11")) == (BLACK, ZenEnding.NO_PAWNS)
    assert connection(position("F6", "A1 K11")) == (BLACK, ZenEnding.CONNECTED)
    assert connection(position("F6", "A1 K11", "H6")) is None


STUCK = position("A1 K11", "A2 B1 B2 J11 K10 J10")


def test_who_has_no_move_loses():
    assert connection(STUCK) is None
    assert result(STUCK, 1) == (WHITE, ZenEnding.NO_MOVE)
    assert result(STUCK._replace(side=WHITE), 1) is None
    assert legal_moves_text(STUCK) == []
    assert perft(STUCK, 1) == 0


def test_to_leave_the_other_side_no_move_is_a_winning_move():
    before = parse_position("9WB/9WW/11/11/11/11/11/11/11/WW9/B2W7 W -")
    assert [str(board_move(before, code)) for code in winning_moves(before, 1)] == ["D1-B1"]
    assert is_echec(before._replace(side=BLACK), 1)


def test_the_third_time_is_a_draw_and_another_barred_square_makes_another_position():
    other = after(START, parse("ZF6-F9").code)
    here = other._replace(barred=0)
    assert result(here, 1, [here, START, here]) == (None, ZenEnding.REPETITION)
    assert result(here, 1, [here, START]) is None
    assert result(here, 1, [other, other, other]) is None
    assert result(here, 1, [here._replace(side=BLACK)] * 3) is None


def test_nothing_is_legal_after_the_end():
    assert legal_moves_text(FIGURE_9) == []
    assert perft(FIGURE_9, 0) == 1
    assert perft(FIGURE_9, 2) == 0


def slowly(place):
    return slow_zen.read(format_position(place))


def winner_of(place, variant):
    ended = result(place, variant)
    if ended is None:
        return None
    return "draw" if ended.winner is None else "BW"[ended.winner]


def before(stuck):
    """Yield every position from which White can take Black's last moves, as Black sees it."""
    assert result(stuck, 1) == (WHITE, ZenEnding.NO_MOVE)
    for end, start in permutations(range(121), 2):
        if stuck.white >> end & 1 and not stuck.occupied >> start & 1:
            place = stuck._replace(white=stuck.white ^ 1 << end | 1 << start, side=WHITE)
            if start << 7 | end in moves(place, 1):
                yield place._replace(side=BLACK)


SCATTERED = position("A1 K11", "A2 B1 B2 J11 K10 J10 D8 H4 F9 C6")
CORNERS = [*before(STUCK), *before(SCATTERED)]
FIVE_GROUPS = position("D4 D6 F4 F6 H5", "A5 K5 B1 B9 C11", side="W")
SMALL = [any_position(Random(seed), 1, 5, 4 + seed % 4) for seed in range(400)]
LARGE = [any_position(Random(seed)) for seed in range(25)]
GAMES = [place for seed in range(3) for place in positions_of_a_game(seed)[::4]]


@pytest.mark.parametrize("variant", [1, 3])
def test_a_round_ends_as_by_the_plain_rules(variant):
    for place in [*SMALL, *LARGE, *GAMES, *CORNERS, STUCK]:
        board, side, barred = slowly(place)
        assert winner_of(place, variant) == slow_zen.ending(board, side, barred, variant)
        if place.black and place.white:
            for colour, letter in enumerate("BW"):
                assert points(place, colour) == slow_zen.points(board, letter)


def test_echec_is_that_of_the_plain_rules():
    found = []
    for place in [*SMALL[:200], *LARGE[:10], *GAMES[::3], *CORNERS]:
        if result(place, 1):
            continue
        board, side, _ = slowly(place)
        found.append(is_echec(place, 1))
        assert found[-1] == slow_zen.is_echec(board, side, 1), format_position(place)
    assert 50 < sum(found) < len(found) - 50


def test_a_pawn_can_join_four_groups_at_once():
    black = FIVE_GROUPS._replace(side=BLACK)
    assert [str(board_move(black, code)) for code in winning_moves(black, 1)] == ["H5-E5"]
    assert is_echec(FIVE_GROUPS, 1)


def test_mat_is_that_of_the_plain_rules():
    found = []
    for place in [*SMALL[:250], *GAMES]:
        if result(place, 1) is None and is_echec(place, 1):
            found.append(is_mat(place, 1))
            assert found[-1] == slow_zen.is_mat(*slowly(place), 1), format_position(place)
    assert 3 < sum(found) < len(found) - 3


def test_a_draw_is_no_echec():
    place = parse_position("11/2WW7/11/4B6/3B7/6Z4/11/11/11/11/11 B -")
    assert result(after(place, parse("ZG6-D9").code), 1) == (None, ZenEnding.BOTH_CONNECTED)
    assert not is_echec(place._replace(side=WHITE), 1)


def test_nothing_is_barred_to_a_side_that_could_win_were_the_other_to_pass():
    place = parse_position("11/11/11/5W5/4B3Z2/4WB5/11/11/11/11/11 W G7")
    black = place._replace(side=BLACK)
    assert [*winning_moves(black, 1)] == []
    free = black._replace(barred=0)
    assert [str(board_move(free, code)) for code in winning_moves(free, 1)] == ["ZI7-G7"]
    assert is_echec(place, 1)
    assert slow_zen.is_echec(*slowly(place)[:2], 1)


def test_mat_is_the_end_of_the_round_but_in_the_third_variant():
    (mat,) = [place for place in SMALL if result(place, 1) is None and is_mat(place, 1)][:1]
    for variant in (1, 2):
        assert is_over(mat, variant)
        assert legal_moves_text(mat, variant) == []
        assert perft(mat, 1, variant) == 0
    assert not is_mat(mat, 3)
    assert result(mat, 3) or perft(mat, 1, 3) > 0


def test_a_reply_that_makes_a_draw_by_repetition_parries_mat():
    mats = [place for place in SMALL if result(place, 1) is None and is_mat(place, 1)]
    for mat in mats[:3]:
        reply = after(mat, moves(mat, 1)[0])
        assert not ending.is_mat(mat, 1, [reply, reply])
        assert ending.is_mat(mat, 1, [reply])
