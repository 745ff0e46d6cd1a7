"""The 121 squares of the board, their names, and sets of them as bit masks.

Bit n of a mask stands for square n: row times eleven plus column, both from 0, from A1 on.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.reasons import NotationError

SIZE: Final = 11
COUNT: Final = SIZE * SIZE
COLUMNS: Final = "ABCDEFGHIJK"
NAMES: Final = tuple(f"{column}{row}" for row in range(1, SIZE + 1) for column in COLUMNS)

_PLACES: Final = {name: place for place, name in enumerate(NAMES)}


class Square(int):
    """A square: the number of its bit in a mask; written as its column and row.

    >>> str(Square(60)), Square(60) == 60
    ('F6', True)
    """

    __slots__ = ()

    def __str__(self) -> str:
        return NAMES[self]

    def __repr__(self) -> str:
        return NAMES[self]


SQUARES: Final = tuple(Square(place) for place in range(COUNT))


def parse_square(name: str) -> Square:
    """Read a square, `A1` to `K11`. Raises `NotationError`."""
    try:
        return SQUARES[_PLACES[name]]
    except KeyError:
        raise NotationError(f"{shown(name)} is not a square from A1 to K11") from None


def mask_of(squares: Iterable[int]) -> int:
    """Return the mask of the squares."""
    mask = 0
    for square in squares:
        mask |= 1 << square
    return mask


def squares_of(mask: int) -> list[Square]:
    """Return the squares of a mask, A1 first, row by row.

    >>> squares_of(1 << 60 | 1)
    [A1, F6]
    """
    squares = []
    while mask:
        low = mask & -mask
        squares.append(SQUARES[low.bit_length() - 1])
        mask ^= low
    return squares


def square_of(mask: int) -> Square | None:
    """Return the only square of a mask, None for the empty one."""
    return SQUARES[mask.bit_length() - 1] if mask else None


def shown(text: str) -> str:
    """Return a text quoted for an error message, shortened if it is long."""
    return repr(text if len(text) <= 40 else text[:37] + "...")
