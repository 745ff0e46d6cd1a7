"""Values of the four seats, above all their hands as masks."""

from __future__ import annotations

from typing import Final

from engine.hearts.cards import TWO_MASK
from engine.hearts.rules import PLAYERS

Four = tuple[int, int, int, int]
"""A value for each seat."""

SEATS: Final = range(PLAYERS)


def changed(four: Four, seat: int, value: int) -> Four:
    """Return the values with another one at a seat."""
    south, west, north, east = four
    if seat == 0:
        return value, west, north, east
    if seat == 1:
        return south, value, north, east
    return (south, west, value, east) if seat == 2 else (south, west, north, value)


def turned(four: Four) -> Four:
    """Return the values after each has gone to the right: seat 0 has what seat 1 had."""
    south, west, north, east = four
    return west, north, east, south


def holder(hands: Four) -> int:
    """Return the seat that holds the 2 of clubs."""
    return next(seat for seat in SEATS if hands[seat] & TWO_MASK)
