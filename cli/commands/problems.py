"""`tapis problems`: positions in which one outcome alone survives or wins, to be found."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from typing import TYPE_CHECKING

from cli.arguments import Argument, a_game_key
from cli.full_screen import open_table
from cli.paper import empty_grid, printed, said_in_lines
from cli.parser import Parser
from cli.streams import (
    FINISHED,
    BadUse,
    Dialogue,
    has_terminal,
    say_json,
    standard_input,
    talks,
    write_out,
    write_text,
)
from engine.games import MAIN
from engine.problems import WITH_PROBLEMS, read_problem
from play.requests import SolveProblems
from words.errors import os_text
from words.translation import _, about, mark

if TYPE_CHECKING:
    from rich.console import RenderableType

    from play.problems import Standing


def add_problems(parser: Parser) -> None:
    """Add the game, a problem, and the list."""
    parser.describe(
        _(
            "One outcome alone survives or wins: find it. What you solve and fail rates you and "
            "the problems (Glicko-2); a failed one comes again later, and one that you have solved "
            "changes no rating. Exit status: 0."
        )
    )
    parser.take(
        Argument(
            "game",
            mark("duel (usual) or zen"),
            a_game_key,
            value=mark("GAME"),
            nargs="?",
            default=MAIN,
            choices=WITH_PROBLEMS,
        ),
        Argument(
            "problem",
            mark("this one, by its name; default: the one that comes next"),
            value=mark("PROBLEM"),
            nargs="?",
        ),
        Argument("--list", mark("count those solved and failed"), action="store_true"),
        Argument("--json", mark("print every problem of the game as JSON"), action="store_true"),
    )


def run_problems(options: Namespace) -> int:
    """Ask one problem after the other, or list them; return the exit status. Raises `BadUse`."""
    from play.problems import Training

    try:
        training = Training.kept(options.game)
    except OSError as error:
        raise BadUse(about(error.filename or "", os_text(error))) from None
    if options.json:
        say_json(_to_json(training.standing))
        return FINISHED
    if options.list:
        write_text((said_in_lines if talks(options) else printed)(*_listed(training.standing)))
        return FINISHED
    name = options.problem or ""
    if name and not training.standing.find(name):
        raise BadUse(_("no problem of this game is called {name}").format(name=name))
    if has_terminal() and not talks(options):
        return open_table(options, SolveProblems(options.game, name))
    from cli.lines.problems import ask

    ask(training, Dialogue(standard_input(), write_out), name)
    return FINISHED


def _listed(standing: Standing) -> list[RenderableType]:
    """Return what is to be printed of the problems: each kind, and the rating."""
    from play.problems import KINDS

    counts = {kind: Counter[str]() for kind in KINDS}
    for shipped in standing.problems:
        count = counts[read_problem(standing.game, shipped.text).kind]
        count["all"] += 1
        count["solved"] += shipped.id in standing.solved
        count["failed"] += shipped.id in standing.failed
    grid = empty_grid([_("problems")], [_("all"), _("solved"), _("failed")])
    for kind, count in counts.items():
        if count["all"]:
            grid.add_row(_(KINDS[kind]), *(str(count[one]) for one in ("all", "solved", "failed")))
    return [grid, "", standing.words]


def _to_json(standing: Standing) -> dict[str, object]:
    rating = standing.rating
    return {
        "game": standing.game,
        "rating": {"points": round(rating.points, 1), "deviation": round(rating.deviation, 1)},
        "problems": [
            {
                "id": shipped.id,
                "problem": shipped.text,
                "rating": round(standing.rating_of(shipped).points, 1),
                "solved": shipped.id in standing.solved,
                "failed": shipped.id in standing.failed,
            }
            for shipped in standing.problems
        ],
    }
