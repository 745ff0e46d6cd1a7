"""Plain controls: the defaults, of which a game overrides what it needs."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, ClassVar

from engine.game import View
from play.frame import Cursor, Frame, LastMove, Refusals


class PlainControls:
    """Controls of a game with nothing hidden, no typed characters, no memory and no rounds."""

    actions: ClassVar[Collection[str]] = ()
    hides: ClassVar[bool] = False
    shows_drawn: ClassVar[bool] = False
    typed: str = ""

    def looks(self, view: View[Any]) -> Refusals:
        """Return nothing: all there is to see is on the table."""
        return {}

    def key(self, character: str, cursor: Cursor) -> Cursor | None:
        """Return None: no character means anything."""
        return None

    def forget(self) -> bool:
        """Return False: no characters are collected."""
        return False

    def race(self, view: View[Any]) -> Any:
        """Return None: nobody races in the open."""
        return None

    def stood(self, cursor: Cursor, seat: int) -> None:
        """Do nothing: the cursor of every move begins in the same position."""

    def moved(self, move: Any, seat: int, *, back: bool = False) -> None:
        """Do nothing."""

    def last(self, frame: Frame) -> LastMove | None:
        """Return the last move, whoever made it."""
        return frame.last

    def rounds(self, view: View[Any]) -> int:
        """Return 0: there are no rounds."""
        return 0

    def has_round_ended(self, view: View[Any]) -> bool:
        """Return False."""
        return False

    def after(self, view: View[Any]) -> View[Any]:
        """Return the view unchanged."""
        return view

    def opened(self, views: list[View[Any]]) -> View[Any]:
        """Return the first view: the others know nothing more."""
        return views[0]
