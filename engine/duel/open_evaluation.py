"""The evaluation of a duel with both hands known: the chance of the player to move.

A net as in `learned_evaluation`, with weights of its own: the same features for the side of each
player, their race, the smallest gifts, and how many cards of each hand fit. The order of the draw
piles is unknown. `training/` learned it from games of players who look one turn ahead.
"""

from __future__ import annotations

from typing import Final

from engine.bits import count_bits
from engine.duel.learned_evaluation import FINELY, OWN_SIZE, chance, own_rows, read_net, worth
from engine.duel.rules import (
    DESCENDING_BASE,
    GOES_DOWN,
    GOES_UP,
    HELPS_DOWN,
    HELPS_UP,
    Tops,
)

# Where the rows of the features of both sides begin; the same numbers are in `training/duel.c`.
_ROOM: Final = 2 * OWN_SIZE
_LEFT: Final = _ROOM + 16 * 16
_GIFT: Final = _LEFT + 31 * 31
_LAID: Final = _GIFT + 17 * 17
SIZE: Final = _LAID + 7 * 7
"""The number of rows."""

_ROWS, _OUTPUTS = read_net("open_weights.bin", SIZE)
_MOVER: Final = _ROWS[:OWN_SIZE]
_OTHER: Final = _ROWS[OWN_SIZE : 2 * OWN_SIZE]
_EDGE: Final = DESCENDING_BASE + 1
_WIDEST: Final = 16


def open_chance(hand: int, draw: int, tops: Tops, their_hand: int, their_draw: int) -> float:
    """Return the chance (0 to 1) of the player to move.

    Args:
        hand: The hand of the player to move, as a mask.
        draw: Its draw pile, as a mask.
        tops: The tops as the player to move sees them.
        their_hand: The other hand, as a mask.
        their_draw: The other draw pile, as a mask.
    """
    up, down, their_up, their_down = tops
    room, their_room = up + _EDGE - down, their_up + _EDGE - their_down
    left, their_left = count_bits(hand | draw), count_bits(their_hand | their_draw)
    fitting = count_bits(hand & (GOES_UP[up] | GOES_DOWN[down]))
    theirs = count_bits(their_hand & (GOES_UP[their_up] | GOES_DOWN[their_down]))
    rows = (
        own_rows(hand, draw, up, down, 0, _MOVER)
        + own_rows(their_hand, their_draw, their_up, their_down, 0, _OTHER)
        + _ROWS[_ROOM + (room >> 3) * 16 + (their_room >> 3)]
        + _ROWS[_LEFT + FINELY[left] * 31 + FINELY[their_left]]
        + _ROWS[_GIFT + _gift(hand, their_up, their_down)]
        + _ROWS[_LAID + fitting * 7 + theirs]
    )
    return chance(worth(rows, _OUTPUTS))


def _gift(hand: int, their_up: int, their_down: int) -> int:
    """Return a feature: the pips of the smallest gift to each pile of the other, 0 for none."""
    ups, downs = hand & HELPS_UP[their_up], hand & HELPS_DOWN[their_down]
    up = their_up - (ups.bit_length() - 1) if ups else 0
    down = (downs & -downs).bit_length() - 1 - their_down if downs else 0
    return min(up, _WIDEST) * 17 + min(down, _WIDEST)
