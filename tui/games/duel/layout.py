"""The layout of the duel's table in five sizes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from textual.geometry import Offset, Region

from play.games.duel.controls import END_TURN
from tui.table.cards import CardSize, card_sizes
from tui.table.tutor import LEAST_ROWS
from tui.widgets.felt import rail_width, stacked


class Sizes(NamedTuple):
    """How large things are, in cells and lines.

    Attributes:
        columns: The columns of the whole table; the rail has what the felt leaves.
        felt: The columns that piles and hand need.
        left: The cells left of them.
        top: The card on top of a pile.
        strip: The cells that are visible of each card beneath it.
        beneath: The most cards that are visible beneath it.
        scale: The scale of the figures on the top, 0 for none.
        down: The first cell of the descending pile.
        deck: The first cell of the draw pile.
        back: The size of the draw pile.
        hand: A card in hand.
        step: The cells from one card to the next.
        hand_scale: The scale of their figures, 0 for none.
        stop: The first cell of the stops.
        stop_widths: The width of each stop.
        stops_below: Whether the stops have a line of their own below the hand.
        has_their_plate: Whether the opponent's plate is shown.
        is_huge: Whether cards are as large as they can be: the piles of both players stand in one
            row, without the draw piles, and figures are tight.
    """

    columns: int
    felt: int
    left: int
    top: CardSize
    strip: int
    beneath: int
    scale: int
    down: int
    deck: int
    back: CardSize
    hand: CardSize
    step: int
    hand_scale: int
    stop: int
    stop_widths: tuple[int, int]
    stops_below: bool = False
    has_their_plate: bool = True
    is_huge: bool = False

    @property
    def rows(self) -> int:
        """The lines needed: the plates, the ribbon, the piles in their rows, the hand's lines."""
        piles = self.top.height * (1 if self.is_huge else 2)
        return 2 + self.has_their_plate + piles + self.hand_rows

    @property
    def hand_rows(self) -> int:
        """The lines of the hand, with a hint's marks above and what is below."""
        return 1 + self.hand.height + self.stops_below

    @property
    def rail(self) -> int:
        """How wide the rail is at least; 0 where there is none."""
        return self.columns - self.felt

    @property
    def half(self) -> int:
        """The columns of a player's piles where those of both stand in one row."""
        return self.felt // 2


_ATTRIBUTES: Final[Mapping[str, tuple[Any, ...]]] = {
    "columns": (200, 120, 80, 60, 40),
    "felt": (140, 87, 54, 44, 40),
    "left": (3, 2, 1, 1, 1),
    "top": card_sizes((25, 14), (17, 10), (11, 6), (8, 4), (7, 4)),
    "strip": (5, 5, 4, 3, 3),
    "beneath": (6, 3, 2, 2, 2),
    "scale": (3, 2, 1, 0, 0),
    "down": (61, 37, 22, 17, 16),
    "deck": (119, 72, 44, 34, 32),
    "back": card_sizes((18, 14), (13, 10), (8, 6), (7, 4), (7, 4)),
    "hand": card_sizes((17, 14), (10, 9), (6, 6), (5, 5), (6, 5)),
    "step": (19, 11, 7, 5, 6),
    "hand_scale": (2, 1, 0, 0, 0),
    "stop": (119, 72, 44, 34, 1),
    "stop_widths": ((15, 15), (11, 11), (9, 9), (9, 9), (13, 9)),
    "stops_below": (False, False, False, False, True),
}
"""Each attribute of the five sizes, the largest size first."""
ALL: Final = tuple(
    Sizes(**dict(zip(_ATTRIBUTES, size, strict=True)))
    for size in zip(*_ATTRIBUTES.values(), strict=True)
)
HUGE, LARGE, NORMAL, SMALL, PHONE = ALL
MAGNIFIED: Final = (
    Sizes(
        *(120, 120, 3, CardSize(19, 11), 4, 2, 3, 32, 100, CardSize(17, 11)),
        *(CardSize(19, 12), 19, 3, 3, (13, 11)),
        stops_below=True,
        is_huge=True,
    ),
    Sizes(
        *(80, 80, 1, CardSize(13, 8), 4, 1, 2, 21, 70, CardSize(8, 8)),
        *(CardSize(13, 9), 13, 2, 1, (13, 9)),
        stops_below=True,
        is_huge=True,
    ),
)
"""The sizes of huge cards; in a smaller window they are as usual."""
LEAST_LOG: Final = 26
"""The fewest columns that are worth a log beside huge cards."""
LOW: Final = PHONE._replace(
    top=CardSize(7, 3), back=CardSize(7, 3), hand=CardSize(6, 4), has_their_plate=False
)
"""The smallest table with a tutor above it."""
TAUGHT: Final = (HUGE, LARGE, NORMAL, PHONE._replace(columns=60, felt=41), PHONE, LOW)
"""The sizes beside a tutor, whose words need a wider rail or lines above the table."""
NEEDS: Final = (40, 20)
"""The columns and rows below which there is no table; two of the rows are the screen's."""


