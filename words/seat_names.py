"""The names of seats in the language spoken; files and the engine have one for all languages."""

from __future__ import annotations

from engine.games import describe
from words.translation import _


def seat_name(game: str, seat: str) -> str:
    """Return the name of a seat of the game with this key.

    >>> seat_name("zen", "BLACK 2"), seat_name("duel", "NORD")
    ('Black 2', 'NORD')
    """
    return _(describe(game).seat_words.get(seat, seat))
