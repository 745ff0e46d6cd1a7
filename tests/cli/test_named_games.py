"""Games by the name that `tapis saves` prints, wherever a command takes a game's file."""

from __future__ import annotations

from pathlib import Path

import pytest
import zens
from duels import new_table, play_on
from games_on_disk import saved_game
from line_programs import tapis

from cli.__main__ import main
from saves.home import remember
from saves.reading import read_record
from saves.store import Store

DUEL_NAME = "2025-11-21 20.15 Zoé - SUD"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return the folder of games, with one of the duel and one of Zen in it."""
    folder = Store().folder
    folder.mkdir(parents=True)
    saved_game(folder, play_on(new_table(8), turns=2), DUEL_NAME)
    saved_game(folder, zens.play_on(zens.new_table(), 3), "zen")
    (folder / "broken.json").write_text("{")
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    return folder


@pytest.mark.parametrize("ending", ["", ".json"])
def test_every_command_finds_a_game_by_its_name(folder, capfd, ending):
    name = DUEL_NAME + ending
    assert DUEL_NAME + ".json: " in tapis("saves").stdout.decode()
    assert main(["check", name]) == 0
    assert (
        capfd.readouterr().out == f"{folder / DUEL_NAME}.json: ok, Face to Face, 2 turns, in play\n"
    )
    assert main(["replay", "--print", name]) == 0
    assert capfd.readouterr().out.count(" cartes posées, ") == 2
    for command in ("resume", "replay"):
        assert main([command, name]) == 2
        assert capfd.readouterr().err.startswith("tapis: the table needs a terminal")
        assert main([command, "broken" + ending]) == 2
        assert capfd.readouterr().err.startswith(f"tapis: {folder / 'broken.json'}: ")


@pytest.mark.parametrize("ending", ["", ".json"])
@pytest.mark.parametrize(
    ("command", "name", "typed"),
    [(["console"], DUEL_NAME, b""), (["console", "zen"], "zen", b"undo\n")],
    ids=["duel", "zen"],
)
def test_the_line_modes_go_on_with_a_game_by_its_name(folder, command, name, typed, ending):
    before = (folder / f"{name}.json").read_bytes()
    run = tapis(*command, "--resume", name + ending, typed=typed)
    assert (run.returncode, run.stderr) == (1, b"")
    kept = read_record((folder / f"{name}.json").read_bytes()).table
    gone = 1 if typed else 0
    assert len(kept.plays) == len(read_record(before).table.plays) - gone


def test_what_is_here_comes_first_and_a_path_is_looked_for_nowhere_else(folder, capfd):
    here, _ = saved_game(folder.parent.parent / "here", play_on(new_table(8), turns=1), "zen")
    assert main(["check", "zen", "zen.json", "./here", str(here.parent / "broken")]) == 1
    assert capfd.readouterr().out.splitlines() == [
        f"{folder / 'zen.json'}: ok, Zen l'Initié, 3 turns, in play",
        "zen.json: ok, Face to Face, 1 turn, in play",
        "here: No such file or directory",
        f"{here.parent / 'broken'}: No such file or directory",
    ]


def test_a_link_that_leads_nowhere_is_here_too(folder, capfd):
    Path("zen").symlink_to("nothing")
    assert main(["check", "zen"]) == 1
    assert capfd.readouterr().out == "zen: No such file or directory\n"


@pytest.mark.parametrize("name", ["none", "x" * 300, ".", "..", ".json", ""])
def test_a_name_of_nothing_is_said_as_it_was_given(folder, capfd, name):
    assert main(["check", name]) == 1
    assert capfd.readouterr().out.startswith(f"{name or '.'}: ")


@pytest.mark.parametrize("game", ["duel", "zen"])
def test_a_console_calls_people_as_they_were_called_on_the_screen(tmp_path, game):
    """So the statistics of a person do not split; a seat without a person keeps its name."""
    remember(people=["Alex"])
    file = tmp_path / "game.json"
    seats = ("--seats", "greedy,human", "--seed", "1")
    tapis("console", game, *seats, "--save", file)
    names = [sitter.name for sitter in read_record(file.read_bytes()).table.sitters]
    assert names[1] == "Alex"
    assert names[0] != "Alex"
