"""Problems of Zen, held against a plain search of everything."""

from __future__ import annotations

import pytest

from engine.reasons import NotationError
from engine.zen.board import Position, after, moves
from engine.zen.ending import result
from engine.zen.forced import ForcedWins
from engine.zen.game import ZEN
from engine.zen.problems import read
from engine.zen.reasons import ZenFailure, ZenMerit

AT_ONCE = "win 1 11/11/11/5WW4/5Z5/11/1B4WB3/1B4WW3/2BW1W1W3/4W3W2/11 W F4"
IN_TWO = "win 2 11/11/7W3/3W3B3/4B6/2W1W3B2/1W1W1WWW3/8BB1/7B3/11/11 W -"
IN_THREE = "win 3 11/11/11/11/3B7/2BW2Z4/2BW1B5/11/11/11/11 W -"


def wins(position: Position, move: int, within: int) -> bool:
    """Whether a move wins within so many moves, by trying everything."""
    child = after(position, move)
    if ended := result(child, 0):
        return ended.winner == position.side
    return within > 1 and all(_loses(child, reply, within - 1) for reply in moves(child, 0))


def _loses(position: Position, reply: int, within: int) -> bool:
    """Whether the other side still wins after a reply."""
    child = after(position, reply)
    if ended := result(child, 0):
        return ended.winner == child.side
    return any(wins(child, move, within) for move in moves(child, 0))


@pytest.mark.parametrize("text", [AT_ONCE, IN_TWO, IN_THREE])
def test_a_problem_has_exactly_one_solution(text):
    problem = read(text)
    assert problem.is_proper()
    (solution,) = problem.solutions()
    assert [
        str(move) for move in problem.start().view(problem.seat).legal() if problem.solves(move)
    ] == [str(solution)]


@pytest.mark.parametrize(
    ("text", "within"),
    [(AT_ONCE, 1), (IN_TWO, 1), (IN_TWO, 2), (IN_THREE, 2)],
)
def test_the_proof_finds_what_trying_everything_finds(text, within):
    position = read(text).position
    prover = ForcedWins()
    plain = [move for move in moves(position, 0) if wins(position, move, within)]
    assert prover.winning_moves(position, within) == plain
    assert prover.wins(position, within) == bool(plain)


def test_a_problem_that_is_solved_sooner_is_not_proper():
    assert not read(AT_ONCE.replace("win 1", "win 2")).is_proper()
    assert not read(IN_TWO.replace("win 2", "win 1")).is_proper()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (AT_ONCE, ZenFailure.GOES_ON),
        (IN_TWO, ZenFailure.PARRIED),
        (IN_THREE, ZenFailure.ANSWERED),
    ],
)
def test_a_move_that_fails_is_answered_by_one_after_which_there_is_no_win(text, reason):
    problem = read(text)
    state = problem.start()
    failing = [move for move in state.view(problem.seat).legal() if not problem.solves(move)]
    for move in failing:
        why = problem.refuted(move)
        child = state.play(problem.seat, move)
        if why.reason is ZenFailure.ENDS:
            assert child.outcome is not None and problem.seat not in child.outcome.winners
            continue
        assert why.reason is reason
        if reason is not ZenFailure.GOES_ON:
            later = child.play(1 - problem.seat, why.facts["move"])
            assert later.outcome is None or problem.seat not in later.outcome.winners
            if later.outcome is None:
                assert not ForcedWins().wins(later.position, problem.within - 1)


def test_the_solution_is_explained_by_the_reasons_of_hints():
    problem = read(IN_THREE)
    (move,) = problem.solutions()
    said = ZEN.explain(problem.start().view(problem.seat), move, problem.wins_in())
    assert (ZenMerit.FORCED, {"count": 3}) in [(why.reason, why.facts) for why in said]


@pytest.mark.parametrize(
    "text",
    ["", AT_ONCE.replace("win 1", "win 4"), AT_ONCE + " ", AT_ONCE.replace("11/11/11", "11/11/29")],
)
def test_no_other_text_is_a_problem(text):
    with pytest.raises(NotationError):
        read(text)
