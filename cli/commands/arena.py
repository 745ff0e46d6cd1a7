"""`tapis arena`: lets players meet, shows the progress, prints the results and keeps them."""

from __future__ import annotations

import os
from argparse import Namespace
from shutil import which
from typing import TYPE_CHECKING, Any, Final

from arena.chance import Lengths
from arena.cluster import Cluster
from arena.cluster_way import HERE, ClusterFault, check_address
from arena.executor import Executor, InProcess, Processes
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
from cli.streams import BadUse, complain, talks, write_text
from engine.game import Game
from engine.games import GAMES, describe, find_game
from engine.version import __version__
from host.outside import fresh_seed
from programs.players import PATIENCE, command_of, is_known, is_program
from words.errors import os_text
from words.translation import _, about, mark, said, why

if TYPE_CHECKING:
    from pathlib import Path

FAILED: Final = 1
DEALS: Final = 100
DEALS_OF_CHANCE: Final = 1000
DEALS_OF_A_TEST: Final = 100_000
ERRORS: Final = ("alpha", "beta")
COMPARING: Final = ("sprt", *ERRORS, "gauntlet")
PLAN: Final = ("deals", "seed", "patience", "sprt", *ERRORS, "gauntlet", "out")
MOST_FOR_A_CORE: Final = 16
"""The most worker processes; more would gain nothing."""


def add_arena(parser: Parser) -> None:
    """Add the game, the players and the options."""
    parser.describe(
        _(
            "Each pair of players plays each deal twice, the second time with the seats swapped. "
            "As many players as seats sit at one table, and play each deal from every seat. "
            "Ctrl-C keeps what is finished."
        )
    )
    parser.describe(_("Games without decisions need no players: how long they last is counted."))
    deals = _("deals for each pair; default: {count}, {more} without players")
    players = mark("a computer player or exec:PROGRAM; at least two")
    parser.take(
        Argument("game", mark("the game"), a_game_key, choices=GAMES, nargs="?"),
        Argument("kinds", players, value=mark("PLAYER"), nargs="*"),
        Argument("--deals", deals.format(count=DEALS, more=DEALS_OF_CHANCE), a_number_from_1),
        Argument("--jobs", mark("processes; default: one for each core"), a_number_from_1),
        Argument(
            "--cluster",
            mark("let a Dask cluster play, or local:N workers here"),
            value=mark("ADDRESS"),
        ),
        Argument("--insecure", mark("believe that nobody else reaches it"), action="store_true"),
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
        Argument(
            "--gauntlet",
            mark("only the first PLAYER meets all others"),
            action="store_const",
            const=True,
        ),
        Argument("--out", mark("keep all results in a new JSON file"), a_path),
        Argument("--continue", mark("play the rest of such a FILE"), a_path, dest="continued"),
        Argument("--rate", mark("rate the players of such FILEs"), a_path, nargs="+"),
    )
    for game in filter(_is_chance_alone, GAMES):
        add_game_options(parser, game)


def run_arena(options: Namespace) -> int:
    """Play the games that the options ask for, and print the results. Raises `BadUse`."""
    from cli.arena_run import play

    _check_use(options)
    if options.rate:
        return _rate(options)
    if options.continued:
        results, seconds = _read(options.continued, is_continued=True)
        return play(results, _executor(options, results), options, options.continued, seconds)
    is_chance = _is_chance_alone(options.game)
    results = _lengths(options) if is_chance else Tally(_contest(options))
    return play(results, _executor(options, results), options, options.out)


def _check_use(options: Namespace) -> None:
    """Raise `BadUse` where an option has nothing to say."""
    if options.cluster and options.jobs:
        raise BadUse(
            _("{option} stands alone, without {other}").format(option="--cluster", other="--jobs")
        )
    if options.insecure and not options.cluster:
        raise BadUse(
            _("--{name} is an option of {other}").format(name="insecure", other="--cluster")
        )
    for name, value in (("--continue", options.continued), ("--rate", options.rate)):
        if value and (found := _others(options, name)):
            words = _("{option} stands alone, without {other}")
            raise BadUse(words.format(option=name, other=found[0]))
    if options.continued or options.rate:
        return
    if not options.game:
        raise BadUse(_("name a game and its players"))
    if not _is_chance_alone(options.game):
        for game in filter(_is_chance_alone, GAMES):
            for name in given_options(options, game):
                words = _("{option} is an option of the arena of {game} alone")
                raise BadUse(words.format(option=f"--{name}", game=game))


def _others(options: Namespace, name: str) -> list[str]:
    """Return what is given beside `--continue` or `--rate`, but for how it is to be played."""
    plan = [f"--{one}" for one in PLAN if getattr(options, one) is not None]
    for game in filter(_is_chance_alone, GAMES):
        plan += [f"--{one}" for one in given_options(options, game)]
    rate = ["--rate"] if name == "--continue" and options.rate else []
    return [*filter(None, [options.game]), *options.kinds, *plan, *rate]


