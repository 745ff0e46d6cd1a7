"""The list of games by key; a game or its description is loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from engine.frozen_value import FrozenValue

if TYPE_CHECKING:
    from engine.description import Description
    from engine.game import Game
    from engine.lesson import Lesson

Loader: TypeAlias = "Callable[[], Game[Any]]"
"""A function that loads a game, and can be pickled."""


class _Loader(FrozenValue):
    """The key of a game, and the name of the module that has what is loaded."""

    key: str
    module: str

    def __call__(self) -> Any:
        return getattr(import_module(f"engine.{self.key}.{self.module}"), self.key.upper())


GAMES: Final[dict[str, Loader]] = {
    key: _Loader(key, "game") for key in ("duel", "zen", "hearts", "war")
}
"""The loader of each game by key, the main game first."""

DESCRIPTIONS: Final[dict[str, Callable[[], Description]]] = {
    key: _Loader(key, "description") for key in GAMES
}
"""The loader of each game's description, by key."""

LESSONS: Final[dict[str, Callable[[], Lesson]]] = {
    key: _Loader(key, "lesson") for key in ("duel", "zen", "hearts")
}
"""The loader of the first game of each game that has one, by key."""

MAIN: Final = next(iter(GAMES))
"""The key of the main game: a new game, the command line and the rules begin with it."""


def find_game(key: str) -> Game[Any]:
    """Return the game with this key. Raises `KeyError`.

    >>> find_game("duel").key
    'duel'
    """
    return GAMES[key]()


def describe(key: str) -> Description:
    """Return the description of the game with this key. Raises `KeyError`.

    >>> describe("zen").title
    "Zen l'Initié"
    """
    return DESCRIPTIONS[key]()


def find_lesson(key: str) -> Lesson:
    """Return the first game of the game with this key. Raises `KeyError` where it has none.

    >>> len(find_lesson("duel").steps)
    7
    """
    return LESSONS[key]()
