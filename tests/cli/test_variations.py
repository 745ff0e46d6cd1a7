"""Moves tried in a replay in words: listed, looked at, deleted, for every game."""

from __future__ import annotations

import json

import pytest
from duels import new_table, play_on
from every_game import HEARTS, WAR, ZEN, random_table
from games_on_disk import saved_game
from line_modes import Played

from engine.hearts.options import HeartsOptions
from engine.table import Sitter
from engine.war.options import WarOptions
from engine.zen.options import ZenOptions
from saves.store import Store
from words.translation import set_language

KINDS = ("human", "greedy")


@pytest.fixture
def path():
    """Return the file of a finished duel among the saved games."""
    table = play_on(new_table(9, kinds=KINDS), ("greedy", "greedy"))
    saved_game(Store().folder, table, "game")
    return Store().path("game")


def lines_in(path) -> list[dict]:
    return json.loads(path.read_bytes()).get("lines", [])


def answers(*lines: str, language: str = "en") -> list[str]:
    """Return what is said to lines in the replay of the saved game."""
    set_language(language)
    replay = {"en": "replay game", "fr": "rejouer game"}[language]
    return Played("duel", replay, *lines).answers[1:]


def test_a_move_that_is_typed_in_a_replay_is_a_variation(path):
    _there, said, *_rest = answers("go 4", "15^ 20^ 25^")
    assert said.startswith("North lays 15 on the ascending pile: 2 further.\n")
    assert [line["moves"] for line in lines_in(path)] == [["15^ 20^ 25^"]]


def test_the_word_try_makes_the_move_of_the_computer(path):
    said = answers("go 4", "try 15^ 20^", "try")
    assert said[2].startswith("South> ")
    assert len(lines_in(path)[0]["moves"]) == 2


def test_variations_are_listed_looked_at_and_left(path):
    said = answers("go 4", "15^ 20^", "return", "go 8", "34v 32v", "return", "variations",
                   "variations 2", "variations 3", "variations x y", "first")  # fmt: skip
    assert "1 variation begins here.\n" in said[2]
    assert said[6] == "1. After turn 4: 15 up, 20 up.\n2. After turn 8: 34 down, 32 down.\n"
    assert said[7].startswith("North lays 34 on the descending pile")
    assert said[8] == "There is no variation 3, only 1 to 2; variations lists them.\n"
    assert said[9] == "Type variations, a number, or a number and delete.\n"


def test_a_variation_is_deleted_once_the_line_was_typed_twice(path):
    said = answers("go 4", "15^ 20^", "return", *2 * ["variations 1 delete"], "variations")
    assert said[3] == "Delete this variation? Type the line again to delete it.\n"
    assert said[4] == "The variation is deleted.\n"
    assert said[5] == "There are no variations; a move that you type begins one.\n"
    assert lines_in(path) == []


@pytest.mark.parametrize("typed", ["hello", "15 up 99 up", "15^"])
def test_what_is_no_move_there_begins_nothing(path, typed):
    said = answers("go 4", typed)
    assert "North lays" not in said[1]
    assert lines_in(path) == []


@pytest.mark.parametrize("is_as_it_was", [False, True])
def test_it_is_said_once_that_something_is_drawn_anew(is_as_it_was, monkeypatch):
    if is_as_it_was:  # nobody may be told that it fell so by chance
        monkeypatch.setattr("saves.variations.redrawn", lambda _first, _now, plays, *_: plays)
    table = play_on(new_table(9, kinds=KINDS), ("greedy", "greedy"), 7)
    saved_game(Store().folder, table, "game")
    said = answers("go 2", "try", "try", "return", "variations")
    assert [one.count("What you cannot know yet is drawn anew here.\n") for one in said[:3]] == [
        *(0, 1, 0)
    ]


def test_words_of_variations_are_french_too(path):
    said = answers("aller 4", "essayer 15^ 20^", "revenir", "essais", *2 * ["essais 1 supprimer"],
                   language="fr")  # fmt: skip
    assert said[3] == "1. Après le tour 4 : 15 monte, 20 monte.\n"
    assert said[5] == "L'essai est supprimé.\n"


@pytest.mark.parametrize(
    ("game", "options"),
    [(ZEN, ZenOptions(2)), (HEARTS, HeartsOptions()), (WAR, WarOptions(2, 26, 40))],
)
def test_the_computer_answers_in_every_game(game, options):
    table = random_table(game, options, 7, 40)
    table.sitters = tuple(
        Sitter(name, "random" if seat else "human", 3 if seat else None)
        for seat, name in enumerate(table.seats)
    )
    saved_game(Store().folder, table, "game")
    set_language("en")
    Played(game.key, "replay game", "last", "try")
    (line,) = lines_in(Store().path("game"))
    assert line["moves"]
