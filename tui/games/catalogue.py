"""The drawings of each game: its scene, miniature and figures, each loaded when needed.

Miniatures are drawn on the first screen, soon after the program began, so a miniature loads nothing
of its game's rules that it does not need.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from tui.table.scene import GameScene
    from tui.widgets.lines import Line
    from words.glyphs import Glyphs


def _in_game(key: str, module: str, name: str) -> Any:
    """Return the object of this name in a module of a game's folder."""
    return getattr(import_module(f"tui.games.{key}.{module}"), name)


SCENES: Final[dict[str, Callable[[], type[GameScene]]]] = {
    key: partial(_in_game, key, "scene", f"{key.capitalize()}Scene")
    for key in ("duel", "zen", "hearts", "war")
}
"""The functions that load the scene of each game."""
MINIATURES: Final = {key: partial(_in_game, key, "miniature", "miniature") for key in SCENES}
"""The functions that load the miniature of each game that has one."""


def scene_of(key: str, glyphs: Glyphs) -> GameScene:
    """Return a new scene for the game with this key. Raises `KeyError`."""
    return SCENES[key]()(glyphs)


def miniature_of(key: str, view: Any, width: int, height: int, glyphs: Glyphs) -> list[Line]:
    """Return a small picture of a view, or of a new game for None; no lines for other games."""
    if key not in MINIATURES or width <= 0 or height <= 0:
        return []
    lines: list[Line] = MINIATURES[key]()(view, width, height, glyphs)
    return lines


def draw_figure(kind: str, rows: Sequence[str], width: int, glyphs: Glyphs) -> list[Line] | None:
    """Return the drawing of a block of a rules page, or None if it is no figure.

    The first word of a figure's kind is the key of a game that has figures: Zen alone.
    """
    if kind.partition(" ")[0] != "zen":
        return None
    lines: list[Line] | None = _in_game("zen", "figures", "figure")(kind, rows, width, glyphs)
    return lines
