"""The drawing of cards: fronts, backs, figures, caps, tags, and cards beneath others.

A card is solid, its owner's band on its upper edge, where grounds tell areas apart; elsewhere its
owner's border is around it: double and round, or `#` and `+` in plain ASCII.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from textual.geometry import Region

from tui.table.sheet import METAL, Sheet
from tui.themes import palette
from words.glyphs import ASCII, Glyphs

_SHAPES: Final = (
    "75557 26227 71747 71717 55711 74717 74757 71122 75757 75717 25755 65556 11157 55655 25563"
    " 65655 55552"
)
FIGURES: Final = dict(zip("0123456789ADJKQRV", _SHAPES.split(), strict=True))
"""A digit, or a letter on a card, is five rows of three half-blocks, each row an octal digit."""
STROKE: Final = "11111"
TIGHT: Final = {"1": STROKE, "7": "71111"}
"""The digits whose stroke is in the middle stand on the right where the middle has one cell."""
HALVES: Final = " ▀▄█"
ASCII_HALVES: Final = ' "_@'
SUITS: Final = "CDHS"
SUIT_INKS: Final = ("clubs", "diamonds", "red_suit", "ink")
"""The roles of the suits on playing cards, in the order of `SUITS`."""
RAIL_INKS: Final = ("text", "diamonds_light", "down_light", "text")
"""The same on felt and rail."""


SMALL_PIPS: Final = (
    (" ### ", " ### ", "## ##", "#####", "  #  ", " ### "),
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
TWICE: Final = 3
"""The size of the large shapes drawn with two cells for one."""
TEN: Final = "10"
"""The rank of two digits."""


class CardSize(NamedTuple):
    """The size of a card in cells and lines, with its band and its foot."""

    width: int
    height: int


def card_sizes(*sizes: tuple[int, int]) -> tuple[CardSize, ...]:
    """Return the sizes of cards from their widths and heights."""
    return tuple(CardSize(*size) for size in sizes)


def ink_of(card: object) -> str:
    """Return the ink of a playing card's signs; the card is given by its two letters."""
    return SUIT_INKS[SUITS.index(str(card)[1])]


def card(
    sheet: Sheet,
    x: int,
    y: int,
    size: CardSize,
    seat: int,
    face: str = "face",
    *,
    seen: int = 0,
    is_flat: bool = False,
    is_over: bool = False,
    ground: str = "felt",
    is_solid: bool | None = None,
) -> None:
    """Draw a card without its number.

    Args:
        sheet: What it is drawn on.
        x: Its first cell.
        y: The line of its band.
        size: Its size.
        seat: The seat of its owner.
        face: The role of its ground.
        seen: The cells that no other card covers, 0 for all.
        is_flat: Whether it lies flat, without a band: half a line lower.
        is_over: Whether its left edge lies on another card.
        ground: The role of what it lies on.
        is_solid: Whether it is a block and not an outline; None for the sheet's own way.
    """
    width, foot = size.width, y + size.height - 1
    seen, across = seen or width, width - 2
    if sheet.is_solid if is_solid is None else is_solid:
        outline = "outline" if sheet.has_outline else ""
        top, bottom = "▗" + "▄" * across + "▖", "▝" + "▀" * across + "▘"
        left, right = "▏" * (is_over or bool(outline)), "▕" * bool(outline)
        ink, side_ink, side_ground, inset = outline or face, outline or "edge", "", 0
    else:
        border = sheet.glyphs.double if seat == 0 else sheet.glyphs.rounded
        top = border.top_left + border.across * across + border.top_right
        bottom = border.bottom_left + border.across * across + border.bottom_right
        left = right = border.down
        ink = side_ink = METAL[seat]
        side_ground, inset = ground, 1
    if not is_flat:
        sheet.put(x, y, top[:seen], METAL[seat], ground)
    sheet.fill(x + inset, y + 1, min(seen, width - inset) - inset, size.height - 2, face)
    sheet.put(x, foot, bottom[:seen], ink, ground)
    for row in range(y + 1, foot):
        sheet.put(x, row, left, side_ink, side_ground)
        if seen == width:
            sheet.put(x + width - 1, row, right, side_ink, side_ground)


def outline(sheet: Sheet, x: int, y: int, size: CardSize, seat: int) -> None:
    """Draw the place of a card that is on its way there."""
    sheet.fill(x, y, size.width, size.height, "felt")
    card(sheet, x, y, size, seat, "felt", is_solid=False)


