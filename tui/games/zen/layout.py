"""The layout of Zen's table in a window: sizes and places, in cells and lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from textual.geometry import Offset, Region

from engine.zen.geometry import SIZE
from engine.zen.squares import SQUARES, Square

LABEL_WIDTH: Final = 3
"""The numbers of the rows left of the board; as much is left free on its right if there is room."""
LABEL_HEIGHT: Final = 1
"""The letters of the columns below the board; above it too if there is room."""
DIVIDER: Final = 1
"""Between the board's room and a rail beside it."""
RAIL_LEAST: Final = 24
RAIL_MOST: Final = 44
RAIL_MOST_HUGE: Final = 60
"""The widest rail beside the largest squares, where the log has two columns."""
RAIL_ROWS: Final = 7
"""The fewest lines of a rail below the board."""
COMPACT_WIDTH: Final = 28
COMPACT_HEIGHT: Final = 22
"""A rail that is narrower or lower has no room for blank lines."""
LEAST: Final = (40, 20)
"""The columns and rows of the smallest window that shows everything."""


class SquareSize(NamedTuple):
    """The size of a square: cells across, lines down."""

    width: int
    height: int


SIZES: Final = tuple(SquareSize(*size) for size in ((11, 5), (7, 3), (4, 2), (3, 1)))


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the board and the rail are.

    Attributes:
        square: The size of a square.
        left, top: The cell of the board's room in which the upper left square begins.
        has_letters_above: Whether the letters of the columns stand above the board too.
        room: The columns and lines of the board's room.
        rail: The columns and lines of the rail, without the divider.
        is_beside: Whether the rail is right of the board, and not below it.
    """

    square: SquareSize
    left: int
    top: int
    has_letters_above: bool
    room: tuple[int, int]
    rail: tuple[int, int]
    is_beside: bool

    @property
    def regions(self) -> Mapping[str, Region]:
        """Where the board and the rail are."""
        (columns, rows), (width, height) = self.room, self.rail
        beside = Region(columns, 0, width + DIVIDER, height)
        rail = beside if self.is_beside else Region(0, rows, width, height)
        return {"board": Region(0, 0, columns, rows), "log": rail}

    @property
    def is_compact(self) -> bool:
        """Whether the rail has no room for blank lines."""
        width, height = self.rail
        return width < COMPACT_WIDTH or height < COMPACT_HEIGHT

    def middle_of(self, square: Square) -> Offset:
        """Return the cell of the board's room in the middle of a square."""
        row, column = divmod(square, SIZE)
        x = self.left + column * self.square.width + (self.square.width - 1) // 2
        y = self.top + (SIZE - 1 - row) * self.square.height + (self.square.height - 1) // 2
        return Offset(x, y)

    def square_at(self, x: int, y: int) -> Square | None:
        """Return the square at a cell of the board's room, None beside all of them."""
        column = (x - self.left) // self.square.width
        row = SIZE - 1 - (y - self.top) // self.square.height
        is_inside = 0 <= column < SIZE and 0 <= row < SIZE
        return SQUARES[row * SIZE + column] if is_inside else None


@cache
def layout_for(columns: int, rows: int) -> Layout:
    """Return the layout with the largest squares that fit.

    The rail stands beside the board where the squares are no smaller for it. Where there is too
    little room for everything the lower lines of the rail are cut off.

    >>> [layout_for(*room).square.width for room in ((40, 19), (80, 23), (120, 39), (200, 59))]
    [3, 4, 7, 11]
    """
    for size in SIZES:
        width, height = SIZE * size.width + LABEL_WIDTH, SIZE * size.height + LABEL_HEIGHT
        if columns >= width + RAIL_LEAST and rows >= height:
            return _beside(size, columns, rows)
        if columns >= width and rows >= height + RAIL_ROWS:
            return _below(size, columns, rows)
    return _below(SIZES[-1], columns, rows)


def _beside(size: SquareSize, columns: int, rows: int) -> Layout:
    width, height = SIZE * size.width, SIZE * size.height
    most = RAIL_MOST_HUGE if size == SIZES[0] else RAIL_MOST
    rail = max(RAIL_LEAST, min(columns - width - 2 * LABEL_WIDTH + DIVIDER, most))
    room = columns - rail
    has_letters_above = rows >= height + 2 * LABEL_HEIGHT
    letters = 2 if has_letters_above else 1
    return Layout(
        size,
        max(LABEL_WIDTH, (room - width) // 2),
        (rows - height - letters * LABEL_HEIGHT) // 2 + has_letters_above,
        has_letters_above,
        (room, rows),
        (rail - DIVIDER, rows),
        is_beside=True,
    )


def _below(size: SquareSize, columns: int, rows: int) -> Layout:
    width, height = SIZE * size.width, SIZE * size.height + LABEL_HEIGHT
    left = max(LABEL_WIDTH, (columns - width + LABEL_WIDTH) // 2)
    rail = max(rows - height, 1)
    return Layout(size, left, 0, False, (columns, height), (columns, rail), is_beside=False)
