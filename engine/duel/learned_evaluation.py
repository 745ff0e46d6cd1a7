"""The learned evaluation of the duel: the value of piles and hands to the player who has just laid.

A small neural net whose inputs are table look-ups: every feature picks one row of weights, and the
rows are added lane by lane. Lane 0 counts directly, the others through a clip and an output weight.
A row is one int of 16 lanes with 16 bits each, so adding two rows is adding two ints. The weights
and how they were learned: `docs/players.md`, `training/`.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from functools import lru_cache
from itertools import repeat
from math import sqrt
from operator import mul
from pkgutil import get_data
from struct import Struct
from typing import Final

from engine.bits import IS_COMPILED, count_bits
from engine.duel.rules import DESCENDING_BASE, GOES_DOWN, GOES_UP, HELPS_DOWN, HELPS_UP, JUMP

LANES: Final = 16
ONE: Final = 1024
"""The integer that stands for 1 in rows and output weights."""

NEAR: Final = 8
WIDE: Final = 16
"""The reach, in pips beyond a top, of two of the features."""

_FAR: Final = 60
_EDGE: Final = DESCENDING_BASE + 1
_MIDDLE: Final = 1 << 15
_BIAS: Final = sum(_MIDDLE << 16 * lane for lane in range(LANES))
_BYTES: Final = 2 * LANES
_LANES: Final[Callable[[bytes], tuple[int, ...]]] = Struct(f"<{LANES}H").unpack

# Where the rows of each feature begin; the same numbers are in `training/duel.c`.
_M_TOPS: Final = 0
_M_ROOM: Final = _M_TOPS + 16 * 16
_M_GAPS: Final = _M_ROOM + 25 * 15
_M_BOTH: Final = _M_GAPS + 17 * 17 * 2
_M_HAND: Final = _M_BOTH + 17 * 17 * 4
_M_LEFT: Final = _M_HAND + 7 * 7
_M_NEAR: Final = _M_LEFT + 30 * 7
_M_FIT: Final = _M_NEAR + 9 * 9 * 4
_M_TWO: Final = _M_FIT + 15 * 15
_M_THREE: Final = _M_TWO + 64 * 7
_M_FOUR: Final = _M_THREE + 32 * 32
_M_WIDE: Final = _M_FOUR + 64 * 7
_M_CHAIN: Final = _M_WIDE + 17 * 17
_M_THIRD: Final = _M_CHAIN + 4 * 4 * 7
_M_DEAD: Final = _M_THIRD + 17 * 17
OWN_SIZE: Final = _M_DEAD + 16 * 32
"""The number of rows that `own_rows` picks from."""
_T_TOPS: Final = OWN_SIZE
_T_ROOM: Final = _T_TOPS + 16 * 16
_T_NEAR: Final = _T_ROOM + 25 * 15
_T_WIDE: Final = _T_NEAR + 9 * 9 * 4
_T_FIT: Final = _T_WIDE + 17 * 17
_T_HAND: Final = _T_FIT + 15 * 15
_T_DEAD: Final = _T_HAND + 7 * 20
_X_ROOM: Final = _T_DEAD + 16 * 32
_X_LEFT: Final = _X_ROOM + 16 * 16
SIZE: Final = _X_LEFT + 31 * 31
"""The number of rows."""

_TOPS: Final = range(DESCENDING_BASE + 1)

ABOVE: Final = HELPS_DOWN
"""ABOVE[top]: the cards higher than a top, as a mask."""
BELOW: Final = HELPS_UP
"""BELOW[top]: the cards lower than a top, as a mask."""


def within(reach: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return, by top, the cards at most `reach` beyond an ascending and a descending pile."""
    up = tuple(ABOVE[top] & (1 << top + reach + 1) - 1 for top in _TOPS)
    down = tuple(BELOW[top] & ~((1 << max(top - reach, 0)) - 1) for top in _TOPS)
    return up, down


NEAR_UP, NEAR_DOWN = within(NEAR)
WIDE_UP, WIDE_DOWN = within(WIDE)
JUMP_UP: Final = tuple(GOES_UP[top] & ~ABOVE[top] for top in _TOPS)
"""JUMP_UP[top]: the card that may jump back on the own ascending pile, as a mask."""
JUMP_DOWN: Final = tuple(GOES_DOWN[top] & ~BELOW[top] for top in _TOPS)
"""JUMP_DOWN[top]: the card that may jump back on the own descending pile, as a mask."""


