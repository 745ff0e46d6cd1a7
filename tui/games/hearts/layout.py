"""Where everything of the table stands: five sizes of it, and what is left over."""

from __future__ import annotations

from typing import Final, NamedTuple

from textual.geometry import Region

from engine.hearts.rules import HAND_SIZE
from tui.table.cards import CardSize, stacked

MOST_GAP: Final = 2


class HeartsSizes(NamedTuple):
    """How large things are, in cells and lines.

    Attributes:
        columns: What the whole table needs.
        felt: The columns that the trick needs; the rail beside it has the rest.
        top: The line of the card across.
        card: A card of the trick.
        drop: How many lines lower the next cards of the cross lie.
        words: How many cells the words beside the trick may have.
        hand: A card in hand.
        step: From one card in hand to the next.
        stop: Where the stops begin, from the first card of the hand on.
        stop_width: How wide each of them is.
        stops_below: Whether they have a line of their own below the hand.
        pips: How large the suits' shapes on the trick's cards are, up to 3; 0 for none.
        hand_pips: The same in hand.
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

    @property
    def trick_rows(self) -> int:
        """The lines of the cross of four cards, with the words above it."""
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


PHONE: Final = HeartsSizes(
    columns=40,
    felt=40,
    top=2,
    card=CardSize(5, 3),
    drop=2,
    words=9,
    hand=CardSize(4, 4),
    step=3,
    stop=0,
    stop_width=12,
    stops_below=True,
)
SMALL: Final = HeartsSizes(
    columns=60,
    felt=44,
    top=1,
    card=CardSize(6, 3),
    drop=2,
    words=10,
    hand=CardSize(6, 5),
    step=4,
    stop=0,
    stop_width=12,
    stops_below=True,
)
NORMAL: Final = HeartsSizes(
    columns=80,
    felt=54,
    top=1,
    card=CardSize(8, 5),
    drop=3,
    words=11,
    hand=CardSize(8, 5),
    step=5,
    stop=69,
    stop_width=9,
)
LARGE: Final = HeartsSizes(
    columns=120,
    felt=86,
    top=1,
    card=CardSize(13, 8),
    drop=5,
    words=14,
    hand=CardSize(12, 9),
    step=8,
    stop=109,
    stop_width=9,
    pips=2,
    hand_pips=1,
)
HUGE: Final = HeartsSizes(
    columns=200,
    felt=144,
    top=1,
    card=CardSize(21, 13),
    drop=8,
    words=16,
    hand=CardSize(17, 13),
    step=13,
    stop=177,
    stop_width=14,
    pips=3,
    hand_pips=2,
)
ALL: Final = (HUGE, LARGE, NORMAL, SMALL, PHONE)
NEEDS: Final = (40, 20)
"""The columns and rows below which there is no table; two of the rows are the screen's."""


class HeartsPlace(NamedTuple):
    """The table in the room there is.

    Attributes:
        sizes: How large things are.
        felt: How wide the felt beside the rail is.
        left: Where the first card of a hand stands.
        regions: Where each widget stands, by its id.
    """

    sizes: HeartsSizes
    felt: int
    left: int
    regions: dict[str, Region]


def place(width: int, height: int, *, has_hand: bool = True) -> HeartsPlace:
    """Return the largest table that fits into so many cells and lines, the smallest if none does.

    What is left goes to the rail, up to as wide as it is again, and to the gaps, up to two lines
    each; the rest is around the table. Without a hand the trick and the rail have its lines.
    """
    fits = (sizes for sizes in ALL if sizes.columns <= width and sizes.rows <= height)
    sizes = next(fits, PHONE)
    rail = min(2 * sizes.rail, width - sizes.felt) if sizes.rail else 0
    felt = max(width - rail, 0)
    spare = max(0, height - sizes.rows)
    gaps = [min(MOST_GAP, (spare + 3 - at) // 4) for at in (0, 1, 2)]
    around = (spare - sum(gaps)) // 2
    heights = {
        "trick": sizes.trick_rows,
        "sum": 1,
        "hand": sizes.hand_rows,
        "plate": 1,
    }
    regions = stacked(heights, gaps, around, width)
    for id_ in ("trick", "sum"):
        regions[id_] = Region(0, regions[id_].y, felt, regions[id_].height)
    if not has_hand:
        top, end = regions["trick"].y, regions["plate"].y
        regions["trick"] = Region(0, top, felt, end - top)
        regions["sum"] = regions["hand"] = Region(0, end, width, 0)
    regions["log"] = Region(felt, 0, rail, regions["hand"].y if rail else 0)
    left = max(0, (width - sizes.hand_width) // 2)
    return HeartsPlace(sizes, felt, left, regions)


def trick_cells(where: HeartsPlace) -> tuple[tuple[int, int], ...]:
    """Return the first cell of the cards below, left, across and right, on the trick's lines."""
    sizes = where.sizes
    width = sizes.card.width
    middle = (where.felt - width) // 2
    lines = [sizes.top + at * sizes.drop for at in (2, 1, 0, 1)]
    columns = (middle, middle - width - 1, middle, middle + width + 1)
    return tuple(zip(columns, lines, strict=True))


def stop_region(where: HeartsPlace, stop: int) -> Region:
    """Return where one of the two stops (0 or 1) stands on the hand's lines."""
    sizes = where.sizes
    if sizes.stops_below:
        x = where.left + 1 + stop * (sizes.stop_width + 1)
        return Region(x, sizes.hand.height + 1, sizes.stop_width, 1)
    y = 2 + stop * max(2, sizes.hand.height // 3)
    return Region(where.left + sizes.stop, y, sizes.stop_width, 1)


def place_at(x: int, y: int, cards: int, where: HeartsPlace) -> int | None:
    """Return the place of a card in hand at a cell of its lines, None beside all of them."""
    sizes = where.sizes
    at = (x - where.left) // sizes.step
    if x >= where.left and cards <= at < cards + sizes.hand.width // sizes.step + 1:
        at = cards - 1 if x < where.left + (cards - 1) * sizes.step + sizes.hand.width else at
    return at if 0 <= at < cards and 0 < y <= sizes.hand.height else None
