"""Moves of Zen as people type them."""

from __future__ import annotations

import re
from typing import Final

from engine.zen.board import START_SHIFT, parse_square
from engine.zen.moves import Move, board_move, parse
from engine.zen.view import ZenView

_SIGNS: Final = str.maketrans("X×–—−", "xx---")
_MOVE: Final = re.compile(
    r"(Z?)\s*([A-K]1?[0-9])\s*([-x]?)\s*([A-K]1?[0-9])\s*(\+?)", re.IGNORECASE
)


def read(typed: str, view: ZenView) -> Move:
    """Return the move that somebody typed: `f11-f8`, or `f11 f8`. Raises `NotationError`.

    With a sign between its squares a move is read exactly, so that the rules can say what is wrong
    with it. Without a sign the position tells whether it is a capture or a move of the Zen.
    """
    text = typed.strip().translate(_SIGNS)
    match = _MOVE.fullmatch(text)
    if not match:
        return parse(typed.strip())
    zen, start, sign, end, plus = (part.upper() for part in match.groups())
    if sign:
        return parse(f"{zen}{start}{sign.lower()}{end}{plus}")
    code = parse_square(start) << START_SHIFT | parse_square(end)
    return board_move(view.position, code, plus != "")