def read_net(name: str, size: int) -> tuple[list[int], list[int]]:
    """Return the `size` rows of a file of weights and the output weights.

    Lane 0 has no output weight: it counts straight.
    """
    data = zlib.decompress(get_data(__package__, name) or b"")
    rows = [
        int.from_bytes(data[at : at + _BYTES], "little") - _BIAS
        for at in range(0, size * _BYTES, _BYTES)
    ]
    outputs = [lane - _MIDDLE for lane in _LANES(data[size * _BYTES :])]
    return rows, outputs


ROWS: list[int]
ROWS, OUTPUTS = read_net("weights.bin", SIZE)
_CLIPPED: Final[list[int]] = [
    *repeat(-ONE, _MIDDLE - ONE),
    *range(-ONE, ONE),
    *repeat(ONE, _MIDDLE - ONE),
]
_clipped: Final = _CLIPPED.__getitem__


def worth(rows: int, outputs: list[int] = OUTPUTS) -> int:
    """Return the value of a sum of rows to the player just done, in units of `ONE` squared."""
    if IS_COMPILED:
        return worth_by_lanes(rows, outputs)
    lanes = _LANES((rows + _BIAS).to_bytes(_BYTES, "little"))
    through: int = sum(map(mul, outputs, map(_clipped, lanes)))
    return (lanes[0] - _MIDDLE) * ONE + through


def worth_by_lanes(rows: int, outputs: list[int] = OUTPUTS) -> int:
    """Return the same as `worth`, lane by lane, which is quicker compiled."""
    lanes = (rows + _BIAS).to_bytes(_BYTES, "little")
    total = (lanes[0] + (lanes[1] << 8) - _MIDDLE) * ONE
    for lane in range(1, LANES):
        total += outputs[lane] * _CLIPPED[lanes[2 * lane] + (lanes[2 * lane + 1] << 8)]
    return total


def chance(worth_of: int) -> float:
    """Return the chance of winning (0 to 1) for a value, by an algebraic sigmoid.

    It uses only operations that IEEE 754 rounds exactly, so it is the same on every machine.
    """
    x = worth_of / (ONE * ONE)
    return 0.5 + 0.5 * x / sqrt(1 + x * x)


_GAP: Final[tuple[int, ...]] = (0, *range(1, 16), *repeat(16, 44), 0)
"""The bucket of a gap as a feature: 16 for every wide one, 0 for none."""

