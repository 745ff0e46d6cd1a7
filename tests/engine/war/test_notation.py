"""The notation of Bataille: each move has one text, and other texts are no moves."""

from __future__ import annotations

import pytest
from hypothesis import given
from wars import chance_moves

from engine.reasons import NotationError
from engine.war.game import WAR
from engine.war.moves import TURN, PileDeal, Shuffle, parse
from saves.reading import MAX_MOVE


@given(chance_moves())
def test_a_move_of_chance_reads_back_as_it_was_written(move):
    assert parse(str(move)) == move
    assert WAR.format(WAR.parse(str(move))) == str(move)
    assert str(move).startswith(WAR.chance_words)
    assert len(str(move)) <= MAX_MOVE


def test_the_moves_are_written_as_the_rules_say():
    assert parse("turn") is TURN
    assert parse("deal 2C KD / AS TH") == PileDeal((("2C", "KD"), ("AS", "TH")))
    assert parse("shuffle KD 2C") == Shuffle(("KD", "2C"))
    assert not str(TURN).startswith(WAR.chance_words)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Turn",
        "turn ",
        "shuffle",
        "shuffle ",
        "shuffle 1C",
        "shuffle 10C",
        "shuffle kd",
        "shuffle KD  2C",
        "deal",
        "deal ",
        "deal 2C/3C",
        "deal 2C / ",
        "deal ? / ?",
        "deal 2C  / 3C",
        "turn 2C",
    ],
)
def test_anything_else_is_no_move(text):
    with pytest.raises(NotationError):
        parse(text)


def test_a_turn_is_the_one_step_of_a_move():
    assert WAR.steps(TURN) == (TURN,)
    assert WAR.steps(Shuffle(("2C",))) == ()
    assert WAR.parse_step(WAR.format_step(TURN)) is TURN
    with pytest.raises(NotationError):
        WAR.parse_step("shuffle KD 2C")
