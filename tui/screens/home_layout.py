"""The layout of the first screen: the place of each part in a window of any size."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from textual.geometry import Offset, Region

LETTERS: Final = (5, 4)
"""The letters of the two words of the name, each a card."""
GAP: Final = 2
"""Most cells between two tiles, and the cells between two stops."""
WORD_LINES: Final = 2
"""Lines of a tile below its picture: the name of the game, and its standing."""


class TitleSize(NamedTuple):
    """A size of the name, dealt as cards.

    Attributes:
        width, height: The size of a card.
        step: The cells from the edge of a card to that of the next.
        gap: The extra cells between the two words.
        scale: The size of the letters; 0 for tags of one line.
    """

    width: int
    height: int
    step: int
    gap: int
    scale: int

    @property
    def columns(self) -> int:
        """The width of the whole name."""
        return sum(LETTERS) * self.step - (self.step - self.width) + self.gap

    @property
    def lines(self) -> int:
        """The height of the name: every second card lies a line lower, but tags do not."""
        return self.height + bool(self.scale)


TITLES: Final = (
    TitleSize(15, 12, 17, 5, 3),
    TitleSize(11, 9, 12, 4, 2),
    TitleSize(7, 6, 8, 4, 1),
    TitleSize(5, 5, 6, 2, 1),
    TitleSize(3, 1, 4, 2, 0),
)


class Picture(NamedTuple):
    """The least size of a tile's picture; tiles grow to twice that width."""

    width: int
    height: int


PICTURES: Final = (
    Picture(30, 14),
    Picture(24, 11),
    Picture(15, 6),
    Picture(12, 6),
    Picture(11, 6),
    Picture(13, 3),
    Picture(13, 0),
)


class Form(NamedTuple):
    """A form of the first screen: the size of the pictures, the rows of tiles, the name."""

    picture: Picture
    rows: int
    title: TitleSize


FORMS: Final = tuple(
    form
    for form in map(Form._make, product(PICTURES, (1, 2), TITLES))
    if form.picture.width <= 15 or form.title.scale > 1  # else tiles would be larger than the name
)
"""All forms, the largest first: pictures come before the name."""


class HomePlan(NamedTuple):
    """The first screen laid out for a window.

    Attributes:
        width, height: The size of the window.
        title: The size of the name.
        left, top: The place of the name.
        tagline: The line of the words below the name, None where there is no room.
        tiles: The place of each tile, without its cap on the line above.
        picture: The height of a tile's picture.
        stops: The place of each stop.
    """

    width: int
    height: int
    title: TitleSize
    left: int
    top: int
    tagline: int | None
    tiles: tuple[Region, ...]
    picture: int
    stops: tuple[Region, ...]

    def words_at(self, place: int) -> Offset:
        """Return the first cell of the words of a place: the name of a game, or those of a stop."""
        regions = (*self.tiles, *self.stops)
        line = regions[place].height - WORD_LINES if place < len(self.tiles) else 0
        return regions[place].offset + Offset(1, line)

    def place_at(self, x: int, y: int) -> int | None:
        """Return the place at a cell: tiles first, then stops; None beside all of them."""
        for place, region in enumerate((*self.tiles, *self.stops)):
            is_cap = place < len(self.tiles) and y == region.y - 1
            if region.contains(x, region.y if is_cap else y):
                return place
        return None

    def beside(self, place: int, down: int) -> int:
        """Return the nearest place on the next row of places below (1) or above (-1)."""
        regions = (*self.tiles, *self.stops)
        here = regions[place]
        rows = sorted({region.y for region in regions if (region.y - here.y) * down > 0})
        if not rows:
            return place
        row = rows[0] if down > 0 else rows[-1]
        there = [at for at, region in enumerate(regions) if region.y == row]
        return min(there, key=lambda at: abs(_middle(regions[at]) - _middle(here)))


def _middle(region: Region) -> int:
    return 2 * region.x + region.width


@lru_cache(maxsize=8)
def plan_for(width: int, height: int, tiles: int, stops: tuple[int, ...]) -> HomePlan:
    """Return the largest first screen that fits; for a smaller window one that does not.

    Args:
        width: The cells of a line.
        height: The lines of the window.
        tiles: The number of tiles.
        stops: The width of each stop.
    """
    plans = (_plan(form, width, height, tiles, stops) for form in FORMS)
    return next(filter(None, plans), None) or plan_for(99, 99, tiles, stops)


def _plan(form: Form, width: int, height: int, tiles: int, stops: Sequence[int]) -> HomePlan | None:
    """Return the first screen in a form, None if it does not fit.

    The lines that are left go to the gaps, then above and below.
    """
    picture, rows, title = form
    gap, margin = (1, 0) if width <= 60 else (GAP, 2)
    each = -(-tiles // rows)
    block = max(title.columns, each * (picture.width + 2 + gap) - gap)
    left = (width - block) // 2
    flow = _flow(stops, max(block, min(width - max(left, 2), 76)))
    tile_lines = picture.height + WORD_LINES
    spare = height - title.lines - rows * (1 + tile_lines) - len(flow)
    if left < margin or spare < 0 or rows > tiles:
        return None
    has_tagline = spare > 1
    spare -= has_tagline
    gaps = [0, 0, 0, 0, 0]  # above and below the name, above the tiles, above and below the stops
    for at in (3, 0, 4, 1, 3, 2, 1, 2):
        if spare and (at != 1 or has_tagline):
            gaps[at] += 1
            spare -= 1
    top = spare // 2 + gaps[0]
    tagline = top + title.lines + gaps[1]
    first = tagline + has_tagline + gaps[2] + 1
    tile = min((block - gap * (each - 1)) // each, 5 * (picture.width + 2) // 2)
    begin = left + (block - each * (tile + gap) + gap) // 2
    regions = [
        Region(begin + column * (tile + gap), first + row * (1 + tile_lines), tile, tile_lines)
        for row, column in (divmod(at, each) for at in range(tiles))
    ]
    below = first - 1 + rows * (1 + tile_lines) + gaps[3]
    places = [
        Region(left + x, below + row, stops[at], 1)
        for row, line in enumerate(flow)
        for at, x in line
    ]
    return HomePlan(
        width,
        height,
        title,
        left + (block - title.columns) // 2,
        top,
        tagline if has_tagline else None,
        tuple(regions),
        picture.height,
        tuple(places),
    )


def _flow(stops: Sequence[int], width: int) -> list[list[tuple[int, int]]]:
    """Return the rows of stops, each stop with its number and its first cell."""
    rows: list[list[tuple[int, int]]] = [[]]
    x = 0
    for at, size in enumerate(stops):
        if rows[-1] and x + size > width:
            rows.append([])
            x = 0
        rows[-1].append((at, x))
        x += size + GAP
    return rows
