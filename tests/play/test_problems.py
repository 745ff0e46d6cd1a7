"""Which problem comes next, what an answer is worth, and the problem that is open."""

from __future__ import annotations

import pytest

from engine.duel.moves import parse_turn
from play.problems import LATER, Standing, Training
from saves.attempts import Attempt
from saves.problems import ShippedProblem
from saves.rating import Met, Rating, rated

EASY = "win 40^ 21v 37^' 12v' hand 41 44 draw - unseen 02 holds 1"
HARD = "win 50^ 09v 59^' 02v' hand 24 27 47 57 draw - unseen 06 20 29 45 55 holds 5"
SURVIVING = (
    "survive 57^ 21v 46^' 55v' hand 15 20 39 45-46 49 draw 06 09-10 22 40 47 53 58 "
    "unseen 04 10 12 19 27 29 31 34 36 41 45 52 54-55 58-59 holds 6"
)
PROBLEMS = tuple(
    ShippedProblem(text, points) for text, points in ((EASY, 1200), (HARD, 1450), (SURVIVING, 1700))
)
LOWEST, NEAR, HIGHEST = (problem.id for problem in PROBLEMS)


@pytest.fixture(autouse=True)
def three_problems(monkeypatch):
    monkeypatch.setattr("play.problems.shipped_problems", lambda _game: PROBLEMS)


def standing(*attempts: tuple[str, bool]) -> Standing:
    return Standing("duel", [Attempt("duel", id_, is_solved) for id_, is_solved in attempts])


def training(*attempts: tuple[str, bool]) -> tuple[Training, list[Attempt]]:
    kept: list[Attempt] = []
    before = [Attempt("duel", id_, is_solved) for id_, is_solved in attempts]
    return Training("duel", before, kept.append), kept


def test_the_problem_nearest_to_the_rating_comes_first():
    assert standing().next().id == NEAR
    assert standing((NEAR, True)).next().id == HIGHEST
    assert standing((NEAR, False)).next().id == LOWEST


def test_a_person_and_a_problem_are_rated_as_two_players_who_met():
    before, problem = Rating(), Rating(1450, 100)
    after = standing((NEAR, True))
    assert after.rating == rated(before, [Met(1450, 1, 100)])
    assert after.rating_of(PROBLEMS[1]) == rated(problem, [Met(1500, 0, 350)])
    assert standing((NEAR, False)).rating.points < 1500 < after.rating.points


def test_a_solved_problem_never_changes_a_rating_again():
    once = standing((NEAR, True))
    for again in (True, False):
        twice = standing((NEAR, True), (NEAR, again))
        assert twice.rating == once.rating
        assert twice.rating_of(PROBLEMS[1]) == once.rating_of(PROBLEMS[1])
        assert [*twice.solved] == [NEAR] and not twice.failed


def test_a_failed_problem_comes_again_after_some_others_and_later_each_time():
    failed = standing((NEAR, False))
    due = [count for count in range(60) if is_due(failed, count)]
    assert due[0] == LATER
    twice = standing((NEAR, False), (NEAR, False))
    assert next(count for count in range(60) if is_due(twice, count)) == 2 * LATER


def is_due(failed: Standing, others: int) -> bool:
    """Whether the failed problem comes before a fresh one after so many other attempts."""
    failed.count = max(one.at for one in failed.failed.values()) + others
    return failed.next().id == NEAR


def test_when_all_are_tried_the_failed_come_and_then_those_solved_longest_ago():
    assert standing((LOWEST, True), (NEAR, False), (HIGHEST, True)).next().id == NEAR
    assert standing((HIGHEST, True), (NEAR, True), (LOWEST, True)).next().id == HIGHEST
    again = standing((HIGHEST, True), (NEAR, True), (LOWEST, True), (HIGHEST, True))
    assert again.next().id == NEAR


def test_attempts_at_other_games_and_at_problems_that_are_gone_count_nothing():
    other = Standing("duel", [Attempt("zen", NEAR, True), Attempt("duel", "00000000", True)])
    assert (other.count, other.rating) == (0, Rating())


def test_a_problem_that_was_left_unanswered_does_not_come_at_once():
    problems, _kept = training()
    seen = [problems.next().shipped.id for _time in range(3)]
    assert {*seen} == {LOWEST, NEAR, HIGHEST} and problems.next().shipped.id != seen[-1]


def test_only_the_first_answer_counts_and_it_is_kept_before_anything_is_told():
    problems, kept = training()
    (hard,) = [shipped for shipped in PROBLEMS if shipped.id == NEAR]
    problem = problems.open(hard)
    (right,) = problem.problem.solutions()
    wrong = next(move for move in problem.view.legal() if not problem.problem.solves(move))
    answer = problem.answer(wrong)
    assert not answer.is_right and not problem.is_done
    assert answer.words == "Your rating: 1500 before, 1299 now."
    assert [(one.problem, one.is_solved) for one in kept] == [(NEAR, False)]
    answer = problem.answer(right)
    assert answer.is_right and problem.is_done and answer.why and not answer.words
    assert len(kept) == 1 and NEAR in problems.standing.failed


def test_an_answer_that_cannot_be_kept_counts_nothing():
    def full(_attempt: Attempt) -> None:
        raise OSError("full")

    problems = Training("duel", [], full)
    problem = problems.next()
    (right,) = problem.problem.solutions()
    with pytest.raises(OSError, match="full"):
        problem.answer(right)
    assert not problem.is_done and problems.standing.count == 0


def test_the_same_outcome_in_another_order_is_right():
    problems, kept = training()
    problem = problems.open(PROBLEMS[0])
    assert problem.answer(parse_turn("41^ 44^")).is_right
    assert [one.is_solved for one in kept] == [True]


def test_who_asks_for_the_solution_has_failed_and_reads_its_reasons():
    problems, kept = training()
    problem = problems.next()
    move, answer = problem.solution()
    assert problem.problem.solves(move) and answer.why and problem.is_done
    assert [one.is_solved for one in kept] == [False]
    assert problem.solution()[1].words == "" and len(kept) == 1


def test_a_solved_problem_that_is_failed_later_says_that_the_rating_stays():
    problems, _kept = training((NEAR, True))
    problem = problems.open(PROBLEMS[1])
    assert problem.solution()[1].words == "You had solved it before: your rating stays."


def test_nobody_sees_a_hand_that_he_could_not_know():
    problems, _kept = training()
    hidden, open_ = problems.open(PROBLEMS[2]), problems.open(PROBLEMS[1])
    assert hidden.view.hands[1] is None
    assert hidden.timeline.visible_seats == {None, 0}
    assert open_.timeline.visible_seats == {None, 0, 1}
