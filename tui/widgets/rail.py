"""A rail beside a list: words on a darker ground, divided by a line where grounds do not show."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from tui.themes import paint, palette
from tui.widgets.lines import Line, Lines, line, text
from words.glyphs import glyphs


class Rail(Lines):
    """Lines with a cell free on both sides; a subclass says what they are."""

    GROUND: ClassVar[str] = "rail"

    def words(self, width: int, height: int) -> Iterable[Line]:
        """Return the lines for a room of `width` cells and `height` lines."""
        return ()

    def draw(self) -> None:
        """Bring the rail up to date."""
        width, height = self.size
        lines = list(self.words(max(width - 2, 1), height))[:height]
        is_ground = palette().has_grounds
        edge = text(" " if is_ground else glyphs().separator, paint("line"))
        lines += [line("")] * (0 if is_ground else height - len(lines))
        self.show([(edge, *parts) for parts in lines])

    def on_resize(self) -> None:
        """Draw in the new size."""
        self.draw()
