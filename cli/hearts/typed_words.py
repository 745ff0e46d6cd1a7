"""A move of Dame de Pique typed in words: `queen of spades`, `pass 2, ace of clubs; ...`."""

from __future__ import annotations

import re
from typing import Final

from engine.hearts.moves import Move, read_typed
from engine.hearts.view import HeartsView
from words.plain_text import folded

_RANKS: Final = {
    **dict.fromkeys(("ace", "as"), "A"),
    **dict.fromkeys(("king", "roi"), "K"),
    **dict.fromkeys(("queen", "dame"), "Q"),
    **dict.fromkeys(("jack", "valet"), "J"),
    **dict.fromkeys(("ten", "dix", "10"), "T"),
    **{digit: digit for digit in "23456789"},
}
_SUITS: Final = {
    **dict.fromkeys(("club", "clubs", "trefle", "trefles"), "C"),
    **dict.fromkeys(("diamond", "diamonds", "carreau", "carreaux"), "D"),
    **dict.fromkeys(("heart", "hearts", "coeur", "coeurs"), "H"),
    **dict.fromkeys(("spade", "spades", "pique", "piques"), "S"),
}
_NOTHING: Final = frozenset(
    [
        "of",
        "the",
        "and",
        "pass",
        "play",
        "de",
        "du",
        "d",
        "le",
        "la",
        "l",
        "les",
        "et",
        "passe",
        "passer",
        "joue",
        "jouer",
    ]
)
_WORD: Final = re.compile(r"[a-z]+|\d+")


def read_move(text: str, view: HeartsView) -> Move:
    """Return the move that somebody typed, in words or in letters. Raises `NotationError`."""
    return read_typed(in_letters(text), view.is_slapping)


def in_letters(text: str) -> str:
    """Return cards that were typed in words as the notation has them; any other text as it is.

    >>> in_letters("queen of spades"), in_letters("Passe 2, as de trèfle ; dix de cœur")
    ('QS', '2C AC TH')
    >>> in_letters("8c"), in_letters("pass 2C QS AH")
    ('8c', 'pass 2C QS AH')
    """
    typed = folded(text).replace("œ", "oe")
    ranks: list[str] = []
    cards: list[str] = []
    for word in _WORD.findall(typed):
        if word in _SUITS and ranks:
            cards += [f"{rank}{_SUITS[word]}" for rank in ranks]
            ranks = []
        elif word in _RANKS:
            ranks.append(_RANKS[word])
        elif word not in _NOTHING:
            return text
    return text if ranks or not cards else " ".join(cards)
