"""A game is added as docs/add-a-game.md says: the toy game by a line in each list, and no more."""

from __future__ import annotations

import builtins
import re
import subprocess
import sys
import tomllib
import typing
from pathlib import Path

import diagram
import pytest
import toy_entries
from games_on_disk import saved_game
from line_programs import environment
from pilots import driven, game_of, keys_to, program, shown, until
from terminal import Terminal
from toy_description import TOY
from toy_game import new_table, play_on
from toy_moves import ToyOptions

from cli.__main__ import main
from engine.games import GAMES, describe
from play.frame import Phase
from play.last_setup import last_setup
from saves.header import header_of
from saves.reading import read_record
from saves.store import Store
from tui.games.catalogue import SCENES
from tui.screens.new_game import NewGame
from tui.screens.pages import RulesScreen
from tui.screens.saved import SavedGames
from tui.screens.table import TableScreen

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "add-a-game.md").read_text()
DEFINED = re.compile(r"(?:class|def) (\w+)|^ *(\w+)(?:,.*)? ?[:=]", re.MULTILINE)
TAPIS = [sys.executable, str(Path(toy_entries.__file__))]


def in_backticks() -> list[str]:
    """Return what the page names, in its text and its tables."""
    return sorted(set(re.findall(r"`([^`\n]+)`", PAGE)))


def names() -> set[str]:
    """Return what the sources define, and every word of `make`."""
    files = [file for package in diagram.PACKAGES for file in (ROOT / package).rglob("*.py")]
    texts = [file.read_text() for file in (*files, ROOT / "Makefile")]
    ours = {name for text in texts for pair in DEFINED.findall(text) for name in pair}
    return ours | {*vars(builtins), *typing.__all__}


def test_every_path_and_every_name_on_the_page_exists():
    known = names()
    for text in in_backticks():
        if "/" in text or text.endswith((".md", ".toml")):
            paths = [text.replace("KEY", key) for key in GAMES]
            assert any((ROOT / path).exists() for path in paths), text
        elif re.fullmatch(r"\w+(\.\w+)+", text):
            assert isinstance(toy_entries.list_called(text), dict), text
        elif re.fullmatch(r"make \w+", text):
            assert text.removeprefix("make ") in known, text
        elif re.fullmatch(r"\w+", text) and text not in ("KEY", "random", "every", "lots"):
            assert text in known, text


def test_the_toy_game_has_a_line_in_each_list_that_the_page_names():
    listed = re.findall(r"^\| `([\w.]+)` \|(?! if )", PAGE, re.MULTILINE)
    assert sorted(listed) == sorted(toy_entries.ENTRIES)


def test_the_contracts_name_every_game():
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    packages = {f"engine.{key}" for key in GAMES}
    for contract in contracts["contracts"]:
        for modules in contract.values():
            if isinstance(modules, list) and packages & set(modules):
                assert packages <= set(modules), contract["name"]


def test_the_command_line_seats_players_and_takes_the_options():
    values = ("--players", "3", "--rounds", "5", "--teams", "off")
    terminal = Terminal(
        [*TAPIS, "play", "toy", *values, "--seats", "human,random,saver", "--seed", "4"],
        environment(TERM="xterm-256color", TEXTUAL_ANIMATIONS="none"),
    )
    try:
        terminal.wait_for("you are North", "On pick")
        terminal.send(b"\r")
        terminal.wait_for(" 0 pick ")
        terminal.send(b"q")
        terminal.wait_for("Enter resumes: The Toy Game")
    finally:
        terminal.end()
    (saved,) = Store().listing()
    toy_file = str(saved.path)
    help_ = " ".join("\n".join(tapis("play", "toy", "--help")).split())
    for words in ("--rounds 1-8", "--teams on|off", "--players 4|3|2", "--seats", "random, saver"):
        assert words in help_
    assert "toy (The Toy Game)" in " ".join("\n".join(tapis("play", "--help")).split())
    assert tapis("legal", toy_file, "--at", "0", "--seat", "North")[0].startswith("pick ")


def test_options_that_do_not_go_together_are_refused(toy, capfd):
    assert main(["play", "toy", "--players", "4", "--rounds", "6"]) == 2
    assert capfd.readouterr().err == "tapis: --rounds can only be 1-4 here\n"
    assert main(["play", "toy", "--players", "3", "--teams", "on"]) == 2
    assert capfd.readouterr().err == "tapis: teams are made of 4 players\n"
    with pytest.raises(SystemExit):
        main(["play", "toy", "--rounds", "9"])
    assert "'9' is not a whole number from 1 to 8" in capfd.readouterr().err


