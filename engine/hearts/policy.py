"""A quick way to choose a card by rules of thumb: `club` and playouts play by it.

All is arithmetic on masks, since a playout asks for a card some fifty times.
"""

from __future__ import annotations

from typing import Final

from engine.hearts.cards import (
    HEARTS,
    QUEEN,
    QUEEN_MASK,
    SPADES,
    SUIT_MASKS,
    SUIT_OF,
    SUIT_SIZE,
    TWO_OF_CLUBS,
)
from engine.hearts.rules import PASS_SIZE

HIGH_SPADES: Final = SPADES >> QUEEN + 1 << QUEEN + 1
"""The king and the ace of spades, which take the queen."""

_BELOW_QUEEN: Final = SPADES & QUEEN_MASK - 1
_LAST: Final = 3
_QUEEN_DANGER: Final = 36
_HIGH_SPADE_DANGER: Final = 30
_KEPT: Final = 6
_SHORT: Final = 4
_SURE_TO_WIN: Final = 20
_FLUSH: Final = 6
_HOLDS_QUEEN: Final = 8


def lead(hand: int, legal: int, seen: int) -> int:
    """Return the card to lead, of some that are legal; `seen` has all cards played before."""
    best = least = 99
    out = ~(seen | hand)
    queen_out = QUEEN_MASK & out
    for suit in SUIT_MASKS:
        mine = legal & suit
        if not mine:
            continue
        low = mine & -mine
        others = out & suit
        above = (others & -low).bit_count()
        below = (others & low - 1).bit_count()
        cost = 2 * below - above + mine.bit_count()
        if not above:
            cost += _SURE_TO_WIN
        if suit == SPADES:
            if hand & QUEEN_MASK:
                cost += _HOLDS_QUEEN
            elif queen_out:
                if low > QUEEN_MASK:
                    cost += _SURE_TO_WIN
                elif not mine & HIGH_SPADES:
                    cost -= _FLUSH
        if cost < least:
            least, best = cost, low
    return best.bit_length() - 1


def follow(hand: int, legal: int, led: int, best: int, count: int, points: int, seen: int) -> int:
    """Return the card to play to a trick.

    Args:
        hand: The cards in hand.
        legal: The cards that may be played.
        led: The card that was led.
        best: The highest card of its suit on the table.
        count: How many cards lie on the table.
        points: The points that they are worth.
        seen: All cards played before this trick or in it.
    """
    suit = SUIT_OF[led]
    mine = legal & suit
    if not mine:
        return discard(hand, legal, seen)
    if led == TWO_OF_CLUBS:
        # nobody puts points on the first trick
        return mine.bit_length() - 1
    if suit == SPADES:
        safe = _below_queen(mine, best, count, seen)
        if safe >= 0:
            return safe
        mine = mine & ~QUEEN_MASK or mine
    if count == _LAST and not points:
        # what is high goes where it costs nothing
        return mine.bit_length() - 1
    under = mine & (1 << best) - 1
    if under:
        return under.bit_length() - 1
    if (joker := legal & ~suit) and (points or count < _LAST):
        # played where following would take the trick
        return joker.bit_length() - 1
    if count == _LAST:
        return mine.bit_length() - 1
    return (mine & -mine).bit_length() - 1


def _below_queen(mine: int, best: int, count: int, seen: int) -> int:
    """Return the spade to play for the queen's sake; -1 if she does not matter."""
    if mine & QUEEN_MASK:
        return QUEEN if best > QUEEN else -1
    if count < _LAST and QUEEN_MASK & ~seen:
        # what is lower than the queen is safe from her
        return (mine & _BELOW_QUEEN).bit_length() - 1
    return -1


def discard(hand: int, legal: int, seen: int) -> int:
    """Return the card to get rid of where a suit cannot be followed."""
    if legal & QUEEN_MASK:
        return QUEEN
    if legal & HIGH_SPADES and QUEEN_MASK & ~seen:
        return (legal & HIGH_SPADES).bit_length() - 1
    if hearts := legal & HEARTS:
        return hearts.bit_length() - 1
    best, most = 0, -99
    for number, suit in enumerate(SUIT_MASKS):
        if mine := legal & suit:
            top = mine.bit_length() - 1
            worth = 2 * (top - SUIT_SIZE * number) - (hand & suit).bit_count()
            if worth > most:
                most, best = worth, top
    return best


def lead_for_all(hand: int, legal: int, seen: int) -> int:
    """Return the card to lead for a Grand Chelem: an unbeatable card of the longest suit."""
    out = ~(seen | hand)
    best, most = 0, -99
    for suit in SUIT_MASKS:
        if mine := legal & suit:
            top = mine.bit_length() - 1
            above = (out & suit) >> top
            worth = mine.bit_count() - (_SURE_TO_WIN if above else 0)
            if worth > most:
                most, best = worth, top
    return best


def follow_for_all(legal: int, led: int, best: int) -> int:
    """Return the card to play to a trick for a Grand Chelem: take it, or lose what is worthless."""
    suit = SUIT_OF[led]
    mine = legal & suit
    if mine:
        if mine >> best + 1:
            return mine.bit_length() - 1
        cheap = mine & ~QUEEN_MASK or mine
        return (cheap & -cheap).bit_length() - 1
    cheap = legal & ~(HEARTS | QUEEN_MASK) or legal
    best_low, least = 0, 99
    for number, other in enumerate(SUIT_MASKS):
        if some := cheap & other:
            low = (some & -some).bit_length() - 1
            rank = low - SUIT_SIZE * number
            if rank < least:
                least, best_low = rank, low
    return best_low


def strength(hand: int) -> int:
    """Return how good a hand is for a Grand Chelem: high cards, and long suits above all."""
    total = 0
    for suit in SUIT_MASKS:
        mine = hand & suit
        top, count = suit & -suit, mine.bit_count()
        honours = (mine // top) >> 9  # jack to ace
        total += 2 * (honours >> 3 & 1) + (honours >> 2 & 1) + (honours >> 1 & 1)
        total += max(0, count - 4)
    return total


def danger(card: int, hand: int) -> int:
    """Return how much a card of a hand is worth getting rid of before the first trick."""
    suit = SUIT_OF[card]
    rank, count = card % SUIT_SIZE, (hand & suit).bit_count()
    if suit == SPADES:
        below = (hand & _BELOW_QUEEN).bit_count()
        if card >= QUEEN:
            return (_QUEEN_DANGER if card == QUEEN else _HIGH_SPADE_DANGER) - 6 * below
        return -_KEPT
    lower = (hand & suit & (1 << card) - 1).bit_count()
    # a high card hides behind low cards; a short suit is soon empty
    return 2 * rank - 3 * lower + 3 * max(0, _SHORT - count) + (2 if suit == HEARTS else 0)


def pass_three(hand: int) -> int:
    """Return the three cards to pass, each the most dangerous of those left, as a mask."""
    left = hand
    for _ in range(PASS_SIZE):
        cards, worst, most = left, 0, -99
        while cards:
            low = cards & -cards
            cards ^= low
            found = danger(low.bit_length() - 1, left)
            if found >= most:
                worst, most = low, found
        left ^= worst
    return hand ^ left
