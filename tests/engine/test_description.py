"""How games describe themselves: what a description says is what the game can do."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from line_programs import environment

from engine.description import ON_OFF, Description, Option, Values
from engine.games import DESCRIPTIONS, GAMES, MAIN, describe, find_game

KEYS = [*GAMES, "toy"]

pytestmark = pytest.mark.usefixtures("toy")


MANY = 100
"""The length of a range whose every number would take too long."""


def some(values: Iterable[Any]) -> Iterable[Any]:
    """Return the values, of a long range its ends and what lies in the middle."""
    if isinstance(values, range) and len(values) > MANY:
        return [values[0], values[len(values) // 2], values[-1]]
    return values


def combinations(options: tuple[Option, ...], before: Values = {}) -> Iterator[dict[str, Any]]:  # noqa: B006
    """Yield all that some options can be set to, each asked with those before it alone."""
    if not options:
        yield dict(before)
        return
    option, *others = options
    values = option.values_after(before) if option.applies(before) else [option.usual]
    for value in some(values):
        yield from combinations(tuple(others), {**before, option.name: value})


def firsts(described: Description) -> list[dict[str, Any]]:
    first = described.first
    return [{first.name: value} for value in first.values] if first else [{}]


@pytest.mark.parametrize("key", KEYS)
def test_all_that_can_be_chosen_together_are_options_of_the_game(key):
    game, described = find_game(key), describe(key)
    for values in combinations(described.options):
        assert described.fitted(values) == values
        for first in firsts(described):
            options = game.options(**values, **first)
            seats, sides = game.seats(options), game.sides(options)
            assert sorted(seat for side in sides for seat in side) == [*range(len(seats))]
            assert len(described.beginners) in (0, len(sides))
        assert described.has_series(values) in (True, False)


@pytest.mark.parametrize("key", KEYS)
def test_the_usual_values_are_the_usual_game(key):
    game, described = find_game(key), describe(key)
    first = {"first": described.first.usual} if described.first else {}
    assert game.options(**described.fitted({}), **first) == game.options()
    assert described.first is None or described.first.usual == "lots"


@pytest.mark.parametrize("key", KEYS)
def test_every_value_can_be_had_in_some_game(key):
    described = describe(key)
    there = list(combinations(described.options))
    for option in described.options:
        assert {values[option.name] for values in there} == set(some(option.values))


@pytest.mark.parametrize("key", KEYS)
def test_the_options_of_an_arena_are_some_of_the_game(key):
    game, described = find_game(key), describe(key)
    assert game.options(**described.arena)


@pytest.mark.parametrize("key", KEYS)
def test_the_levels_are_the_computer_players_weakest_first(key):
    described = describe(key)
    assert list(described.levels) == list(find_game(key).computer_players)
    assert set(described.kinds) <= {"human", *described.levels}


@pytest.mark.parametrize("key", KEYS)
def test_who_has_a_name_of_his_own_is_a_seat_of_some_game(key):
    game, described = find_game(key), describe(key)
    seats = {
        seat
        for values in combinations(described.options)
        for seat in game.seats(game.options(**values))
    }
    assert set(described.seat_words) <= seats


def test_a_game_may_have_a_name_with_some_options():
    hearts = describe("hearts")
    assert hearts.variant(hearts.fitted({"joker": False, "sums": False})) == "Hearts"
    for values in ({}, {"joker": False}, {"sums": False}):
        assert hearts.variant(hearts.fitted(values)) == ""
    assert describe("duel").variant({}) == ""


def test_every_game_is_described_and_lists_tell_it_from_the_main_one():
    assert list(DESCRIPTIONS) == list(GAMES)
    labels = [describe(key).label for key in GAMES]
    assert len(set(labels)) == len(labels)
    assert [key for key in GAMES if not describe(key).label] == [MAIN]


@pytest.mark.parametrize("key", list(GAMES))
def test_a_description_is_read_without_its_game(key):
    code = f"import sys; from engine.games import describe; describe({key!r}); print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, env=environment(), check=True, text=True
    )
    ours = {name for name in run.stdout.split() if name.startswith("engine")}
    package = f"engine.{key}"
    assert ours == {
        "engine",
        "engine.frozen_value",
        "engine.games",
        "engine.description",
        package,
        f"{package}.description",
    }


def pairs(values: Values) -> range:
    return range(1, 52 // values["players"] + 1)


WAR = Description(
    "War",
    "",
    (
        Option("players", "Players", range(2, 9), 2, ""),
        Option("cards", "Cards", range(1, 27), 5, "", within=pairs),
        Option("quick", "Quick", ON_OFF, True, "", lambda values: values["cards"] < 10),
    ),
    None,
    {"random": ""},
    ("human",),
)
"""Numbers that depend on each other."""


def test_what_no_longer_fits_becomes_the_nearest_number_or_the_usual_value():
    assert WAR.fitted({}) == {"players": 2, "cards": 5, "quick": True}
    assert WAR.fitted({"players": 8, "cards": 20}) == {"players": 8, "cards": 6, "quick": True}
    assert WAR.fitted({"players": 2, "cards": 99, "quick": False})["cards"] == 26
    assert WAR.fitted({"players": 2, "cards": 20, "quick": False})["quick"] is True
    assert WAR.fitted({"players": 2, "cards": 0, "quick": False})["quick"] is False
    assert WAR.fitted({"players": "two", "cards": True, "quick": 0}) == WAR.fitted({})


def test_a_value_that_files_write_otherwise_is_another_value():
    assert WAR.fitted({"quick": 0})["quick"] is True
    assert describe("zen").fitted({"variant": True})["variant"] == 0
    assert type(describe("zen").fitted({"variant": True})["variant"]) is int


def test_where_only_one_value_is_left_there_is_no_choice():
    def names(**values: Any) -> list[str]:
        return [option.name for option in WAR.choices(WAR.fitted(values))]

    assert names() == ["players", "cards", "quick"]
    assert names(cards=20) == ["players", "cards"]
    last = WAR.options[1]._replace(within=lambda values: range(5, 6))
    assert WAR._replace(options=(WAR.options[0], last)).choices(WAR.fitted({})) == [WAR.options[0]]
