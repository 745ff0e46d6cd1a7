"""How a sentence joins the names and cards that are filled in: `d'Est`, `qu'Ouest`, `du roi`."""

from __future__ import annotations

import re
from typing import Final

_MARK: Final = "\0"
"""Stands where a small word meets a fact, until both are known."""
_BEFORE_FACT: Final = re.compile(r"\b(?:d|qu|D|Qu)e (?=\{)")
_VOWEL: Final = re.compile(
    rf"e {_MARK}(?=(?:[aàâeéèêëiîïoôuûùœæ]|h[eéèiouy]|y[^aeiou])['’\w-]*[^\W\d])", re.IGNORECASE
)
"""A word behind which French elides: it begins with a vowel, and is no square like `A1`."""


class Joining(str):
    """A French sentence that elides, or takes an article up, before what is filled in.

    >>> Joining("le tour de {player}").format(player="Est")
    "le tour d'Est"
    >>> Joining("plus que {player}, entamer de {card}").format(player="Ouest", card="le roi")
    "plus qu'Ouest, entamer du roi"
    >>> Joining("de {start} à {end}, de {name}").format(start="A1", end="E5", name="Zoé")
    'de A1 à E5, de Zoé'
    """

    __slots__ = ()

    def format(self, *args: object, **facts: object) -> str:
        """Return the sentence with its facts."""
        words = _BEFORE_FACT.sub(rf"\g<0>{_MARK}", self).format(*args, **facts)
        return _VOWEL.sub("'", words).replace(f"de {_MARK}le ", "du ").replace(_MARK, "")


def joining(sentence: str) -> str:
    """Return a French sentence so that it joins its facts, where it has any to join."""
    return Joining(sentence) if _BEFORE_FACT.search(sentence) else sentence
