"""The shipped problems: each has exactly one outcome that does what is asked."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.problems import WITH_PROBLEMS, read_problem
from saves.problems import MAX_BYTES, path_of, shipped_problems

EVERY = [(game, shipped.text) for game in WITH_PROBLEMS for shipped in shipped_problems(game)]
"""Each problem with the key of its game."""

DRAWN = 50
"""The problems that are proved with every run of the tests."""


def proved(problems: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(game, text) for game, text in problems if read_problem(game, text).is_proper()]


def test_fifty_problems_drawn_by_lot_have_exactly_one_solution():
    drawn = Random("problems").sample(EVERY, DRAWN)
    assert {game for game, _text in drawn} == {*WITH_PROBLEMS}
    assert proved(drawn) == drawn


@pytest.mark.slow
@pytest.mark.parametrize("part", range(20))
def test_every_problem_has_exactly_one_solution(part):
    some = EVERY[part::20]
    assert proved(some) == some


def test_there_are_enough_problems_of_each_kind():
    kinds = Counter((game, read_problem(game, text).kind) for game, text in EVERY)
    games = Counter(game for game, _text in EVERY)
    assert games["duel"] >= 1_000 and games["zen"] >= 300
    assert {*kinds} == {
        *(("duel", kind) for kind in ("survive", "win")),
        *(("zen", f"win {moves}") for moves in (1, 2, 3)),
    }
    assert min(kinds.values()) >= 80


def test_no_problem_is_there_twice_and_no_two_have_one_name():
    assert len({*EVERY}) == len(EVERY)
    for game in WITH_PROBLEMS:
        problems = shipped_problems(game)
        assert len({problem.id for problem in problems}) == len(problems)


@pytest.mark.parametrize("game", WITH_PROBLEMS)
def test_a_line_is_short_plain_and_in_order(game):
    lines = path_of(game).read_bytes().splitlines(keepends=True)
    assert max(map(len, lines)) <= MAX_BYTES
    points = [problem.points for problem in shipped_problems(game)]
    assert points == sorted(points) and points[0] < 1500 < points[-1]


def test_a_problem_is_written_as_it_was_read():
    assert all(str(read_problem(game, text)) == text for game, text in EVERY)
