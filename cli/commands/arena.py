"""`tapis arena`: lets players meet, shows the progress, prints the results and keeps them."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from shutil import which
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from arena.chance import Lengths, play_game
from arena.executor import Executor, InProcess, Processes
from arena.match import play_meeting
from arena.report import report
from arena.schedule import Contest
from arena.sprt import Terms
from arena.tally import Tally
from cli.arguments import (
    PROGRAM_PATIENCE,
    SEED,
    Argument,
    a_game_key,
    a_number_from_1,
    a_path,
    a_small_chance,
    an_elo_difference,
)
from cli.game_options import add_game_options, fitting_options, given_options, no_player
from cli.parser import Parser
from cli.progress import progress
from cli.signals import Interruption
from cli.streams import BadUse, complain, talks, write_text
from engine.game import Game, StopFlag
from engine.games import GAMES, describe, find_game
from host.outside import fresh_seed
from programs.players import PATIENCE, OutOfResources, command_of, is_known, is_program
from programs.pool import Item, Result, Work, WorkerLost
from saves.files import OWN_FILE, write_file
from words.errors import os_text
from words.translation import _, about, mark, why

if TYPE_CHECKING:
    from pathlib import Path

FAILED: Final = 1
DEALS: Final = 100
DEALS_OF_CHANCE: Final = 1000
DEALS_OF_A_TEST: Final = 100_000
ERRORS: Final = ("alpha", "beta")
MOST_FOR_A_CORE: Final = 16
"""The most worker processes; more would gain nothing."""


class ArenaEnded(Exception):
    """The work cannot go on; the text says why. The finished games count."""


def add_arena(parser: Parser) -> None:
    """Add the game, the players and the options."""
    parser.describe(
        _(
            "Each pair of players plays each deal twice, the second time with the seats swapped. "
            "In a game with more than two seats, the two share the seats in turn; if there are as "
            "many players as seats, all sit at one table, and each deal is played once from every "
            "seat. Ctrl-C keeps what is finished. Exit status: 0 if all was played, 130 after "
            "Ctrl-C."
        )
    )
    parser.describe(
        _(
            "A game in which nobody decides anything needs no players: its deals are played to"
            " the end, and the lengths of the games and the winners by seat are counted."
        )
    )
    deals = _(
        "deals for each pair of players; default: {count}, {more} where nobody decides anything"
    )
    players = mark("a computer player, or exec:PROGRAM for one of your own; at least two")
    parser.take(
        Argument("game", mark("the game"), a_game_key, choices=GAMES),
        Argument("kinds", players, value=mark("PLAYER"), nargs="*"),
        Argument("--deals", deals.format(count=DEALS, more=DEALS_OF_CHANCE), a_number_from_1),
        Argument("--jobs", mark("processes; default: one for each core"), a_number_from_1),
        *(PROGRAM_PATIENCE, SEED),
        Argument(
            "--sprt",
            mark("end once it is clear which difference is true"),
            an_elo_difference,
            value="ELO0 ELO1",
            nargs=2,
        ),
        Argument("--alpha", mark("chance to take ELO0 for ELO1; default: 0.05"), a_small_chance),
        Argument("--beta", mark("chance to take ELO1 for ELO0; default: 0.05"), a_small_chance),
        Argument("--out", mark("write all results to a new JSON file"), a_path),
    )
    for game in filter(_is_chance_alone, GAMES):
        add_game_options(parser, game)


def run_arena(options: Namespace) -> int:
    """Play the games that the options ask for, and print the results. Raises `BadUse`."""
    if _is_chance_alone(options.game):
        return _count_lengths(options)
    for game in filter(_is_chance_alone, GAMES):
        for name in given_options(options, game):
            words = _("{option} is an option of the arena of {game} alone")
            raise BadUse(words.format(option=f"--{name}", game=game))
    contest = _contest(options)
    tally = Tally(contest)
    jobs = _jobs(options, contest.size)
    return _play(
        options,
        tally,
        contest.size,
        lambda stop: _done(
            play_meeting, contest.meetings(), jobs, lambda: tally.is_decided or stop()
        ),
        partial(report, tally, jobs=jobs),
    )


def _count_lengths(options: Namespace) -> int:
    """Play games in which nobody decides anything, and print how they went. Raises `BadUse`."""
    if options.kinds:
        words = _("nobody decides anything in {game}: name no players")
        raise BadUse(words.format(game=options.game))
    given = fitting_options(given_options(options, options.game), options.game)
    rules = find_game(options.game).options(**given)
    seed = fresh_seed() if options.seed is None else options.seed
    lengths = Lengths(options.game, rules, options.deals or DEALS_OF_CHANCE, seed)
    jobs = _jobs(options, lengths.count)
    return _play(
        options,
        lengths,
        lengths.count,
        lambda stop: _done(play_game, lengths.games(), jobs, stop),
        lambda **_times: lengths.report(),
    )


def _play(
    options: Namespace,
    results: Tally | Lengths,
    size: int,
    done: Callable[[StopFlag], Iterator[Any]],
    document: Callable[..., bytes],
) -> int:
    """Play games, print their results, and keep them.

    Args:
        options: Say the file of the report, and whether results are said in lines.
        results: Collects the results as they come.
        size: How many results there will be.
        done: Yields them until it is told to stop. Raises `ArenaEnded`.
        document: Returns the report, given the `seconds` since the beginning.

    Returns:
        The exit status. Raises `BadUse`.
    """
    from cli.arena_tables import contest_parts, lengths_parts, meetings, standing
    from cli.paper import printed, said_in_lines

    status, out, is_said = 0, options.out, talks(options)
    begin = perf_counter()
    if out:
        _claim(out)
        _write(out, document(seconds=0))
    with Interruption() as interruption:
        try:
            words = meetings(results.contest) if isinstance(results, Tally) else _("games")
            below = partial(standing, results)
            with progress(words, size, is_shown=not is_said, below=below) as advance:
                for result in done(interruption):
                    results.add(result)
                    advance()
        except ArenaEnded as why_not:
            complain(str(why_not))
            status = FAILED
        finally:
            if out:
                status = _write(out, document(seconds=perf_counter() - begin)) or status
        parts = contest_parts(results) if isinstance(results, Tally) else lengths_parts(results)
    write_text(said_in_lines(*parts) if is_said else printed(*parts))
    return interruption.status if interruption() else status


def _contest(options: Namespace) -> Contest:
    game = find_game(options.game)
    rules = game.options(**describe(game.key).arena)
    for who in options.kinds:
        _check(game, who)
    if len(options.kinds) < 2:
        raise BadUse(_("an arena needs at least two players; the same one may be named twice"))
    seats = len(game.seats(rules))
    if seats % 2 and len(options.kinds) != seats:
        words = _(
            "two players cannot share the {seats} seats of {game} evenly; name {seats} players"
        )
        raise BadUse(words.format(seats=seats, game=game.key))
    test = _test(options)
    contest = Contest(
        game.key,
        rules,
        tuple(options.kinds),
        options.deals or (DEALS_OF_A_TEST if test else DEALS),
        fresh_seed() if options.seed is None else options.seed,
        options.patience or PATIENCE,
        test,
    )
    if test and len(contest.tables) > 1:
        raise BadUse(_("--sprt compares the first player with the others at one table"))
    return contest


def _test(options: Namespace) -> Terms | None:
    """Return the terms of the test that is asked for. Raises `BadUse`."""
    errors = {name: getattr(options, name) for name in ERRORS if getattr(options, name)}
    if not options.sprt:
        for name in errors:
            raise BadUse(_("--{name} is an option of --sprt").format(name=name))
        return None
    test = Terms(*options.sprt, **errors)
    if test.elo0 >= test.elo1:
        raise BadUse(_("--sprt: the first difference has to be the smaller one"))
    return test


def _check(game: Game[Any], who: str) -> None:
    """Raise `BadUse` for an unknown player or a missing program, which would lose every game."""
    if not is_known(game, who):
        raise no_player(game, who, has_people=False)
    if is_program(who) and not which(program := command_of(who)[0]):
        raise BadUse(_("{program}: there is no such program").format(program=program))


def _jobs(options: Namespace, most: int) -> int:
    """Return the number of processes: as asked for, at most `most` and what the cores can use."""
    cores = len(os.sched_getaffinity(0))
    return min(options.jobs or cores, MOST_FOR_A_CORE * cores, most)


def _done(
    work: Work[Item, Result], items: Iterable[Item], jobs: int, stop: StopFlag
) -> Iterator[Result]:
    """Yield the result of each item, worked on in `jobs` processes. Raises `ArenaEnded`."""
    executor: Executor = Processes(jobs) if jobs > 1 else InProcess()
    try:
        yield from executor.run(work, items, stop)
    except WorkerLost:
        raise ArenaEnded(_("a process of the arena was ended from outside")) from None
    except OutOfResources as lack:
        raise ArenaEnded(why(lack)) from None


def _is_chance_alone(game: str) -> bool:
    return describe(game).is_chance_alone


def _claim(path: Path) -> None:
    """Create the report's file before hours are spent on its content. Raises `BadUse`."""
    try:
        path.touch(OWN_FILE, exist_ok=False)
    except FileExistsError:
        raise BadUse(_("{path} exists already").format(path=path)) from None
    except OSError as error:
        raise BadUse(about(path, os_text(error))) from None


def _write(path: Path, data: bytes) -> int:
    """Put the report in its place; return the exit status."""
    try:
        write_file(path, data)
    except OSError as error:
        complain(about(path, os_text(error)))
        return FAILED
    return 0
