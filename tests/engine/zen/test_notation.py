"""The notation of moves and positions, both ways and exactly, and what a program is told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from zens import all_moves, new_table, play_moves, play_on, position, positions

from engine.reasons import NotationError
from engine.zen.board import BLACK, WHITE
from engine.zen.game import ZEN
from engine.zen.moves import Answer, BoardMove, FirstColour, parse
from engine.zen.options import ZenOptions
from engine.zen.positions import START, format_position, parse_position
from engine.zen.squares import SQUARES, parse_square, square_of

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
    *("", " ", "F11", "F11F8", "F11-", "-F8"),
    *("F11 F8", "F11-F8 ", " F11-F8", "F11-F8\n", "F11--F8"),
    *("f11-f8", "F11-f8", "L1-A1", "F0-F8", "F12-F8", "F01-F8", "F011-F8", "F11-F88", "F-F8"),
    *("F11XF8", "F11:F8", "F11\u2013F8", "F\uff11-F8", "F11-F8++", "+F11-F8", "F11-F8#", "F11-F8!"),
    *("zF6-F9", "ZZF6-F9", "BF6-F9", "Z F6-F9", "ZF6", "Back", "back ", "accept\n", "begin"),
    "begin w",
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


WORDS = ZEN.line_words
SILENT = "11/11/11/11/4W6/4B2W3/4B6/5W2B2/11/11/11 W -"


def test_a_game_is_told_from_its_kind_to_its_question():
    state = play_moves(ZEN.start(ZenOptions()), "begin W", "K1-H1", "ZF6-F9")
    assert [*WORDS.since(state.view(1), 0), *WORDS.asking(state.view(1))] == [
        "zen 0 auto 2",
        "begin W",
        "BLACK: ZF6-F9",
        f"play WHITE: {format_position(state.position)}",
    ]
    assert format_position(state.position).endswith(" W F6")


def test_who_comes_late_hears_its_own_moves_too():
    state = play_moves(ZEN.start(ZenOptions(players=4, first="black")), "F11-F8", "K1-H1", "F8-F11")
    heard = ["zen 0 auto 4", "BLACK 1: F11-F8", "WHITE 1: K1-H1", "BLACK 2: F8-F11"]
    assert WORDS.situation(state.view(0)) == heard
    assert WORDS.situation(state.view(3)) == heard


def test_an_announcement_an_answer_and_where_the_game_began_are_told():
    begun = ZEN.start(ZenOptions(1, announce="hand", position=SILENT))
    state = play_moves(begun, "F4-H4", "I4-K4", "E7-G5")
    assert WORDS.since(state.view(0), 0)[0] == f"zen 1 hand 2 {SILENT}"
    assert WORDS.asking(state.view(0))[0].startswith("answer BLACK: 11/11/")
    back = play_moves(state, "back")
    assert WORDS.since(back.view(1), 3) == ["BLACK: back", "echec"]
    assert WORDS.since(back.view(0), 3) == ["echec"]


def test_how_rounds_and_the_game_ended_is_told():
    table = play_on(new_table(ZenOptions(2), 6))
    lines = WORDS.since(table.view(0), 0)
    ends = [line for line in lines if line.startswith("round ")]
    assert len(ends) == len(table.state.rounds)
    winner = "BW"[table.outcome.winners[0]]
    black, white = table.state.score
    assert WORDS.result(table.outcome) == [f"end {winner} points {black} {white}"]
    drawn = ZEN.start(ZenOptions(position="11/2WW7/11/4B6/3B7/6Z4/11/11/11/11/11 B -"))
    assert WORDS.result(play_moves(drawn, "ZG6-D9").outcome) == ["end - both-connected"]


def test_a_forfeit_is_told_by_the_result_only():
    table = play_on(new_table(ZenOptions(), 3), 2)
    before = WORDS.since(table.view(0), 0)
    table.forfeit(1, "left")
    assert WORDS.since(table.view(0), 0) == before
    assert WORDS.result(table.outcome) == ["end B forfeit"]


@pytest.mark.parametrize("line", ["", "begin W", "f11-f8", "F11-F8 F8-F11", "play"])
def test_only_a_move_or_an_answer_is_an_answer(line):
    assert WORDS.read(" F11-F8+\t") == parse("F11-F8+")
    assert WORDS.read("back") is Answer.BACK
    with pytest.raises(NotationError):
        WORDS.read(line)


def test_the_exchange_in_the_manual_is_what_a_program_hears():
    page = (Path(__file__).parents[3] / "docs" / "players.md").read_text()
    (shown,) = re.findall(r"```\n(< zen .*?)```", page, re.DOTALL)
    heard = [line[2:] for line in shown.splitlines() if line.startswith("< ")]
    first = play_moves(ZEN.start(ZenOptions(1, first="black")), "F11-F8")
    then = play_moves(first, "ZF6-I6", "J7-G4")
    asked = [*WORDS.since(first.view(1), 0), *WORDS.asking(first.view(1))]
    asked += [*WORDS.since(then.view(1), len(first.log)), *WORDS.asking(then.view(1))]
    assert heard[:-1] == asked
    assert heard[-1] == "end B mat"
