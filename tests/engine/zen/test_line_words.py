"""Zen told to a program: nothing left out, nothing twice."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from zens import new_table, play_moves, play_on

from engine.reasons import NotationError
from engine.zen.game import ZEN
from engine.zen.moves import Answer, parse
from engine.zen.options import ZenOptions
from engine.zen.positions import format_position

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