def test_it_has_secrets_on_the_screen_and_in_what_is_told_of_files(toy):
    for key in GAMES:
        assert SCENES[key]().new_controls().hides == describe(key).has_secrets


def tapis(*arguments: object) -> list[str]:
    """Run `tapis` with the toy game in its lists; return the lines it prints."""
    command = [*TAPIS, *map(str, arguments)]
    run = subprocess.run(command, capture_output=True, env=environment(), timeout=60, text=True)
    assert (run.returncode, run.stderr) == (0, ""), run.stderr
    return run.stdout.splitlines()


def row(pilot, id_: str) -> list[str]:
    """Return the keys that go to a row of a list."""
    return keys_to(pilot, id_)


def rows(pilot) -> dict[str, str]:
    return {choice.id: choice.note for choice in pilot.app.screen.query_one("Choices").choices}


async def choose_toy(pilot):
    await pilot.press(*row(pilot, "new"), "enter")
    assert isinstance(pilot.app.screen, NewGame)
    await pilot.press(*row(pilot, "game"), "enter", "end", "enter")
    assert rows(pilot)["game"] == TOY.title


async def test_it_is_chosen_set_up_begun_played_and_kept(toy):
    async with driven(program()) as pilot:
        await choose_toy(pilot)
        there = rows(pilot)
        assert (there["players"], there["teams"], there["rounds"]) == ("four", "off", "2")
        assert (there["kind 0"], there["kind 1"]) == ("a person", "computer: saver")
        assert "first" not in there
        await pilot.press(*row(pilot, "teams"), "right")
        assert rows(pilot)["teams"] == "on"
        await pilot.press(*row(pilot, "players"), "left")
        assert rows(pilot)["players"] == "two"
        assert not {"teams", "kind 2"} & rows(pilot).keys()
        await pilot.press(*row(pilot, "rounds"), "left", "left")
        assert rows(pilot)["rounds"] == "8"
        await pilot.press("right", "enter")
        pilot.app.screen.query_one("Input").value = "9"
        await pilot.press("enter")
        assert "9 is not a number from 1 to 8." in pilot.app.screen.said()
        await pilot.press("enter")
        assert pilot.app.screen.said() == "Rounds, from 1 to 8:"
        pilot.app.screen.query_one("Input").value = "3"
        await pilot.press("enter", *row(pilot, "begin"), "enter", "enter")  # and no name
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        table = pilot.app.screen
        await until(pilot, lambda: table.frame.phase is Phase.TURN)
        assert game_of(table).options == ToyOptions(2, teams=False, rounds=3)
        await pilot.press("enter")
        await until(pilot, lambda: game_of(table).turns >= 2)
        table.leave()
    assert last_setup().values == {"players": 2, "teams": False, "rounds": 3}
    (saved,) = Store().listing()
    assert (saved.header.game, saved.header.names) == ("toy", ("North", "East (saver)"))
    assert saved.header.turns >= 2
    verdict, *games = tapis("check", saved.path) + tapis("saves")
    assert re.fullmatch(r".*: ok, The Toy Game, \d+ turns, in play", verdict)
    assert "The Toy Game, North - East (saver), " in games[0]
    assert games[1].startswith("1 saved game in ")


async def test_its_rules_are_read_and_its_games_are_listed(toy):
    finished = play_on(new_table(seed=4))
    saved_game(Store().folder, finished)
    (saved,) = Store().listing()
    assert saved.header == header_of(read_record(saved.path.read_bytes()))
    assert saved.header.ended.winners == finished.outcome.winners
    async with driven(program()) as pilot:
        await pilot.press(*row(pilot, "rules"), "enter")
        assert isinstance(pilot.app.screen, RulesScreen)
        await pilot.press("left")
        assert TOY.title in shown(pilot.app)
        assert "Who has most points wins." in shown(pilot.app)
        await pilot.press("q")
        await pilot.press(*row(pilot, "saved"), "enter")
        assert isinstance(pilot.app.screen, SavedGames)
        await until(pilot, lambda: "The Toy Game" in shown(pilot.app))


def test_its_players_meet_in_the_arena():
    lines = tapis("arena", "toy", "saver", "random", "--deals", 2, "--seed", 1, "--jobs", 1)
    assert "toy" in lines[0]
    assert [line.split()[0] for line in lines if line.startswith(("saver", "random"))]
