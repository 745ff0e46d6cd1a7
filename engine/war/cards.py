"""The 52 cards: each is its name, rank and suit, like `TC`; suits don't count."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from engine.reasons import NotationError

Card: TypeAlias = str
"""A card by its name: one of `DECK`."""

Cards: TypeAlias = tuple[Card, ...]

RANKS: Final = "23456789TJQKA"
"""The letters of the ranks, the lowest first."""

SUITS: Final = "CDSH"
"""The letters of the suits, in the order of the deck before it is shuffled."""

DECK: Final[Cards] = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The deck before it is shuffled: 2C to AC, then diamonds, spades, hearts."""

RANK_OF: Final[Mapping[Card, int]] = MappingProxyType({card: RANKS.index(card[0]) for card in DECK})
"""The rank of each card, 0 for a two to 12 for an ace."""

_NAMES: Final = {card: card for card in DECK}


def parse_cards(names: list[str]) -> Cards:
    """Return the cards with these names. Raises `NotationError`.

    >>> parse_cards(["2C", "TH"])
    ('2C', 'TH')
    """
    try:
        return tuple([_NAMES[name] for name in names])
    except KeyError as fault:
        raise NotationError(f"{fault.args[0][:40]!r} is not a card (write it like TC)") from None
