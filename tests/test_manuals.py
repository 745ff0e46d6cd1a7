"""The tables of the manuals: levels and options are those that the games describe."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from engine.games import GAMES, describe, find_game

DOCS = Path(__file__).parents[1] / "docs"


def tables(page: str, first: str) -> list[list[list[str]]]:
    """Return the rows of each table of a page whose first column is headed so, cell by cell."""
    found = re.findall(
        rf"^\| {first} \|.*\n\|[-|]*\n((?:\|.*\n)*)", (DOCS / page).read_text(), re.MULTILINE
    )
    return [
        [[cell.strip() for cell in row.strip("|").split("|")] for row in table.splitlines()]
        for table in found
    ]


def test_the_levels_of_each_game_are_listed_with_what_the_new_game_says_of_them():
    listed = [
        {row[0].strip("`"): row[1] for row in table} for table in tables("players.md", "level")
    ]
    assert [list(levels.items()) for levels in listed] == [
        list(describe(key).levels.items()) for key in GAMES
    ]


def listed_options() -> dict[str, dict[str, str]]:
    """Return what the page says of each option of each game."""
    (table,) = tables("game-file.md", "game")
    options: dict[str, dict[str, str]] = {}
    key = ""
    for game, option, values in table:
        key = game.strip("`") or key
        options.setdefault(key, {})[option.strip("`")] = values
    return options


def test_the_options_of_each_game_are_listed():
    assert {key: set(options) for key, options in listed_options().items()} == {
        key: {field.name for field in fields(find_game(key).options)} for key in GAMES
    }


@pytest.mark.parametrize("key", GAMES)
def test_the_values_of_each_option_are_listed_the_usual_one_first(key):
    described = describe(key)
    for option in described.options:
        values = listed_options()[key][option.name]
        if isinstance(option.values, range):
            low, high = option.values[0], option.values[-1]
            assert values.startswith(f"{low} to {high}")
            continue
        listed = re.findall(r"`\w+`|\d+", values.partition("(")[0])
        assert [one.strip("`") for one in listed] == [str(value) for value in option.values]
        assert next(iter(option.values)) == option.usual
    if described.first:
        assert {one.strip("`") for one in listed_options()[key]["first"].split(", ")} == set(
            described.first.values
        )
