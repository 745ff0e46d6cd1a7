"""What the screens have of each game, loaded when the game is asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from tui.words import mark, why

if TYPE_CHECKING:
    from net.session import Session
    from play.loop import Loop
    from tui.glyphs import Glyphs
    from tui.looks.look import Look
    from tui.screens.table import TableScreen
    from tui.setup import Series

TITLES: Final = {"duel": mark("The Game: Face to Face"), "zen": mark("Zen l'Initié")}
"""What the games are called, the main one first."""

SIDES: Final = {"duel": ("north", "south"), "zen": ("black", "white")}
"""The option `first` of a game, by which of two sides it lets begin."""

PLACES: Final = {
    "BLACK": mark("Black"),
    "WHITE": mark("White"),
    "BLACK 1": mark("Black 1"),
    "WHITE 1": mark("White 1"),
    "BLACK 2": mark("Black 2"),
    "WHITE 2": mark("White 2"),
}
"""Seats that are called otherwise in another language."""


def _duel() -> type[Look]:
    from tui.looks.duel import DuelLook

    return DuelLook


def _zen() -> type[Look]:
    from tui.looks.zen import ZenLook

    return ZenLook


LOOKS: Final[dict[str, Callable[[], type[Look]]]] = {"duel": _duel, "zen": _zen}
"""What loads the look of each game."""


def look_of(key: str, glyphs: Glyphs) -> Look:
    """Return what a game looks like."""
    return LOOKS[key]()(glyphs)


def table_screen(session: Session, series: Series | None, *, recap: bool = False) -> TableScreen:
    """Return the screen at which a game is played that is kept here."""
    from play.local_client import LocalClient
    from tui.screens.table import at_table

    def connect(loop: Loop) -> LocalClient[Any]:
        return LocalClient(session, loop, why)

    return at_table(LOOKS[session.table.game.key]())(connect, series, recap=recap)
