"""What the screens have of each game, loaded when the game is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tui.words import mark

if TYPE_CHECKING:
    from tui.glyphs import Glyphs
    from tui.looks.look import Look
    from tui.screens.table import TableScreen
    from tui.session import Session

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


def look_of(key: str, glyphs: Glyphs) -> Look:
    """Return what a game looks like."""
    if key == "zen":
        from tui.looks.zen import ZenLook

        return ZenLook(glyphs)
    from tui.looks.duel import DuelLook

    return DuelLook(glyphs)


def table_screen(session: Session, recap: bool = False) -> TableScreen:
    """Return the screen at which a game is played."""
    if session.table.game.key == "zen":
        from tui.screens.zen_table import ZenTable

        return ZenTable(session, recap)
    from tui.screens.duel_table import DuelTable

    return DuelTable(session, recap)
