"""The open side of a player of the duel: two piles and two counts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.duel.moves import Lay
from engine.duel.rules import ASCENDING_BASE, DECK_SIZE, DESCENDING_BASE


class Side(NamedTuple):
    """One player's half of the table, as everybody sees it.

    Attributes:
        up, down: The tops of the ascending and the descending pile.
        up_count, down_count: How many cards lie on each, the base card not counted.
        hand_size, draw_size: How many cards are in hand and in the draw pile.
        laid: A mask of the player's own cards that lie on any pile, the opponent's included.
    """

    up: int = ASCENDING_BASE
    down: int = DESCENDING_BASE
    up_count: int = 0
    down_count: int = 0
    hand_size: int = 0
    draw_size: int = DECK_SIZE
    laid: int = 0


def carry_out(lays: Iterable[Lay], mover: Side, other: Side) -> tuple[Side, Side]:
    """Return both sides after the mover has laid these cards from hand, nothing drawn yet."""
    tops = [mover.up, mover.down, other.up, other.down]
    counts = [mover.up_count, mover.down_count, other.up_count, other.down_count]
    hand_size, laid = mover.hand_size, mover.laid
    for lay in lays:
        tops[lay.pile] = lay.card
        counts[lay.pile] += 1
        hand_size -= 1
        laid |= 1 << lay.card
    up, down, their_up, their_down = tops
    ups, downs, their_ups, their_downs = counts
    return (
        Side(up, down, ups, downs, hand_size, mover.draw_size, laid),
        Side(
            their_up,
            their_down,
            their_ups,
            their_downs,
            other.hand_size,
            other.draw_size,
            other.laid,
        ),
    )
