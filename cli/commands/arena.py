"""`tapis arena`: lets players meet, shows how far it is, prints what came of it and keeps it."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from shutil import which
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from arena.executor import Executor, InProcess, Processes, WorkerLost
from arena.match import play_meeting
from arena.report import report
from arena.schedule import Contest
from arena.tally import Tally
from cli.arguments import a_number_from_1, a_path, add_patience, add_seed
from cli.interruption import Interruption
from cli.output import BadUse, complain, write_out
from cli.parser import Parser
from engine.game import Game
from engine.games import GAMES, describe, find_game
from net.environment import fresh_seed
from net.failures import OutOfResources
from net.players import FORM, PATIENCE, command_of, is_known, is_program
from saves.files import OWN_FILE, write_file
from words.errors import os_text
from words.translation import _, why

if TYPE_CHECKING:
    from pathlib import Path

FAILED: Final = 1
DEALS: Final = 100
MOST_FOR_A_CORE: Final = 16
"""The most worker processes; more would gain nothing."""


def add(parser: Parser) -> None:
    """Add the game, the players and the options."""
    parser.describe(
        _(
            "Every two of them play each deal twice, the second time with places changed. Of a game"
            " with more than two seats they take the seats in turn; as many players as seats play"
            " at one table, each deal once on every seat. Ctrl-C keeps what is finished. Exit"
            " status: 0 if all was played, 130 after Ctrl-C."
        )
    )
    parser.add_argument("game", choices=GAMES, help=_("the game"))
    parser.add_argument(
        "players",
        nargs="+",
        metavar=_("PLAYER"),
        help=_("a computer player, or exec:PROGRAM for one of your own; two at least"),
    )
    parser.add_argument(
        "--deals",
        type=a_number_from_1,
        default=DEALS,
        metavar="N",
        help=_("deals for each two players; default: {count}").format(count=DEALS),
    )
    parser.add_argument(
        "--jobs", type=a_number_from_1, metavar="N", help=_("processes; default: one for each core")
    )
    add_patience(parser)
    add_seed(parser)
    parser.add_argument(
        "--out", type=a_path, metavar=_("FILE"), help=_("write all results to a new JSON file")
    )


def run(options: Namespace) -> int:
    """Play the games that the options ask for and print what came of them. Raises `BadUse`."""
    contest = _contest(options)
    tally = Tally(contest)
    cores = len(os.sched_getaffinity(0))
    jobs = min(options.jobs or cores, MOST_FOR_A_CORE * cores, contest.size)
    if options.out:
        _claim(options.out)
        _write(options.out, report(tally, jobs=jobs, seconds=0))
    begin = perf_counter()
    status = 0
    with Interruption() as interruption:
        try:
            _play(tally, Processes(jobs) if jobs > 1 else InProcess(), interruption)
        except WorkerLost:
            complain(_("a process of the arena was ended from outside"))
            status = FAILED
        except OutOfResources as lack:
            complain(why(lack))
            status = FAILED
        finally:
            if options.out:
                kept = report(tally, jobs=jobs, seconds=perf_counter() - begin)
                status = _write(options.out, kept) or status
        from cli.arena_table import table

        shown = table(tally).encode(sys.stdout.encoding, "backslashreplace")
    write_out(shown)
    return interruption.status if interruption() else status


def _contest(options: Namespace) -> Contest:
    game = find_game(options.game)
    rules = game.options(**describe(game.key).arena)
    for who in options.players:
        _check(game, who)
    if len(options.players) < 2:
        raise BadUse(_("an arena needs two players at least; one may be named twice"))
    seats = len(game.seats(rules))
    if seats % 2 and len(options.players) != seats:
        words = _(
            "two players cannot share the {seats} seats of {game} evenly; name {seats} players"
        )
        raise BadUse(words.format(seats=seats, game=game.key))
    return Contest(
        game.key,
        rules,
        tuple(options.players),
        options.deals,
        fresh_seed() if options.seed is None else options.seed,
        options.patience or PATIENCE,
    )


def _check(game: Game[Any], who: str) -> None:
    """Raise `BadUse` for an unknown player or a missing program, which would lose every game."""
    if not is_known(game, who):
        known = ", ".join([*game.computer_players, FORM])
        raise BadUse(_("no player {who!r}, only {known}").format(who=who, known=known))
    if is_program(who) and not which(program := command_of(who)[0]):
        raise BadUse(_("{program}: there is no such program").format(program=program))


def _play(tally: Tally, executor: Executor, interruption: Interruption) -> None:
    with _progress(tally) as advance:
        for result in executor.run(play_meeting, tally.contest.meetings(), interruption):
            tally.add(result)
            advance()


def _progress(tally: Tally) -> AbstractContextManager[Callable[[], None]]:
    """Return what shows a bar that each call moves, if there is anybody to see it."""
    if sys.stderr is None or not sys.stderr.isatty():
        return nullcontext(lambda: None)
    from cli.arena_table import progress

    return progress(tally.contest)


def _claim(path: Path) -> None:
    """Create the report's file before hours are spent on its content. Raises `BadUse`."""
    try:
        path.touch(OWN_FILE, exist_ok=False)
    except FileExistsError:
        raise BadUse(_("{path}: exists already").format(path=path)) from None
    except OSError as error:
        raise BadUse(f"{path}: {os_text(error)}") from None


def _write(path: Path, data: bytes) -> int:
    """Put the report in its place; return the exit status."""
    try:
        write_file(path, data)
    except OSError as error:
        complain(f"{path}: {os_text(error)}")
        return FAILED
    return 0
