"""Screens that stand over the screen that asked for them, which is seen around them."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len

from tui.screens.base import TapisScreen
from tui.widgets.box import Box
from tui.widgets.lines import Lines

FRAME: Final = 4
"""The cells of the frame on both sides, each with a blank beside it."""
FRAME_LINES: Final = 2
BESIDE: Final = 2
"""The cells, and the lines, that are seen beside a box at least; the last line has the keys."""


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
