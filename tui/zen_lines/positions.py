"""`tapis legal` and `tapis perft`: what can be asked of a position without a game."""

from __future__ import annotations

from argparse import Namespace

from engine.game import NotationError
from engine.zen.board import Position
from engine.zen.counting import legal_moves_text, perft
from engine.zen.position_text import START, parse_position
from saves.sentence import said_of
from tui.complaints import BadUse, say
from tui.words import said


def legal(options: Namespace) -> int:
    """Print the legal moves of a position, sorted, one a line. Raises `BadUse`."""
    for text in legal_moves_text(_position(options), options.variant or 1):
        say(text)
    return 0


def count(options: Namespace) -> int:
    """Print how many sequences of moves a position has. Raises `BadUse`."""
    say(str(perft(_position(options), options.depth, options.variant or 1)))
    return 0


def _position(options: Namespace) -> Position:
    if options.position is None:
        return START
    try:
        return parse_position(options.position)
    except NotationError as fault:
        raise BadUse(f"--position: {said(said_of(fault))}") from None
