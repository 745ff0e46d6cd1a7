"""The board of the first screen: the name dealt as cards, a tile for each game, the stops."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from operator import methodcaller
from typing import ClassVar, Final, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.message import Message

from tui.screens.home_layout import LETTERS, HomePlan, TitleSize, plan_for
from tui.table.cards import CardSize, button, card, has_brackets, has_figures, letter
from tui.table.sheet import METAL, Sheet
from tui.themes import Palette, paint, palette
from tui.widgets.keyed import LIST_KEYS, Calls, Keyed
from tui.widgets.lines import Line, Lines, cut, line, text
from words.glyphs import ASCII, Glyphs, glyphs

GAME: Final = "game "
"""What the id of a tile begins with."""

NAME: Final = "TAPISVERT"
SHAPES: Final = {
    "T": "72222",
    "A": "75755",
    "P": "75744",
    "I": "72227",
    "S": "74717",
    "V": "55552",
    "E": "74647",
    "R": "65655",
}
"""A letter is five rows of three half-blocks, each row an octal digit."""
CORNERS: Final = "▲▼●♦♠♥♦♣○"
INKS: Final = ("up", "down", "ink", "red_suit", "ink", "red_suit", "diamonds", "clubs", "ink")
"""The signs of our games in the cards' corners, and the roles of their inks."""


class Tile(NamedTuple):
    """What a tile says of a game.

    Attributes:
        name: What the game is called.
        standing: How its newest game stands; "" while that is not known.
        is_on: Whether it can be gone on with.
        picture: The miniature of its table; no lines while it is not known.
    """

    name: str
    standing: str = ""
    is_on: bool = False
    picture: tuple[Line, ...] = ()


TIGHT_BELOW: Final = 60
"""In fewer columns no blank stands between the words of a stop and its bracket."""


class HomeStop(NamedTuple):
    """What stands below the tiles: its id and its words."""

    id: str
    words: str

    @property
    def width(self) -> int:
        """The cells it takes, with room for the sign of the cursor, and for brackets."""
        return cell_len(self.words) + (4 if has_brackets(glyphs()) else 3)


