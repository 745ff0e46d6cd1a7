"""The rule of laying one card: whether it may go on a pile, and the tops after it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from engine.duel.moves import Lay
from engine.duel.reasons import Refusal
from engine.duel.rules import GOES_DOWN, GOES_UP, HELPS_DOWN, HELPS_UP
from engine.reasons import IllegalMove


class Tops(NamedTuple):
    """The tops of the four piles as the player to move sees them, in the order of `Pile`."""

    up: int
    down: int
    their_up: int
    their_down: int

    def after(self, lay: Lay) -> Tops:
        """Return the tops with the card laid."""
        tops = list(self)
        tops[lay.pile] = lay.card
        return Tops(*tops)


TAKES: Final = (GOES_UP, GOES_DOWN, HELPS_UP, HELPS_DOWN)
"""TAKES[pile][top]: the mask of cards that may be laid on the pile."""

_REFUSALS: Final = (
    Refusal.NOT_UP,
    Refusal.NOT_DOWN,
    Refusal.NO_HELP_UP,
    Refusal.NO_HELP_DOWN,
)


def refusal(lay: Lay, tops: Tops, gave: bool) -> IllegalMove | None:
    """Return why a card in hand cannot be laid, or None; `gave`: the turn already has its gift."""
    if gave and lay.pile.is_theirs:
        return IllegalMove(Refusal.SECOND_GIFT, lay=lay)
    top = tops[lay.pile]
    if not TAKES[lay.pile][top] >> lay.card & 1:
        return IllegalMove(_REFUSALS[lay.pile], lay=lay, top=top)
    return None


def absence(lay: Lay, laid: Iterable[Lay]) -> IllegalMove:
    """Return the refusal of a card that is not in hand, or was laid earlier in this turn."""
    twice = any(before.card == lay.card for before in laid)
    return IllegalMove(Refusal.LAID_TWICE if twice else Refusal.NOT_IN_HAND, card=lay.card)


def can_lay_one(hand: int, tops: Tops, gave: bool) -> bool:
    """Say whether any card of the mask `hand` can be laid."""
    takes = GOES_UP[tops.up] | GOES_DOWN[tops.down]
    if not gave:
        takes |= HELPS_UP[tops.their_up] | HELPS_DOWN[tops.their_down]
    return bool(hand & takes)


def can_lay_two(hand: int, tops: Tops) -> bool:
    """Say whether two cards can be laid one after the other, at most one of them a gift.

    Two cards that can both be laid now on the own piles can always be laid in some order: on one
    pile the jump first, else the smaller step. So only a hand with a single such card needs a
    closer look.
    """
    own = hand & (GOES_UP[tops.up] | GOES_DOWN[tops.down])
    if not own:
        return False  # a gift alone is one card
    if own & (own - 1):
        return True
    if hand & ~own & (HELPS_UP[tops.their_up] | HELPS_DOWN[tops.their_down]):
        return True
    # "a jump may be opened by a card laid earlier in the same turn"
    card, rest = own.bit_length() - 1, hand ^ own
    return bool(
        (own & GOES_UP[tops.up] and rest & (GOES_UP[card] | GOES_DOWN[tops.down]))
        or (own & GOES_DOWN[tops.down] and rest & (GOES_UP[tops.up] | GOES_DOWN[card]))
    )
