"""A terminal that sends anything, to every screen: nothing is left behind, in memory neither."""

from __future__ import annotations

import gc
import signal
from contextlib import closing

import pytest
from duels import new_table, play_on
from games_on_disk import saved_game
from pilots import driven, program, until
from soaked import Soaked, soak
from table_processes import tables  # noqa: F401 - a fixture

from host.plan import SeatPlan

TWO = ["play", "--north", "human", "--south", "human"]
STARTS = [
    [],
    TWO,
    ["play", "--seed", "3"],
    ["play", "zen", "--seed", "3"],
    ["play", "hearts", "--seed", "3"],
    ["play", "war", "--seed", "3"],
    ["replay", "FILE"],
    ["join", "TABLE"],
]


@pytest.fixture
def start(tmp_path, request):
    """Return the arguments of a start, with a file or a shared table where one is named."""

    def of(seed: int) -> list[str]:
        file, _record = saved_game(tmp_path, play_on(new_table(3), ("greedy", "greedy"), turns=6))
        if "TABLE" in STARTS[seed % len(STARTS)]:
            tables = request.getfixturevalue("tables")
            tables.start(game="duel", seats=(SeatPlan(), SeatPlan()), name="soaked")
        named = {"FILE": str(file), "TABLE": "soaked"}
        return [named.get(word, word) for word in STARTS[seed % len(STARTS)]]

    return of


@pytest.mark.parametrize("seed", range(2))
def test_a_terminal_that_sends_anything_ends_nothing_but_what_it_should(seed, start):
    soak(seed, start(seed), count=100, longest_paste=10_000)


def test_a_program_that_is_killed_leaves_the_terminal_as_it_was():
    with closing(Soaked([])) as soaked:
        soaked.begin()
        soaked.kill(signal.SIGKILL)
        soaked.check_the_end(is_killed=True)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 242))
def test_a_terminal_that_sends_anything_for_long_ends_nothing_but_what_it_should(seed, start):
    soak(seed, start(seed), count=600, longest_paste=200_000)


@pytest.fixture
def put_off():
    """Collection is put off, as it is where the program starts."""
    gc.disable()
    yield
    gc.unfreeze()
    gc.enable()


@pytest.mark.usefixtures("put_off")
async def test_after_the_start_collection_goes_on_without_what_was_built():
    async with driven(program()) as pilot:
        await until(pilot, gc.isenabled)
        assert gc.get_freeze_count()
