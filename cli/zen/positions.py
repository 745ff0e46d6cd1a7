"""`tapis legal zen` and `tapis perft zen`: what can be asked of a position without a game."""

from __future__ import annotations

from argparse import Namespace

from cli.game_options import add_option
from cli.parser import Parser
from cli.streams import BadUse, say
from engine.games import describe
from engine.reasons import NotationError
from engine.zen.board import Position
from engine.zen.positions import START, legal_moves_text, parse_position
from engine.zen.positions import perft as count_sequences
from saves.reasons import sentence_of
from words.translation import _, said


def add_position(parser: Parser) -> None:
    """Add `--position` and `--variant`."""
    for option in describe("zen").options:
        if option.name == "variant":
            add_option(parser, option)
    add_position_text(parser)


def add_position_text(parser: Parser) -> None:
    """Add `--position`."""
    parser.add_argument(
        "--position",
        metavar=_("TEXT"),
        help=_("rows 11 to 1, side to move, barred square, in one text; default: the start"),
    )


def legal(options: Namespace) -> int:
    """Print the legal moves of a position, sorted, one a line. Raises `BadUse`."""
    for text in legal_moves_text(_position(options), options.variant or 0):
        say(text)
    return 0


def perft(options: Namespace) -> int:
    """Print how many sequences of moves a position has. Raises `BadUse`."""
    say(str(count_sequences(_position(options), options.depth, options.variant or 0)))
    return 0


def _position(options: Namespace) -> Position:
    if options.position is None:
        return START
    try:
        return parse_position(options.position)
    except NotationError as fault:
        raise BadUse(f"--position: {said(sentence_of(fault))}") from None
