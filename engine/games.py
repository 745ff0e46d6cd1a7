"""The games there are, by key; a game's modules are loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    from engine.game import Game

Loader: TypeAlias = "Callable[[], Game[Any]]"
"""A function at the top of a module, so that it can be sent to another process."""


def _duel() -> Game[Any]:
    from engine.duel.game import DUEL

    return DUEL


def _zen() -> Game[Any]:
    from engine.zen.game import ZEN

    return ZEN


GAMES: Final[dict[str, Loader]] = {"duel": _duel, "zen": _zen}
"""What loads each game; files and the arena take whatever stands here."""

KEYS: Final = tuple(GAMES)
"""The keys of the games that come with the program, the main one first."""


def find_game(key: str) -> Game[Any]:
    """Return the game with this key. Raises `KeyError`.

    >>> find_game("duel").key
    'duel'
    """
    return GAMES[key]()
