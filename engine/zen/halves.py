"""The quick core of the compiled build: moves, groups and distances in two halves of the board.

A mask of 121 bits is an object there, and each step makes a new one. Half of the board (A1 to F6,
or G6 to K11) is a plain number. To Python two are more work than one: so the sources compute in
`board` and `evaluation`, with the same results.
"""

from __future__ import annotations

from typing import Final

from engine.bits import count_bits
from engine.zen.geometry import AROUND, COUNT, END_MASK, RAYS, SIZE, START_SHIFT

HALF: Final = 61
_LOW: Final = (1 << HALF) - 1
_COUNTS: Final = SIZE + 2
"""The places of a line in `_FIRST`: a line has up to eleven pieces, and its goals have an end."""

_NEAR_LOW: Final[list[int]] = [near & _LOW for near in AROUND]
_NEAR_HIGH: Final[list[int]] = [near >> HALF for near in AROUND]
_ROW: Final = (1 << SIZE) - 1
_CUT_ROW: Final = HALF // SIZE
"""The row of which a part is in each half."""
_CUT_UP: Final = SIZE - HALF % SIZE
"""The number of its squares in the upper half."""

_COUNTS_TO: Final[list[int]] = [
    sum((row & (2 << column) - 1).bit_count() << 5 * column for column in range(SIZE))
    for row in range(1 << SIZE)
]
"""The pieces of a row up to its first square, its second and so on, in five bits each."""

_LINE_LOW: Final[list[int]] = [line & _LOW for rays in RAYS for line, _ in rays]
_LINE_HIGH: Final[list[int]] = [line >> HALF for rays in RAYS for line, _ in rays]

_MOVES: Final[list[int]] = []
_BETWEEN_LOW: Final[list[int]] = []
_BETWEEN_HIGH: Final[list[int]] = []
_END_LOW: Final[list[int]] = []
_END_HIGH: Final[list[int]] = []
_FIRST: Final[list[int]] = []
"""The place in these lists of the first goal of each square, line and number of pieces on it."""


def _list_goals() -> None:
    for square in range(COUNT):
        for _, ends in RAYS[square]:
            for count in range(_COUNTS):
                _FIRST.append(len(_MOVES))
                for distance, end, between in ends:
                    if distance == count:
                        _MOVES.append(square << START_SHIFT | end)
                        _BETWEEN_LOW.append(between & _LOW)
                        _BETWEEN_HIGH.append(between >> HALF)
                        _END_LOW.append((1 << end) & _LOW)
                        _END_HIGH.append((1 << end) >> HALF)


_list_goals()


def moves(own: int, enemy: int, zen: int, barred: int, is_free: bool) -> list[int]:
    """Return every move of a side, in the order of `board.moves`; `is_free` is of its Zen."""
    own_low, own_high, enemy_low, enemy_high = own & _LOW, own >> HALF, enemy & _LOW, enemy >> HALF
    low, high = own_low | enemy_low, own_high | enemy_high
    all_low, all_high = low | zen & _LOW, high | zen >> HALF
    found: list[int] = []
    left = own_low
    while left:
        bit = left & -left
        left ^= bit
        square = bit.bit_length() - 1
        _add(found, square, all_low, all_high, own_low, own_high, enemy_low, enemy_high)
    left = own_high
    while left:
        bit = left & -left
        left ^= bit
        square = HALF + bit.bit_length() - 1
        _add(found, square, all_low, all_high, own_low, own_high, enemy_low, enemy_high)
    if zen:
        own_low |= barred & _LOW
        own_high |= barred >> HALF
        start = zen.bit_length() - 1
        by_zen: list[int] = []
        _add(by_zen, start, all_low, all_high, own_low, own_high, enemy_low, enemy_high)
        for move in by_zen:
            end = move & END_MASK
            if is_free or _NEAR_LOW[end] & low or _NEAR_HIGH[end] & high:
                found.append(move)
    return found


