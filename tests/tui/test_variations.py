"""Moves tried on the screen of a replay: made at a table, kept, looked at again, deleted."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from duels import new_table, play_on
from every_game import HEARTS, WAR, ZEN, random_table
from games_on_disk import NOW
from pilots import driven, program, shown, until
from tried import tried

from engine.hearts.options import HeartsOptions
from engine.table import Sitter
from engine.war.options import WarOptions
from engine.zen.options import ZenOptions
from saves.record import PERSON, Note, Record
from tui.screens.replay import ReplayScreen
from tui.screens.trial import TrialScreen

KINDS = ("human", "greedy")
SIZES = {"80x24": (80, 24), "60x20": (60, 20), "40x20": (40, 20)}
HAND = "15^ 20^ 25^"
LOST = 1
"""The seed of a variation in which the person loses."""


def over():
    return play_on(new_table(9, kinds=KINDS), ("greedy", "greedy"))


@pytest.fixture
def path(tmp_path):
    """Return the file of a finished duel."""
    file = tmp_path / "game.json"
    Record.new(over(), NOW).write_copy(file)
    return file


@pytest.fixture
def tried_in(path):
    """Return the file of a finished duel with two variations from one place and one further on."""
    record = Record.new(over(), NOW)
    first, second = tried(record.table, 5, 3), tried(record.table, 5, 2, seed=4)
    notes = (Note(6, PERSON, "!?", "Brave."),)
    record.variations = (replace(first, notes=notes), second, tried(record.table, 9, 1))
    record.write_copy(path)
    return path


def lines_in(path) -> list[dict]:
    return json.loads(path.read_bytes()).get("lines", [])


async def try_move(pilot, turn: str) -> None:
    """Type a turn at a table where moves are tried."""
    if not isinstance(pilot.app.screen, TrialScreen):
        await pilot.press("x")
        await until(pilot, lambda: isinstance(pilot.app.screen, TrialScreen))
    timeline = pilot.app.screen.controller.timeline
    before = len(timeline.plays)
    await pilot.press("colon", *turn, "enter")
    await until(pilot, lambda: len(timeline.plays) > before)


async def test_moves_are_tried_by_the_usual_keys_and_are_a_variation_then(path):
    async with driven(program("replay_file", path)) as pilot:
        await pilot.press("g", "4", "enter")
        await try_move(pilot, HAND)
        assert "Try: after turn 4" in shown(pilot.app)
        assert [line["moves"] for line in lines_in(path)] == [[HAND]]
        await pilot.press("exclamation_mark")
        await until(pilot, lambda: len(lines_in(path)[0]["moves"]) == 2)
        await pilot.press("q")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        await until(pilot, lambda: "Variation 6/6" in shown(pilot.app))
        await pilot.press("left")
        assert "Variation 5/6" in shown(pilot.app)
        await pilot.press("q")
        assert "Turn 4 of 57" in shown(pilot.app)
        assert "└ 15▲ 20▲ 25▲" in shown(pilot.app)


async def test_a_move_that_is_begun_in_a_replay_begins_at_the_table(path):
    async with driven(program("replay_file", path)) as pilot:
        await pilot.press("g", "4", "enter", "3")
        await until(pilot, lambda: isinstance(pilot.app.screen, TrialScreen))
        await pilot.press("6")
        await until(pilot, lambda: shown(pilot.app).count("36 on your") == 1)
        await pilot.press("q", "colon")
        await until(pilot, lambda: "Your turn, like 15^" in shown(pilot.app))
        await pilot.press(*HAND, "enter")
        await until(pilot, lambda: lines_in(path))


async def test_a_move_that_was_tried_is_taken_back_without_a_question_and_stays(path):
    async with driven(program("replay_file", path)) as pilot:
        await pilot.press("g", "4", "enter")
        await try_move(pilot, HAND)
        timeline = pilot.app.screen.controller.timeline
        await pilot.press("u")
        await until(pilot, lambda: len(timeline.plays) == 5)
        assert "take back" not in shown(pilot.app).splitlines()[-1]
        await try_move(pilot, "20^ 25^")
        await pilot.press("q", "q")
        await until(pilot, lambda: "Turn 4 of 57" in shown(pilot.app))
        assert [line["moves"] for line in lines_in(path)] == [[HAND], ["20^ 25^"]]


async def test_a_variation_is_chosen_stepped_through_and_deleted(tried_in):
    async with driven(program("replay_file", tried_in)) as pilot:
        await pilot.press("V", "enter")
        assert "Variation 5/7" in shown(pilot.app)
        await pilot.press("q", "g", "8", "enter", "V")
        assert "Variation 9/9" in shown(pilot.app)
        await pilot.press("delete", "enter")
        assert len(lines_in(tried_in)) == 3
        await pilot.press("delete", "down", "enter")
        await until(pilot, lambda: len(lines_in(tried_in)) == 2)
        await until(pilot, lambda: "Turn 8 of 57" in shown(pilot.app))


async def test_a_page_over_the_game_leads_back_to_where_one_was(path):
    async with driven(program("replay_file", path)) as pilot:
        await pilot.press("g", "4", "enter")
        await try_move(pilot, HAND)
        await pilot.press("q")
        await until(pilot, lambda: "Variation 5/5" in shown(pilot.app))
        await pilot.press("q", "question_mark", "q")
        await until(pilot, lambda: "Turn 4 of 57" in shown(pilot.app))


async def test_the_end_of_a_variation_is_not_told_as_that_of_the_game(path):
    record = Record.new(over(), NOW)
    record.variations = (tried(record.table, 5, 300, seed=LOST),)
    record.write_copy(path)
    async with driven(program("replay_file", path)) as pilot:
        await pilot.press("end")
        assert "You win" in shown(pilot.app)
        await pilot.press("g", "4", "enter", "V", "end")
        assert "South wins" in shown(pilot.app)


@pytest.mark.parametrize("is_as_it_was", [False, True])
async def test_what_cannot_be_known_is_drawn_anew_and_that_is_said_once(
    is_as_it_was, tmp_path, monkeypatch
):
    if is_as_it_was:  # nobody may be told that it fell so by chance
        monkeypatch.setattr("saves.variations.redrawn", lambda _first, _now, plays, *_: plays)
    path = tmp_path / "game.json"
    Record.new(play_on(new_table(9, kinds=KINDS), ("greedy", "greedy"), 7), NOW).write_copy(path)
    async with driven(program("replay_file", path)) as pilot:
        await pilot.press("g", "3", "enter", "x")
        await until(pilot, lambda: "What you cannot know yet is drawn anew" in shown(pilot.app))
        await pilot.press("right")
        assert "drawn anew" not in shown(pilot.app)
        await pilot.press("left")
        assert "drawn anew" not in shown(pilot.app)


async def test_a_move_that_is_not_on_the_disk_is_said_to_be_lost(path):
    async with driven(program("replay_file", path)) as pilot:
        await pilot.press("g", "4", "enter")
        path.unlink()
        await try_move(pilot, HAND)
        await until(pilot, lambda: "o such file" in shown(pilot.app))
        await pilot.press("q")
        await until(pilot, lambda: "Turn 4 of 57" in shown(pilot.app))
        assert "└" not in shown(pilot.app)


async def test_nothing_can_be_tried_after_the_end(path):
    async with driven(program("replay_file", path)) as pilot:
        await pilot.press("end", "x")
        assert "The game is over here; go back to try a move." in shown(pilot.app)


@pytest.mark.parametrize(
    ("game", "options"),
    [(ZEN, ZenOptions(2)), (HEARTS, HeartsOptions()), (WAR, WarOptions(2, 26, 40))],
)
async def test_moves_of_every_game_are_tried(game, options, tmp_path):
    table = random_table(game, options, 7, 40)
    table.sitters = tuple(
        Sitter(name, "random" if seat else "human", 3 if seat else None)
        for seat, name in enumerate(table.seats)
    )
    path = tmp_path / "game.json"
    Record.new(table, NOW).write_copy(path)
    async with driven(program("replay_file", path)) as pilot:
        await pilot.press("end", "x")
        await until(pilot, lambda: isinstance(pilot.app.screen, TrialScreen))
        await pilot.press("space" if game is WAR else "exclamation_mark")
        await until(pilot, lambda: lines_in(path))
        await pilot.press("q")
        await until(pilot, lambda: "ariation" in shown(pilot.app))


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_variations_stand_below_their_turn(look, tried_in, size):
    assert look(program("replay_file", tried_in), "g", "4", "enter", size=size)


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_a_variation(look, tried_in, size):
    keys = ("g", "4", "enter", "V", "enter")
    assert look(program("replay_file", tried_in, language="fr"), *keys, size=size)


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_the_table_where_moves_are_tried(look, tried_in, size):
    assert look(program("replay_file", tried_in), "g", "4", "enter", "x", size=size)
