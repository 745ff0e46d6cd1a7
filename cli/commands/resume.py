"""`tapis resume`: straight to a game in a file, at the full-screen table."""

from __future__ import annotations

from argparse import Namespace

from cli.full_screen import open_table
from cli.parser import Parser, a_game
from words.translation import _


def add(parser: Parser) -> None:
    """Add the file."""
    parser.add_argument(
        "file", type=a_game, nargs="?", metavar=_("FILE"), help=_("default: the latest")
    )


def run(options: Namespace) -> int:
    """Go on with a game, the latest without a file. Raises `BadUse`."""
    from play.requests import OpenGame, OpenLatest

    if options.file is None:
        return open_table(OpenLatest())
    from cli.game_files import read_table

    read_table(options.file)
    return open_table(OpenGame(options.file))
