"""What lies behind the widgets: the ground of the theme, where nothing else is drawn."""

from __future__ import annotations

from textual.containers import Container
from textual.geometry import Region
from textual.strip import Strip

from tui.themes import paint
from tui.widgets.remembered import remembered


class Felt(Container):
    """A container on the felt.

    A stylesheet knows no index of a colour, so that the ground is painted like all else.
    """

    def felt(self) -> Strip:
        """Return a line of it, as wide as it is; all its lines are the same."""
        return blank(self.outer_size.width)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the lines of a region."""
        strip = self.felt()
        if crop.column_span != (0, strip.cell_length):
            strip = strip.crop(*crop.column_span)
        return [strip] * crop.height


@remembered
def blank(width: int) -> Strip:
    """Return so many cells of felt."""
    return Strip.blank(width, paint("text", "felt"))
