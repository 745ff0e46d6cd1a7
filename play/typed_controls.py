"""The controls of games whose moves are typed whole, without a cursor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.game import View
from engine.reasons import IllegalMove
from play.frame import Cursor, MoveChosen, OtherAction
from play.notices import NO_SENSE_NOW
from play.plain_controls import PlainControls


class TypedControls(PlainControls):
    """Controls for every game with a line mode; they hide nothing."""

    def __init__(self, read: Callable[[str, View[Any]], Any]) -> None:
        """Read typed moves with `read`, which raises `NotationError`."""
        self._read = read

    def start(self, view: View[Any]) -> None:
        """Return None: there is no cursor."""

    def refusals(self, cursor: Cursor) -> dict[str, IllegalMove]:
        """Return nothing: without a cursor no action is refused."""
        return {}

    def do(self, action: str, cursor: Cursor) -> Cursor | MoveChosen | OtherAction:
        """Raise `IllegalMove`: there are no actions of a cursor."""
        raise NO_SENSE_NOW

    def read(self, typed: str, view: View[Any]) -> Any:
        """Read a typed move. Raises `NotationError`."""
        return self._read(typed, view)
