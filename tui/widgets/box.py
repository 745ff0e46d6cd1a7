"""The body of a screen that may be a box over another screen: a rail with a line around it."""

from __future__ import annotations

from typing import Final

from rich.segment import Segment
from textual.geometry import Region
from textual.strip import Strip

from tui.themes import paint
from tui.widgets.canvas import repaint
from tui.widgets.felt import Felt
from tui.widgets.lines import cut, text
from words.glyphs import glyphs


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
