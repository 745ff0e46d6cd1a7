"""The list of games by key; a game or its description is loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    from engine.description import Description
    from engine.game import Game
    from engine.lesson import Lesson

Loader: TypeAlias = "Callable[[], Game[Any]]"
"""A function that loads a game; at the top of a module, so that it can be pickled."""


def _duel() -> Game[Any]:
    from engine.duel.game import DUEL

    return DUEL


def _zen() -> Game[Any]:
    from engine.zen.game import ZEN

    return ZEN


def _hearts() -> Game[Any]:
    from engine.hearts.game import HEARTS

    return HEARTS


def _war() -> Game[Any]:
    from engine.war.game import WAR

    return WAR


def _describe_duel() -> Description:
    from engine.duel.description import DUEL

    return DUEL


def _describe_zen() -> Description:
    from engine.zen.description import ZEN

    return ZEN


def _describe_hearts() -> Description:
    from engine.hearts.description import HEARTS

    return HEARTS


def _describe_war() -> Description:
    from engine.war.description import WAR

    return WAR


def _teach_duel() -> Lesson:
    from engine.duel.lesson import DUEL

    return DUEL


def _teach_zen() -> Lesson:
    from engine.zen.lesson import ZEN

    return ZEN


GAMES: Final[dict[str, Loader]] = {"duel": _duel, "zen": _zen, "hearts": _hearts, "war": _war}
"""The loader of each game by key, the main game first."""

DESCRIPTIONS: Final[dict[str, Callable[[], Description]]] = {
    "duel": _describe_duel,
    "zen": _describe_zen,
    "hearts": _describe_hearts,
    "war": _describe_war,
}
"""The loader of each game's description, by key."""

LESSONS: Final[dict[str, Callable[[], Lesson]]] = {"duel": _teach_duel, "zen": _teach_zen}
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
