"""The legal moves of a position as text, and perft: the number of sequences of legal moves."""

from __future__ import annotations

from engine.zen.board import Position, after, moves
from engine.zen.ending import is_over
from engine.zen.moves import board_move


def legal_moves_text(position: Position, variant: int = 0) -> list[str]:
    """Return the moves of the side to move as text, sorted; none where the round is over.

    >>> from engine.zen.position_text import START
    >>> len(legal_moves_text(START)), legal_moves_text(START)[-1]
    (56, 'ZF6-I9')
    """
    if is_over(position, variant):
        return []
    return sorted(str(board_move(position, code)) for code in moves(position, variant))


def perft(position: Position, depth: int, variant: int = 0) -> int:
    """Return the number of sequences of `depth` moves; none goes on after the end of a round.

    Mat ends a round too in a variant that has it; repetition is not checked. Raises `ValueError`
    for a negative depth.
    """
    if depth < 0:
        raise ValueError(f"depth is 0 or more, not {depth}")
    if depth == 0:
        return 1
    if is_over(position, variant):
        return 0
    found = moves(position, variant)
    if depth == 1:
        return len(found)
    return sum(perft(after(position, move), depth - 1, variant) for move in found)