def pawns_can_move(own: int, enemy: int, zen: int) -> bool:
    """Say whether a pawn of a side has a move."""
    own_low, own_high, enemy_low, enemy_high = own & _LOW, own >> HALF, enemy & _LOW, enemy >> HALF
    low, high = own_low | enemy_low | zen & _LOW, own_high | enemy_high | zen >> HALF
    found: list[int] = []
    left = own_low
    while left and not found:
        bit = left & -left
        left ^= bit
        square = bit.bit_length() - 1
        _add(found, square, low, high, own_low, own_high, enemy_low, enemy_high)
    left = own_high
    while left and not found:
        bit = left & -left
        left ^= bit
        square = HALF + bit.bit_length() - 1
        _add(found, square, low, high, own_low, own_high, enemy_low, enemy_high)
    return len(found) > 0


def _add(
    found: list[int],
    square: int,
    low: int,
    high: int,
    own_low: int,
    own_high: int,
    enemy_low: int,
    enemy_high: int,
) -> None:
    """Add the moves of the piece on a square; `low` and `high` are all pieces."""
    for line in range(square * 4, square * 4 + 4):
        count = count_bits(low & _LINE_LOW[line]) + count_bits(high & _LINE_HIGH[line])
        first = line * _COUNTS + count
        for goal in range(_FIRST[first], _FIRST[first + 1]):
            if not (
                own_low & _END_LOW[goal]
                or own_high & _END_HIGH[goal]
                or enemy_low & _BETWEEN_LOW[goal]
                or enemy_high & _BETWEEN_HIGH[goal]
            ):
                found.append(_MOVES[goal])  # noqa: PERF401


def is_connected(mask: int) -> bool:
    """Say whether the squares are connected; a single square is, and so is none."""
    low, high, _, _ = _without_first(mask & _LOW, mask >> HALF)
    return not low and not high


def ends_of(chain: int, most: int) -> tuple[int, int]:
    """Return how many groups there are, and the free squares that touch all of them but one.

    Those are none if there is one group, or more than `most`.
    """
    low, high = left_low, left_high = chain & _LOW, chain >> HALF
    all_low = all_high = but_one_low = but_one_high = _LOW
    count = 0
    while left_low or left_high:
        left_low, left_high, near_low, near_high = _without_first(left_low, left_high)
        but_one_low = but_one_low & near_low | all_low
        but_one_high = but_one_high & near_high | all_high
        all_low &= near_low
        all_high &= near_high
        count += 1
    if not 1 < count <= most:
        return count, 0
    but_one_low &= ~low
    but_one_high &= ~high
    return count, but_one_low | but_one_high << HALF if but_one_low or but_one_high else 0


def _without_first(low: int, high: int) -> tuple[int, int, int, int]:
    """Return the squares outside the first group, and the squares next to those in it."""
    new_low = low & -low
    new_high = 0 if low else high & -high
    low ^= new_low
    high ^= new_high
    near_low = near_high = 0
    while new_low or new_high:
        if new_low:
            bit = new_low & -new_low
            new_low ^= bit
            square = bit.bit_length() - 1
        else:
            bit = new_high & -new_high
            new_high ^= bit
            square = HALF + bit.bit_length() - 1
        around_low, around_high = _NEAR_LOW[square], _NEAR_HIGH[square]
        near_low |= around_low
        near_high |= around_high
        around_low &= low
        around_high &= high
        low ^= around_low
        high ^= around_high
        new_low |= around_low
        new_high |= around_high
    return low, high, near_low, near_high


def spread(chain: int) -> int:
    """Return the sum of the distances, in rows and columns, of the pieces from their medians."""
    low, high = chain & _LOW, chain >> HALF
    pieces = count_bits(low) + count_bits(high)
    half = pieces >> 1
    left, columns, passed, ways = low, 0, 0, 0
    for row in range(SIZE):
        if row == _CUT_ROW:
            left |= (high & (1 << _CUT_UP) - 1) << SIZE - _CUT_UP
        elif row == _CUT_ROW + 1:
            left = high >> _CUT_UP
        counts = _COUNTS_TO[left & _ROW]
        left >>= SIZE
        columns += counts
        passed += counts >> 5 * (SIZE - 1)
        ways += passed if passed <= half else pieces - passed
    for _ in range(SIZE):
        passed = columns & 31
        columns >>= 5
        ways += passed if passed <= half else pieces - passed
    return ways
