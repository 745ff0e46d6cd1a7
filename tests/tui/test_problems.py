"""Problems on the screen: asked at the usual table, answered beside it, one after the other."""

from __future__ import annotations

import pytest
from pilots import driven, home_is_known, on_screen, program, shown, until

from engine.problems import WITH_PROBLEMS
from play.first_game import Advice
from play.frame import Phase
from play.requests import SolveProblems
from saves.attempts import Attempt, keep_attempt, read_attempts
from tui.screens.home import Home
from tui.screens.problems import ProblemTable
from tui.screens.statistics import StatisticsScreen
from tui.table.tutor import LEAST_ROWS, tutor_lines
from words.glyphs import UNICODE


async def at_problem(pilot, game: str = "duel", but: ProblemTable | None = None) -> ProblemTable:
    """Open the problems of a game, unless one follows the problem `but`; wait for the table."""
    if but is None:
        pilot.app.carry_out(SolveProblems(game))

    def is_there() -> bool:
        screen = pilot.app.screen
        return isinstance(screen, ProblemTable) and screen is not but and screen.cursor is not None

    await until(pilot, is_there)
    return pilot.app.screen


def moves_at(screen: ProblemTable) -> tuple[str, str]:
    """The text of the solution, and of a move that does not solve the problem."""
    problem, game = screen.client.open.problem, screen.client.timeline.game
    (right,) = problem.solutions()
    legal = screen.client.open.view.legal()
    return game.format(right), game.format(next(one for one in legal if not problem.solves(one)))


async def type_move(pilot, move: str) -> None:
    await pilot.press("colon", *move, "enter")


def beside(screen: ProblemTable) -> str:
    """All words beside the table."""
    said = screen.scene.tutoring
    return " ".join(f"{said.title} {said.praise} {said.task} {said.how}".split())


@pytest.mark.parametrize("game", WITH_PROBLEMS)
async def test_a_wrong_move_is_refuted_and_the_right_one_leads_on(game):
    async with driven(program()) as pilot:
        screen = await at_problem(pilot, game)
        right, wrong = moves_at(screen)
        assert "Solved: 0 of " in beside(screen) and "Find the only " in beside(screen)
        await type_move(pilot, wrong)
        await until(pilot, lambda: screen.client.said is not None)
        assert "That does not solve it. " in beside(screen)
        assert "Your rating: 1500 before, " in beside(screen)
        assert screen.frame.phase is Phase.TURN and not screen.cursor.draft.made
        await type_move(pilot, right)
        await until(pilot, lambda: screen.client.solution is not None)
        assert beside(screen).endswith("Enter: next problem.") and "Solved: " in beside(screen)
        assert screen.frame.cursor is None and screen.frame.last is not None
        await pilot.press("enter")
        following = await at_problem(pilot, but=screen)
        assert following.client.open.shipped != screen.client.open.shipped
        assert [one.is_solved for one in read_attempts()] == [False]


@on_screen()
async def test_a_move_is_made_with_arrows_and_enter_as_in_a_game(pilot):
    screen = await at_problem(pilot)
    await pilot.press("enter")
    await until(pilot, lambda: len(screen.cursor.draft.made) == 1)
    assert screen.frame.view != screen.frame.current_view


@pytest.mark.parametrize("game", WITH_PROBLEMS)
async def test_the_hint_is_the_solution_laid_on_the_table(game):
    async with driven(program()) as pilot:
        screen = await at_problem(pilot, game)
        before = screen.frame.view
        await pilot.press("i")
        await until(pilot, lambda: screen.client.solution is not None)
        assert "The solution: " in beside(screen) and "The solution: " in shown(pilot.app)
        assert screen.frame.view != before
        await pilot.press("i", "space")
        assert len(read_attempts()) == 1 and pilot.app.screen is screen


@on_screen()
async def test_another_problem_comes_without_an_answer_and_nothing_is_kept(pilot):
    screens = [await at_problem(pilot)]
    for _time in range(3):
        await pilot.press("A")
        screens.append(await at_problem(pilot, but=screens[-1]))
    assert len({screen.client.open.shipped for screen in screens}) == 4
    assert read_attempts() == []
    await pilot.press("q")
    await until(pilot, lambda: isinstance(pilot.app.screen, Home))


@on_screen()
async def test_the_first_screen_asks_for_the_game_and_says_how_many_are_solved(pilot):
    await home_is_known(pilot)
    keep_attempt(Attempt("zen", "00000000", True))
    await pilot.press("P")
    assert "0/310" in shown(pilot.app)
    await pilot.press("down", "enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, ProblemTable))
    assert pilot.app.screen.scene.key == "zen"


@on_screen()
async def test_what_cannot_be_kept_or_read_is_told(pilot, monkeypatch, tmp_path):
    screen = await at_problem(pilot)

    def full(_attempt: Attempt) -> None:
        raise OSError(28, "No space left on device", "problems.jsonl")

    monkeypatch.setattr(screen.client.open, "_keep", full)
    await pilot.press("i")
    await until(pilot, lambda: screen.client.fault != "")
    assert "problems.jsonl: No space left on device" in shown(pilot.app)
    assert screen.client.solution is None


@on_screen()
async def test_the_statistics_have_the_rating_by_problems(pilot):
    screen = await at_problem(pilot)
    await pilot.press("i")
    await until(pilot, lambda: screen.client.solution is not None)
    await pilot.press("q")
    await home_is_known(pilot)
    await pilot.press("T")
    await until(pilot, lambda: "0 of 1020 solved" in shown(pilot.app))
    assert isinstance(pilot.app.screen, StatisticsScreen)
    assert "1331 (" in shown(pilot.app)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", WITH_PROBLEMS)
async def test_each_task_is_told_whole_in_the_smallest_window(game, language):
    async with driven(program(language=language), (40, 20)) as pilot:
        screen = await at_problem(pilot, game)
        said = screen.scene.tutoring
        assert isinstance(said, Advice)
        lines = tutor_lines(said, 40, LEAST_ROWS, UNICODE)
        told = " ".join(" ".join(part.text for part in row).strip() for row in lines)
        words = f"{said.task} {said.how}".replace("\xa0", " ")
        assert words in " ".join(told.replace("\xa0", " ").split())


async def asked(_pilot, _screen: ProblemTable) -> None:
    """Leave the problem as it is asked."""


async def failed(pilot, screen: ProblemTable) -> None:
    await type_move(pilot, moves_at(screen)[1])
    await until(pilot, lambda: screen.client.said is not None)


async def solved(pilot, screen: ProblemTable) -> None:
    await type_move(pilot, moves_at(screen)[0])
    await until(pilot, lambda: screen.client.solution is not None)


LOOKS = {
    "duel_asked": ("duel", (80, 24), "en", asked),
    "duel_solved_small": ("duel", (60, 20), "en", solved),
    "zen_failed_wide": ("zen", (120, 40), "en", failed),
    "zen_solved_smallest": ("zen", (40, 20), "fr", solved),
}


@pytest.mark.parametrize("look", LOOKS)
def test_a_problem_looks_so(snap_compare, look):
    game, size, language, answered = LOOKS[look]

    async def act(pilot) -> None:
        await answered(pilot, await at_problem(pilot, game))
        await pilot.pause()

    assert snap_compare(program(language=language), terminal_size=size, run_before=act)
