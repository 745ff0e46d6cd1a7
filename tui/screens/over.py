"""Screens that stand over the screen that asked for them, which is seen around them."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len
from rich.segment import Segment
from textual.geometry import Region
from textual.strip import Strip

from tui.screens.base import TapisScreen
from tui.themes import paint
from tui.widgets.canvas import repaint
from tui.widgets.felt import Felt
from tui.widgets.lines import Lines, cut, text
from words.glyphs import glyphs

FRAME: Final = 4
"""The cells of the frame on both sides, each with a blank beside it."""
FRAME_LINES: Final = 2
BESIDE: Final = 2
"""The cells, and the lines, that are seen beside a box at least; the last line has the keys."""


class Box(Felt):
    """A container that is felt as wide as the screen, or a framed box with words on its edge."""

    GROUND: Final = "rail"
    _is_framed = False
    _words = ""

    def stand(self, width: int, height: int, *, is_framed: bool) -> None:
        """Be a box of this size with the frame, or all of the screen."""
        self._is_framed = is_framed
        if is_framed:
            self.styles.width, self.styles.height, self.styles.padding = width, height, (1, 2)
        else:
            self.styles.width, self.styles.height, self.styles.padding = "100%", "1fr", 0

    def say(self, words: str) -> None:
        """Show words on the lower edge."""
        if words != self._words:
            self._words = words
            if self._is_framed:
                repaint(self)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the lines of a region: felt, or the frame and what is behind the words."""
        if not self._is_framed:
            return super().render_lines(crop)
        width, height = self.outer_size
        span, last = crop.column_span, height - 1
        return [
            self._row(width, is_first=y == 0, is_last=y == last).crop(*span)
            for y in crop.line_range
        ]

    def _row(self, width: int, *, is_first: bool, is_last: bool) -> Strip:
        frame, ink = glyphs().rounded, paint("line", self.GROUND)
        if is_first:
            row = frame.top_left + frame.across * (width - 2) + frame.top_right
            return Strip([Segment(row, ink)])
        if not is_last:
            inside = text(" " * (width - 2), paint("text", self.GROUND))
            return Strip([Segment(frame.down, ink), inside, Segment(frame.down, ink)])
        words = f" {cut(self._words, width - 6)} " if self._words else ""
        said = text(words, paint("quiet", self.GROUND))
        rest = frame.across * (width - 3 - said.cell_length)
        left, right = frame.bottom_left + frame.across, rest + frame.bottom_right
        return Strip([Segment(left, ink), said, Segment(right, ink)])


class OverScreen(TapisScreen):
    """A screen whose body is a box over another screen if it has room there, else a whole screen.

    A subclass calls `stand` whenever it is drawn.
    """

    BODY = Box

    @property
    def is_over(self) -> bool:
        """Whether the screen beneath is seen."""
        return self.beneath is not None

    def room(self) -> tuple[int, int]:
        """Return the cells and lines inside a box; none where it would hide all."""
        columns, lines = self.size
        return max(columns - BESIDE - FRAME, 0), max(lines - 1 - BESIDE - FRAME_LINES, 0)

    def stand(self, width: int, height: int) -> None:
        """Stand over the screen beneath if the cells and lines have room there."""
        columns, lines = self.room()
        fits = width <= columns and height <= lines
        self.beneath = self._drawn_beneath() if fits else None
        box = self.query_one(Box)
        box.stand(width + FRAME, height + FRAME_LINES, is_framed=self.is_over)
        self.set_class(self.is_over, "over")
        for lines_in_it in box.query(Lines):
            lines_in_it.lie_on(Box.GROUND if self.is_over else None)

    def _drawn_beneath(self) -> TapisScreen | None:
        """Return the screen beneath if something of it can be seen."""
        stack = self.app.screen_stack
        below = stack[stack.index(self) - 1] if self in stack[1:] else None
        return below if isinstance(below, TapisScreen) and below.has_drawn else None

    def show_words(self, words: str) -> None:
        """Show the message, on the edge of the box over another screen."""
        self.query_one(Box).say(words if self.is_over else "")
        super().show_words(words)


def width_of(rows: list[str]) -> int:
    """Return the width of the longest row."""
    return max(map(cell_len, rows), default=0)
