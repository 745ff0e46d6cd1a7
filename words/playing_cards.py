"""Articles of playing cards, which in French depend on the rank."""

from __future__ import annotations

from typing import Final

from words.translation import _, mark

_ARTICLES: Final = {"A": mark("the {ace}"), "Q": mark("the {queen}")}
_USUAL: Final = mark("the {card}")


def with_article(rank: str, words: str) -> str:
    """Return the words for a card of this rank with their article; the rank is a letter.

    >>> with_article("Q", "queen of spades"), with_article("T", "10♦")
    ('the queen of spades', 'the 10♦')
    """
    return _(_ARTICLES.get(rank, _USUAL)).format(ace=words, queen=words, card=words)
