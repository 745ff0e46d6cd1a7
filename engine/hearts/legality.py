"""Why a card may not be played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.hearts.cards import HEARTS, QUEEN, SUIT_OF, Card
from engine.hearts.reasons import HeartsRefusal
from engine.hearts.rules import CHELEM
from engine.reasons import IllegalMove

if TYPE_CHECKING:
    from engine.hearts.view import HeartsView


def card_refusal(view: HeartsView, card: Card) -> IllegalMove | None:
    """Return why the seat of a view, which is to play a card, may not play this one, or None."""
    mask, hand, joker = 1 << card, view.hand, view.joker_mask
    if not hand & mask:
        return IllegalMove(HeartsRefusal.NOT_IN_HAND, card=card)
    if view.playable & mask:
        return None
    if not view.table:
        return IllegalMove(HeartsRefusal.NOT_BROKEN if view.tricks else HeartsRefusal.TWO_FIRST)
    led = view.table[0]
    aside = CHELEM | joker
    if not view.tricks and mask & aside and hand & ~aside:
        if mask & HEARTS:
            return IllegalMove(HeartsRefusal.HEART_LATER)
        is_queen = card == QUEEN
        return IllegalMove(HeartsRefusal.QUEEN_LATER if is_queen else HeartsRefusal.JOKER_LATER)
    if view.tricks and hand & joker & ~SUIT_OF[led]:
        return IllegalMove(HeartsRefusal.FOLLOW_OR_JOKER, led=led)
    return IllegalMove(HeartsRefusal.FOLLOW, led=led)
