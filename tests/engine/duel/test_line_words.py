"""The duel told to a program: nothing left out, nothing twice, no secret of the other seat."""

from __future__ import annotations

import pytest
from duels import new_table, play_on

from engine.duel.game import DUEL
from engine.duel.moves import parse_turn
from engine.reasons import NotationError

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
