"""The miniatures there are: a small picture of a game's table, where the game has one.

They are drawn on the first screen, soon after the program began, so a miniature loads nothing of
its game's rules that it does not need.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Protocol

if TYPE_CHECKING:
    from tui.widgets.lines import Line
    from words.glyphs import Glyphs


class Miniature(Protocol):
    """What draws a game's miniature."""

    def __call__(self, view: Any, width: int, height: int, glyphs: Glyphs) -> list[Line]:
        """Return so many lines of cells on the rail: the table of a view, a new one for None."""


def _duel() -> Miniature:
    from tui.games.duel.miniature import miniature

    return miniature


def _zen() -> Miniature:
    from tui.games.zen.miniature import miniature

    return miniature


def _hearts() -> Miniature:
    from tui.games.hearts.miniature import miniature

    return miniature


def _war() -> Miniature:
    from tui.games.war.miniature import miniature

    return miniature


MINIATURES: Final[dict[str, Callable[[], Miniature]]] = {
    "duel": _duel,
    "zen": _zen,
    "hearts": _hearts,
    "war": _war,
}
"""What loads the miniature of each game that has one."""


def miniature_of(key: str, view: Any, width: int, height: int, glyphs: Glyphs) -> list[Line]:
    """Return the miniature of the game with this key; no lines where there is none."""
    if key not in MINIATURES or width <= 0 or height <= 0:
        return []
    return MINIATURES[key]()(view, width, height, glyphs)
