"""The ladder of all games, `benchmarks/ladder.py`: its arithmetic, its table, which level fell."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

from arena.statistics import Share
from engine.games import GAMES, find_game

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "ladder.py"


@pytest.fixture(name="ladder")
def the_script(monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path])
    spec = importlib.util.spec_from_file_location("ladder", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "ladder", module)
    spec.loader.exec_module(module)
    return module


def test_each_level_of_each_game_has_a_step(ladder):
    for key in GAMES:
        _lowest, *others = find_game(key).computer_players
        assert [*ladder.STEPS.get(key, {})] == others


def test_elo_adds_up_from_the_anchor_and_intervals_as_independent_errors_do(ladder):
    even = Share(0.5, 0.36, 0.64)  # 0 and 100 Elo more or less
    up = Share(0.64, 0.5, 0.7597)  # 100, from 0 to 200
    every = Share(1.0, 0.64, 1.0)
    found = ladder.ratings({"novice": every, "greedy": up, "club": even, "master": up})
    assert {level: str(rating) for level, rating in found.items()} == {
        "": "< -100",
        "novice": "-100 (-200 to +0)",
        "greedy": "0",
        "club": "+0 (-100 to +100)",
        "master": "+100 (-41 to +241)",
    }


@pytest.mark.parametrize(("lowest", "status"), [(0.2, 0), (0.95, 1)])
def test_a_level_whose_interval_lies_below_what_it_was_has_fallen(
    ladder, monkeypatch, capsys, lowest, status
):
    monkeypatch.setattr(ladder, "measure", lambda *_: Share(0.75, 0.6, 0.9))
    steps = {level: ladder.Step(5, 0.2, 1.0) for level in ladder.STEPS["hearts"]}
    monkeypatch.setitem(ladder.STEPS, "hearts", steps | {"club": ladder.Step(5, lowest, 1.0)})
    assert ladder.main(["hearts"]) == status
    told = capsys.readouterr()
    assert told.err == ("hearts: club has fallen\n" if status else "")
    assert "| `master` | +382 (" in told.out


@pytest.mark.parametrize(
    ("words", "told"),
    [([], "about 8 min"), (["--jobs", "2"], "about 4 min"), (["--pairs", "5"], "about 2 min")],
)
def test_it_begins_with_how_long_it_will_take(ladder, monkeypatch, capsys, words, told):
    monkeypatch.setattr(ladder, "measure", lambda *_: Share(0.75, 0.6, 0.9))
    steps = {level: ladder.Step(20, 0.2, 6.0) for level in ladder.STEPS["hearts"]}
    monkeypatch.setitem(ladder.STEPS, "hearts", steps)
    ladder.main(["hearts", "--jobs", "1", *words])
    assert capsys.readouterr().out.splitlines()[0] == told


def test_two_levels_meet_as_in_the_arena(ladder):
    assert ladder.measure("duel", "greedy", "random", 2, 1).mean == 1
