"""`tapis console`: a game line by line, in the line mode of its own."""

from __future__ import annotations

from argparse import Namespace

from cli.game_commands import GAME_COMMANDS, games_named
from cli.game_options import add_game_options, add_seats
from cli.parser import Parser, add_file_options, add_patience, add_seat, add_seed
from cli.streams import BadUse
from engine.games import MAIN
from words.translation import _


def add(parser: Parser) -> None:
    """Add a sub-parser for each game that has a line mode."""
    parser.add_games(GAME_COMMANDS, _add_game, MAIN, lambda: games_named("console", *GAME_COMMANDS))


def _add_game(game: str, parser: Parser) -> None:
    add_game_options(parser, game)
    add_seats(parser, game)
    add_patience(parser)
    add_seed(parser)
    add_file_options(parser)
    _add_shared(parser)
    GAME_COMMANDS[game]().add_console(parser)


def _add_shared(parser: Parser) -> None:
    """Add what sits down at a shared table."""
    parser.add_argument(
        "--join",
        metavar=_("TABLE"),
        help=_("sit down at a shared table, as tapis join does"),
    )
    parser.add_argument("--name", metavar=_("NAME"), help=_("what you are called at the table"))
    parser.add_argument("--watch", action="store_true", help=_("watch the game without a seat"))
    parser.add_argument(
        "--back",
        action="store_true",
        help=_("come back to your seat even if another window still plays there"),
    )
    add_seat(parser)


def run(options: Namespace) -> int:
    """Play the game that the options ask for. Raises `BadUse`."""
    if options.join:
        from cli.lines.far_table import run as run_there

        return run_there(options)
    if options.name or options.watch or options.back or options.seat:
        raise BadUse(_("--name, --watch, --back and --seat are for --join"))
    return GAME_COMMANDS[options.game]().console(options)
