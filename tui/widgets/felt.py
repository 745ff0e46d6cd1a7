"""What lies behind the widgets: the ground of the theme, where nothing else is drawn."""

from __future__ import annotations

from textual.containers import Container
from textual.strip import Strip

from tui.themes import paint


class Felt(Container):
    """A container on the felt.

    A stylesheet knows no index of a colour, so that the ground is painted like all else.
    """

    def render_line(self, y: int) -> Strip:
        """Return a line of nothing but felt."""
        return Strip.blank(self.size.width, paint("text", "felt"))
