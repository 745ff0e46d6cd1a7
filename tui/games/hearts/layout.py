"""The layout of the table of Dame de Pique in five sizes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from textual.geometry import Offset, Region

from engine.hearts.rules import HAND_SIZE
from play.games.hearts.controls import ACTION
from tui.table.cards import CardSize, card_sizes
from tui.table.tutor import LEAST_ROWS
from tui.widgets.felt import rail_width, stacked


class HeartsSizes(NamedTuple):
    """How large things are, in cells and lines.

    Attributes:
        columns: The columns of the whole table.
        felt: The columns of the trick; the rail beside it has the rest.
        top: The line of the card across.
        card: A card of the trick.
        drop: The lines from one card of the cross down to the next.
        words: The most cells of the words beside the trick.
        hand: A card in hand.
        step: The cells from one card in hand to the next.
        stop: The first cell of the stops, counted from the first card of the hand.
        stop_width: The width of each stop.
        stops_below: Whether the stops have a line of their own below the hand.
        pips: The size of the suits' shapes on the trick's cards, up to 3; 0 for none.
        hand_pips: The same in hand.
        figures: The scale of the ranks on huge cards, which are as large as they can be; 0 for
            usual ones. The cards of a trick stand in a row then.
    """

    columns: int
    felt: int
    top: int
    card: CardSize
    drop: int
    words: int
    hand: CardSize
    step: int
    stop: int
    stop_width: int
    stops_below: bool = False
    pips: int = 0
    hand_pips: int = 0
    figures: int = 0

    @property
    def trick_rows(self) -> int:
        """The lines of the cross of four cards, or of their row, with the words around them."""
        if self.figures:
            return self.top + self.card.height + 1
        return self.top + 2 * self.drop + self.card.height

    @property
    def hand_rows(self) -> int:
        """The lines of the hand: the tags above it, the cards, the stops if they are below."""
        return 1 + self.hand.height + self.stops_below

    @property
    def rows(self) -> int:
        """The lines needed: the cross, the sum, the hand, the plate."""
        return self.trick_rows + 1 + self.hand_rows + 1

    @property
    def rail(self) -> int:
        """How wide the rail is at least; 0 where there is none."""
        return self.columns - self.felt

    @property
    def hand_width(self) -> int:
        """How many cells the hand and the stops beside it have."""
        cards = (HAND_SIZE - 1) * self.step + self.hand.width
        return cards if self.stops_below else self.stop + self.stop_width


_ATTRIBUTES: Final[Mapping[str, tuple[Any, ...]]] = {
    "columns": (200, 120, 80, 60, 40),
    "felt": (144, 86, 54, 44, 40),
    "top": (1, 1, 1, 1, 2),
    "card": card_sizes((21, 13), (13, 8), (8, 5), (6, 3), (5, 3)),
    "drop": (8, 5, 3, 2, 2),
    "words": (16, 14, 11, 10, 9),
    "hand": card_sizes((17, 13), (12, 9), (8, 5), (6, 5), (4, 4)),
    "step": (13, 8, 5, 4, 3),
    "stop": (177, 109, 69, 0, 0),
    "stop_width": (14, 9, 9, 12, 12),
    "stops_below": (False, False, False, True, True),
    "pips": (3, 2, 0, 0, 0),
    "hand_pips": (2, 1, 0, 0, 0),
}
"""Each attribute of the five sizes, the largest size first."""
ALL: Final = tuple(
    HeartsSizes(**dict(zip(_ATTRIBUTES, size, strict=True)))
    for size in zip(*_ATTRIBUTES.values(), strict=True)
)
NORMAL, PHONE = ALL[2], ALL[-1]
MAGNIFIED: Final = (
    HeartsSizes(
        *(120, 86, 1, CardSize(21, 9), 0, 21, CardSize(11, 13), 9, 0, 12),
        stops_below=True,
        figures=2,
    ),
    HeartsSizes(
        *(80, 54, 1, CardSize(13, 7), 0, 12, CardSize(8, 9), 6, 0, 12),
        stops_below=True,
        figures=1,
    ),
)
"""The sizes of huge cards; in a smaller window they are as usual."""
LOW: Final = PHONE._replace(top=1, drop=1)
"""The smallest table with a tutor above it, its cards over one another."""
TAUGHT: Final = (*ALL[:3], PHONE, LOW)
"""The sizes beside a tutor, whose words need a wide rail or lines above the table."""
NEEDS: Final = (40, 20)
"""The columns and rows below which there is no table; two of the rows are the screen's."""


