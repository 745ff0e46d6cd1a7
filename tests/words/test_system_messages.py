"""What the system, files and the command line say is wrong is said in the language spoken."""

from __future__ import annotations

import argparse
import ast
import errno
import inspect
import json
import os
import re
import sys

import pytest
from duels import new_table, play_on
from games_on_disk import NOW
from pilots import driven, program, shown, until

from cli.__main__ import main
from cli.game_files import read_game
from cli.streams import BadUse
from engine.reasons import Forfeit
from play import home_model
from programs.players import Failure, OutOfResources
from saves.document import Fault, write_document
from saves.files import MAX_BYTES, read_file
from saves.reasons import plain_sentence
from saves.record import Record
from saves.store import Store
from tui.screens.saved import SavedGames
from tui.widgets.choices import Choices
from words.errors import ARGUMENTS, SYSTEM, os_text
from words.translation import _, said, set_language, why

GAME = json.loads(Record.new(play_on(new_table(8), turns=2), NOW).to_bytes())
START = "W4B4B/4W1W4/3B3B3/2W5W2/1B7B1/W4Z4W/1B7B1/2W5W2/3B3B3/4W1W4/B4B4W"


@pytest.mark.parametrize("name", SYSTEM)
def test_what_the_system_says_is_said_in_french(name):
    number = getattr(errno, name)
    error = OSError(number, os.strerror(number))
    assert os_text(error) == SYSTEM[name]
    set_language("fr")
    assert os_text(error) != SYSTEM[name]


def test_what_nobody_knows_stays_as_the_system_says_it():
    set_language("fr")
    assert os_text(OSError(errno.ELIBBAD, "Corrupted library")) == "Corrupted library"
    assert os_text(OSError("odd")) == "odd"
    assert os_text(OSError()) == ""
    assert (
        said(Fault("$.x", plain_sentence("odd {x} of others")).sentence)
        == "$.x\xa0: odd {x} of others"
    )


def test_why_a_program_cannot_be_started_is_said_in_french():
    set_language("fr")
    assert why(OutOfResources("./bot", "Too many open files")).endswith("trop de fichiers ouverts")
    missing = Forfeit(Failure.NOT_STARTED, program="./bot", why="No such file or directory")
    assert why(missing).endswith("aucun fichier ou dossier de ce nom")


WRONG = [
    (b"", "ligne 1, colonne 1 : s'arrête trop tôt"),
    (
        b'{"format":\n "tapis-vert";}',
        "ligne 2, colonne 14 : ce n'est plus du JSON à partir d'ici : ';}'",
    ),
    (b"\xff", "octet 0 : ce n'est pas de l'UTF-8"),
    (b"{}", '$.format : ce n\'est pas un fichier de partie (son format est "tapis-vert")'),
    ({"version": 99}, "$.version : 99 est plus récent que ce que ce programme sait lire (1)"),
    ({"players": []}, "$.players : il faut 2 joueurs, et non 0"),
    ({"moves": 3}, "$.moves : 3 n'est pas une valeur possible"),
    ({"moves": ["hm"]}, "$.moves[0] : 'hm' n'est pas un tour (écrivez par exemple 15^ 20^' 48v)"),
    ({"moves": [*GAME["moves"], "59^ 02^"]}, "$.moves[3] : le 59 n'est pas en main"),
    ({"outcome": {"winners": [], "why": "", "points": []}}, "$.outcome : les coups ne donnent pas"),
]


@pytest.mark.parametrize(("damage", "words"), WRONG)
@pytest.mark.parametrize("command", ["check", "replay", "resume", "saves", "console --resume"])
def test_every_command_says_in_french_what_is_wrong_with_a_file(
    tmp_path, monkeypatch, capfd, command, damage, words
):
    data = write_document({**GAME, **damage}) if isinstance(damage, dict) else damage
    monkeypatch.setenv("TAPIS_HOME", str(tmp_path))
    file = tmp_path / "games" / "game.json"
    file.parent.mkdir()
    file.write_bytes(data)
    main(["--lang", "fr", *command.split(), *([] if command == "saves" else [str(file)])])
    told = "".join(capfd.readouterr())
    if command != "saves":
        assert f"{file} : {words}" in told
    elif "$.moves[" not in words and "$.outcome" not in words:  # a list plays no move
        assert f"{file.name} : {words}" in told


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["console", "--deal"], "$ : une donne est"),
        (["legal", "zen", "--position", f"{START} R -"], "camp au trait : 'R' n'est ni B ni W"),
        (["console", "zen", "--position", "8/8 B -"], "position : 2 rangées au lieu de 11"),
    ],
)
def test_a_wrong_deal_and_a_wrong_position_are_told_of_in_french(tmp_path, capfd, command, words):
    (tmp_path / "deal.json").write_text("[]")
    more = [str(tmp_path / "deal.json")] if "--deal" in command else []
    assert main(["--lang", "fr", *command, *more]) == 2
    assert words in capfd.readouterr().err


