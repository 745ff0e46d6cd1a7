"""The reasons why a pawn or the Zen cannot be moved, in step with `board.moves`."""

from __future__ import annotations

from engine.reasons import IllegalMove
from engine.zen.board import (
    AROUND,
    BETWEEN,
    END_MASK,
    FREE_ZEN,
    LINES,
    START_SHIFT,
    Position,
    moves,
)
from engine.zen.moves import BoardMove
from engine.zen.reasons import ZenRefusal
from engine.zen.squares import SQUARES, Square, squares_of


def ends_of(position: Position, variant: int, start: int) -> int:
    """Return the mask of the squares that the piece on `start` may go to."""
    ends = 0
    for move in moves(position, variant):
        if move >> START_SHIFT == start:
            ends |= 1 << (move & END_MASK)
    return ends


def piece_refusal(position: Position, variant: int, start: Square) -> IllegalMove | None:
    """Return why no move can begin on a square, or None."""
    if not position.occupied >> start & 1:
        return IllegalMove(ZenRefusal.NOTHING_THERE, square=start)
    if position.enemy >> start & 1:
        return IllegalMove(ZenRefusal.NOT_YOURS, square=start)
    if not ends_of(position, variant, start):
        is_zen = position.zen >> start & 1
        return IllegalMove(ZenRefusal.ZEN_STUCK if is_zen else ZenRefusal.STUCK, square=start)
    return None


def landing_refusal(
    position: Position, variant: int, start: Square, end: Square
) -> IllegalMove | None:
    """Return why the pawn or the Zen on `start` cannot go to `end`, or None."""
    # zen, "Moving"
    between = BETWEEN.get(start << START_SHIFT | end)
    if between is None:
        return IllegalMove(ZenRefusal.NOT_STRAIGHT, start=start, end=end)
    line = next(line for line in LINES[start] if line >> end & 1)
    count, distance = (position.occupied & line).bit_count(), between.bit_count() + 1
    if count != distance:
        is_zen = position.zen >> start & 1
        reason = ZenRefusal.ZEN_WRONG_COUNT if is_zen else ZenRefusal.WRONG_COUNT
        return IllegalMove(reason, start=start, end=end, count=count, distance=distance)
    if position.own >> end & 1:
        return IllegalMove(ZenRefusal.OWN_PAWN, end=end)
    if in_the_way := squares_of(between & position.enemy):
        return IllegalMove(ZenRefusal.IN_THE_WAY, square=in_the_way[0], end=end)
    return _zen_refusal(position, variant, end) if position.zen >> start & 1 else None


def _zen_refusal(position: Position, variant: int, end: Square) -> IllegalMove | None:
    # zen, "The Zen"
    if position.barred >> end & 1:
        return IllegalMove(ZenRefusal.BARRED, end=end)
    if variant != FREE_ZEN and not AROUND[end] & (position.black | position.white):
        return IllegalMove(ZenRefusal.NO_CONTACT, end=end)
    return None


def refusal(position: Position, variant: int, move: BoardMove) -> IllegalMove | None:
    """Return why a move is illegal or written wrongly, or None; announcements are not checked."""
    start, end, is_zen, is_capture, _ = move
    landing = landing_refusal(position, variant, start, end)
    # a piece that is stuck can land nowhere: only where this one cannot, all moves are looked at
    is_movable = (position.own | position.zen) >> start & 1
    if (landing or not is_movable) and (why := piece_refusal(position, variant, start)):
        return why
    if is_zen != bool(position.zen >> start & 1):
        reason = ZenRefusal.NOT_THE_ZEN if is_zen else ZenRefusal.IS_THE_ZEN
        return IllegalMove(reason, square=start)
    if landing:
        return landing
    if is_capture != bool(position.occupied >> end & 1):
        reason = ZenRefusal.NO_CAPTURE if is_capture else ZenRefusal.CAPTURE
        return IllegalMove(reason, end=end)
    return None


def ray_squares(start: int) -> list[Square]:
    """Return the squares in a straight line from `start`."""
    return [end for end in SQUARES if start << START_SHIFT | end in BETWEEN]