class HeartsPlace(NamedTuple):
    """The table in the room there is.

    Attributes:
        sizes: How large things are.
        felt: The width of the felt beside the rail.
        left: The first cell of the first card in hand.
        regions: The region of each widget, by its id.
    """

    sizes: HeartsSizes
    felt: int
    left: int
    regions: dict[str, Region]


@cache
def place(
    width: int,
    height: int,
    *,
    has_hand: bool = True,
    is_taught: bool = False,
    is_huge: bool = False,
) -> HeartsPlace:
    """Return the largest table that fits into a room of cells and lines, else the smallest.

    What is left goes to the rail, up to as wide as it is again, and to the gaps, up to two lines
    each; the rest is around the table. Without a hand the trick and the rail have its lines.
    Where the game is taught and there is no room for a rail, the rail lies above the table.
    """
    every = (*MAGNIFIED, *ALL, LOW)
    above = {sizes: LEAST_ROWS * (is_taught and not sizes.rail) for sizes in every}
    some = TAUGHT if is_taught else (*MAGNIFIED, *ALL) if is_huge else ALL
    fits = (one for one in some if one.columns <= width and one.rows + above[one] <= height)
    sizes = next(fits, some[-1])
    height -= above[sizes]
    rail = rail_width(sizes.rail, sizes.felt, width)
    felt = max(width - rail, 0)
    heights = {"trick": sizes.trick_rows, "sum": 1, "hand": sizes.hand_rows, "plate": 1}
    regions = stacked(heights, (0, 1, 2, 3), height, width)
    for id_ in ("trick", "sum"):
        regions[id_] = Region(0, regions[id_].y, felt, regions[id_].height)
    if not has_hand:
        top, end = regions["trick"].y, regions["plate"].y
        regions["trick"] = Region(0, top, felt, end - top)
        regions["sum"] = regions["hand"] = Region(0, end, width, 0)
    regions["log"] = Region(felt, 0, rail, regions["hand"].y if rail else 0)
    if above[sizes]:
        regions = {name: region.translate((0, above[sizes])) for name, region in regions.items()}
        regions["log"] = Region(0, 0, width, above[sizes])
    left = max(0, (width - sizes.hand_width) // 2)
    return HeartsPlace(sizes, felt, left, regions)


def trick_cells(where: HeartsPlace) -> tuple[tuple[int, int], ...]:
    """Return the first cell of the cards below, left, across and right, on the trick's lines.

    Huge cards stand in a row from the left one on, in the order of play.
    """
    sizes = where.sizes
    width = sizes.card.width
    if sizes.figures:
        begin = (where.felt - 4 * width) // 2
        return tuple((begin + at * width, sizes.top) for at in (3, 0, 1, 2))
    middle = (where.felt - width) // 2
    lines = [sizes.top + at * sizes.drop for at in (2, 1, 0, 1)]
    columns = (middle, middle - width - 1, middle, middle + width + 1)
    return tuple(zip(columns, lines, strict=True))


def stop_region(where: HeartsPlace, stop: int) -> Region:
    """Return the region of a stop (0 or 1) on the hand's lines."""
    sizes = where.sizes
    if sizes.stops_below:
        x = where.left + 1 + stop * (sizes.stop_width + 1)
        return Region(x, sizes.hand.height + 1, sizes.stop_width, 1)
    y = 2 + stop * max(2, sizes.hand.height // 3)
    return Region(where.left + sizes.stop, y, sizes.stop_width, 1)


def words_at(where: HeartsPlace, place: int) -> Offset:
    """Return the first cell of the name of a card in hand, or of the words of a stop."""
    if place >= ACTION:
        return stop_region(where, place - ACTION).offset + Offset(1, 0)
    return Offset(where.left + place * where.sizes.step + 1, 2)


def place_at(x: int, y: int, cards: int, where: HeartsPlace) -> int | None:
    """Return the place of a card in hand at a cell of its lines, None beside all of them."""
    sizes = where.sizes
    at = (x - where.left) // sizes.step
    if x >= where.left and cards <= at < cards + sizes.hand.width // sizes.step + 1:
        at = cards - 1 if x < where.left + (cards - 1) * sizes.step + sizes.hand.width else at
    return at if 0 <= at < cards and 0 < y <= sizes.hand.height else None
