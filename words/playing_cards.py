"""Playing cards in words: written with signs, `Q♥`, or spoken, `queen of hearts`.

A card is any value whose text is its two letters, rank and suit.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from words.glyphs import Glyphs, spelled
from words.translation import _, mark

_SIGNS: Final = {"C": "♣", "D": "♦", "S": "♠", "H": "♥"}
_LETTERS: Final = {"T": "10", "J": mark("J"), "Q": mark("Q"), "K": mark("K"), "A": mark("A")}
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
_ARTICLES: Final = {"A": mark("the {ace}"), "Q": mark("the {queen}")}
_USUAL: Final = mark("the {card}")


def rank_words(card: object) -> str:
    """Return the rank of a card as people write it: `10`, `Q`, in French `D`."""
    rank = str(card)[0]
    return _(_LETTERS[rank]) if rank in _LETTERS else rank


def suit_sign(suit: str, glyphs: Glyphs) -> str:
    """Return the sign of a suit by its letter; in ASCII a letter of the language spoken."""
    return spelled(_SIGNS[suit], glyphs)


def card_words(card: object, glyphs: Glyphs) -> str:
    """Return a card as people write it: its rank and the sign of its suit.

    >>> from words.glyphs import ASCII, UNICODE
    >>> card_words("TS", UNICODE), card_words("7H", ASCII)
    ('10♠', '7H')
    """
    return rank_words(card) + suit_sign(str(card)[1], glyphs)


def cards_words(cards: Iterable[object], glyphs: Glyphs) -> str:
    """Return cards as people write them, with blanks between."""
    return " ".join(card_words(card, glyphs) for card in cards)


def the_card(card: object, glyphs: Glyphs) -> str:
    """Return a card as people write it, with its article.

    >>> from words.glyphs import ASCII
    >>> the_card("TS", ASCII)
    'the 10S'
    """
    return _with_article(card, card_words(card, glyphs))


def spoken_rank(card: object) -> str:
    """Return the rank of a card in words."""
    rank = str(card)[0]
    return _(_RANKS.get(rank, rank))


def spoken_cards(suit: str, ranks: Iterable[str]) -> str:
    """Return cards of one suit, by its letter, in words.

    >>> spoken_cards("C", ["2", "ace"])
    '2, ace of clubs'
    """
    return _(_SUITS[suit]).format(ranks=", ".join(ranks))


def spoken_card(card: object) -> str:
    """Return a card in words.

    >>> spoken_card("TH"), spoken_card("QS")
    ('10 of hearts', 'queen of spades')
    """
    return spoken_cards(str(card)[1], [spoken_rank(card)])


def the_spoken_card(card: object) -> str:
    """Return a card in words, with its article.

    >>> the_spoken_card("TH"), the_spoken_card("QS")
    ('the 10 of hearts', 'the queen of spades')
    """
    return _with_article(card, spoken_card(card))


def _with_article(card: object, words: str) -> str:
    """Return a card's words with their article, which in French depends on the rank."""
    article = _ARTICLES.get(str(card)[0], _USUAL)
    return _(article).format(ace=words, queen=words, card=words)
