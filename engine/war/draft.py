"""The move of Bataille in the making: the only step is the move itself."""

from __future__ import annotations

from typing import NamedTuple

from engine.reasons import IllegalMove
from engine.war.moves import TURN, WarTurn
from engine.war.reasons import WarRefusal


class WarDraft(NamedTuple):
    """The steps made so far: none, or the turn."""

    made: tuple[WarTurn, ...] = ()

    def steps(self) -> dict[WarTurn, IllegalMove | None]:
        """Return the turn, None if it is made."""
        return {} if self.made else {TURN: None}

    def add(self, step: WarTurn) -> WarDraft:
        """Return the draft with the turn made. Raises `IllegalMove` if it is already."""
        if self.made:
            raise IllegalMove(WarRefusal.TURNED)
        return WarDraft((step,))

    @property
    def move(self) -> WarTurn | None:
        """The turn, None before it is made."""
        return self.made[0] if self.made else None

    def finish(self) -> WarTurn:
        """Return the turn. Raises `IllegalMove` before it is made."""
        if not self.made:
            raise IllegalMove(WarRefusal.UNFINISHED)
        return self.made[0]
