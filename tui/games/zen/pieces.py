"""One square of Zen's board: its ground, its piece, and the marks beside the piece.

On grounds pieces are solid; without grounds they have outlines; in plain ASCII they are letters
or made of signs. Every mark is a sign of its own in each form.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from rich.segment import Segment

from tui.games.zen.layout import SquareSize
from tui.games.zen.pictures import (
    EMPTY,
    HOLLOW,
    OUTLINES,
    PLAIN,
    SIDES,
    SIGNS,
    SOLID,
    Picture,
)
from tui.themes import Palette, paint, palette
from tui.widgets.lines import Line, text
from words.glyphs import ASCII, Glyphs

CURSOR, WAY, TAKE, LIGHT, DARK = "cursor", "way", "take", "board_light", "board_dark"
"""The grounds of a square, as roles."""

LINK_SIZE: Final = 7
"""The narrowest squares on which neighbours of a group are linked, in cells."""
LINKS: Final = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1))
"""The neighbours of a square, as columns to the right and rows up; bit n of a mask is the nth."""


class Signs(NamedTuple):
    """The signs beside a piece, left and right of it, and those of the rail; each is a cell wide.

    Attributes:
        pieces: Black, White, the Zen, in words beside the board.
        here: The cursor, where its ground does not show it.
        lifted, taken, advised, counted: Picked up, may be taken, a hint, counted on the line.
        threat, chain: Threatened, a piece of the chain that won.
        arrived: A piece that just arrived; on its left alone.
        left: The square that it came from.
        target: A square that the piece picked up may go to.
        links: A link to the right and left, up and down, rising, falling.
    """

    pieces: str
    here: str
    lifted: str
    taken: str
    advised: str
    counted: str
    threat: str
    chain: str
    arrived: str
    left: str
    target: str
    links: str


_UNICODE_SIGNS: Final = Signs(
    "●○◆", "[]", "‹›", "××", "!!", "::", "**", "══", "▸", "▫", "■", "━┃╱╲"
)
_ASCII_SIGNS: Final = Signs("BWZ", "[]", "<>", "xx", "!!", "::", "**", "==", ">", "_", "+", "=|/\\")


def signs(glyphs: Glyphs) -> Signs:
    """Return the signs that go with the others."""
    return _ASCII_SIGNS if glyphs is ASCII else _UNICODE_SIGNS


class Form(NamedTuple):
    """The colours and signs that squares are drawn with."""

    palette: Palette
    glyphs: Glyphs

    @property
    def is_solid(self) -> bool:
        """Whether pieces are blocks on grounds."""
        return self.palette.has_blocks and self.glyphs is not ASCII

    @property
    def has_brackets(self) -> bool:
        """Whether the cursor is drawn round the square, for its ground is not sure to show."""
        return not self.is_solid


def form(glyphs: Glyphs) -> Form:
    """Return the colours and signs in use now."""
    return Form(palette(), glyphs)


class SquareCell(NamedTuple):
    """A cell: a sign, the roles of its ink and of its ground."""

    sign: str
    ink: str
    ground: str
    is_bold: bool = False


@cache
def drawn(
    what: str, marks: str, ground: str, links: int, size: SquareSize, form: Form
) -> tuple[Line, ...]:
    """Return the lines of a square; there are not many different ones.

    Args:
        what: The thing on it: one of `SIDES` or `WAYS`, `TARGET`, `LEFT` or `EMPTY`.
        marks: The signs left and right of that, blanks for none.
        ground: The role of its ground.
        links: The mask of the linked neighbours of its group.
        size: How large it is.
        form: The colours and signs to draw with.
    """
    rows = [
        [SquareCell(sign, *_roles(what, sign, x, ground, size, form)) for x, sign in enumerate(row)]
        for row in _picture(what, ground, size, form)
    ]
    if links and size.width >= LINK_SIZE:
        _link(rows, what, ground, links, form)
    _mark(rows, marks, ground, form)
    return tuple(_line(row) for row in rows)


def _picture(what: str, ground: str, size: SquareSize, form: Form) -> Picture:
    """Return the signs of a piece or mark, in rows as wide as the square."""
    width, blank = size.width, ("",) * size.height
    if form.glyphs is ASCII:
        rows = PLAIN[width].get(what, blank)
    elif what in SIDES:
        is_ring = what == "white" and _is_ring(ground, form)
        rows = (SOLID if form.is_solid and not is_ring else OUTLINES)[width][what]
    elif what:
        rows = SIGNS[width][what]
    else:
        rows = blank if form.is_solid else OUTLINES[width][EMPTY]
    if not what and ground == LIGHT and width > 3:
        rows = blank  # the squares alternate
    return tuple(row.ljust(width) for row in rows)


def _is_ring(ground: str, form: Form) -> bool:
    """Whether White's pawns are rings on this ground, for they would not stand out from it."""
    return ground == CURSOR or form.palette.has_outline


