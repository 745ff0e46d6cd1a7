"""The notation of moves and of positions, both ways and exactly."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from zens import all_moves, position, positions

from engine.reasons import NotationError
from engine.zen.board import BLACK, SQUARES, WHITE, parse_square, square_of
from engine.zen.game import ZEN
from engine.zen.moves import Answer, BoardMove, FirstColour
from engine.zen.positions import START, format_position, parse_position

START_TEXT = "W4B4B/4W1W4/3B3B3/2W5W2/1B7B1/W4Z4W/1B7B1/2W5W2/3B3B3/4W1W4/B4B4W B -"


@given(all_moves)
def test_what_is_written_reads_back_as_the_same_move(move):
    assert ZEN.parse(ZEN.format(move)) == move


def test_the_examples_of_the_rules_are_understood():
    squares = {str(square): square for square in SQUARES}
    assert ZEN.parse("F11-F8") == BoardMove(squares["F11"], squares["F8"])
    assert ZEN.parse("B1xB4") == BoardMove(squares["B1"], squares["B4"], is_capture=True)
    assert ZEN.parse("ZF6-F9") == BoardMove(squares["F6"], squares["F9"], is_zen=True)
    assert ZEN.parse("ZD7xD9+") == BoardMove(squares["D7"], squares["D9"], True, True, True)
    assert ZEN.parse("back") is Answer.BACK
    assert ZEN.parse("accept") is Answer.ACCEPT
    assert ZEN.parse("begin B") == FirstColour(BLACK)
    assert ZEN.parse("begin W") == FirstColour(WHITE)


MALFORMED = [
    *(
        "",
        " ",
        "F11",
        "F11F8",
        "F11-",
        "-F8",
        "F11 F8",
        "F11-F8 ",
        " F11-F8",
        "F11-F8\n",
        "F11--F8",
    ),
    *("f11-f8", "F11-f8", "L1-A1", "F0-F8", "F12-F8", "F01-F8", "F011-F8", "F11-F88", "F-F8"),
    *("F11XF8", "F11:F8", "F11\u2013F8", "F\uff11-F8", "F11-F8++", "+F11-F8", "F11-F8#", "F11-F8!"),
    *(
        "zF6-F9",
        "ZZF6-F9",
        "BF6-F9",
        "Z F6-F9",
        "ZF6",
        "Back",
        "back ",
        "accept\n",
        "begin",
        "begin w",
    ),
    *("begin  W", "begin W ", "begin Z", "begin BLACK", "F11-F8F5", "F11-F8-F5", "F11-F8,F1-F4"),
]


@pytest.mark.parametrize("text", MALFORMED)
def test_anything_else_is_malformed(text):
    with pytest.raises(NotationError):
        ZEN.parse(text)


@given(st.text("ABFKZ1890-x+ ", max_size=9))
def test_a_text_is_the_one_form_of_its_move_or_malformed(text):
    try:
        move = ZEN.parse(text)
    except NotationError:
        return
    assert ZEN.format(move) == text


def test_a_square_has_a_name_and_no_square_has_none():
    assert [parse_square(str(square)) for square in SQUARES] == list(SQUARES)
    assert repr(SQUARES[60]) == "F6"
    assert square_of(0) is None
    with pytest.raises(NotationError, match="'F12' is not a square from A1 to K11"):
        parse_square("F12")


def test_the_start_is_written_as_in_the_rules():
    assert format_position(START) == START_TEXT
    assert parse_position(START_TEXT) == START


@given(positions())
def test_a_position_reads_back_from_its_text(place):
    assert parse_position(format_position(place)) == place


def test_side_and_barred_square_are_part_of_a_position():
    place = position("A1", "K11", "F7", "W", "F6")
    text = "10W/11/11/11/5Z5/11/11/11/11/11/B10 W F6"
    assert format_position(place) == text
    assert parse_position(text) == place


EMPTY = "11/11/11/11/11/11/11/11/11/11/11"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "'' is not a position"),
        (EMPTY, "is not a position"),
        (f"{EMPTY} B", "is not a position"),
        (f"{EMPTY}  B -", "is not a position"),
        (f"{EMPTY} B - ", "is not a position"),
        (f"{EMPTY} B -\n", r"barred square: '-\\n'"),
        (f"{EMPTY} b -", "side to move: 'b' is neither B nor W"),
        (f"{EMPTY} Z -", "side to move"),
        (f"{EMPTY}  -", "side to move"),
        (f"{EMPTY}/11 B -", "12 rows instead of 11"),
        (f"{EMPTY[3:]} B -", "10 rows instead of 11"),
        (f"{EMPTY[:-2]}10 B -", "row 1: 10 squares instead of 11"),
        (f"12{EMPTY[2:]} B -", "row 11: '12' is neither B, W, Z nor a number from 1 to 11"),
        (f"11B{EMPTY[2:]} B -", "row 11: 12 squares instead of 11"),
        (f"BBBBBBBBBBBBBBB{EMPTY[2:]} B -", "row 11: 15 squares"),
        (f"{EMPTY[2:]} B -", "row 11: 0 squares"),
        (f"0BW9{EMPTY[2:]} B -", "row 11: '0' is neither"),
        (f"B0W9{EMPTY[2:]} B -", "row 11: '0' is neither"),
        (f"BW09{EMPTY[2:]} B -", "row 11: '09' is neither"),
        (f"BW36{EMPTY[2:]} B -", "row 11: '36' is neither"),
        (f"BX9{EMPTY[2:]} B -", "row 11: 'X' is neither"),
        (f"bW9{EMPTY[2:]} B -", "row 11: 'b' is neither"),
        (f"\uff11\uff10B{EMPTY[2:]} B -", "row 11: '\uff11' is neither"),
        (f"Z9Z{EMPTY[2:]} B -", "one Zen, not 2: A11 and K11"),
        (f"BBBBBBBBBBB/BB9{EMPTY[5:]} B -", "13 pawns B, a side has 12"),
        (f"WWWWWWWWWWW/WW9{EMPTY[5:]} B -", "13 pawns W, a side has 12"),
        (f"{EMPTY} B F12", "barred square: 'F12' is neither a square from A1 to K11 nor -"),
        (f"{EMPTY} B f6", "barred square: 'f6'"),
        (f"{EMPTY} B F6", "barred square: no Zen is left that F6 could be barred to"),
        (f"Z10{EMPTY[2:]} B A11", "barred square: the Zen has just left A11, it must be empty"),
        (f"ZB9{EMPTY[2:]} B B11", "barred square: the Zen has just left B11"),
    ],
)
def test_a_wrong_position_is_refused_with_place_and_fault(text, words):
    with pytest.raises(NotationError, match=words):
        parse_position(text)


@given(positions(), st.integers(0, 40), st.text("BWZ0123456789/ -AK", max_size=2))
def test_a_changed_text_is_the_one_form_of_its_position_or_refused(place, at, scrap):
    text = format_position(place)
    changed = text[:at] + scrap + text[at + 1 :]
    try:
        read = parse_position(changed)
    except NotationError:
        return
    assert format_position(read) == changed