class HomeBoard(Lines, Keyed, can_focus=True):
    """The name, the tiles and the stops; arrows move the cursor, Enter or a click takes."""

    KEYED: ClassVar[Calls] = {
        "previous_tile": methodcaller("turn", -1),
        "next_tile": methodcaller("turn", 1),
        **{id_: LIST_KEYS[id_] for id_ in ("row_up", "row_down", "first_row", "last_row")},
    }

    class Taken(Message):
        """The place under the cursor was clicked."""

    def __init__(self, moved: Callable[[], None], *, id: str | None = None) -> None:  # noqa: A002
        """Call `moved` when the cursor is on another place: both are painted at once then."""
        super().__init__(id=id)
        self._moved = moved
        self.take_keys()
        self.tiles: dict[str, Tile] = {}
        self.stops: tuple[HomeStop, ...] = ()
        self.cursor = 0
        self.has_moved = False
        self._tagline = ""

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all places, tiles first."""
        return (*(GAME + key for key in self.tiles), *(stop.id for stop in self.stops))

    @property
    def current(self) -> str:
        """The id of the place under the cursor."""
        return self.ids[self.cursor] if self.ids else ""

    @property
    def plan(self) -> HomePlan:
        """Where everything stands now."""
        is_tight = has_brackets(glyphs()) and self.size.width < TIGHT_BELOW
        widths = tuple(stop.width - is_tight for stop in self.stops)
        return plan_for(self.size.width, self.size.height, len(self.tiles), widths)

    def redraw(self, tagline: str) -> None:
        """Bring everything up to date."""
        self._tagline = tagline
        tiles, size = tuple(self.tiles.values()), self.size
        self.show(
            home_lines(
                self.plan,
                tagline,
                tiles,
                self.stops,
                self.cursor,
                size.width,
                size.height,
                glyphs(),
            )
        )

    def go(self, place: int) -> None:
        """Put the cursor on a place; beyond the ends it stays."""
        to = max(0, min(place, len(self.ids) - 1))
        if to != self.cursor:
            self.cursor, self.has_moved = to, True
            self.redraw(self._tagline)
            self._moved()

    def turn(self, by: int) -> None:
        """Go to the place after or before."""
        self.go(self.cursor + by)

    def move(self, by: int) -> None:
        """Go to the next row of places below or above, or to the last or the first place."""
        self.go(self.plan.beside(self.cursor, by) if abs(by) == 1 else by)

    def on_click(self, event: events.Click) -> None:
        """Take the place that was clicked."""
        place = self.plan.place_at(event.x, event.y)
        if place is not None:
            self.go(place)
            self.post_message(self.Taken())


def home_lines(
    plan: HomePlan,
    tagline: str,
    tiles: tuple[Tile, ...],
    stops: tuple[HomeStop, ...],
    cursor: int,
    width: int,
    height: int,
    signs: Glyphs,
) -> list[Line]:
    """Return the first screen with the cursor on a place: tiles first, then stops."""
    lines: list[Line] = [line("")] * height
    look = palette()
    _put(lines, plan.top, _title(plan.title, plan.left, width, signs, look))
    if plan.tagline is not None and plan.tagline < height:
        left = min(plan.left, max((width - cell_len(tagline)) // 2, 0))
        words = cut(tagline, width - left)
        lines[plan.tagline] = line(" " * left, text(words, paint("quiet")))
    for y in sorted({region.y for region in plan.tiles}):
        row = [at for at, region in enumerate(plan.tiles) if region.y == y]
        _put(lines, y - 1, [_caps(plan, row, cursor, width, signs)])
        shown = tuple(tiles[at] for at in row)
        _put(lines, y, _tiles(plan, tuple(row), shown, width, signs, look))
    for y in sorted({region.y for region in plan.stops}):
        sheet = Sheet(width, 1, signs)
        for at, region in enumerate(plan.stops):
            if region.y == y:
                is_on = cursor == len(tiles) + at
                button(sheet, region.x, 0, region.width, stops[at].words, is_on=is_on)
        _put(lines, y, sheet.lines())
    return lines


def _put(lines: list[Line], y: int, new: list[Line]) -> None:
    """Put lines in their place, those beyond the end left out."""
    new = new[: max(len(lines) - y, 0)]
    lines[y : y + len(new)] = new


@lru_cache(maxsize=4)
def _title(title: TitleSize, left: int, width: int, signs: Glyphs, look: Palette) -> list[Line]:
    """Return the name; it is drawn once for each look and size."""
    sheet = Sheet(width, title.lines, signs)
    for at, sign in enumerate(NAME):
        word = int(at >= LETTERS[0])
        x = left + at * title.step + word * title.gap
        if not title.scale:
            words = f" {sign} " if sheet.is_solid else f"[{sign}]"
            ink = "ink" if look.fills("face") else METAL[word]
            sheet.put(x, 0, words, ink, "face", bold=True)
            continue
        y = at % 2
        card(sheet, x, y, CardSize(title.width, title.height), word)
        if signs is not ASCII and title.width > 5:
            sheet.put(x + 1, y + 1, CORNERS[at], INKS[at], bold=True)
        if has_figures(sheet):
            top = y + 1 + (title.height > 5)
            inset = (title.width - 3 * title.scale) // 2
            letter(sheet, x + inset, top, SHAPES[sign], "ink", title.scale)
        else:
            sheet.put(x + title.width // 2, y + title.height // 2, sign, "ink", bold=True)
    return sheet.lines()


def _caps(plan: HomePlan, row: list[int], cursor: int, width: int, signs: Glyphs) -> Line:
    """Return the line above a row of tiles: the cap of the one under the cursor."""
    sheet = Sheet(width, 1, signs)
    if cursor in row:
        region = plan.tiles[cursor]
        is_bold = not sheet.is_solid
        sheet.put(region.x, 0, signs.cap_flat * region.width, "cursor", bold=is_bold)
    return sheet.lines()[0]


@lru_cache(maxsize=8)
def _tiles(
    plan: HomePlan,
    row: tuple[int, ...],
    tiles: tuple[Tile, ...],
    width: int,
    signs: Glyphs,
    _look: Palette,
) -> list[Line]:
    """Return a row of tiles without its caps."""
    height = plan.tiles[row[0]].height
    sheet = Sheet(width, height, signs)
    for at, tile in zip(row, tiles, strict=True):
        region = plan.tiles[at]
        sheet.fill(region.x, 0, region.width, height, "rail")
        room = region.width - 1
        below = plan.picture
        sheet.put(region.x + 1, below, cut(tile.name, room), "text", bold=True)
        ink = "gold" if tile.is_on else "quiet"
        sheet.put(region.x + 1, below + 1, cut(tile.standing, room), ink)
        if not sheet.is_solid:
            for y in range(height):
                sheet.put(region.x, y, signs.separator, "line")
    lines = sheet.lines()
    for y in range(plan.picture):
        lines[y] = _with_pictures(lines[y], plan, row, tiles, y, width)
    return lines


def _with_pictures(
    drawn: Line, plan: HomePlan, row: tuple[int, ...], tiles: tuple[Tile, ...], y: int, width: int
) -> Line:
    """Return a line of tiles with that line of their pictures."""
    from textual.strip import Strip

    strip = Strip(drawn)
    parts: list[Strip] = []
    x = 0
    for at, tile in zip(row, tiles, strict=True):
        region = plan.tiles[at]
        if y < len(tile.picture):
            parts += [strip.crop(x, region.x + 1), Strip(tile.picture[y])]
            x = region.x + region.width - 1
    parts.append(strip.crop(x, width))
    return tuple(segment for part in parts for segment in part)
