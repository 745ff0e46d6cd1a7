"""The rules of laying as arithmetic on bit masks: bit n of a hand stands for card n.

Quotes in the comments are places in `docs/rules/duel.en.md`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeVar

T = TypeVar("T")

SEATS: Final = ("NORD", "SUD")
ASCENDING_BASE: Final = 1
DESCENDING_BASE: Final = 60
LOWEST: Final = 2
HIGHEST: Final = 59
DECK_SIZE: Final = 58
HAND_SIZE: Final = 6
MIN_LAID: Final = 2
DRAWN_WITHOUT_GIFT: Final = 2
JUMP: Final = 10

DECK: Final = (1 << HIGHEST + 1) - (1 << LOWEST)
"""The 58 numbered cards of a player, 2 to 59."""


def mask_of(cards: Iterable[int]) -> int:
    """Return the mask of the cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_of(mask: int) -> list[int]:
    """Return the cards of a mask, lowest first.

    >>> cards_of(mask_of([30, 7]))
    [7, 30]
    """
    cards = []
    while mask:
        low = mask & -mask
        cards.append(low.bit_length() - 1)
        mask ^= low
    return cards


def _above(top: int) -> int:
    return DECK >> top + 1 << top + 1


def _below(top: int) -> int:
    return DECK & (1 << top) - 1


def _exactly(card: int) -> int:
    return DECK & 1 << card if card >= LOWEST else 0


_TOPS: Final = range(DESCENDING_BASE + 1)

# "Your own piles": beyond the top, or back by exactly ten.
GOES_UP: Final = tuple(_above(top) | _exactly(top - JUMP) for top in _TOPS)
"""GOES_UP[top]: the cards that may be laid on the own ascending pile."""

GOES_DOWN: Final = tuple(_below(top) | _exactly(top + JUMP) for top in _TOPS)
"""GOES_DOWN[top]: the cards that may be laid on the own descending pile."""

# "The opponent's piles": the card must improve the pile.
HELPS_UP: Final = tuple(_below(top) for top in _TOPS)
"""HELPS_UP[top]: the cards that improve an opponent's ascending pile."""

HELPS_DOWN: Final = tuple(_above(top) for top in _TOPS)
"""HELPS_DOWN[top]: the cards that improve an opponent's descending pile."""


def draw_count(hand_size: int, draw_size: int, gave: bool) -> int:
    """Return how many cards are drawn after a turn that left `hand_size` cards in hand.

    "Drawing": two, or up to six after a card on the opponent's piles; fewer from a small draw pile.
    """
    wanted = HAND_SIZE - hand_size if gave else DRAWN_WITHOUT_GIFT
    return min(wanted, draw_size)


def by_seat(seat: int, own: T, other: T) -> tuple[T, T]:
    """Return the value of `seat` and the other player's in the order of the seats.

    >>> by_seat(1, "mine", "yours")
    ('yours', 'mine')
    """
    return (own, other) if seat == 0 else (other, own)