FINELY: Final[tuple[int, ...]] = (*range(16), *(16 + extra // 3 for extra in range(43)))
"""The bucket of a number of cards as a feature: exact for small numbers."""

_COST: Final[list[int]] = [*range(20, 64), *repeat(63, 80 + 20 - 43), *range(20)]
"""The bucket of a cost in pips (-20 and up); negative costs index from the end."""


def _gaps_up(cards: int, top: int) -> tuple[int, int, int, int]:
    """Return the gaps above a top to the four nearest cards, 60 where there is none."""
    gaps = [_FAR] * 4
    for place in range(4):
        if not cards:
            break
        low = cards & -cards
        gaps[place] = low.bit_length() - 1 - top
        cards ^= low
    return gaps[0], gaps[1], gaps[2], gaps[3]


def _gaps_down(cards: int, top: int) -> tuple[int, int, int, int]:
    """Return the gaps below a top to the four nearest cards, 60 where there is none."""
    gaps = [_FAR] * 4
    for place in range(4):
        if not cards:
            break
        high = cards.bit_length() - 1
        gaps[place] = top - high
        cards ^= 1 << high
    return gaps[0], gaps[1], gaps[2], gaps[3]


if not IS_COMPILED:  # compiled they are quicker than a look at what was kept
    _gaps_up, _gaps_down = lru_cache(4096)(_gaps_up), lru_cache(4096)(_gaps_down)


def own_rows(kept: int, draw: int, up: int, down: int, drawn: int, table: list[int] = ROWS) -> int:
    """Return the sum of rows for the side that has just laid, before it draws.

    Args:
        kept: A mask of the cards left in hand.
        draw: A mask of the cards in the draw pile, whose order nobody knows.
        up: Top of the own ascending pile.
        down: Top of the own descending pile.
        drawn: How many cards will be drawn.
        table: The rows of the net.
    """
    a1, a2, a3, a4 = _gaps_up(kept & ABOVE[up], up)
    b1, b2, b3, b4 = _gaps_down(kept & BELOW[down], down)
    gap_up = (_GAP[a1] * 17 + _GAP[a2]) * 2
    gap_down = (_GAP[b1] * 17 + _GAP[b2]) * 2
    both = (_GAP[a1] * 17 + _GAP[b1]) * 4
    third = _GAP[a2] * 17 + _GAP[b2]
    jump_up, jump_down = JUMP_UP[up], JUMP_DOWN[down]
    if kept & jump_up:
        gap_up += 1
        both += 2
        a1, a2, a3, a4 = -JUMP, a1, a2, a3
    if kept & jump_down:
        gap_down += 1
        both += 1
        b1, b2, b3, b4 = -JUMP, b1, b2, b3
    # the least cost of two, three and four cards: `min` of so many would take longer
    two = a2 if a2 < b2 else b2
    two = a1 + b1 if a1 + b1 < two else two
    three = a3 if a3 < b3 else b3
    three = a2 + b1 if a2 + b1 < three else three
    three = a1 + b2 if a1 + b2 < three else three
    four = a4 if a4 < b4 else b4
    four = a3 + b1 if a3 + b1 < four else four
    four = a2 + b2 if a2 + b2 < four else four
    four = a1 + b3 if a1 + b3 < four else four
    two, three, four = _COST[two], _COST[three], _COST[four]
    pairs = kept & kept >> JUMP
    chains_up = count_bits(pairs & ABOVE[up])
    chains_down = count_bits(pairs << JUMP & BELOW[down])
    count = count_bits(kept)
    every = kept | draw
    left = count_bits(every)
    edge = _EDGE - down
    return (
        table[(up >> 2) * 16 + (edge >> 2)]
        + table[_M_ROOM + (up + edge) // 5 * 15 + (left >> 2)]
        + table[_M_GAPS + gap_up]
        + table[_M_GAPS + gap_down]
        + table[_M_BOTH + both]
        + table[_M_HAND + count * 7 + drawn]
        + table[_M_LEFT + (left >> 1) * 7 + drawn]
        + table[
            _M_NEAR
            + (count_bits(draw & NEAR_UP[up]) * 9 + count_bits(draw & NEAR_DOWN[down])) * 4
            + (2 if draw & jump_up else 0)
            + (1 if draw & jump_down else 0)
        ]
        + table[
            _M_FIT
            + (count_bits(every & ABOVE[up]) >> 2) * 15
            + (count_bits(every & BELOW[down]) >> 2)
        ]
        + table[_M_TWO + two * 7 + count]
        + table[_M_THREE + (two >> 1) * 32 + (three >> 1)]
        + table[_M_FOUR + four * 7 + count]
        + table[_M_WIDE + count_bits(draw & WIDE_UP[up]) * 17 + count_bits(draw & WIDE_DOWN[down])]
        + table[_M_CHAIN + (min(chains_up, 3) * 4 + min(chains_down, 3)) * 7 + count]
        + table[_M_THIRD + third]
        + table[_M_DEAD + _dead(every, up, down, left)]
    )


def other_rows(left: int, hand_size: int, up: int, down: int) -> int:
    """Return the sum of rows for the other side; `left` is its hand and draw pile as one mask."""
    edge = _EDGE - down
    count = count_bits(left)
    return (
        ROWS[_T_TOPS + (up >> 2) * 16 + (edge >> 2)]
        + ROWS[_T_ROOM + (up + edge) // 5 * 15 + (count >> 2)]
        + ROWS[
            _T_NEAR
            + (count_bits(left & NEAR_UP[up]) * 9 + count_bits(left & NEAR_DOWN[down])) * 4
            + (2 if left & JUMP_UP[up] else 0)
            + (1 if left & JUMP_DOWN[down] else 0)
        ]
        + ROWS[
            _T_FIT
            + (count_bits(left & ABOVE[up]) >> 2) * 15
            + (count_bits(left & BELOW[down]) >> 2)
        ]
        + ROWS[_T_HAND + hand_size * 20 + count // 3]
        + ROWS[_T_WIDE + count_bits(left & WIDE_UP[up]) * 17 + count_bits(left & WIDE_DOWN[down])]
        + ROWS[_T_DEAD + _dead(left, up, down, count)]
    )


def race_rows(
    left: int, up: int, down: int, their_left: int, their_up: int, their_down: int
) -> int:
    """Return the sum of rows for the race: how far each side is from laying all its cards.

    Args:
        left: How many cards the side that has just laid has left, before it draws.
        up: Top of its ascending pile.
        down: Top of its descending pile.
        their_left: How many cards the other side has left.
        their_up: Top of the other ascending pile.
        their_down: Top of the other descending pile.
    """
    room, their_room = up + _EDGE - down, their_up + _EDGE - their_down
    return (
        ROWS[_X_ROOM + (room >> 3) * 16 + (their_room >> 3)]
        + ROWS[_X_LEFT + FINELY[left] * 31 + FINELY[their_left]]
    )


def _dead(cards: int, up: int, down: int, count: int) -> int:
    """Return a feature: how many of `count` cards fit on neither pile."""
    dead = count_bits(cards & ~(ABOVE[up] | BELOW[down]))
    return min(dead, 15) * 32 + min(count, 31)
