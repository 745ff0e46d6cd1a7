"""Playing cards in words, as they are read and typed."""

from __future__ import annotations

from typing import Final

from words.names import with_article
from words.translation import _, mark

_RANKS: Final = {
    "A": mark("ace"),
    "K": mark("king"),
    "Q": mark("queen"),
    "J": mark("jack"),
    "T": "10",
}
_SUITS: Final = {
    "C": mark("{ranks} of clubs"),
    "D": mark("{ranks} of diamonds"),
    "H": mark("{ranks} of hearts"),
    "S": mark("{ranks} of spades"),
}


def card_words(name: str) -> str:
    """Return a card in words.

    >>> card_words("TH"), card_words("QS")
    ('10 of hearts', 'queen of spades')
    """
    return of_suit(name[1], [rank_words(name)])


def rank_words(name: str) -> str:
    """Return the rank of a card in words."""
    return _(_RANKS.get(name[0], name[0]))


def the_card(name: str) -> str:
    """Return a card in words, with its article.

    >>> the_card("TH"), the_card("QS")
    ('the 10 of hearts', 'the queen of spades')
    """
    return with_article(name[0], card_words(name))


def of_suit(suit: str, ranks: list[str]) -> str:
    """Return cards of one suit, by its letter, in words.

    >>> of_suit("C", ["2", "ace"])
    '2, ace of clubs'
    """
    return _(_SUITS[suit]).format(ranks=", ".join(ranks))
