"""`tapis console`: a game line by line, in the line mode of its own."""

from __future__ import annotations

from argparse import Namespace

from cli.arguments import add_file_options, add_patience, add_seed
from cli.game_commands import GAME_COMMANDS, games_named
from cli.game_options import add_game_options
from cli.parser import Parser
from cli.seats import add_seats
from engine.games import MAIN


def add(parser: Parser) -> None:
    """Add a sub-parser for each game that has a line mode."""
    parser.add_games(GAME_COMMANDS, _add_game, MAIN, lambda: games_named("console", *GAME_COMMANDS))


def _add_game(game: str, parser: Parser) -> None:
    add_game_options(parser, game)
    add_seats(parser, game)
    add_patience(parser)
    add_seed(parser)
    add_file_options(parser)
    GAME_COMMANDS[game]().add_console(parser)


def run(options: Namespace) -> int:
    """Play the game that the options ask for. Raises `BadUse`."""
    return GAME_COMMANDS[options.game]().console(options)
