"""The board of the first screen: the name dealt as cards, a tile for each game, the stops."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import methodcaller
from typing import ClassVar, Final, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.geometry import Region
from textual.message import Message

from play.home_model import GAME
from tui.screens.home_layout import LETTERS, WORD_LINES, HomePlan, plan_for
from tui.table.cards import CardSize, button, card, has_brackets, has_figures, letter
from tui.table.sheet import METAL, Sheet
from tui.themes import paint, palette
from tui.widgets.keyed import LIST_KEYS, Calls, Keyed
from tui.widgets.lines import Line, Lines, line, pad, shortened, text
from tui.widgets.remembered import remembered
from words.glyphs import ASCII, glyphs
from words.translation import _

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
    """The tile of a game.

    Attributes:
        name: The name of the game.
        standing: The state of its newest game; "" while that is not known.
        is_on: Whether that game is in play.
        picture: The miniature of its table; no lines while it is not known.
    """

    name: str
    standing: str = ""
    is_on: bool = False
    picture: tuple[Line, ...] = ()


TIGHT_BELOW: Final = 60
"""In fewer columns no blank stands between the words of a stop and its bracket."""


class HomeStop(NamedTuple):
    """A place below the tiles: its id and its words."""

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
        """Call `moved` when the cursor moves, so that both changes are painted at once."""
        super().__init__(id=id)
        self._moved = moved
        self.take_keys()
        self.tiles: dict[str, Tile] = {}
        self.stops: tuple[HomeStop, ...] = ()
        self.cursor = 0
        self.has_moved = False

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
        """The layout now."""
        is_tight = has_brackets(glyphs()) and self.size.width < TIGHT_BELOW
        widths = tuple(stop.width - is_tight for stop in self.stops)
        return plan_for(self.size.width, self.size.height, len(self.tiles), widths)

    def redraw(self) -> None:
        """Bring everything up to date."""
        plan = self.plan
        self.chosen = plan.words_at(self.cursor)
        self.show(home_lines(plan, tuple(self.tiles.values()), self.stops, self.cursor))

    def go(self, place: int) -> None:
        """Put the cursor on a place; beyond the ends it stays."""
        to = max(0, min(place, len(self.ids) - 1))
        if to != self.cursor:
            self.cursor, self.has_moved = to, True
            self.redraw()
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
    plan: HomePlan, tiles: tuple[Tile, ...], stops: tuple[HomeStop, ...], cursor: int
) -> list[Line]:
    """Return the first screen with the cursor on a place: tiles first, then stops."""
    lines: list[Line] = [line("")] * plan.height

    def put(y: int, new: list[Line]) -> None:
        lines[y : y + len(new)] = new

    put(plan.top, _title(plan))
    if plan.tagline is not None:
        tagline = _("A card table in the terminal. Four parlour games.")
        left = min(plan.left, max((plan.width - cell_len(tagline)) // 2, 0))
        forms = tagline, f"{tagline.partition('. ')[0]}."
        words = text(shortened(forms, plan.width - left), paint("quiet"))
        lines[plan.tagline] = line(" " * left, words)
    for y in sorted({region.y for region in plan.tiles}):
        row = [at for at, region in enumerate(plan.tiles) if region.y == y]
        sheet = Sheet(plan.width, 1, glyphs())
        if cursor in row:
            region = plan.tiles[cursor]
            cap = sheet.glyphs.cap_flat * region.width
            sheet.put(region.x, 0, cap, "cursor", bold=not sheet.is_solid)
        put(y - 1, sheet.lines())
        put(y, _tiles([plan.tiles[at] for at in row], [tiles[at] for at in row]))
    for y in sorted({region.y for region in plan.stops}):
        sheet = Sheet(plan.width, 1, glyphs())
        for at, region in enumerate(plan.stops):
            if region.y == y:
                is_on = cursor == len(tiles) + at
                button(sheet, region.x, 0, region.width, stops[at].words, is_on=is_on)
        put(y, sheet.lines())
    return lines


@remembered
def _title(plan: HomePlan) -> list[Line]:
    """Return the name."""
    title = plan.title
    sheet = Sheet(plan.width, title.lines, glyphs())
    for at, sign in enumerate(NAME):
        word = int(at >= LETTERS[0])
        x = plan.left + at * title.step + word * title.gap
        if not title.scale:
            words = f" {sign} " if sheet.is_solid else f"[{sign}]"
            ink = "ink" if palette().fills("face") else METAL[word]
            sheet.put(x, 0, words, ink, "face", bold=True)
            continue
        y = at % 2
        card(sheet, x, y, CardSize(title.width, title.height), word)
        if sheet.glyphs is not ASCII and title.width > 5:
            sheet.put(x + 1, y + 1, CORNERS[at], INKS[at], bold=True)
        if has_figures(sheet):
            top = y + 1 + (title.height > 5)
            inset = (title.width - 3 * title.scale) // 2
            letter(sheet, x + inset, top, SHAPES[sign], "ink", title.scale)
        else:
            sheet.put(x + title.width // 2, y + title.height // 2, sign, "ink", bold=True)
    return sheet.lines()


@remembered
def _tiles(regions: list[Region], tiles: list[Tile]) -> list[Line]:
    """Return a row of tiles without its caps."""
    lines: list[Line] = [()] * regions[0].height
    x = 0
    for region, tile in zip(regions, tiles, strict=True):
        gap = (text(" " * (region.x - x)),) if region.x > x else ()
        for y, drawn in enumerate(_tile(tile, region.width, region.height)):
            lines[y] += (*gap, *drawn)
        x = region.right
    return lines


def _tile(tile: Tile, width: int, height: int) -> Iterator[Line]:
    """Yield the lines of a tile: its picture, its name and its standing."""
    is_solid = palette().is_solid and glyphs() is not ASCII
    ink = paint("text" if is_solid else "line", "rail")
    edge, blank = text(" " if is_solid else glyphs().separator, ink), text(" " * (width - 2), ink)
    for y in range(height - WORD_LINES):
        yield (edge, *(tile.picture[y] if tile.picture else (blank,)), text(" ", ink))
    yield line(edge, text(pad(tile.name, width - 1), paint("text", "rail", bold=True)))
    metal = "gold" if tile.is_on else "quiet"
    yield line(edge, text(pad(tile.standing, width - 1), paint(metal, "rail")))
