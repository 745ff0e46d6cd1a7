"""The scenes there are, one for each game; a scene is loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tui.table.scene import GameScene
    from words.glyphs import Glyphs


def _duel() -> type[GameScene]:
    from tui.games.duel.scene import DuelScene

    return DuelScene


def _zen() -> type[GameScene]:
    from tui.games.zen.scene import ZenScene

    return ZenScene


def _hearts() -> type[GameScene]:
    from tui.games.hearts.scene import HeartsScene

    return HeartsScene


def _war() -> type[GameScene]:
    from tui.games.war.scene import WarScene

    return WarScene


SCENES: Final[dict[str, Callable[[], type[GameScene]]]] = {
    "duel": _duel,
    "zen": _zen,
    "hearts": _hearts,
    "war": _war,
}
"""What loads the scene of each game."""


def scene_of(key: str, glyphs: Glyphs) -> GameScene:
    """Return a new scene for the game with this key. Raises `KeyError`."""
    return SCENES[key]()(glyphs)
