"""The geometry of the board of Zen: lines, squares between, neighbours, as bit masks."""

from __future__ import annotations

from typing import Final

SIZE: Final = 11
COUNT: Final = SIZE * SIZE

START_SHIFT: Final = 7
END_MASK: Final = (1 << START_SHIFT) - 1

_DIRECTIONS: Final = ((1, 0), (0, 1), (1, 1), (1, -1))
ALL: Final = (1 << COUNT) - 1
NOT_A: Final = ALL & ~sum(1 << row * SIZE for row in range(SIZE))
NOT_K: Final = NOT_A >> 1


def grown(mask: int) -> int:
    """Return the mask with all neighbours of its squares."""
    wide = mask | (mask & NOT_K) << 1 | (mask & NOT_A) >> 1
    return (wide | wide << SIZE | wide >> SIZE) & ALL


def _line(square: int, across: int, up: int) -> tuple[int, list[tuple[int, int, int]]]:
    """Return the line through a square as a mask, and (distance, end, between) of its squares."""
    row, column = divmod(square, SIZE)
    line, ends = 1 << square, []
    for sign in (1, -1):
        between = 0
        for distance in range(1, SIZE):
            x, y = column + sign * distance * across, row + sign * distance * up
            if not (0 <= x < SIZE and 0 <= y < SIZE):
                break
            end = y * SIZE + x
            ends.append((distance, end, between))
            between |= 1 << end
        line |= between
    return line, ends


RAYS: Final = [[_line(square, *way) for way in _DIRECTIONS] for square in range(COUNT)]

LINES: Final = tuple([tuple([line for line, _ in rays]) for rays in RAYS])
"""LINES[square]: the row, the column and the two diagonals through it, each as a mask."""

BETWEEN: Final = {
    square << START_SHIFT | end: between
    for square, rays in enumerate(RAYS)
    for _, ends in rays
    for _, end, between in ends
}
"""BETWEEN[move]: the squares passed over, as a mask; it has only moves in a straight line."""


AROUND: Final = tuple(grown(1 << square) & ~(1 << square) for square in range(COUNT))
"""AROUND[square]: its neighbours, as a mask."""
