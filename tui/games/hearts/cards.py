"""Playing cards: a whole one of a trick, the visible part of one in a fan, its upper edge."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from engine.hearts.cards import Card
from tui.games.hearts.signs import SUIT_INKS, card_words, rank_words, signs_of
from tui.table.cards import HALVES, CardSize, card, has_figures
from tui.table.sheet import Sheet
from tui.themes import Palette
from tui.widgets.lines import Line
from words.glyphs import Glyphs

SEAT: Final = 1
"""Whose border cards have where there are no grounds: nobody's in particular, a round one."""
SMALL_PIPS: Final = (
    (" ### ", " ### ", "#####", "#####", "  #  ", " ### "),
    ("  #  ", " ### ", "#####", " ### ", "  #  ", "     "),
    ("## ##", "#####", "#####", " ### ", "  #  ", "     "),
    ("  #  ", " ### ", "#####", "#####", "  #  ", " ### "),
)
LARGE_PIPS: Final = (
    ("  ###  ", " ##### ", "  ###  ", "### ###", "#######", "### ###", "   #   ", "  ###  "),
    ("   #   ", "  ###  ", " ##### ", "#######", " ##### ", "  ###  ", "   #   ", "       "),
    (" ## ## ", "#######", "#######", "#######", " ##### ", "  ###  ", "   #   ", "       "),
    ("   #   ", "  ###  ", " ##### ", "#######", "#######", "## # ##", "   #   ", "  ###  "),
)
"""The suits' shapes, in the order of `SUITS`: two rows of them are one line of half-blocks."""
DOUBLED: Final = 3
LEAST_FOR_RANK_AND_SUIT: Final = 4
"""In a fan, a card of which fewer cells are seen has its suit below its rank."""


class Look(NamedTuple):
    """How a card lies.

    Attributes:
        is_standing: Whether it stands half a line higher: it may be played, or was just played.
        is_joker: Whether it is the joker.
        is_new: Whether it is marked as received or played just now.
    """

    is_standing: bool = True
    is_joker: bool = False
    is_new: bool = False

    @property
    def face(self) -> str:
        """The role of its ground."""
        return "face" if self.is_standing else "under"


def trick_card(
    sheet: Sheet, x: int, y: int, size: CardSize, shown: Card, look: Look, pips: int
) -> None:
    """Draw a whole card: its name in two corners, and its suit's shape if that is wanted."""
    _blank(sheet, x, y, size, look)
    if look.is_standing:
        edge(sheet, x, y, size.width)
    signs, ink = signs_of(sheet.glyphs), SUIT_INKS[shown.suit]
    name = card_words(shown, sheet.glyphs)
    star = signs.star if look.is_joker else ""
    sheet.put(x + 1, y + 1, name + star, ink, bold=True)
    new = signs.new if look.is_new else ""
    low = y + size.height - 2
    if low == y + 1:
        if new:
            sheet.put(x + size.width - 1, low, new, "ink", bold=True)
        return
    sheet.put(x + size.width - 1 - len(name), low, name, ink, bold=True)
    if new:
        sheet.put(x + 1, low, new, "ink", bold=True)
    if pips and has_figures(sheet):
        _pip(sheet, x, y + 1, size.width, size.height - 2, shown, pips)


