"""The controls of a game that adds nothing: each game replaces what it does otherwise."""

from __future__ import annotations

from typing import Any, ClassVar

from engine.game import View
from play.frame import Cursor, Frame, LastMove


class PlainControls:
    """Nothing is hidden, no character means anything, nothing is noted, and there are no rounds."""

    hides: ClassVar[bool] = False
    shows_drawn: ClassVar[bool] = False
    typed: str = ""

    def key(self, character: str, cursor: Cursor) -> Cursor | None:
        """Return None: a character means nothing."""
        return None

    def forget(self) -> bool:
        """Return False: nothing was typed that is not whole yet."""
        return False

    def stood(self, cursor: Cursor, seat: int) -> None:
        """Note nothing: every move begins in the same place."""

    def moved(self, move: Any, seat: int, *, back: bool = False) -> None:
        """Note nothing."""

    def last(self, frame: Frame) -> LastMove | None:
        """Mark the last move, whoever made it."""
        return frame.last

    def rounds(self, view: View[Any]) -> int:
        """Return 0: there are no rounds that somebody has to look at."""
        return 0

    def has_round_ended(self, view: View[Any]) -> bool:
        """Return False."""
        return False

    def after(self, view: View[Any]) -> View[Any]:
        """Return the view as it is."""
        return view

    def opened(self, views: list[View[Any]]) -> View[Any]:
        """Return the first view: the others show nothing more."""
        return views[0]
