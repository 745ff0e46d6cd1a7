"""The signs of the duel's table, beside those that every screen has."""

from __future__ import annotations

from typing import Final, NamedTuple

from words.glyphs import ASCII, Glyphs


class CardSigns(NamedTuple):
    """The signs beside the cards; each is one cell wide.

    Attributes:
        up, down: On an ascending pile, on a descending one.
        here: Under the card of the cursor.
        nowhere: Under it where the card cannot be laid.
        target: Beside the pile that the card would go to.
        fresh: Before the cards that were just laid.
    """

    up: str
    down: str
    here: str
    nowhere: str
    target: str
    fresh: str


_UNICODE: Final = CardSigns("▲", "▼", "▲", "△", "◄", "•")
_ASCII: Final = CardSigns("^", "v", "^", "-", "<", "*")


def signs_of(glyphs: Glyphs) -> CardSigns:
    """Return the signs that go with the others."""
    return _ASCII if glyphs is ASCII else _UNICODE