def test_a_wrong_file_that_the_line_mode_of_zen_shall_show_is_told_of_in_french(tmp_path):
    (tmp_path / "game.json").write_bytes(write_document({**GAME, "game": "whist"}))
    set_language("fr")
    with pytest.raises(BadUse, match=r'\$\.game\s: jeu inconnu\s: "whist"$'):
        read_game(tmp_path / "game.json")


def test_a_file_that_cannot_be_read_is_told_of_in_french(tmp_path, capfd):
    (tmp_path / "large").write_bytes(b" " * (MAX_BYTES + 1))
    for name, words in (
        ("none", "aucun fichier ou dossier de ce nom"),
        (".", "c'est un dossier"),
        ("large", "plus de 4 Mio"),
    ):
        file = tmp_path / name
        assert main(["--lang", "fr", "check", str(file)]) == 1
        assert capfd.readouterr().out == f"{file} : {words}\n"
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="not a regular file") as refused:
        read_file(tmp_path / "pipe")
    assert os_text(refused.value) == "ce n'est pas un fichier ordinaire"


def test_a_remembered_fault_is_told_of_in_the_language_spoken_now(tmp_path, monkeypatch):
    monkeypatch.setattr(home_model, "newest_games", lambda store, before: {})
    store = Store(tmp_path / "games")
    store.folder.mkdir()
    store.path("bad").write_bytes(write_document({**GAME, "game": "whist"}))
    listing = store.listing()
    assert said(listing.inspect(0).error) == '$.game: unknown game "whist"'
    listing.keep()
    known = Store(store.folder).listing().known(0)
    assert known.fault == '$.game: unknown game "whist"'
    set_language("fr")
    assert said(known.error) == '$.game\xa0: jeu inconnu\xa0: "whist"'


async def test_the_saved_games_tell_of_faults_in_french(tmp_path, monkeypatch):
    monkeypatch.setattr(home_model, "newest_games", lambda store, before: {})
    monkeypatch.setenv("TAPIS_HOME", str(tmp_path))
    store = Store()
    store.folder.mkdir()
    moves = [*GAME["moves"], "59^ 02^"]
    store.path("bad").write_bytes(write_document({**GAME, "moves": moves}))
    async with driven(program(language="fr"), (120, 24)) as pilot:
        screen = SavedGames(pilot.app.store)
        pilot.app.push_screen(screen)
        await until(pilot, lambda: pilot.app.screen is screen and screen.query_one(Choices).lines)
        words = "$.moves[3] : le 59 n'est pas en main"
        await until(pilot, lambda: screen.said().replace("\xa0", " ") == words)
        assert words in screen.query_one(Choices).plain()
        pilot.app.open_game(store.path("bad"))
        await until(pilot, lambda: f"bad.json : {words}" in shown(pilot.app))
        await pilot.press("q")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["check"], "tapis check : erreur : arguments manquants : FICHIER"),
        (["saves", "more"], "tapis : erreur : arguments inconnus : more"),
        (["console", "--north"], "argument --north : il faut une valeur"),
        (["play", "whist"], "argument JEU : 'whist' n'est pas un choix possible (au choix : "),
        (["whist"], "argument COMMANDE : 'whist' n'est pas un choix possible (au choix : "),
        (["replay", "--print=x", "y"], "argument --print : il ne prend pas de valeur, 'x' est de"),
        (["play", "--seed", "x"], "argument --seed : 'x' n'est pas un nombre entier"),
        (["perft", "zen"], "arguments manquants : --depth"),
    ],
)
def test_what_is_wrong_with_a_command_line_is_said_in_french(capfd, arguments, words):
    with pytest.raises(SystemExit) as ended:
        main(["--lang", "fr", *arguments])
    told = capfd.readouterr()
    assert (ended.value.code, told.out) == (2, "")
    assert words in told.err.splitlines()[-1]


SINCE = {"maybe you meant": (3, 14)}
"""Words of sentences that came later, and the Python that they came with."""


@pytest.mark.parametrize("text", ARGUMENTS)
def test_the_sentences_about_a_command_line_are_those_of_argparse(text):
    if any(words in text and sys.version_info < since for words, since in SINCE.items()):
        pytest.skip("this Python does not say it")
    source = ast.walk(ast.parse(inspect.getsource(argparse)))
    assert text in {node.value for node in source if isinstance(node, ast.Constant)}


@pytest.mark.parametrize("text", ARGUMENTS)
def test_a_sentence_about_a_command_line_in_french_has_the_same_facts(text):
    set_language("fr")
    facts = re.compile(r"%(?:\(\w+\))?[rs]")
    assert sorted(facts.findall(_(text))) == sorted(facts.findall(text))
