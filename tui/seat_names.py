"""What a seat is called in the language spoken; files and the engine have one name for it."""

from __future__ import annotations

from tui.games import PLACES
from tui.words import _


def seat_name(seat: str) -> str:
    """Return what a seat is called.

    >>> seat_name("BLACK 2"), seat_name("NORD")
    ('Black 2', 'NORD')
    """
    return _(PLACES[seat]) if seat in PLACES else seat
