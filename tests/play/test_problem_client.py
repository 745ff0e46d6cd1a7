"""The seat of a problem: what is submitted is judged, and nothing is ever played."""

from __future__ import annotations

import pytest

from engine.updates import Resynced
from play.problem_client import ProblemClient
from play.problems import Training
from saves.attempts import Attempt


def at_problem(game: str = "duel") -> tuple[ProblemClient, list[Attempt], list[object]]:
    kept: list[Attempt] = []
    client = ProblemClient(Training(game, [], kept.append).next())
    told: list[object] = []
    client.listen(told.append)
    return client, kept, told


def moves_at(client: ProblemClient) -> tuple[object, object]:
    """A move that solves the problem, and one that does not."""
    problem = client.open.problem
    (right,) = problem.solutions()
    return right, next(move for move in client.open.view.legal() if not problem.solves(move))


@pytest.mark.parametrize("game", ["duel", "zen"])
def test_a_wrong_move_is_refuted_and_the_position_stays(game):
    client, kept, told = at_problem(game)
    before = client.timeline.view(client.open.problem.seat)
    client.submit(client.open.problem.seat, moves_at(client)[1])
    assert not client.said.is_right and client.solution is None
    assert [one.is_solved for one in kept] == [False] and told == [Resynced()]
    assert client.timeline.view(client.open.problem.seat) == before
    assert client.timeline.plays == []


@pytest.mark.parametrize("game", ["duel", "zen"])
def test_the_right_move_is_the_solution_that_is_shown(game):
    client, kept, _told = at_problem(game)
    right, _wrong = moves_at(client)
    client.submit(client.open.problem.seat, right)
    assert client.said.is_right and client.solution == right and client.open.is_solved
    assert [one.is_solved for one in kept] == [True]


def test_the_solution_that_is_told_was_not_found():
    client, kept, _told = at_problem()
    client.tell_solution()
    assert client.open.problem.solves(client.solution) and not client.open.is_solved
    assert [one.is_solved for one in kept] == [False]


def test_a_full_disk_leaves_the_problem_as_it_was_and_is_told():
    def full(_attempt: Attempt) -> None:
        raise OSError(28, "No space left on device", "problems.jsonl")

    client = ProblemClient(Training("zen", [], full).next())
    client.tell_solution()
    assert client.fault == "problems.jsonl: No space left on device"
    assert client.said is client.solution is None
