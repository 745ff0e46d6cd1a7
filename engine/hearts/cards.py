"""The 52 cards, their names, and sets of them as bit masks.

Bit n of a mask stands for card n: suits in the order C D H S, in each of them 2 up to ace.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final, TypeAlias

from engine.reasons import NotationError, NotationReason, shown, unreadable
from engine.view_marks import Written

SUITS: Final = "CDHS"
RANKS: Final = "23456789TJQKA"
SUIT_SIZE: Final = len(RANKS)
NAMES: Final = tuple(f"{rank}{suit}" for suit in SUITS for rank in RANKS)

_PLACES: Final = {name: place for place, name in enumerate(NAMES)}


class Card(int):
    """A card: the number of its bit in a mask; written as rank and suit.

    >>> str(Card(49)), Card(49).suit, Card(49).rank
    ('QS', 3, 10)
    """

    __slots__ = ()

    @property
    def suit(self) -> int:
        """The suit, a place in `SUITS`."""
        return self // SUIT_SIZE

    @property
    def rank(self) -> int:
        """The rank, a place in `RANKS`: 0 is a 2, 12 an ace."""
        return self % SUIT_SIZE

    def __str__(self) -> str:
        return NAMES[self]

    def __repr__(self) -> str:
        return NAMES[self]


CARDS: Final = tuple(Card(place) for place in range(len(NAMES)))
ALL: Final = (1 << len(NAMES)) - 1
SUIT_MASKS: Final = tuple(((1 << SUIT_SIZE) - 1) << SUIT_SIZE * suit for suit in range(len(SUITS)))
CLUBS, DIAMONDS, HEARTS, SPADES = SUIT_MASKS
SUIT_OF: Final = tuple(SUIT_MASKS[card.suit] for card in CARDS)
"""The mask of each card's suit, by card."""

TWO_OF_CLUBS: Final = CARDS[_PLACES["2C"]]
QUEEN: Final = CARDS[_PLACES["QS"]]
"""The queen of spades."""

TWO_MASK: Final = 1 << TWO_OF_CLUBS
QUEEN_MASK: Final = 1 << QUEEN

SHUFFLING_ORDER: Final = tuple(CARDS[_PLACES[f"{rank}{suit}"]] for suit in "CDSH" for rank in RANKS)
"""The deck before it is shuffled."""


def mask_of(cards: Iterable[int]) -> int:
    """Return the mask of the cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_of(mask: int) -> list[Card]:
    """Return the cards of a mask in the order in which they are written.

    >>> cards_of(mask_of([49, 0]))
    [2C, QS]
    """
    cards = []
    while mask:
        low = mask & -mask
        cards.append(CARDS[low.bit_length() - 1])
        mask ^= low
    return cards


def write_cards(mask: int) -> str:
    """Write the cards of a mask, sorted by suit and rank, with blanks between them.

    >>> write_cards(mask_of([49, 0]))
    '2C QS'
    """
    return " ".join([NAMES[card] for card in cards_of(mask)])


def parse_card(name: str) -> Card:
    """Read a card, like `TC`. Raises `NotationError`."""
    try:
        return CARDS[_PLACES[name]]
    except KeyError:
        raise NotationError(NotationReason.NO_MOVE, text=shown(name), example="TC") from None


def parse_cards(text: str) -> int | None:
    """Return the mask of cards written exactly as `write_cards` does, None for any other text."""
    mask = 0
    for name in text.split(" "):
        card = 1 << _PLACES[name] if name in _PLACES else 0
        if card <= mask:
            return None
        mask |= card
    return mask


def _read_cards(text: str) -> int:
    mask = parse_cards(text) if text else 0
    if mask is None:
        raise unreadable(text)
    return mask


def _write_lacks(cards: int) -> str:
    """Write cards as `write_cards` does, but a whole suit as its letter.

    >>> _write_lacks(ALL & ~1)
    '3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC D H S'
    """
    suits = [
        letter if cards & suit == suit else write_cards(cards & suit)
        for letter, suit in zip(SUITS, SUIT_MASKS, strict=True)
    ]
    return " ".join(filter(None, suits))


def _read_lacks(text: str) -> int:
    words = text.split(" ")
    suits = sum(SUIT_MASKS[SUITS.index(word)] for word in words if word and word in SUITS)
    return suits | _read_cards(" ".join(word for word in words if word not in SUITS))


CardSet: TypeAlias = Annotated[int, Written(write_cards, _read_cards)]
"""Cards as a mask; messages have their names."""

Lacks: TypeAlias = Annotated[int, Written(_write_lacks, _read_lacks)]
"""Cards that a hand is known not to hold, as a mask; mostly whole suits."""

NamedCard: TypeAlias = Annotated[Card, Written(str, parse_card)]