def _roles(
    what: str, sign: str, x: int, ground: str, size: SquareSize, form: Form
) -> tuple[str, str, bool]:
    """Return the roles of the ink and the ground of a cell, and whether it is bold."""
    ink = _ink(what, ground, form)
    if what == "zen" and form.is_solid:
        side = (size.width + 1) // 4
        ink = "zen" if side <= x < size.width - side else _ink("white", ground, form)
    if sign == HOLLOW and form.is_solid and what in SIDES:
        return ground, ink, False
    return ink, ground, not form.is_solid and what in SIDES


def _ink(what: str, ground: str, form: Form) -> str:
    """Return the ink of a piece or mark, by its role."""
    if not form.palette.has_blocks:
        return "on_cursor" if ground == CURSOR else "zen" if what == "zen" else "text"
    if what == "white" and ground == CURSOR:
        return "on_cursor"
    if what == "white" and form.palette.has_outline:
        return "outline"
    return what if what in SIDES else _mark_ink(ground, form)


def _mark_ink(ground: str, form: Form) -> str:
    """Return the role of the ink of a sign on a ground."""
    if ground == CURSOR:
        return "on_cursor"
    return "ink" if ground == WAY and form.palette.has_blocks else "text"


def _mark(rows: list[list[SquareCell]], marks: str, ground: str, form: Form) -> None:
    """Draw the signs beside what stands on a square, and the cursor round it.

    On a square of one line the cursor has the left side, and a sign the right one.
    """
    ink = _mark_ink(ground, form)
    if ground == CURSOR and form.has_brackets:
        here = signs(form.glyphs).here
        for row in rows:
            row[0], row[-1] = (SquareCell(sign, ink, ground, True) for sign in tuple(here))
        if len(rows) == 1:
            marks = f" {marks.strip()[-1:] or ' '}"
    row = rows[-1] if len(rows) % 2 == 0 else rows[len(rows) // 2]
    for end, sign in ((0, marks[0]), (-1, marks[1])):
        if sign != " ":
            row[end] = SquareCell(sign, ink, ground, True)


def _link(rows: list[list[SquareCell]], what: str, ground: str, links: int, form: Form) -> None:
    """Draw links from a piece to its neighbours, where there is room beside it."""
    across, upright, rising, falling = tuple(signs(form.glyphs).links)
    middle_row, middle = len(rows) // 2, len(rows[0]) // 2
    ink = _ink(what, ground, form)
    places = (
        (middle_row, -1, across),
        (middle_row, 0, across),
        (0, middle, upright),
        (-1, middle, upright),
        (0, -1, rising),
        (0, 0, falling),
        (-1, -1, falling),
        (-1, 0, rising),
    )
    for bit, (row, column, sign) in enumerate(places):
        if not links >> bit & 1:
            continue
        if sign is not upright:
            rows[row][column] = SquareCell(sign, ink, ground, True)
        elif form.is_solid and what in ("black", "white") and not _is_ring(ground, form):
            rows[row][column] = SquareCell("█", ink, ground)


def _line(cells: list[SquareCell]) -> Line:
    """Return a row of cells with one segment for each run of one style."""
    parts: list[Segment] = []
    start = 0
    for at in range(1, len(cells) + 1):
        if at == len(cells) or cells[at][1:] != cells[start][1:]:
            words = "".join(cell.sign for cell in cells[start:at])
            _sign, ink, ground, is_bold = cells[start]
            parts.append(text(words, paint(ink, ground, bold=is_bold)))
            start = at
    return tuple(parts)
