"""A move of Dame de Pique in the making: three cards to pass, a card to play, or the slap."""

from __future__ import annotations

from typing import NamedTuple

from engine.hearts.cards import Card, cards_of, mask_of
from engine.hearts.legality import card_refusal
from engine.hearts.moves import SLAP, CardPass, HeartsStep, Move
from engine.hearts.reasons import HeartsRefusal
from engine.hearts.rules import PASS_SIZE
from engine.hearts.view import HeartsView
from engine.reasons import IllegalMove, TableReason


class HeartsDraft(NamedTuple):
    """The steps made so far; to take one back, keep the draft before it.

    Attributes:
        view: The view of the seat that moves.
        made: The steps: the cards chosen to be passed in any order, the card, or the slap.
    """

    view: HeartsView
    made: tuple[HeartsStep, ...] = ()

    def steps(self) -> dict[HeartsStep, IllegalMove | None]:
        """Return, for every card in hand, None if it may come next, else why not; or the slap."""
        if self.view.is_slapping:
            return {} if self.made else {SLAP: None}
        return {card: self.refusal(card) for card in cards_of(self.view.hand)}

    def refusal(self, step: HeartsStep) -> IllegalMove | None:
        """Return why a step cannot be made next, or None."""
        view = self.view
        if self.move is not None:
            return IllegalMove(HeartsRefusal.COMPLETE)
        if view.is_slapping:
            return None if step is SLAP else IllegalMove(HeartsRefusal.ALL_SLAP)
        if not isinstance(step, Card):
            return IllegalMove(TableReason.NOT_A_MOVE_NOW, move=step)
        if not view.is_passing:
            return card_refusal(view, step)
        if not view.hand >> step & 1:
            return IllegalMove(HeartsRefusal.NOT_IN_HAND, card=step)
        return IllegalMove(HeartsRefusal.CHOSEN, card=step) if step in self.made else None

    def add(self, step: HeartsStep) -> HeartsDraft:
        """Return the draft with one step more. Raises `IllegalMove`."""
        if why := self.refusal(step):
            raise why
        return self._replace(made=(*self.made, step))

    @property
    def chosen(self) -> int:
        """The cards chosen so far, as a mask."""
        return mask_of(step for step in self.made if isinstance(step, Card))

    @property
    def move(self) -> Move | None:
        """The move, if it is complete; else None."""
        if self.view.is_passing:
            return CardPass(self.chosen) if len(self.made) == PASS_SIZE else None
        return self.made[0] if self.made else None

    def finish(self) -> Move:
        """Return the move. Raises `IllegalMove` with what is missing."""
        if (move := self.move) is not None:
            return move
        if self.view.is_slapping:
            raise IllegalMove(HeartsRefusal.ALL_SLAP)
        if self.view.is_passing:
            raise IllegalMove(HeartsRefusal.TOO_FEW, count=len(self.made))
        raise IllegalMove(HeartsRefusal.NOTHING_CHOSEN)
