"""Moves of Zen as people type them."""

from __future__ import annotations

import re
from typing import Final

from engine.reasons import IllegalMove, NotationError
from engine.zen.board import START_SHIFT, parse_square
from engine.zen.moves import Move, board_move, parse
from engine.zen.view import ZenView

_SIGNS: Final = str.maketrans("X×–—−", "xx---")
_MOVE: Final = re.compile(
    r"(?:(?:play|jouer?|jouez)\s+)?(Z?)\s*([A-K][0-9]{1,2})\s*([-x]?)\s*([A-K][0-9]{1,2})\s*(\+?)",
    re.IGNORECASE,
)


def read(typed: str, view: ZenView) -> Move:
    """Return the move that somebody typed: `f11-f8`, `f11 f8`, `play f11 f8`.

    Raises `NotationError`, and `IllegalMove` for a square that is not on the board.

    With a sign between its squares a move is read exactly, so that the rules can say what is wrong
    with it. Without a sign the position tells whether it is a capture or a move of the Zen.
    """
    text = typed.strip().translate(_SIGNS)
    match = _MOVE.fullmatch(text)
    if not match:
        return parse(typed.strip())
    zen, start, sign, end, plus = (part.upper() for part in match.groups())
    try:
        code = parse_square(start) << START_SHIFT | parse_square(end)
    except NotationError as fault:
        raise IllegalMove(fault.reason, **fault.facts) from None
    if sign:
        return parse(f"{zen}{start}{sign.lower()}{end}{plus}")
    return board_move(view.position, code, plus != "")
