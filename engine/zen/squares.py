"""The squares of Zen by name: `A1` to `K11`."""

from __future__ import annotations

from typing import Final

from engine.reasons import NotationError, shown
from engine.zen.geometry import COUNT, SIZE
from engine.zen.reasons import ZenNotation

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
        raise NotationError(ZenNotation.NO_SQUARE, text=shown(name)) from None


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
