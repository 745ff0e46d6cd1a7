"""The move of Bataille in the making: the only step is the move itself."""

from __future__ import annotations

from typing import NamedTuple

from engine.reasons import IllegalMove
from engine.war.moves import TURN, Turn
from engine.war.reasons import WarRefusal


class WarDraft(NamedTuple):
    """The steps made so far: none, or the turn."""

    made: tuple[Turn, ...] = ()

    def steps(self) -> dict[Turn, IllegalMove | None]:
        """Return the turn, None if it is made."""
        return {} if self.made else {TURN: None}

    def add(self, step: Turn) -> WarDraft:
        """Return the draft with the turn made. Raises `IllegalMove` if it is already."""
        if self.made:
            raise IllegalMove(WarRefusal.TURNED)
        return WarDraft((step,))

    @property
    def move(self) -> Turn | None:
        """The turn, None before it is made."""
        return self.made[0] if self.made else None

    def finish(self) -> Turn:
        """Return the turn. Raises `IllegalMove` before it is made."""
        if not self.made:
            raise IllegalMove(WarRefusal.UNFINISHED)
        return self.made[0]
