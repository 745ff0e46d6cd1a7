"""A whole world under one seed: what it promises holds, and each planted fault is found."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from planted_at_servers import ALL_FAULTS
from swarm import WITH_HIDDEN_CARDS, as_test, fault_of, shrunk
from world import GAMES, World, twins
from world_home import HomeWorld
from world_opened import OpenedWorld
from world_parts import Broken
from world_race import RaceWorld
from world_script import Happening
from world_server import ServerWorld

from engine.clock import OUT_OF_TIME
from host.clock import GameClock
from host.races import Races

ROOT = Path(__file__).parents[2]
SEEDS = {"duel": 5, "zen": 1, "hearts": 1, "war": 1}


@pytest.mark.parametrize(
    ("game", "seed"), [(game, seed) for game, count in SEEDS.items() for seed in range(count)]
)
def test_a_world_keeps_its_promises_and_a_seed_tells_the_same_again(game, seed):
    told = World(seed, game).run().transcript.hexdigest()
    if (game, seed) == ("duel", 0):
        assert World(seed, game).run().transcript.hexdigest() == told
        assert World(seed + 1, game).run().transcript.hexdigest() != told


@pytest.mark.parametrize("game", GAMES)
def test_a_game_at_home_loses_nothing_that_was_shown(game):
    for seed in range(2):
        HomeWorld(seed, game).run()


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_goes_to_a_table_and_back_loses_nothing_that_was_shown(game):
    for seed in range(2):
        OpenedWorld(seed, game).run()


@pytest.mark.parametrize("game", ["duel", "hearts"])
def test_a_server_keeps_its_promises_to_all_tables_whatever_strangers_do(game):
    told = ServerWorld(5, game).run().transcript.hexdigest()
    if game == "duel":
        assert ServerWorld(5, game).run().transcript.hexdigest() == told


@pytest.mark.parametrize(("game", "seed"), [("war", 350), ("zen", 195)])
def test_a_table_that_has_crashed_writes_nothing_once_it_is_open_again(game, seed):
    ServerWorld(seed, game).run()


def test_no_table_is_opened_at_a_server_that_is_about_to_stop():
    ServerWorld(75, "hearts").run()  # a stranger opens many while the disk is slow


def test_a_game_opened_to_others_stays_in_its_file_though_the_table_is_killed_at_once():
    script = [
        Happening(7.831, "power", 0, 3.157),
        Happening(23.898, "invite", 5, 0.62),
        Happening(30.127, "close", 35, 1.993),
        Happening(35.212, "invite", 37, 0.965),
        Happening(37.63, "crash", 2, 7.277),
        Happening(47.083, "power", 37, 1.378),
    ]
    OpenedWorld(1122, "duel", script).run()


def test_the_game_of_a_table_killed_after_its_last_entry_is_opened_at_home():
    OpenedWorld(1176, "duel").run()


def test_a_table_may_be_closed_before_its_game_has_begun():
    OpenedWorld(278, "duel").run()  # what is written as it ends comes after its file


def test_a_game_is_not_played_at_home_while_a_table_that_lost_its_power_has_it():
    OpenedWorld(3, "duel").run()


@pytest.mark.parametrize("game", WITH_HIDDEN_CARDS)
def test_worlds_that_differ_in_hidden_cards_tell_the_same_bytes(game):
    for seed in range(2):
        one, other = (world.told_while_hidden() for world in twins(seed, game))
        assert all(len(lines) > 20 for lines in one.values())
        assert one == other


def test_a_request_whose_refusal_was_lost_is_asked_again_and_may_be_done():
    World(1088, "duel").run()  # the disk is full, and the power fails as the refusal is sent


def test_a_welcome_may_be_on_its_way_while_all_move_on_by_one_seat():
    script = [
        Happening(12.992, "slow-disk", 3, 8.773),
        Happening(35.471, "crash-in-a-call", 1, 1.851),
        Happening(5.018, "take-back", 0),
    ]
    World(3415, "hearts", script).run()


@pytest.mark.parametrize("game", GAMES)
def test_with_clocks_only_those_whose_time_is_over_lose_by_it(game):
    fallen = (World(seed, game, clock="2/move").run().seen[OUT_OF_TIME] for seed in (0, 9))
    assert any([*fallen])


def test_a_clock_that_charges_twice_is_found(monkeypatch):
    charge = GameClock._charge

    def twice(clock, now):
        last = clock._last
        charge(clock, now)
        clock._last = last
        charge(clock, now)

    monkeypatch.setattr(GameClock, "_charge", twice)
    with pytest.raises(Broken, match="a flag falls early"):
        World(0, clock="2/move").run()


@pytest.mark.parametrize("seed", [0, 2, 4])
def test_a_race_goes_to_the_faster_reaction_over_lines_of_150_and_10_ms(seed, monkeypatch):
    world = RaceWorld(seed)
    world.run()
    assert world.races.overtaken
    monkeypatch.setattr(Races, "answer", lambda _races, _seat, _seen, make, _claimed=None: make())
    assert "comes after one of" in fault_of(RaceWorld(seed))


@pytest.mark.parametrize("name", [one.name for one in ALL_FAULTS.values() if not one.is_dear])
def test_a_planted_fault_is_found(name, monkeypatch):
    ALL_FAULTS[name].plant(monkeypatch.setattr)
    assert fault_of(ALL_FAULTS[name].world())


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL_FAULTS)
def test_a_planted_fault_is_found_within_1000_seeds(name, monkeypatch):
    ALL_FAULTS[name].plant(monkeypatch.setattr)
    assert any(fault_of(ALL_FAULTS[name].world(seed)) for seed in range(1000))


def test_a_broken_world_is_shrunk_and_printed_as_a_test(monkeypatch):
    fault = ALL_FAULTS["gives_up_at_a_full_disk"]
    fault.plant(monkeypatch.setattr)
    world = fault.world()
    script = shrunk(world)
    assert 1 <= len(script) <= 3
    assert {one.what for one in script} & {"full-disk", "failing-disk"}
    names = {"HomeWorld": HomeWorld, "Happening": Happening}
    exec(as_test(world, script), names)
    with pytest.raises(Broken):
        names[f"test_the_world_of_seed_{world.seed}_keeps_its_promises"]()


@pytest.mark.slow
def test_a_seed_tells_the_same_on_each_python_found_here(tmp_path):
    code = """if True:
        from world import World
        from world_home import HomeWorld
        from world_opened import OpenedWorld
        from world_server import ServerWorld
        made_of = (World(3, "hearts"), HomeWorld(4, "zen"), OpenedWorld(5, "duel"), ServerWorld(5))
        for made in made_of:
            print(made.run().transcript.hexdigest())"""
    found = {sys.executable: sys.executable}
    for minor in (11, 12, 13):
        python = shutil.which(f"python3.{minor}")
        if python and subprocess.run([python, "-c", ""], capture_output=True).returncode == 0:
            home = tmp_path / f"{minor}"
            subprocess.run([python, "-m", "venv", home], check=True)
            pip = [
                home / "bin" / "pip",
                "install",
                "--quiet",
                "msgspec",
                "platformdirs",
                "tomlkit",
                "websockets",
            ]
            subprocess.run(pip, check=True)
            found[python] = str(home / "bin" / "python")
    path = os.pathsep.join([str(ROOT), str(ROOT / "tests" / "support")])
    told = {
        name: subprocess.run(
            [python, "-c", code],
            env={**os.environ, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for name, python in found.items()
    }
    assert len(set(told.values())) == 1, told
