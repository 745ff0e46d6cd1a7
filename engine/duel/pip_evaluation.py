"""The hand-made evaluation of the duel, in pips, and the error that weak levels add to it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random
from typing import Final

from engine.duel import results
from engine.duel.laying import Tops
from engine.duel.rules import GOES_DOWN, GOES_UP, HELPS_DOWN, HELPS_UP, JUMP, cards_of

WIDEST: Final = 30
"""The widest gap that counts, in pips."""

RELIEF: Final = 0.95
GAPS: Final = 0.2
CHAIN: Final = 4.0
THEIR_JUMP: Final = 2.5


def pip_values(hand: int, tops: Tops, unseen: int) -> Iterator[tuple[float, int]]:
    """Yield every distinct result of a turn with its value in pips, higher being better.

    It counts the pips of the own piles, the relief given, the distances of the two nearest cards
    kept, pairs kept for a jump back, and jumps that the opponent may have.

    Args:
        hand: The own hand, as a mask.
        tops: The tops of the four piles.
        unseen: The cards the opponent may hold, as a mask.
    """
    cards = cards_of(hand)
    for result in results.results(cards, tops):
        new = results.tops_of(result)
        kept = [card for place, card in enumerate(cards) if not result >> place & 1]
        worth = -float(results.advance(result, tops)) - RELIEF * results.relief(result, tops)
        yield worth + _kept_worth(kept, new) - THEIR_JUMP * _jumps(unseen, new), result


def _kept_worth(kept: list[int], tops: Tops) -> float:
    """Return the value in pips of the cards kept: their two smallest gaps, pairs for a jump."""
    gaps = sorted(_gap(card, tops) for card in kept)
    held = set(kept)
    chains = sum(
        (card > tops.up) + (card - JUMP < tops.down) for card in kept if card - JUMP in held
    )
    return CHAIN * chains - GAPS * sum(gaps[:2])


def _gap(card: int, tops: Tops) -> int:
    """Return the pips from the nearer own pile to a card, -10 for a jump."""
    if card in (tops.up - JUMP, tops.down + JUMP):
        return -JUMP
    ahead = [gap for gap in (card - tops.up, tops.down - card) if gap > 0]
    return min([WIDEST, *ahead])


def _jumps(unseen: int, tops: Tops) -> int:
    """Return how many cards of the mask would be a jump for the opponent."""
    up = GOES_UP[tops.their_up] & HELPS_UP[tops.their_up]
    down = GOES_DOWN[tops.their_down] & HELPS_DOWN[tops.their_down]
    return (unseen & up).bit_count() + (unseen & down).bit_count()


def gumbel(random: Random) -> float:
    """Return an error of judgement: a value of the standard Gumbel distribution.

    Adding it times b to each worth is choosing with odds exp(worth / b).
    """
    return -math.log(-math.log(random.random() or 0.5))
