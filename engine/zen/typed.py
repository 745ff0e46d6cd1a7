"""A move of Zen as people type it: small letters, blanks, and no sign between two squares."""

from __future__ import annotations

import re
from typing import Final

from engine.zen.board import START_SHIFT, Position
from engine.zen.moves import Move, board_move, parse
from engine.zen.squares import parse_square

_SIGNS: Final = str.maketrans("X×–—−", "xx---")
_MOVE: Final = re.compile(
    r"(Z?)\s*([A-K]1?[0-9])\s*([-x]?)\s*([A-K]1?[0-9])\s*(\+?)", re.IGNORECASE
)


def read_typed(text: str, position: Position) -> Move:
    """Return the move that was typed. Raises `NotationError`.

    With a sign between its squares a move is read exactly, so that the rules can say what is wrong
    with it; without one the position tells whether it is a capture or a move of the Zen.

    >>> from engine.zen.position_text import START
    >>> str(read_typed("f11 - f8", START)), str(read_typed("f6f9", START))
    ('F11-F8', 'ZF6-F9')
    """
    match = _MOVE.fullmatch(text.strip().translate(_SIGNS))
    if not match:
        return parse(text.strip())
    zen, start, sign, end, plus = (part.upper() for part in match.groups())
    if sign:
        return parse(f"{zen}{start}{sign.lower()}{end}{plus}")
    code = parse_square(start) << START_SHIFT | parse_square(end)
    return board_move(position, code, plus != "")
