"""`tapis perft`: how many sequences of moves a position has."""

from __future__ import annotations

from argparse import ArgumentTypeError, Namespace
from typing import Final

from cli.arguments import Argument
from cli.game_commands import POSITIONS, games_named, position_commands
from cli.parser import Parser
from words.translation import _, mark

DEEPEST: Final = 99
"""The greatest depth, more than anybody can wait for."""


def add(parser: Parser) -> None:
    """Add a sub-parser for each game whose positions can be written as text."""
    parser.describe(_("No moves follow a position in which the round is over, mat included."))
    usual = POSITIONS[0]
    parser.add_games(
        POSITIONS, _add_game, usual, lambda: games_named("perft", *POSITIONS, usual=usual)
    )


def _add_game(game: str, parser: Parser) -> None:
    parser.take(Argument("--depth", mark("how many moves deep"), _depth, "N", required=True))
    position_commands(game).add_position(parser)


def run(options: Namespace) -> int:
    """Print how many sequences of moves the position has. Raises `BadUse`."""
    return position_commands(options.game).perft(options)


def _depth(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= len(str(DEEPEST)):
        return int(text)
    words = _("{text!r} is not a whole number from {least} to {most}")
    raise ArgumentTypeError(words.format(text=text, least=0, most=DEEPEST))
