"""The line in which an answer is typed, on the rail in the place of the keys."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.reactive import reactive
from textual.strip import Strip
from textual.widgets import Input

from tui.themes import paint


class AnswerLine(Input):
    """A line to type in, in the colours of the theme.

    A stylesheet cannot name a colour by its index, so the line is painted like all else.
    """

    cursor_blink = reactive(False, init=False)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the line with what was typed, and the place of the next letter."""
        words, here = paint("text", "rail"), paint("on_cursor", "cursor")
        return [
            Strip(
                [Segment(part.text, here if _stands_out(part.style) else words) for part in drawn],
                drawn.cell_length,
            )
            for drawn in super().render_lines(crop)
        ]


def _stands_out(style: Style | None) -> bool:
    """Whether Textual draws this part on a ground of its own: the place of the next letter."""
    if style is None:
        return False
    return bool(style.reverse or (style.bgcolor and not style.bgcolor.is_default))
