"""Where everything of the duel's table stands: five sizes of it, and what is left over."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from textual.geometry import Region

from tui.table.cards import CardSize, stacked

MOST_GAP: Final = 2


class Sizes(NamedTuple):
    """How large things are, in cells and lines.

    Attributes:
        columns: What the whole table needs; the rail has what the felt leaves.
        felt: The columns that piles and hand need.
        left: The cells left of them.
        top: The card on top of a pile.
        strip: How much is seen of each card beneath it.
        beneath: Of how many of them at most.
        scale: How large the figures of the top are, 0 for none.
        down: Where the descending pile begins.
        deck: Where the draw pile begins.
        back: How large it is.
        hand: A card in hand.
        step: From one to the next.
        hand_scale: How large their figures are, 0 for none.
        stop: Where the stops begin.
        stop_widths: How wide each of them is.
        stops_below: Whether they have a line of their own below the hand.
        has_their_plate: Whether the opponent's plate is shown.
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

    @property
    def rows(self) -> int:
        """The lines needed: the plates, the ribbon, two rows of piles and the hand's lines."""
        return 2 + self.has_their_plate + 2 * self.top.height + self.hand_rows

    @property
    def hand_rows(self) -> int:
        """The lines of the hand, with a hint's marks above and what is below."""
        return 1 + self.hand.height + self.stops_below

    @property
    def rail(self) -> int:
        """How wide the rail is at least; 0 where there is none."""
        return self.columns - self.felt if self.columns > 40 else 0


PHONE = Sizes(
    columns=40,
    felt=40,
    left=1,
    top=CardSize(7, 4),
    strip=3,
    beneath=2,
    scale=0,
    down=16,
    deck=32,
    back=CardSize(7, 4),
    hand=CardSize(6, 5),
    step=6,
    hand_scale=0,
    stop=1,
    stop_widths=(13, 9),
    stops_below=True,
)
LOW = PHONE._replace(
    top=CardSize(7, 3), back=CardSize(7, 3), hand=CardSize(6, 4), has_their_plate=False
)
"""The smallest table with a tutor above it."""
SMALL = Sizes(
    columns=60,
    felt=44,
    left=1,
    top=CardSize(8, 4),
    strip=3,
    beneath=2,
    scale=0,
    down=17,
    deck=34,
    back=CardSize(7, 4),
    hand=CardSize(5, 5),
    step=5,
    hand_scale=0,
    stop=34,
    stop_widths=(9, 9),
)
NORMAL = Sizes(
    columns=80,
    felt=54,
    left=1,
    top=CardSize(11, 6),
    strip=4,
    beneath=2,
    scale=1,
    down=22,
    deck=44,
    back=CardSize(8, 6),
    hand=CardSize(6, 6),
    step=7,
    hand_scale=0,
    stop=44,
    stop_widths=(9, 9),
)
LARGE = Sizes(
    columns=120,
    felt=87,
    left=2,
    top=CardSize(17, 10),
    strip=5,
    beneath=3,
    scale=2,
    down=37,
    deck=72,
    back=CardSize(13, 10),
    hand=CardSize(10, 9),
    step=11,
    hand_scale=1,
    stop=72,
    stop_widths=(11, 11),
)
HUGE = Sizes(
    columns=200,
    felt=140,
    left=3,
    top=CardSize(25, 14),
    strip=5,
    beneath=6,
    scale=3,
    down=61,
    deck=119,
    back=CardSize(18, 14),
    hand=CardSize(17, 14),
    step=19,
    hand_scale=2,
    stop=119,
    stop_widths=(15, 15),
)
ALL: Final = (HUGE, LARGE, NORMAL, SMALL, PHONE)
TAUGHT: Final = (HUGE, LARGE, NORMAL, PHONE._replace(columns=60, felt=41), PHONE, LOW)
"""The same beside a tutor, whose words need a wider rail, or lines above the table."""
TUTOR_ROWS: Final = 4
"""The lines above the table that a tutor has where there is no rail."""
NEEDS: Final = (40, 20)
"""The columns and rows below which there is no table; two of the rows are the screen's."""


class DuelPlan(NamedTuple):
    """The table in the room there is.

    Attributes:
        sizes: How large things are.
        left: How far they are moved to the right, to stand in the middle of the felt.
        regions: Where each widget stands, by its id; between felt and rail a column is free.
    """

    sizes: Sizes
    left: int
    regions: Mapping[str, Region]


@cache
def place(width: int, height: int, *, is_over: bool = False, is_taught: bool = False) -> DuelPlan:
    """Return the largest table that fits into so many cells and lines, the smallest if none does.

    Where a game is over the hand has the lines of the plate below it too. Where it is taught and
    there is no room for a rail, the rail lies above the table.

    What is left goes to the rail, up to as wide as it is again, and to the gaps, up to two lines
    each; the rest is around the table.
    """
    if is_taught:
        fits = (sizes for sizes in TAUGHT if _fits(sizes, width, height - _above(sizes)))
        sizes = next(fits, LOW)
    else:
        sizes = next((sizes for sizes in ALL if _fits(sizes, width, height)), PHONE)
    above = _above(sizes) if is_taught else 0
    height -= above
    rail = min(2 * sizes.rail, width - sizes.felt) if sizes.rail else 0
    felt = max(width - rail, 0)
    spare = max(0, height - sizes.rows)
    gaps = [min(MOST_GAP, (spare + 4 - at) // 5) for at in (3, 1, 2, 4, 0)]
    around = (spare - sum(gaps)) // 2
    pile_rows = sizes.top.height
    heights = {
        "their-plate": int(sizes.has_their_plate),
        "theirs": pile_rows,
        "ribbon": 1,
        "mine": pile_rows,
        "hand": sizes.hand_rows,
        "my-plate": 1,
    }
    regions = stacked(heights, gaps, around, felt - bool(rail))
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
    return 0 if sizes.rail else TUTOR_ROWS


def stop_region(sizes: Sizes, stop: int) -> Region:
    """Return where one of the two stops (0 or 1) stands on the hand's lines."""
    if sizes.stops_below:
        x = sizes.stop + stop * (sizes.stop_widths[0] + 1)
        return Region(x, sizes.hand.height + 1, sizes.stop_widths[stop], 1)
    y = 1 + sizes.hand.height // 3 + stop * max(2, sizes.hand.height // 3)
    return Region(sizes.stop, y, sizes.stop_widths[stop], 1)
