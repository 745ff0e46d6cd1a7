"""The keys of a move of Bataille: the only one there is."""

from __future__ import annotations

from typing import NamedTuple

from engine.war.moves import TURN, Move, WarTurn, parse
from engine.war.view import WarDraft, WarView
from play.controls import Controls
from play.frame import Cursor, MoveChosen
from play.games.actions import OWN


class WarCursor(NamedTuple):
    """The cursor of a move that has one step and no place to go to."""

    draft: WarDraft
    place: None = None
    before: Cursor | None = None

    def after(self, step: WarTurn) -> WarCursor:
        """Return the cursor after the turn. Raises `IllegalMove`."""
        return WarCursor(self.draft.add(step), before=self)

    def steps_to(self, move: Move) -> tuple[WarTurn, ...]:
        """Return the steps left to a move."""
        return () if self.draft.made else (TURN,)

    def aimed_at(self, step: WarTurn) -> WarCursor:
        """Return the cursor: it has nowhere to go."""
        return self


class WarControls(Controls):
    """Turns the next cards."""

    actions = OWN["war"]

    def start(self, view: WarView) -> WarCursor:
        return WarCursor(view.draft())

    def do(self, action: str, cursor: WarCursor) -> MoveChosen:
        return MoveChosen(TURN)

    def read(self, typed: str, view: WarView) -> Move:
        return parse(typed.strip().lower())
