"""`tapis console`: a game line by line, in the line mode of its own."""

from __future__ import annotations

from argparse import Namespace

from cli.arguments import (
    BACK,
    NAME,
    PASSWORD_FILE,
    PROGRAM_PATIENCE,
    RESUME,
    SAVE,
    SEAT,
    SEED,
    WATCH,
    Argument,
)
from cli.game_commands import CONSOLE_HELP, game_commands, games_named
from cli.game_options import add_new_game
from cli.parser import Parser
from cli.streams import BadUse
from engine.games import MAIN
from words.translation import _, mark


def add_console(parser: Parser) -> None:
    """Add a sub-parser for each game."""
    parser.add_games(CONSOLE_HELP, _add_game, MAIN, lambda: games_named("console", *CONSOLE_HELP))


def _add_game(game: str, parser: Parser) -> None:
    add_new_game(parser, game, has_handicaps=False)  # the duel's form is fixed
    parser.take(
        *(PROGRAM_PATIENCE, SEED, SAVE, RESUME),
        Argument(
            "--join", mark("sit down at a shared table, as tapis join does"), value=mark("TABLE")
        ),
        *(NAME, WATCH, BACK, SEAT, PASSWORD_FILE),
    )
    game_commands(game).add_console(parser)


def run_console(options: Namespace) -> int:
    """Play the game that the options ask for. Raises `BadUse`."""
    if options.join:
        from cli.lines.far_table import run as run_there

        return run_there(options)
    others = (options.name, options.watch, options.back, options.seat, options.password_file)
    if any(others):
        raise BadUse(_("--name, --watch, --back, --seat and --password-file are for --join"))
    return game_commands(options.game).console(options)