def empty_place(sheet: Sheet, x: int, y: int, size: CardSize, words: str) -> None:
    """Draw the place of a card that is to come."""
    top, side, foot = signs_of(sheet.glyphs).place
    for row, (left, middle, right) in enumerate([top, *[side] * (size.height - 2), foot]):
        sheet.put(x, y + row, left + middle * (size.width - 2) + right, "line")
    sheet.put(x + (size.width - len(words)) // 2, y + size.height // 2, words, "quiet")


@lru_cache(maxsize=2048)
def fan_card(
    shown: Card | None,
    look: Look,
    size: CardSize,
    seen: int,
    pips: int,
    glyphs: Glyphs,
    _palette: Palette,
    _language: str,
) -> tuple[Line, ...]:
    """Return the lines below the upper edge of a card in a fan, of which `seen` cells are seen.

    None stands for a card face down. What it looks like depends on nothing but the arguments.
    """
    sheet = Sheet(seen, size.height, glyphs)
    if shown is None:
        _back(sheet, size, seen)
    else:
        draw_in_fan(sheet, 0, 0, shown, look, size, seen, pips)
    return tuple(sheet.lines()[1:])


def draw_in_fan(
    sheet: Sheet, x: int, y: int, shown: Card, look: Look, size: CardSize, seen: int, pips: int = 0
) -> None:
    """Draw what is seen of a card in a fan, but for its upper edge, which would be on line y."""
    _blank(sheet, x, y, size, look, seen)
    signs, ink = signs_of(sheet.glyphs), SUIT_INKS[shown.suit]
    star = signs.star if look.is_joker else ""
    new = signs.new if look.is_new else ""
    suit, low = signs.suits[shown.suit], y + size.height - 2
    if size.height <= LEAST_FOR_RANK_AND_SUIT:
        sheet.put(x + 1, y + 1, rank_words(shown), ink, bold=True)
        sheet.put(x + 1, low, suit + (star or new), ink, bold=True)
        return
    name = card_words(shown, sheet.glyphs)
    has_room = len(name + star) < seen
    sheet.put(x + 1, y + 1, name + (star if has_room else ""), ink, bold=True)
    if not has_room and star:
        sheet.put(x + 1, y + 2, star, ink, bold=True)
    if new:
        sheet.put(x + 3, low, new, "ink", bold=True)
    if pips and has_figures(sheet):
        _pip(sheet, x + 1, y + 2, seen - 1, size.height - 3, shown, pips)
    else:
        sheet.put(x + (1 if seen <= LEAST_FOR_RANK_AND_SUIT else 2), low, suit, ink, bold=True)


def edge(sheet: Sheet, x: int, y: int, width: int, seen: int = 0) -> None:
    """Draw the upper edge of a card that stands; of `seen` cells of it where one lies on it."""
    seen = seen or width
    if sheet.is_solid:
        ink = "outline" if sheet.has_outline else "face"
        sheet.put(x, y, ("▗" + "▄" * (width - 2) + "▖")[:seen], ink, "felt")
        return
    border = sheet.glyphs.rounded
    words = border.top_left + border.across * (width - 2) + border.top_right
    sheet.put(x, y, words[:seen], "silver", "felt")


def _blank(sheet: Sheet, x: int, y: int, size: CardSize, look: Look, seen: int = 0) -> None:
    is_over = seen > 0
    card(sheet, x, y, size, SEAT, look.face, seen=seen, is_flat=True, is_over=is_over)


def _back(sheet: Sheet, size: CardSize, seen: int) -> None:
    """Draw a card face down."""
    ground = "silver_back" if sheet.is_solid else "felt"
    card(sheet, 0, 0, size, SEAT, ground, seen=seen, is_flat=True, is_over=True)
    for row in range(1, size.height - 1):
        sheet.put(1, row, sheet.glyphs.shade * (min(seen, size.width - 1) - 1), "silver")


def _pip(sheet: Sheet, x: int, y: int, width: int, height: int, shown: Card, pips: int) -> None:
    """Draw a suit's shape in the middle of a rectangle."""
    scale = 2 if pips == DOUBLED else 1
    shape = (SMALL_PIPS if pips == 1 else LARGE_PIPS)[shown.suit]
    rows = ["".join(sign * scale for sign in row) for row in shape for _ in range(scale)]
    x += (width - len(rows[0])) // 2
    y += (height - len(rows) // 2) // 2
    for line, (upper, lower) in enumerate(zip(rows[::2], rows[1::2], strict=True)):
        for at, (one, other) in enumerate(zip(upper, lower, strict=True)):
            sign = HALVES[(one == "#") + 2 * (other == "#")]
            if sign != " ":
                sheet.put(x + at, y + line, sign, SUIT_INKS[shown.suit])
