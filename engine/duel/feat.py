"""The feat of the duel: a game won without a gift."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.duel.moves import MARKS, PILES, SEATS, FirstSeat
from engine.duel.state import DuelOptions

_SOUTH_BEGINS: Final = str(FirstSeat(1))
_GIFTS: Final = tuple(MARKS[pile] for pile in PILES if pile.is_theirs)


def won_without_a_gift(
    options: DuelOptions, moves: Sequence[str], winners: Sequence[int]
) -> tuple[int, ...]:
    """Return the winner of a duel who laid no card on a pile of the other."""
    first = int(options.first == "south" or _SOUTH_BEGINS in moves[:1])
    turns = [move for move in moves if move[:1].isdigit()]
    givers = {(first + at) % len(SEATS) for at, turn in enumerate(turns) if _has_gift(turn)}
    return tuple(seat for seat in winners if seat not in givers)


def _has_gift(turn: str) -> bool:
    return any(mark in turn for mark in _GIFTS)
