"""`tapis analyse`: a table for people, lines in words, JSON for programs; what is refused."""

from __future__ import annotations

import json

import pytest
from duels import play_on
from games_on_disk import saved_game
from zens import ZenOptions, new_table

from cli.__main__ import main
from engine.duel.game import DUEL
from engine.duel.state import DuelOptions
from engine.table import Sitter, Table


@pytest.fixture
def resigned(tmp_path):
    """The file of a game that South gave up after three turns, and its table."""
    table = Table(DUEL, DuelOptions("north"), [Sitter("NORD"), Sitter("SUD")], 3)
    table.draw_lots()
    play_on(table, ("random", "random"), turns=3)
    table.forfeit(1, "")
    return saved_game(tmp_path, table)[0], table


def test_json_has_each_turn_and_ledgers_that_add_up(resigned, capfd):
    file, table = resigned
    assert main(["analyse", str(file), "--json"]) == 0
    found = json.loads(capfd.readouterr().out)
    keys = ["ply", "seat", "played", "best", "loss", "error", "label", "before", "after"]
    assert [[*turn] for turn in found["turns"]] == [keys] * 3
    assert [turn["seat"] for turn in found["turns"]] == ["NORD", "SUD", "NORD"]
    assert [turn["played"] for turn in found["turns"]] == [
        table.move_text(turn["ply"]) for turn in found["turns"]
    ]
    kept = found["ledgers"]
    assert kept["result"] == 50
    assert kept["deal"] + kept["draws"] + kept["choices"] == pytest.approx(50, abs=1e-9)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], ["turn   player   played", "North", "the draws", "together", "+50.0"]),
        (["--talk"], ["turn 1: player North, played ", "together: North +50.0."]),
        (["--lang", "fr"], ["le tirage", "au total", "+50,0"]),
    ],
)
def test_people_read_the_turns_and_the_ledgers(arguments, told, resigned, capfd):
    assert main([*arguments, "analyse", str(resigned[0])]) == 0
    out = capfd.readouterr().out
    assert all(words in out for words in told), out


def test_a_game_in_play_or_of_another_kind_is_refused(tmp_path, capfd):
    table = Table(DUEL, DuelOptions("north"), [Sitter("NORD"), Sitter("SUD")], 3)
    table.draw_lots()
    for one, why in (
        (play_on(table, turns=2), "the game is in play: it is analysed after its end"),
        (new_table(ZenOptions(), 3), "games of Zen l'Initié are not analysed"),
    ):
        file, _record = saved_game(tmp_path, one)
        assert main(["analyse", str(file)]) == 2
        assert capfd.readouterr().err == f"tapis: {file}: {why}\n"


def test_a_game_given_up_before_its_first_turn_is_refused(tmp_path, capfd):
    table = Table(DUEL, DuelOptions("north"), [Sitter("NORD"), Sitter("SUD")], 3)
    table.draw_lots()
    table.forfeit(0, "")
    file, _record = saved_game(tmp_path, table)
    assert main(["analyse", str(file)]) == 2
    assert "the game has no turn" in capfd.readouterr().err
