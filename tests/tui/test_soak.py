"""A terminal that sends anything, to every screen: what is left of it is as it was before."""

from __future__ import annotations

import pytest
from duels import new_table, play_on
from games_on_disk import saved_game
from soaked import soak

TWO = ["play", "--north", "human", "--south", "human"]
STARTS = [
    [],
    TWO,
    ["play", "--seed", "3"],
    ["play", "zen", "--seed", "3"],
    ["play", "hearts", "--seed", "3"],
    ["play", "war", "--seed", "3"],
    ["replay", "FILE"],
    ["join"],
]


@pytest.fixture
def start(tmp_path):
    """Return the arguments of a start, with a file where one is named."""

    def of(seed: int) -> list[str]:
        file, _record = saved_game(tmp_path, play_on(new_table(3), ("greedy", "greedy"), turns=6))
        return [str(file) if word == "FILE" else word for word in STARTS[seed % len(STARTS)]]

    return of


@pytest.mark.parametrize("seed", range(3))
def test_a_terminal_that_sends_anything_ends_nothing_but_what_it_should(seed, start):
    soak(seed, start(seed), count=100, longest_paste=10_000)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3, 243))
def test_a_terminal_that_sends_anything_for_long_ends_nothing_but_what_it_should(seed, start):
    soak(seed, start(seed), count=600, longest_paste=200_000)