def back(sheet: Sheet, x: int, y: int, size: CardSize, seat: int, words: str) -> None:
    """Draw a pile of cards face down with words on it; without cards only the words are there."""
    ground = f"{METAL[seat]}_back"
    middle = y + size.height // 2
    if words != "0":
        card(sheet, x, y, size, seat, ground if sheet.is_solid else "felt")
        inset = 1 if size.width < 10 else 2
        for row in range(y + 1, y + size.height - 1):
            sheet.put(x + inset, row, sheet.glyphs.shade * (size.width - 2 * inset), METAL[seat])
    label = f" {words} "
    sheet.put(x + (size.width - len(label)) // 2, middle, label, "text", "rail", bold=True)


def figure(
    sheet: Sheet, room: Region, digits: str, ink: str, scale: int, *, is_tight: bool = False
) -> None:
    """Draw digits or letters of half-blocks in the middle of a region.

    Each is 3 cells times `scale` wide and (5 * scale + 1) // 2 lines high; they are `scale` apart.
    Where it `is_tight` a digit's middle has one cell, and digits stand closer by one.
    """
    width, gap = (2 * scale + 1, scale - 1) if is_tight else (3 * scale, scale)
    x = room.x + (room.width - (width + gap) * len(digits) + gap) // 2
    y = room.y + (room.height - (5 * scale + 1) // 2) // 2
    for at, digit in enumerate(digits):
        shape = (TIGHT if is_tight else FIGURES).get(digit, FIGURES[digit])
        letter(sheet, x + (width + gap) * at, y, shape, ink, scale, int(is_tight))


def rank_figure(sheet: Sheet, room: Region, rank: str, ink: str, scale: int) -> None:
    """Draw the rank of a playing card in the middle of a region; a ten is a stroke and a zero."""
    zero = 2 * scale + 1
    x = room.x + (room.width - (scale + 1 + zero if rank == TEN else 3 * scale)) // 2
    y = room.y + (room.height - (5 * scale + 1) // 2) // 2
    if rank == TEN:
        letter(sheet, x - 2 * scale, y, STROKE, ink, scale)
        letter(sheet, x + scale + 1, y, FIGURES["0"], ink, scale, 1)
    else:
        letter(sheet, x, y, FIGURES[rank], ink, scale)


def letter(sheet: Sheet, x: int, y: int, shape: str, ink: str, scale: int, middle: int = 0) -> None:
    """Draw one shape of half-blocks: rows of three, each row an octal digit.

    A row is `scale` half-blocks high, a column as wide; the middle one may have another width.
    """
    columns = [0] * scale + [1] * (middle or scale) + [2] * scale
    rows = [[int(bits) >> 2 - at & 1 for at in columns] for bits in shape for _ in range(scale)]
    _blocks(sheet, x, y, rows, ink)


def pip(sheet: Sheet, room: Region, suit: int, ink: str, size: int) -> None:
    """Draw a suit's shape in the middle of a region, in one of three sizes."""
    scale = 2 if size == TWICE else 1
    shape = (SMALL_PIPS if size == 1 else LARGE_PIPS)[suit]
    rows = [[sign == "#" for sign in row for _ in range(scale)] for row in shape]
    rows = [row for row in rows for _ in range(scale)]
    x = room.x + (room.width - len(rows[0])) // 2
    y = room.y + (room.height - len(rows) // 2) // 2
    _blocks(sheet, x, y, rows, ink)


def _blocks(sheet: Sheet, x: int, y: int, rows: Sequence[Sequence[int]], ink: str) -> None:
    """Draw rows of half-blocks, two rows a line; what is not set stays as it is."""
    signs = ASCII_HALVES if sheet.glyphs is ASCII else HALVES
    pairs = zip_longest(rows[::2], rows[1::2], fillvalue=[0] * len(rows[0]))
    for line, (upper, lower) in enumerate(pairs):
        for at, (one, other) in enumerate(zip(upper, lower, strict=True)):
            if one or other:
                sheet.put(x + at, y + line, signs[one + 2 * other], ink)


def has_figures(sheet: Sheet) -> bool:
    """Whether there are signs for large figures; huge cards have them in plain ASCII too."""
    return sheet.glyphs is not ASCII


def can_be_read(sheet: Sheet, scale: int) -> bool:
    """Whether a large rank can be read: one of three lines cannot in plain ASCII.

    >>> sheet = Sheet(1, 1, ASCII)
    >>> can_be_read(sheet, 1), can_be_read(sheet, 2)
    (False, True)
    """
    return scale > 1 or has_figures(sheet)


def cap(sheet: Sheet, x: int, y: int, width: int, face: str, *, is_flat: bool) -> None:
    """Draw the cap of the card under the cursor: it stands half a line higher than it did."""
    sign = sheet.glyphs.cap_flat if is_flat else sheet.glyphs.cap
    ground = face if sheet.is_solid and not is_flat else "felt"
    sheet.put(x, y, sign * width, "cursor", ground, bold=not sheet.is_solid)


def aim(sheet: Sheet, x: int, y: int, width: int) -> None:
    """Draw a bar on the foot of all of a pile, to which the card under the cursor would go."""
    sign = "^" if sheet.glyphs is ASCII else " "
    sheet.put(x, y, sign * width, "on_cursor", "cursor", bold=True)


def tag(sheet: Sheet, x: int, y: int, width: int, words: str) -> None:
    """Draw words in the middle of `width` cells of the cursor's colour."""
    if sheet.glyphs is ASCII:
        words = f"[{words.center(width - 2)}]"
    sheet.put(x, y, words.center(width), "on_cursor", "cursor", bold=True)


def button(sheet: Sheet, x: int, y: int, width: int, words: str, *, is_on: bool) -> None:
    """Draw a stop of the cursor that is no card."""
    sign = sheet.glyphs.cursor if is_on else " "
    if has_brackets(sheet.glyphs):
        shown = f"[{(sign + words).ljust(width - 2)[: width - 2]}]"
    else:
        shown = (sign + " " * is_on + words)[: width - 1]
    ink, ground = ("on_cursor", "cursor") if is_on else ("text", "rail")
    sheet.put(x, y, shown.ljust(width), ink, ground, bold=is_on)


def has_brackets(glyphs: Glyphs) -> bool:
    """Whether a stop stands in brackets: in plain ASCII, and where no ground tells it apart."""
    now = palette()
    return glyphs is ASCII or not now.has_rail
