"""`tapis resume`: straight to a game in a file, at the full-screen table."""

from __future__ import annotations

from argparse import Namespace

from cli.arguments import Argument, a_game
from cli.full_screen import open_table
from cli.parser import Parser
from words.translation import mark


def add(parser: Parser) -> None:
    """Add the file."""
    parser.take(Argument("file", mark("default: the latest"), a_game, nargs="?"))


def run(options: Namespace) -> int:
    """Go on with a game, the latest without a file. Raises `BadUse`."""
    from play.requests import OpenGame, OpenLatest

    if options.file is None:
        return open_table(OpenLatest())
    from cli.game_files import read_table

    read_table(options.file)
    return open_table(OpenGame(options.file))
