"""`tapis analyse`: a table for people, lines in words, JSON for programs; what is refused."""

from __future__ import annotations

import json
from importlib import import_module

import pytest
import zens
from analysts import judged_turn, with_open_cards
from duels import new_table, play_on
from games_on_disk import NOW, saved_game

from cli.__main__ import main
from engine.duel.game import DUEL
from engine.duel.state import DuelOptions
from engine.game import never
from engine.games import find_game
from engine.table import Sitter, Table
from saves.kept_analysis import keep_beside, turns_kept
from saves.record import Record
from saves.share_line import share_line


@pytest.fixture(autouse=True)
def _little_effort(monkeypatch):
    """Let analyses take little time: their usual efforts are measured elsewhere."""
    for key in ("duel", "zen", "hearts"):
        analysis = import_module(f"engine.{key}.analysis")
        least = analysis.QUICK._replace(**{analysis.QUICK._fields[0]: 1})
        monkeypatch.setattr(analysis.analyse, "__defaults__", (never, least))


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
    assert [[key for key in turn if key != "open_cards"] for turn in found["turns"]] == [keys] * 3
    assert [turn["seat"] for turn in found["turns"]] == ["NORD", "SUD", "NORD"]
    assert [turn["played"] for turn in found["turns"]] == [
        table.move_text(turn["ply"]) for turn in found["turns"]
    ]
    kept = found["ledgers"]
    assert kept["result"] == 50
    assert kept["deal"] + kept["draws"] + kept["choices"] == pytest.approx(50, abs=1e-9)


def test_a_second_call_reads_what_the_first_has_kept_beside_the_game(resigned, capfd, monkeypatch):
    file, table = resigned
    assert main(["analyse", str(file), "--json"]) == 0
    first = capfd.readouterr().out
    assert len(turns_kept(file, table)) == 3
    monkeypatch.setattr(import_module("engine.duel.analysis"), "analyse", None)
    assert main(["analyse", str(file), "--json"]) == 0
    assert capfd.readouterr().out == first


def test_what_the_screen_has_kept_is_told_as_it_was(resigned, capfd):
    file, table = resigned
    turns = [judged_turn(table, turn, 12.0 + turn) for turn in (1, 2, 3)]
    keep_beside(file, table, with_open_cards(turns, 1, turns[1].best))
    assert main(["analyse", str(file), "--json"]) == 0
    told = json.loads(capfd.readouterr().out)["turns"]
    assert [turn["loss"] for turn in told] == [13, 14, 15]
    best = str(turns[1].best)
    assert told[1]["open_cards"] == {"best": best, "gain": 8, "error": 1}
    assert "open_cards" not in told[0]


def test_nothing_is_kept_of_a_share_line(resigned, capfd, monkeypatch):
    file, table = resigned
    (folder := file.parent / "empty").mkdir()
    monkeypatch.chdir(folder)
    assert main(["analyse", share_line(Record.new(table, NOW))]) == 0
    assert not [*folder.iterdir()]
    assert turns_kept(file, table) == ()


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


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_handicap_is_told_and_check_tells_it_too(language, tmp_path, capfd):
    table = Table(DUEL, DuelOptions("north", "south"), [Sitter("NORD"), Sitter("SUD")], 5)
    file, _record = saved_game(tmp_path, play_on(table, ("random", "greedy")))
    words = ("South lays one card", "SUD pose une carte")[language == "fr"]
    assert main(["--lang", language, "analyse", str(file)]) == 0
    assert capfd.readouterr().out.splitlines()[0].endswith(f": {words}.")
    assert main(["--lang", language, "check", str(file)]) == 0
    assert f", {words}, " in capfd.readouterr().out


@pytest.mark.parametrize(
    "table",
    [play_on(new_table(3), turns=2), zens.play_on(zens.new_table(), 3)],
    ids=["duel", "zen"],
)
def test_a_game_in_play_is_refused(table, tmp_path, capfd):
    file, _record = saved_game(tmp_path, table)
    assert main(["analyse", str(file)]) == 2
    why = "the game is in play: it is analysed after its end"
    assert capfd.readouterr().err == f"tapis: {file}: {why}\n"


@pytest.mark.parametrize(
    ("key", "told", "keys"),
    [
        ("zen", ["Chances are those of Black", "seen later", "together"], ["ledgers"]),
        ("hearts", ["points that South may expect", "round 1", "luck", "all rounds"], ["rounds"]),
        ("war", ["Player 3", "33.3", "share of the cards before"], []),
    ],
)
def test_each_game_is_told_in_its_own_terms(key, told, keys, tmp_path, capfd):
    file, _record = saved_game(tmp_path, finished(key))
    assert main(["analyse", str(file)]) == 0
    out = capfd.readouterr().out
    assert all(words in out for words in told), out
    assert main(["analyse", str(file), "--json"]) == 0
    found = json.loads(capfd.readouterr().out)
    assert {"measure", "turns", *keys} <= found.keys()
    for kept in [*found.get("rounds", []), *filter(None, [found.get("ledgers")])]:
        assert kept["deal"] + kept["draws"] + kept["choices"] == pytest.approx(kept["result"])


def finished(key):
    """Return a short game that is over: of Dame de Pique one that is given up in round 2."""
    game, options = find_game(key), {"war": {"cards": 3, "players": 3}}.get(key, {})
    options = game.options(**options)
    level = "novice" if "novice" in game.computer_players else "random"
    table = Table(game, options, [Sitter(level) for _ in game.seats(options)], 4)
    players = [game.computer_players[level](seat) for seat in range(len(table.seats))]
    while table.outcome is None:
        if key == "hearts" and table.state.number == 2 and len(table.state.tricks) == 1:
            table.forfeit(1, "")
            break
        seat = table.to_move[0]
        table.play(seat, players[seat].choose(table.view(seat)))
    return table


def test_a_game_given_up_before_its_first_turn_is_refused(tmp_path, capfd):
    table = Table(DUEL, DuelOptions("north"), [Sitter("NORD"), Sitter("SUD")], 3)
    table.draw_lots()
    table.forfeit(0, "")
    file, _record = saved_game(tmp_path, table)
    assert main(["analyse", str(file)]) == 2
    assert "the game has no turn" in capfd.readouterr().err


def test_a_team_has_its_name_and_a_win_that_was_missed_is_told(tmp_path, capfd):
    table = zens.at_position(zens.ECHEC_AHEAD, ("Ana", "Bob", "Cid", "Dan"), players=4)
    for text in ("K1-K2", "J5-H5"):  # White could have won by K1-H4
        table.play(table.to_move[0], table.game.parse(text))
    file, _record = saved_game(tmp_path, table)
    assert main(["analyse", str(file)]) == 0
    out = capfd.readouterr().out
    assert "Chances are those of Black 1 + Black 2, losses" in out
    assert "blunder: a certain win was missed" in out
    assert "where the result comes from   Black 1 + Black 2" in out
