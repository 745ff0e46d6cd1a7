"""The layout of Bataille's table: sizes and places, in cells and lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from textual.geometry import Region

from tui.table.cards import CardSize
from words.glyphs import ASCII, Glyphs

LEAST: Final = (40, 20)
"""The columns and rows of the smallest window that shows everything."""

DEEPEST: Final = 6
"""The cards of a pile that are drawn one beneath another."""

SIGN: Final = 2
"""Cells before a name and its pile, for the sign of the player to turn."""

CIRCLES: Final = {
    2: (5, 1),
    3: (5, 0, 2),
    4: (5, 7, 1, 3),
    5: (5, 7, 0, 2, 3),
    6: (5, 7, 0, 1, 2, 3),
    7: (5, 6, 7, 0, 2, 3, 4),
    8: (5, 6, 7, 0, 1, 2, 3, 4),
}
"""The places of the seats for each number of players, from the viewer's on, which is below.

There are eight, clockwise: three above from the left, one on the right, three below from the right,
one on the left.
"""

CORNER: Final = 4
"""The place on the right of the viewer's; where it is empty, the viewer's name may be longer."""


class Spot(NamedTuple):
    """The first cell of a seat's name and the most cells it may have; its pile is below."""

    x: int
    y: int
    width: int


class WarSizes(NamedTuple):
    """The sizes of a table in a window of at least `columns` and `rows`.

    Attributes:
        columns, rows: The window.
        card: A card of the duel.
        scale: The scale of the figure on it, 0 for none.
        gap: The cells between the two cards.
        pile: The card on top of a pile.
        rail: The columns of the rail beside the table, 0 for none.
        is_huge: Whether the cards of the duel are as large as they can be. The piles are numbers
            then: two beside the names above the cards, all of them on the rail.
    """

    columns: int
    rows: int
    card: CardSize
    scale: int
    gap: int
    pile: CardSize
    rail: int
    is_huge: bool = False


SIZES: Final = (
    WarSizes(118, 36, CardSize(17, 10), 2, 6, CardSize(8, 4), 36),
    WarSizes(80, 22, CardSize(11, 7), 1, 4, CardSize(5, 3), 26),
    WarSizes(58, 18, CardSize(7, 4), 0, 3, CardSize(5, 3), 16),
    WarSizes(0, 0, CardSize(6, 4), 0, 3, CardSize(4, 3), 0),
)


MAGNIFIED: Final = (
    WarSizes(118, 36, CardSize(34, 25), 4, 6, CardSize(8, 4), 36, is_huge=True),
    WarSizes(80, 22, CardSize(24, 16), 3, 4, CardSize(5, 3), 26, is_huge=True),
)
"""The sizes of huge cards; in a smaller window they are as usual."""


@dataclass(frozen=True, slots=True)
class WarLayout:
    """The places of the table, of the rail, and of the cards on the table.

    Attributes:
        sizes: The sizes of the cards and of the rail.
        room: The columns and lines of the table.
        rail: The columns and lines of the rail beside it.
    """

    sizes: WarSizes
    room: tuple[int, int]
    rail: tuple[int, int]

    @property
    def regions(self) -> Mapping[str, Region]:
        """The regions of the table and of the rail, by id."""
        columns, _rows = self.room
        return {"board": Region(0, 0, *self.room), "log": Region(columns, 0, *self.rail)}

    @property
    def block(self) -> int:
        """The lines of a seat: its name and its pile."""
        return 1 + self.sizes.pile.height

    @property
    def left_card(self) -> int:
        """The first cell of the challenger's card."""
        width, _height = self.room
        return (width - 2 * self.sizes.card.width - self.sizes.gap) // 2

    @property
    def right_card(self) -> int:
        """The first cell of the opponent's card."""
        return self.left_card + self.sizes.card.width + self.sizes.gap

    @property
    def duel_top(self) -> int:
        """The line of the names above the duel's cards."""
        _width, height = self.room
        if self.sizes.is_huge:
            return (height - self.sizes.card.height - 4) // 2
        return max(self.block, (height - self.sizes.card.height - 3) // 2)

    def spots(self, players: int, mine: int = 0) -> tuple[Spot, ...]:
        """Return the place of each seat, in a circle with the viewer's below.

        >>> [spot[:2] for spot in layout_for(80, 22).spots(2)]
        [(21, 18), (21, 0)]
        """
        width, height = self.room
        across, below = width // 3, height - self.block
        under_card = self.duel_top + self.sizes.card.height + 1
        middle = min((height - self.block) // 2, under_card - self.block)
        indent = max(1, (across - self.sizes.pile.width - DEEPEST) // 2)
        columns = [third * across + indent for third in range(3)]
        above = [Spot(x, 0, across - indent) for x in columns]
        under = [Spot(x, below, across - indent) for x in reversed(columns)]
        circle = CIRCLES[players]
        if CORNER not in circle:
            under[1] = under[1]._replace(width=width - under[1].x)
        side = max(self.left_card - 1, SIGN + DEEPEST - 1 + self.sizes.pile.width)
        left, right = Spot(0, middle, side), Spot(width - side, middle, side)
        every = (*above, right, *under, left)
        return tuple(every[circle[(seat - mine) % players]] for seat in range(players))


def rest_of(glyphs: Glyphs) -> str:
    """Return the sign that draws the place of a player who is out."""
    return "-" if glyphs is ASCII else "╌"


@cache
def layout_for(columns: int, rows: int, *, is_huge: bool = False) -> WarLayout:
    """Return the layout with the largest cards that there is room for."""
    some = (*MAGNIFIED, *SIZES) if is_huge else SIZES
    sizes = next(size for size in some if columns >= size.columns and rows >= size.rows)
    return WarLayout(sizes, (max(columns - sizes.rail, 1), rows), (sizes.rail, rows))
