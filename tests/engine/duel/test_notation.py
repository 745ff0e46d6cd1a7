"""The notation of the duel, both ways and exactly, and what a program is told of it."""

from __future__ import annotations

import pytest
from duels import moves, new_table, play_on, turns
from hypothesis import given
from hypothesis import strategies as st

from engine.duel.game import DUEL
from engine.duel.moves import LAYS, Deal, Pile, Turn, format_network, parse_network, parse_turn
from engine.reasons import NotationError


@given(moves)
def test_what_is_written_reads_back_as_the_same_move(move):
    assert DUEL.parse(DUEL.format(move)) == move


@given(turns)
def test_the_network_form_reads_back_as_the_same_turn(turn):
    assert parse_network(format_network(turn)) == turn


@given(turns, st.data())
def test_any_run_of_blanks_and_tabs_separates_and_surrounds(turn, data):
    blanks = st.text(" \t", min_size=1, max_size=3)
    text = data.draw(blanks).join(str(turn).split(" "))
    assert parse_turn(data.draw(blanks) + text + data.draw(blanks)) == turn


def test_the_examples_of_the_rules_are_understood():
    assert parse_turn("03v 17^' 19^ 28^") == Turn(
        (LAYS[3, Pile.DOWN], LAYS[17, Pile.THEIR_UP], LAYS[19, Pile.UP], LAYS[28, Pile.UP])
    )
    assert parse_network("17^E 20vA 48vE") == parse_turn("17^' 20v 48v'")


MALFORMED = [
    *("9^", "015^", "15V", "20'^", "20^''", "29vx", "15^,20^", "15^20^", "15 ^", "^15", "15", ""),
    *(" ", "15^ 20^\n", "15^\n20^", "15^\r", "15^\x0b20^", "15^\xa020^", "15^ 20^;", "-5^", "1 5^"),
    *("15^\u2019", "15^\u2032", "\uff11\uff15^", "\u0661\u0665^", "15\u02c6", "15^ 20\u2228"),
    *("15^`", "00^ 15^", "01^ 15^", "60v 15^", "99v"),
    *("deal", "begin EST", "begin nord", "deal 15 / 15 "),
]


@pytest.mark.parametrize("text", MALFORMED)
def test_anything_else_is_malformed(text):
    with pytest.raises(NotationError):
        DUEL.parse(text)


@pytest.mark.parametrize(
    "text", ["17^", "17^B", "7^A", " 17^A", "17^A  20^A", "17^A\t20^A", "", "60vA"]
)
def test_the_network_form_is_exact_too(text):
    with pytest.raises(NotationError):
        parse_network(text)


def test_a_deal_of_any_length_is_a_deal_to_the_notation():
    assert DUEL.parse("deal 15 20 / 03") == Deal(((15, 20), (3,)))


WORDS = DUEL.line_words


def test_a_turn_is_told_to_the_other_seat_only():
    table = play_on(new_table(3), turns=1)
    turn = f"NORD {table.plays[-1].move}"
    assert turn in WORDS.since(table.view(1), 0)
    assert turn not in WORDS.since(table.view(0), 0)
    assert WORDS.since(table.view(1), 0)[-2:] == WORDS.situation(table.view(1))


def test_how_a_forfeited_game_ended_is_told_last():
    table = play_on(new_table(3), turns=2)
    before = WORDS.since(table.view(0), 0)
    table.forfeit(1, "left")
    assert WORDS.since(table.view(0), 0) == before
    assert WORDS.result(table.outcome) == ["partie finie, NORD a gagné"]


@pytest.mark.parametrize("line", ["", "deal 15 / 15", "begin NORD", "15^,20^"])
def test_only_a_turn_is_an_answer(line):
    assert WORDS.read(" 15^\t20^' ") == parse_turn("15^ 20^'")
    with pytest.raises(NotationError):
        WORDS.read(line)
