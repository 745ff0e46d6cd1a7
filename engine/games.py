"""The games there are, by key; a game's modules are loaded when it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from engine.game import Game

KEYS: Final = ("duel", "zen")


def find_game(key: str) -> Game[Any]:
    """Return the game with this key. Raises `KeyError`.

    >>> find_game("duel").key
    'duel'
    """
    if key == "duel":
        from engine.duel.game import DUEL

        return DUEL
    if key == "zen":
        from engine.zen.game import ZEN

        return ZEN
    raise KeyError(key)
