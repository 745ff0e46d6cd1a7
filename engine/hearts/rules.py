"""The rules of Dame de Pique as arithmetic on bit masks: legal cards, tricks and points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from engine.hearts.cards import (
    CARDS,
    HEARTS,
    QUEEN_MASK,
    SHUFFLING_ORDER,
    SUIT_OF,
    TWO_MASK,
    TWO_OF_CLUBS,
    mask_of,
)

PLAYERS: Final = 4
HAND_SIZE: Final = 13
PASS_SIZE: Final = 3
GOAL: Final = 100
SLAP_SUM: Final = 20
EXCHANGE_SUM: Final = 21
HEART_POINTS: Final = 1
QUEEN_POINTS: Final = 13
JOKER_POINTS: Final = 1
CHELEM_POINTS: Final = 26
CHELEM: Final = HEARTS | QUEEN_MASK
"""The cards of a Grand Chelem."""

PASS_STEPS: Final = (1, 3, 2, 0)
"""How many seats further the cards are passed, round by round: left, right, across, none."""

# hearts, "The joker": one of the 37 cards that are worth nothing, the 2 of clubs left out
JOKERS: Final = tuple(
    card for card in SHUFFLING_ORDER if not CHELEM >> card & 1 and card != TWO_OF_CLUBS
)
"""The cards that can be the joker, in the order of the lot."""

JOKER_MASK: Final = mask_of(JOKERS)

_TEN: Final = 8
_ACE: Final = 12

VALUES: Final = {
    "rank": tuple(card.rank + 2 for card in CARDS),
    "faces": tuple(1 if card.rank == _ACE else min(card.rank, _TEN) + 2 for card in CARDS),
}
"""The value of each card in the sum of a trick, by option and card."""

NO_VALUES: Final = (0,) * len(CARDS)


def pass_step(round_number: int) -> int:
    """Return how many seats further cards are passed in a round (from 1); 0 for none.

    >>> [pass_step(number) for number in range(1, 6)]
    [1, 3, 2, 0, 1]
    """
    return PASS_STEPS[(round_number - 1) % len(PASS_STEPS)]


def may_lead(hand: int, is_first: bool, is_broken: bool) -> int:
    """Return the cards of a hand that may be led."""
    if is_first:
        return TWO_MASK
    # hearts, "The tricks": hearts are led once they are broken, or where nothing else is left
    return hand if is_broken else hand & ~HEARTS or hand


def may_follow(hand: int, led: int, is_first: bool, joker: int) -> int:
    """Return the cards of a hand that may be played where card `led` was led.

    `joker` is its mask, 0 if there is none.
    """
    suit = SUIT_OF[led]
    if is_first:
        # hearts, "The tricks": cards worth points are set aside first
        usual = hand & ~(CHELEM | joker) or hand
        return usual & suit or usual
    same = hand & suit
    return same | hand & joker if same else hand


def shown_by(
    may: int, card: int, led: int | None, is_first: bool, was_broken: bool, joker: int
) -> int:
    """Return the cards that a hand may still hold after it has played a card.

    Everybody can tell that from the card. Args:
        may: The cards that it might have held before.
        card: The card that was played.
        led: The card that was led, None if it was this one.
        is_first: Whether it is the first trick.
        was_broken: Whether hearts had been broken before.
        joker: The joker's mask, 0 if there is none.
    """
    mask = 1 << card
    if led is None:
        return may & HEARTS if mask & HEARTS and not was_broken else may
    suit = SUIT_OF[led]
    if is_first:
        aside = CHELEM | joker
        if mask & aside:
            return may & aside if mask & suit else may & aside & ~suit
        return may if mask & suit else may & (~suit | joker)
    return may if mask & (suit | joker) else may & ~suit


def highest(leader: int, cards: Sequence[int]) -> int:
    """Return the seat that played the highest card of the led suit."""
    led = cards[0]
    suit, best, seat = SUIT_OF[led], led, leader
    for place in range(1, len(cards)):
        card = cards[place]
        if card > best and suit >> card & 1:
            best, seat = card, leader + place
    return seat % PLAYERS


def count_points(cards: int, joker: int) -> int:
    """Return the points of some cards, without regard to a Grand Chelem."""
    return (
        (cards & HEARTS).bit_count() * HEART_POINTS
        + (QUEEN_POINTS if cards & QUEEN_MASK else 0)
        + (JOKER_POINTS if cards & joker else 0)
    )


def round_points(taken: Sequence[int], joker: int) -> tuple[int, ...]:
    """Return the points of a round by seat, from the cards that each seat has."""
    for seat, cards in enumerate(taken):
        if cards & CHELEM == CHELEM:
            return tuple(0 if other == seat else CHELEM_POINTS for other in range(PLAYERS))
    return tuple(count_points(cards, joker) for cards in taken)


def chelem_of(points: Sequence[int]) -> int | None:
    """Return the seat that made a Grand Chelem in a round with these points, or None."""
    return points.index(0) if points.count(CHELEM_POINTS) == PLAYERS - 1 else None


def lowest(scores: Sequence[int], seats: Sequence[int]) -> tuple[int, ...]:
    """Return the seats among some that have the lowest score of them.

    >>> lowest((9, 30, 17, 17), (1, 2, 3))
    (2, 3)
    """
    least = min(scores[seat] for seat in seats)
    return tuple([seat for seat in seats if scores[seat] == least])


Four: TypeAlias = tuple[int, ...]
"""A value for each of the four seats."""

SEATS: Final = range(PLAYERS)


def changed(four: Four, seat: int, value: int) -> Four:
    """Return the values with another one at a seat."""
    return (*four[:seat], value, *four[seat + 1 :])


def turned(four: Four) -> Four:
    """Return the values after each has gone to the right: seat 0 has what seat 1 had."""
    return (*four[1:], four[0])


def union(masks: Sequence[int]) -> int:
    """Return the cards of all seats."""
    south, west, north, east = masks
    return south | west | north | east


def holder(hands: Four) -> int:
    """Return the seat that holds the 2 of clubs."""
    return next(seat for seat in SEATS if hands[seat] & TWO_MASK)
