"""`tapis problems`: asked, judged, kept and listed."""

from __future__ import annotations

import io
import json

import pytest

from cli.__main__ import main
from play.problems import Training
from play.requests import SolveProblems
from saves.attempts import Attempt, keep_attempt, read_attempts

SHIPPED = "play.problems.shipped_problems"


@pytest.fixture
def asked(monkeypatch, capfd):
    """Return what is said when lines are typed at a problem."""

    def ask(*arguments: str, typed: str = "") -> str:
        monkeypatch.setattr(
            "cli.commands.problems.standard_input", lambda: io.BytesIO(typed.encode())
        )
        assert main(["problems", *arguments]) == 0
        return capfd.readouterr().out

    return ask


def solution(game: str) -> str:
    problem = Training.kept(game).next().problem
    (move,) = problem.solutions()
    return str(move)


@pytest.mark.parametrize("game", ["duel", "zen"])
def test_the_right_move_is_told_so_with_its_reasons_and_kept(asked, game):
    said = asked(game, typed=f"{solution(game)}\nquit\n")
    assert "Right.\n" in said and "\nWhy: " in said and "Your rating: 1500 before, " in said
    (attempt,) = read_attempts()
    assert attempt.game == game and attempt.is_solved


def test_a_wrong_move_is_refuted_and_another_one_can_be_typed(asked):
    problem = Training.kept("duel").next().problem
    wrong = next(move for move in problem.start().view(0).legal() if not problem.solves(move))
    said = asked(typed=f"{wrong}\n{solution('duel')}\n\n")
    assert "That does not solve it.\n" in said and "Right.\n" in said
    assert said.count("Your rating: ") == 1 and said.count("Problem ") == 2
    assert [attempt.is_solved for attempt in read_attempts()] == [False]


def test_what_is_no_move_or_not_legal_counts_nothing(asked):
    said = asked("zen", typed="nonsense\nA1-A1\nmoves\nboard\nreplay\nhelp\n")
    assert "nonsense is neither a move" in said and "A1" in said
    assert "replay cannot be used at a problem" in said
    assert "hint: tells the solution" in said
    assert read_attempts() == []


def test_the_solution_is_told_when_it_is_asked_for(asked):
    said = asked(typed="hint\nquit\n")
    assert "The solution: " in said and "An empty line goes on to the next problem." in said
    assert [attempt.is_solved for attempt in read_attempts()] == [False]


def test_a_problem_can_be_named(asked):
    named = Training.kept("zen").standing.problems[-1].id
    assert f"Problem {named}, " in asked("zen", named, typed="quit\n")


def test_a_name_of_none_is_refused(capfd):
    assert main(["problems", "zen", "nobody"]) == 2
    assert "no problem of this game is called nobody" in capfd.readouterr().err


@pytest.mark.parametrize(("talk", "is_screen"), [((), True), (("--talk",), False)])
def test_at_a_terminal_the_table_opens_unless_words_are_wanted(asked, monkeypatch, talk, is_screen):
    opened: list[object] = []
    monkeypatch.setattr("cli.commands.problems.has_terminal", lambda: True)
    monkeypatch.setattr(
        "cli.commands.problems.open_table", lambda _options, start: opened.append(start) or 0
    )
    named = Training.kept("zen").standing.problems[0].id
    said = asked("zen", named, *talk, typed="quit\n")
    assert opened == ([SolveProblems("zen", named)] if is_screen else [])
    assert (f"Problem {named}, " in said) == (not is_screen)


def test_the_list_counts_what_is_solved_and_failed(asked):
    for place, is_solved in enumerate((True, True, False)):
        keep_attempt(Attempt("zen", Training.kept("zen").standing.problems[place].id, is_solved))
    (row,) = [line.split() for line in asked("zen", "--list").splitlines() if "at once" in line]
    assert row[-2:] == ["2", "1"]
    document = json.loads(asked("zen", "--json"))
    assert [one["solved"] for one in document["problems"][:3]] == [True, True, False]
    assert document["problems"][2]["failed"] and document["rating"]["points"] != 1500


def test_it_is_asked_in_french_too(asked):
    said = asked("duel", "--lang", "fr", typed="indice\nquitter\n")
    assert "La solution : " in said and "\nPourquoi : " in said


def test_an_answer_that_cannot_be_kept_is_told_of(asked, monkeypatch):
    def full(_attempt: Attempt) -> None:
        raise OSError(28, "No space left on device", "problems.jsonl")

    monkeypatch.setattr(Training, "kept", lambda game: Training(game, [], full))
    said = asked("zen", typed="hint\nquit\n")
    assert "problems.jsonl: No space left on device" in said and "The solution" not in said
