"""Playing cards in lines: the ranks as the notation has them, so that what is read can be typed."""

from __future__ import annotations

from typing import Final

from tui.glyphs import UNICODE, glyphs

_SIGNS: Final = str.maketrans("CDHS", "♣♦♥♠")


def card_words(name: str) -> str:
    """Return a card with the sign of its suit: `10♥` for `TH`, in plain ASCII `10H`."""
    rank, suit = name[0].replace("T", "10"), name[1]
    return rank + (suit.translate(_SIGNS) if glyphs() is UNICODE else suit)
