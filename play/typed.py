"""The controls of who types whole moves: no cursor, nothing to look at before one goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from engine.game import IllegalMove, View
from play.frame import Chosen, Cursor, Frame, Instead, LastMove
from play.notices import NO_SENSE_NOW


class TypedControls:
    """Fits every game that can be played by lines; what is on them hides nothing from anybody."""

    hides: ClassVar[bool] = False
    shows_drawn: ClassVar[bool] = False
    typed: ClassVar[str] = ""

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

    def key(self, character: str, cursor: Cursor) -> Cursor | None:
        """Return None: lines are typed, not keys."""
        return None

    def forget(self) -> bool:
        """Return False: a line is whole when it comes."""
        return False

    def read(self, typed: str, view: View[Any]) -> Any:
        """Return the move that was typed. Raises `NotationError`."""
        return self._read(typed, view)

    def stood(self, cursor: Cursor, seat: int) -> None:
        """Note nothing."""

    def moved(self, move: Any, seat: int, *, back: bool = False) -> None:
        """Note nothing."""

    def last(self, frame: Frame) -> LastMove | None:
        """Return the last move."""
        return frame.last

    def rounds(self, view: View[Any]) -> int:
        """Return 0: the next round begins by itself."""
        return 0

    def has_round_ended(self, view: View[Any]) -> bool:
        """Return False: nobody has to look at the end of a round before the next one."""
        return False

    def after(self, view: View[Any]) -> View[Any]:
        """Return the view as it is."""
        return view

    def opened(self, views: list[View[Any]]) -> View[Any]:
        """Return the first view."""
        return views[0]
