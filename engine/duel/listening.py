"""The cards that the opponent has probably kept, by the turns that it has played without them.

A hand that could have played a cheaper turn with a card hardly held it. The weight of a card says
how likely the opponent kept it, in comparison with the mean of all cards that may be in its hand.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, repeat
from math import fsum
from operator import mul
from random import Random
from typing import Final, NamedTuple

from engine.duel.history import turns_of
from engine.duel.look_ahead import WorldSampler
from engine.duel.moves import HAND_SIZE, HIGHEST, Lay
from engine.duel.quick_turns import PIP, RELIEF, quick_turns
from engine.duel.rules import (
    ASCENDING_BASE,
    DECK,
    DESCENDING_BASE,
    MIN_LAID,
    Tops,
    cards_of,
    swapped_tops,
)
from engine.duel.view import DuelView, knowledge_of

MEMORY: Final = 8
"""The number of the opponent's last turns that are listened to."""

SURPRISE: Final = 0.01
"""The odds that are left to a card however much it would have saved."""

FALL: Final = 0.7165313105737893
"""exp(-1/3), by which the odds of a card fall for each tenth of a pip that it would have saved."""

_MOST: Final = 200
_ODDS: Final = (1.0, *(fall + SURPRISE for fall in accumulate(repeat(FALL, _MOST), mul)))
"""The odds of a card by what it would have saved, multiplied out: so machines agree on them."""

_START: Final = Tops(ASCENDING_BASE, DESCENDING_BASE, ASCENDING_BASE, DESCENDING_BASE)


class HeardTurn(NamedTuple):
    """A turn of the opponent: its cards, the tops before it, how many were kept and drawn then."""

    lays: tuple[Lay, ...]
    tops: Tops
    kept: int
    drawn: int


def heard_turns(view: DuelView) -> list[HeardTurn]:
    """Return the opponent's turns, by what the view was told."""
    tops, size, heard = _START, HAND_SIZE, []
    for seat, lays, drawn in turns_of(view):
        if seat != view.seat:
            size -= len(lays)
            heard.append(HeardTurn(lays, tops, size, drawn or 0))
            size += drawn or 0
        for lay in lays:
            tops = tops.after(lay)
        tops = swapped_tops(tops)
    return heard


def weights_of(
    heard: Sequence[HeardTurn], cards: Sequence[int], least: int = MIN_LAID
) -> list[float]:
    """Return for each of the cards how likely the opponent kept it after its last turn.

    Args:
        heard: The opponent's turns.
        cards: The cards that may be in its hand.
        least: The cards that it has to lay in a turn.
    """
    weights = [1.0] * len(cards)
    new = 1.0
    for lays, tops, kept, drawn in heard[-MEMORY:]:
        if kept:
            odds = odds_of(lays, tops, least)
            old = 1 - new
            weights = [
                odds[card] * (new + old * weight)
                for card, weight in zip(cards, weights, strict=True)
            ]
            mean = fsum(weights) / len(weights)
            weights = [weight / mean for weight in weights]
        else:
            weights = [1.0] * len(cards)
        new = drawn / max(kept + drawn, 1)
    return weights


@lru_cache(maxsize=64)
def odds_of(lays: tuple[Lay, ...], tops: Tops, least: int = MIN_LAID) -> tuple[float, ...]:
    """Return the odds that each card, by its number, was in the hand that played these cards.

    Args:
        lays: The turn.
        tops: The tops before it, as its player saw them.
        least: The cards that its player has to lay.
    """
    after, played = tops, 0
    for lay in lays:
        after = after.after(lay)
        played |= 1 << lay.card
    cost = PIP * (after.up - tops.up + tops.down - after.down)
    cost += RELIEF * (tops.their_up - after.their_up + after.their_down - tops.their_down)
    odds = [1.0] * (HIGHEST + 1)
    for card in cards_of(DECK & ~played):
        saved = cost - quick_turns(played | 1 << card, tops, 1, least)[0][0]
        odds[card] = _ODDS[min(max(saved, 0), _MOST)]
    return tuple(odds)


class ListeningSampler(WorldSampler):
    """A random source of worlds in which the opponent kept what it has probably kept."""

    def __init__(self, view: DuelView, random: Random) -> None:
        super().__init__(knowledge_of(view), random)
        heard = heard_turns(view)
        self._kept = min(heard[-1].kept, self._their_hand) if heard else 0
        self._cards = tuple(self._theirs)
        self._weights = weights_of(heard, self._cards, self._their_least)

    def _settle_theirs(self) -> None:
        """Draw the kept cards by their weights, the new ones from all that are left."""
        cards, weights = [*self._cards], [*self._weights]
        kept = []
        for _ in range(self._kept):
            sums = [*accumulate(weights)]
            place = bisect(sums, self._random() * sums[-1], hi=len(sums) - 1)
            kept.append(cards.pop(place))
            del weights[place]
        self._settle(cards, self._their_hand - self._kept + HAND_SIZE)
        self._theirs = kept + cards
