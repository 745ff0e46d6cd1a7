"""A sheet of cells to draw on: signs with the roles of their ink and of the ground they lie on."""

from __future__ import annotations

from copy import copy
from typing import Final, TypeAlias

from rich.segment import Segment

from tui.themes import paint, palette
from tui.widgets.cells import whole_signs
from tui.widgets.lines import Line, text
from words.glyphs import UNICODE, Glyphs

Look: TypeAlias = tuple[str, str, bool]
"""The role of a cell's ink and of its ground, whether it is bold."""

METAL: Final = ("gold", "silver")
"""The role of a seat's band, border and plate."""


def share(part: int, whole: int, room: int) -> int:
    """Return how many cells of a bar stand for a part of the whole: all of them at most.

    >>> share(1, 100, 20), share(50, 100, 20), share(120, 100, 20)
    (1, 10, 20)
    """
    return min(room, -(-part * room // whole))


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
        self._signs = [[" "] * width for _ in range(height)]
        self._looks: list[list[Look]] = [[("text", ground, False)] * width for _ in range(height)]
        self._lines: list[Line | None] = [None] * height

    def copy(self) -> Sheet:
        """Return another sheet with the same on it; only lines that are drawn on are made anew."""
        self.lines()
        other = copy(self)
        other._signs = [row.copy() for row in self._signs]
        other._looks = [row.copy() for row in self._looks]
        other._lines = self._lines.copy()
        return other

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
        signs = whole_signs(words)
        end = x + len(signs)
        first, behind = max(x, 0), min(end, self.width)
        if first < behind:
            looks = self._looks[y]
            self._signs[y][first:behind] = signs[first - x : behind - x]
            if ground:
                looks[first:behind] = [(ink, ground, bold)] * (behind - first)
            else:
                looks[first:behind] = [(ink, under, bold) for _, under, _ in looks[first:behind]]
            self._lines[y] = None
        return end

    def fill(self, x: int, y: int, width: int, height: int, ground: str) -> None:
        """Blank a rectangle with a ground."""
        for row in range(y, y + height):
            self.put(x, row, " " * width, "text", ground)

    def bar(self, x: int, y: int, room: int, filled: int, ink: str, rest: str = "") -> int:
        """Draw a bar of `room` cells, the filled ones in an ink; return the cell after it.

        The cells that are left have the sign `rest`, a thin line by default.
        """
        x = self.put(x, y, self.glyphs.heavy * filled, ink)
        return self.put(x, y, (rest or self.glyphs.light) * (room - filled), "line")

    def lines(self) -> list[Line]:
        """Return the lines, with one segment for each run of cells of one style.

        A blank shows no ink: it takes that of the cell before it, for fewer segments.
        """
        for y, line in enumerate(self._lines):
            if line is None:
                self._lines[y] = _line(self._signs[y], self._looks[y])
        return [line or () for line in self._lines]


def _line(signs: list[str], looks: list[Look]) -> Line:
    segments: list[Segment] = []
    begin, end = 0, len(signs)
    for at in range(1, end + 1):
        ink, ground, bold = first = looks[begin]
        if at < end and (looks[at] == first or (signs[at] == " " and looks[at][1] == ground)):
            continue
        segments.append(text("".join(signs[begin:at]), paint(ink, ground, bold=bold)))
        begin = at
    return tuple(segments)
