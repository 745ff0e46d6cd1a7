"""Playing cards in words and colours: `QH` is `Q♥`, in French `D♥`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from words.glyphs import ASCII, Glyphs
from words.names import with_article
from words.translation import _, mark

_SUITS: Final[Mapping[str, str]] = MappingProxyType({"C": "♣", "D": "♦", "S": "♠", "H": "♥"})
_RANKS: Final[Mapping[str, str]] = MappingProxyType(
    {"T": "10", "J": mark("J"), "Q": mark("Q"), "K": mark("K"), "A": mark("A")}
)
_INKS: Final[Mapping[str, str]] = MappingProxyType(
    {"C": "clubs", "D": "diamonds", "S": "ink", "H": "red_suit"}
)


def rank_words(card: str) -> str:
    """Return the rank of a card as people write it: `10`, `Q`, in French `D`."""
    rank = card[0]
    return _(_RANKS[rank]) if rank in _RANKS else rank


def card_words(card: str, glyphs: Glyphs) -> str:
    """Return a card as people write it: its rank, and the sign of its suit or, in ASCII, a letter.

    >>> from words.glyphs import UNICODE
    >>> card_words("TS", UNICODE), card_words("7H", ASCII)
    ('10♠', '7H')
    """
    suit = card[1] if glyphs is ASCII else _SUITS[card[1]]
    return rank_words(card) + suit


def the_card(card: str, glyphs: Glyphs) -> str:
    """Return a card as people write it, with its article.

    >>> the_card("TS", ASCII)
    'the 10S'
    """
    return with_article(card[0], card_words(card, glyphs))


def ink_of(card: str) -> str:
    """Return the role of what is written on the card."""
    return _INKS[card[1]]
