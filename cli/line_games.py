"""The games that have a line mode for people."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from cli.streams import BadUse
from engine.games import describe
from words.translation import _

if TYPE_CHECKING:
    from cli.lines.game import LineGame


def _duel() -> LineGame:
    from cli.duel.line_game import DuelLines

    return DuelLines()


def _zen() -> LineGame:
    from cli.zen.line_game import ZenLines

    return ZenLines()


def _hearts() -> LineGame:
    from cli.hearts.line_game import HeartsLines

    return HeartsLines()


def _war() -> LineGame:
    from cli.war.line_game import WarLines

    return WarLines()


LINE_GAMES: Final[dict[str, Callable[[], LineGame]]] = {
    "duel": _duel,
    "zen": _zen,
    "hearts": _hearts,
    "war": _war,
}
"""What loads each game for its line mode, by key."""


def line_game(key: str) -> LineGame:
    """Return the game with this key for the line mode. Raises `BadUse` for one without."""
    if key not in LINE_GAMES:
        raise BadUse(_("{game} has no line mode.").format(game=_(describe(key).title)))
    return LINE_GAMES[key]()