class DuelPlan(NamedTuple):
    """The table in the room there is.

    Attributes:
        sizes: How large things are.
        left: The cells by which they are moved to the right, to the middle of the felt.
        regions: The region of each widget, by its id; a column between felt and rail is free.
    """

    sizes: Sizes
    left: int
    regions: Mapping[str, Region]


@cache
def place(
    width: int,
    height: int,
    *,
    is_over: bool = False,
    is_taught: bool = False,
    is_huge: bool = False,
) -> DuelPlan:
    """Return the largest table that fits into a room of cells and lines, else the smallest.

    Where a game is over the hand has the lines of the plate below it too. Where it is taught and
    there is no room for a rail, the rail lies above the table.

    What is left goes to the rail, up to as wide as it is again, and to the gaps, up to two lines
    each; the rest is around the table. Huge cards have the largest hand first.
    """
    if is_taught:
        fits = (sizes for sizes in TAUGHT if _fits(sizes, width, height - _above(sizes)))
        sizes = next(fits, LOW)
    else:
        some = (*MAGNIFIED, *ALL) if is_huge else ALL
        sizes = next((sizes for sizes in some if _fits(sizes, width, height)), PHONE)
    above = _above(sizes) if is_taught else 0
    height -= above
    rail = rail_width(sizes.rail, sizes.felt, width)
    if sizes.is_huge and width >= sizes.felt + LEAST_LOG:
        rail = width - sizes.felt
    felt = max(width - rail, 0)
    heights = {
        "their-plate": int(sizes.has_their_plate),
        "theirs": sizes.top.height,
        "ribbon": 1,
        "mine": sizes.top.height,
        "hand": sizes.hand_rows,
        "my-plate": 1,
    }
    if sizes.is_huge:
        heights["theirs"] = 0
    regions = stacked(heights, (3, 1, 2, 4, 0), height, felt - bool(rail))
    if sizes.is_huge:
        x, y = (felt - sizes.felt) // 2 + sizes.half, regions["mine"].y
        regions["mine"], regions["theirs"] = (
            Region(begin, y, end - begin, sizes.top.height) for begin, end in ((0, x), (x, felt))
        )
    if is_over:
        hand, plate = regions["hand"], regions["my-plate"]
        regions["hand"] = Region(0, hand.y, hand.width, plate.bottom - hand.y)
        regions["my-plate"] = Region(0, plate.y, 0, 0)
    if above:
        regions = {name: region.translate((0, above)) for name, region in regions.items()}
        regions["log"] = Region(0, 0, width, above)
    else:
        regions["log"] = Region(felt, 0, rail, height)
    return DuelPlan(sizes, (felt - sizes.felt) // 2, regions)


def _fits(sizes: Sizes, width: int, height: int) -> bool:
    return sizes.columns <= width and sizes.rows <= height


def _above(sizes: Sizes) -> int:
    """Return the lines that a tutor needs above the table: none where there is a rail."""
    return 0 if sizes.rail else LEAST_ROWS


def words_at(place: DuelPlan, at: int) -> Offset:
    """Return the first cell of the number of a card in hand, or of the words of a stop."""
    if at >= END_TURN:
        return stop_region(place.sizes, at - END_TURN).offset + Offset(place.left + 1, 0)
    return Offset(place.left + place.sizes.left + at * place.sizes.step + 1, 2)


def stop_region(sizes: Sizes, stop: int) -> Region:
    """Return the region of a stop (0 or 1) on the hand's lines."""
    if sizes.stops_below:
        x = sizes.stop + stop * (sizes.stop_widths[0] + 1)
        return Region(x, sizes.hand.height + 1, sizes.stop_widths[stop], 1)
    y = 1 + sizes.hand.height // 3 + stop * max(2, sizes.hand.height // 3)
    return Region(sizes.stop, y, sizes.stop_widths[stop], 1)
