"""The controls of who types whole moves: no cursor, nothing to look at before one goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.game import IllegalMove, View
from play.frame import Chosen, Cursor, Instead
from play.notices import NO_SENSE_NOW
from play.plain_controls import PlainControls


class TypedControls(PlainControls):
    """Fits every game that can be played by lines; what is on them hides nothing from anybody."""

    def __init__(self, read: Callable[[str, View[Any]], Any]) -> None:
        """Read moves with this: it is given what was typed, and raises `NotationError`."""
        self._read = read

    def start(self, view: View[Any]) -> None:
        """Return no cursor."""

    def refusals(self, cursor: Cursor) -> dict[str, IllegalMove]:
        """Refuse nothing: no cursor is in the middle of a move."""
        return {}

    def do(self, action: str, cursor: Cursor) -> Cursor | Chosen | Instead:
        """Refuse every action of a cursor. Raises `IllegalMove`."""
        raise NO_SENSE_NOW

    def read(self, typed: str, view: View[Any]) -> Any:
        """Return the move that was typed. Raises `NotationError`."""
        return self._read(typed, view)