def _rate(options: Namespace) -> int:
    """Print ratings over several files. Raises `BadUse`."""
    from arena.pooling import NotTogether, Pooled
    from cli.arena_tables import pooled_parts
    from cli.paper import printed, said_in_lines

    tallies = []
    for path in options.rate:
        results, _seconds = _read(path, is_continued=False)
        if not isinstance(results, Tally):
            raise BadUse(about(path, _("nobody decided anything in these games")))
        tallies.append(results)
    try:
        pooled = Pooled(tallies)
    except NotTogether as fault:
        one, other = (options.rate[place] for place in fault.places)
        words = _("{one} and {other} are of games that differ")
        if fault.has_same_deals:
            words = _("{one} and {other} have the same deals of the same players")
        raise BadUse(words.format(one=one, other=other)) from None
    parts = pooled_parts(pooled, tallies)
    write_text(said_in_lines(*parts) if talks(options) else printed(*parts))
    return 0


def _read(path: Path, *, is_continued: bool) -> tuple[Tally | Lengths, float]:
    """Return the results in a file, and the seconds they took. Raises `BadUse`."""
    from arena.reading import OtherVersion, read_results
    from saves.document import Fault

    try:
        return read_results(path, is_continued=is_continued)
    except OSError as error:
        raise BadUse(about(path, os_text(error))) from None
    except Fault as fault:
        raise BadUse(about(path, said(fault.sentence))) from None
    except OtherVersion as other:
        words = _("begun by version {other} of the program, and this is {version}")
        raise BadUse(about(path, words.format(other=other.version, version=__version__))) from None


def _lengths(options: Namespace) -> Lengths:
    """Return the plan of games in which nobody decides anything. Raises `BadUse`."""
    if options.kinds:
        words = _("nobody decides anything in {game}: name no players")
        raise BadUse(words.format(game=options.game))
    for name in COMPARING:
        if getattr(options, name):
            words = _("nobody decides anything in {game}: leave {option} out")
            raise BadUse(words.format(game=options.game, option=f"--{name}"))
    given = fitting_options(given_options(options, options.game), options.game)
    rules = find_game(options.game).options(**given)
    seed = fresh_seed() if options.seed is None else options.seed
    return Lengths(options.game, rules, options.deals or DEALS_OF_CHANCE, seed)


def _contest(options: Namespace) -> Contest:
    game = find_game(options.game)
    rules = game.options(**describe(game.key).arena)
    for who in options.kinds:
        _check(game, who, is_here=not options.cluster or options.cluster.startswith(HERE))
    if len(options.kinds) < 2:
        raise BadUse(_("an arena needs at least two players; the same one may be named twice"))
    seats = len(game.seats(rules))
    if seats % 2 and (options.gauntlet or len(options.kinds) != seats):
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
        is_gauntlet=bool(options.gauntlet),
    )
    if test and len(contest.tables) > 1:
        raise BadUse(_("--sprt compares the first player with the others at one table"))
    return contest


def _test(options: Namespace) -> Terms | None:
    """Return the terms of the test that is asked for. Raises `BadUse`."""
    errors = {name: getattr(options, name) for name in ERRORS if getattr(options, name)}
    if not options.sprt:
        for name in errors:
            raise BadUse(_("--{name} is an option of {other}").format(name=name, other="--sprt"))
        return None
    test = Terms(*options.sprt, **errors)
    if test.elo0 >= test.elo1:
        raise BadUse(_("--sprt: the first difference has to be the smaller one"))
    return test


def _check(game: Game[Any], who: str, *, is_here: bool) -> None:
    """Raise `BadUse` for an unknown player or a missing program, which would lose every game."""
    if not is_known(game, who):
        raise no_player(game, who, has_people=False)
    if is_here and is_program(who) and not which(program := command_of(who)[0]):
        raise BadUse(_("{program}: there is no such program").format(program=program))


def _executor(options: Namespace, results: Tally | Lengths) -> Executor:
    """Return where games are played: in as many processes as asked for and of use, or elsewhere.

    Raises `BadUse`.
    """
    if options.cluster:
        return _cluster(options, results)
    cores = len(os.sched_getaffinity(0))
    left = results.size - results.finished
    jobs = min(options.jobs or cores, MOST_FOR_A_CORE * cores, left)
    return Processes(jobs) if jobs > 1 else InProcess()


def _cluster(options: Namespace, results: Tally | Lengths) -> Cluster:
    """Return the cluster that is asked for. Raises `BadUse`."""
    players = results.contest.players if isinstance(results, Tally) else ()
    try:
        check_address(options.cluster, is_insecure=options.insecure)
        return Cluster(
            options.cluster,
            has_programs=any(map(is_program, players)),
            told=lambda explanation: complain(why(explanation)),
        )
    except ClusterFault as fault:
        raise BadUse(why(fault)) from None


def _is_chance_alone(game: str) -> bool:
    return describe(game).is_chance_alone
