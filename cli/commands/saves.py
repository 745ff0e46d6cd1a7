"""`tapis saves`: the games of the folder, one a line."""

from __future__ import annotations

from argparse import Namespace

from cli.game_files import saved_games
from cli.parser import Parser
from cli.streams import say
from words.translation import _


def add(parser: Parser) -> None:
    """Add nothing but the order to the help."""
    parser.describe(_("The last one changed comes first."))


def run(_options: Namespace) -> int:
    """Print the games of the folder, the last changed first. Raises `BadUse`."""
    for line in saved_games():
        say(line)
    return 0
