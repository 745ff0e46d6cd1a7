"""The figures there are: what draws a block of a rules page that names one, by its game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from tui.widgets.lines import Line
    from words.glyphs import Glyphs


class Figure(Protocol):
    """What draws a game's figures."""

    def __call__(
        self, kind: str, rows: Sequence[str], width: int, glyphs: Glyphs
    ) -> list[Line] | None:
        """Return the drawing of a block in so many cells, None if it is no figure."""


def _zen() -> Figure:
    from tui.games.zen.figures import figure

    return figure


FIGURES: Final[dict[str, Callable[[], Figure]]] = {"zen": _zen}
"""What loads the figures of each game that has some, by the word that begins the block's kind."""


def draw_figure(kind: str, rows: Sequence[str], width: int, glyphs: Glyphs) -> list[Line] | None:
    """Return the drawing of a block of this kind in so many cells, None if it is no figure."""
    load = FIGURES.get(kind.partition(" ")[0])
    return load()(kind, rows, width, glyphs) if load else None
