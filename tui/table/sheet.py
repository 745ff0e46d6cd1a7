"""A sheet of cells to draw on: signs with the roles of their ink and of the ground they lie on."""

from __future__ import annotations

from typing import Final, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment

from tui.glyphs import UNICODE, Glyphs
from tui.themes import paint, palette
from tui.widgets.lines import Line, text


class Cell(NamedTuple):
    """One cell: its sign, the role of its ink and of its ground, whether it is bold."""

    sign: str
    ink: str
    ground: str
    bold: bool


METAL: Final = ("gold", "silver")
"""The role of a seat's band, border and plate."""


class Sheet:
    """Cells that are drawn one over another, and then told as lines.

    Attributes:
        width: How many cells a line has.
        height: How many lines there are.
        glyphs: The signs to draw with.
        is_solid: Whether grounds tell areas apart; else outlines do.
        has_outline: Whether what is solid is outlined all the same.
    """

    def __init__(self, width: int, height: int, glyphs: Glyphs, ground: str = "felt") -> None:
        self.width, self.height, self.glyphs = width, height, glyphs
        self.is_solid = palette().is_solid and glyphs is UNICODE
        self.has_outline = self.is_solid and palette().has_outline
        blank = Cell(" ", "text", ground, False)
        self._cells = [[blank] * width for _ in range(height)]

    def put(
        self,
        x: int,
        y: int,
        words: str,
        ink: str = "text",
        ground: str = "",
        *,
        bold: bool = False,
    ) -> int:
        """Put words on a ground, or on the one that is there; return the cell after the last.

        What lies beside the sheet is left out.
        """
        row = self._cells[y]
        for sign in words if words.isascii() else whole_signs(words):
            if 0 <= x < self.width:
                row[x] = Cell(sign, ink, ground or row[x].ground, bold)
            x += 1
        return x

    def fill(self, x: int, y: int, width: int, height: int, ground: str) -> None:
        """Blank a rectangle with a ground."""
        for row in range(y, y + height):
            self.put(x, row, " " * width, "text", ground)

    def lines(self) -> list[Line]:
        """Return the lines, with one segment for each run of cells of one style.

        A blank shows no ink: it takes that of the cell before it, for fewer segments.
        """
        return [_line(row) for row in self._cells]


def whole_signs(words: str) -> list[str]:
    r"""Return what stands in each cell: accents with their letter, nothing behind a wide letter.

    >>> whole_signs("日o"), len(whole_signs("e\u0301"))
    (['日', '', 'o'], 1)
    """
    cells: list[str] = []
    for letter in words:
        width = cell_len(letter)
        if width or not cells:
            cells += [letter] + [""] * (width - 1)
        else:
            cells[-1] += letter
    return cells


def _line(row: list[Cell]) -> Line:
    if not row:
        return ()
    segments = []
    begin, first = 0, row[0]
    for at, cell in enumerate(row):
        is_same = cell.ground == first.ground and (
            cell.sign == " " or (cell.ink == first.ink and cell.bold == first.bold)
        )
        if not is_same:
            segments.append(_segment(row[begin:at], first))
            begin, first = at, cell
    segments.append(_segment(row[begin:], first))
    return tuple(segments)


def _segment(run: list[Cell], first: Cell) -> Segment:
    words = "".join([cell.sign for cell in run])
    return text(words, paint(first.ink, first.ground, bold=first.bold))
