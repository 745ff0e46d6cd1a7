"""Where everything of the first screen stands in a window of any size, in cells and lines."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from textual.geometry import Region

LETTERS: Final = (5, 4)
"""So many cards the two words of the name have."""
GAP: Final = 2
"""Cells between two tiles at most, and between two stops."""
WORD_LINES: Final = 2
"""The lines of a tile below its picture: the game, and how its newest game stands."""


class TitleSize(NamedTuple):
    """How large the name is dealt.

    Attributes:
        width, height: Of a card.
        step: From one card to the next.
        gap: The cells between the words besides.
        scale: How large the letters are, 0 for tags of one line.
    """

    width: int
    height: int
    step: int
    gap: int
    scale: int

    @property
    def columns(self) -> int:
        """How wide the whole name is."""
        return sum(LETTERS) * self.step - (self.step - self.width) + self.gap

    @property
    def lines(self) -> int:
        """How high it is: every second card lies a line lower, unless they are tags."""
        return self.height + bool(self.scale)


TITLES: Final = (
    TitleSize(15, 12, 17, 5, 3),
    TitleSize(11, 9, 12, 4, 2),
    TitleSize(7, 6, 8, 4, 1),
    TitleSize(5, 5, 6, 2, 1),
    TitleSize(3, 1, 4, 2, 0),
)


class Picture(NamedTuple):
    """How large a tile's picture is at least; tiles grow to twice as wide."""

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


class HomePlan(NamedTuple):
    """The first screen in the room there is.

    Attributes:
        title: How large the name is.
        left, top: Where it begins.
        tagline: The line of the words below it, None where there is no room.
        tiles: Where each tile stands, without its cap on the line above.
        picture: How high its picture is.
        stops: Where each stop stands.
    """

    title: TitleSize
    left: int
    top: int
    tagline: int | None
    tiles: tuple[Region, ...]
    picture: int
    stops: tuple[Region, ...]

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
    """Return the largest first screen that fits, the smallest one if none does.

    Pictures come before the name: tiles stand in one row, or else in two.

    Args:
        width: The cells there are.
        height: The lines there are.
        tiles: How many there are.
        stops: How wide each stop is.
    """
    forms = list(product(PICTURES, (1, 2), TITLES))
    for picture, rows, title in forms:
        plan = _plan(width, height, tiles, stops, picture, rows, title)
        if plan:
            return plan
    return _composed(width, max(height, 99), tiles, stops, *forms[-1])


def _plan(
    width: int,
    height: int,
    tiles: int,
    stops: Sequence[int],
    picture: Picture,
    rows: int,
    title: TitleSize,
) -> HomePlan | None:
    """Return the first screen in this form, None if it does not fit."""
    margin = 0 if width <= 60 else 2
    each = -(-tiles // rows)
    gap = 1 if width <= 60 else GAP
    block = width - 2 * margin
    if title.columns > block or each * (picture.width + 2 + gap) - gap > block:
        return None
    if picture.width > 15 and title.scale < 2:
        return None  # tiles that are larger than the name
    needed = title.lines + _tile_lines(picture, rows) + len(_flow(stops, block))
    if needed > height or (rows > 1 and tiles <= 1):
        return None
    return _composed(width, height, tiles, stops, picture, rows, title)


def _tile_lines(picture: Picture, rows: int) -> int:
    return rows * (1 + picture.height + WORD_LINES)


def _composed(
    width: int,
    height: int,
    tiles: int,
    stops: Sequence[int],
    picture: Picture,
    rows: int,
    title: TitleSize,
) -> HomePlan:
    """Place everything: the lines that are left go to gaps, then above and below."""
    gap = 1 if width <= 60 else GAP
    each = max(-(-tiles // rows), 1)
    least = each * (picture.width + 2 + gap) - gap
    block = max(title.columns, least)
    tile = min((block - gap * (each - 1)) // each, 5 * (picture.width + 2) // 2)
    flow = _flow(stops, max(block, min(width - 2, 76)))
    spare = max(height - title.lines - _tile_lines(picture, rows) - len(flow), 0)
    has_tagline = spare > 1
    spare -= has_tagline
    gaps = [0, 0, 0, 0, 0]  # above and below the name, above the tiles, above and below the stops
    for at in (3, 0, 4, 1, 3, 2, 1, 2):
        if spare and (at != 1 or has_tagline):
            gaps[at] += 1
            spare -= 1
    left = max((width - block) // 2, 0)
    top = spare // 2 + gaps[0]
    y = top + title.lines + gaps[1]
    tagline = y if has_tagline else None
    y += has_tagline + gaps[2]
    used = each * (tile + gap) - gap
    begin = left + (block - used) // 2
    regions = []
    for at in range(tiles):
        row, column = divmod(at, each)
        x = begin + column * (tile + gap)
        top_line = y + row * (1 + picture.height + WORD_LINES) + 1
        regions.append(Region(x, top_line, tile, picture.height + WORD_LINES))
    y += _tile_lines(picture, rows) + gaps[3]
    places = tuple(
        Region(left + x, y + line, stops[at], 1) for line, row in enumerate(flow) for at, x in row
    )
    name = left + (block - title.columns) // 2
    return HomePlan(title, name, top, tagline, tuple(regions), picture.height, places)


def _flow(stops: Sequence[int], width: int) -> list[list[tuple[int, int]]]:
    """Return the rows of stops, each with its number and where it begins."""
    rows: list[list[tuple[int, int]]] = [[]]
    x = 0
    for at, size in enumerate(stops):
        if rows[-1] and x + size > width:
            rows.append([])
            x = 0
        rows[-1].append((at, x))
        x += size + GAP
    return rows
