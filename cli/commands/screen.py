"""`tapis`, `tapis play`, `resume` and `replay`: the ways straight to the full-screen table."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from cli.arguments import (
    ALIGN,
    GAME_FILE,
    PROGRAM_PATIENCE,
    SEED,
    SERIES,
    Argument,
    a_game,
    a_game_or_line,
)
from cli.full_screen import open_table
from cli.game_commands import game_commands, games_named
from cli.game_options import add_new_game, games_asked, new_game
from cli.parser import Parser
from cli.streams import BadUse, write_out
from engine.games import GAMES, MAIN, describe
from engine.table import HUMAN
from words.translation import _, mark, reason


def run_home(options: Namespace) -> int:
    """Open the first screen. Raises `BadUse`."""
    return open_table(options)


def add_play(parser: Parser) -> None:
    """Add a sub-parser for each game."""
    parser.describe(_("Without options it asks."))
    parser.add_games(GAMES, _add_game, MAIN, lambda: games_named("play", *GAMES))


def _add_game(game: str, parser: Parser) -> None:
    if game != MAIN:
        words = _("Play {game} at the full-screen table. Without options it asks.")
        parser.description = words.format(game=_(describe(game).title))
    add_new_game(parser, game)
    parser.take(*SERIES, PROGRAM_PATIENCE, SEED)
    game_commands(game).add_deal(parser)


def run_play(options: Namespace) -> int:
    """Go straight to a new game as the options say. Raises `BadUse`."""
    from play.last_setup import last_setup
    from play.requests import StartGame
    from play.setup import Series
    from programs.players import PATIENCE, is_program

    asked = new_game(options)
    setup = last_setup(asked.game.key).with_options(asked.values)
    if any(asked.players):
        setup = setup._replace(kinds=tuple(who or HUMAN for who in asked.players), games=1)
    if asked.first:
        setup = setup._replace(first=asked.first)
    games, has_pairs = games_asked(options)
    if games > 1 and not (has_pairs or setup.has_series):
        from host.plan import StartReason  # it takes long to load

        raise BadUse(reason(StartReason.NO_SERIES))
    if games:
        setup = setup.with_games(games, pairs=has_pairs)
    deal = game_commands(options.game).deal(options)
    return open_table(
        options,
        StartGame(Series(setup), deal),
        seed=options.seed,
        patience=options.patience or PATIENCE,
        programs=frozenset(who for who in asked.players if who and is_program(who)),
    )


def add_resume(parser: Parser) -> None:
    """Add the file."""
    parser.take(Argument("file", mark("default: the latest"), a_game, nargs="?"))


def run_resume(options: Namespace) -> int:
    """Go on with a game, the latest without a file. Raises `BadUse`."""
    from play.requests import OpenGame, OpenLatest

    if options.file is None:
        return open_table(options, OpenLatest())
    from cli.game_files import read_game

    read_game(options.file)
    return open_table(options, OpenGame(options.file))


def add_replay(parser: Parser) -> None:
    """Add the file, `--print` and `--align`."""
    words = mark("print it as the line mode shows it, and exit")
    parser.take(
        Argument("file", GAME_FILE, a_game_or_line),
        Argument("--print", words, action="store_true"),
        ALIGN,
    )


def run_replay(options: Namespace) -> int:
    """Step through the game in a file, or print it. Raises `BadUse`."""
    from cli.game_files import read_game

    record = read_game(options.file)
    if not options.print:
        from play.notes import GameFile
        from play.requests import ReplayGame

        file = GameFile(options.file if isinstance(options.file, Path) else None)
        return open_table(options, ReplayGame(record, file))
    table = record.table
    for part in game_commands(table.game.key).transcript(table, options.align):
        write_out(part)
    return 0
