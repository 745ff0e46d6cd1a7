"""The knowledge of the player to move in a duel, in the form the computer players use."""

from __future__ import annotations

from typing import NamedTuple

from engine.duel.laying import Tops
from engine.duel.rules import DECK
from engine.duel.view import DuelView


class Knowledge(NamedTuple):
    """The knowledge of the player to move.

    Attributes:
        hand: The own hand, as a mask.
        draw: The own draw pile, as a mask; its order is unknown.
        unseen: The opponent's hand and draw pile, as one mask.
        their_hand: How many of `unseen` are in the opponent's hand.
        tops: The tops of the four piles.
    """

    hand: int
    draw: int
    unseen: int
    their_hand: int
    tops: Tops


def knowledge_of(view: DuelView) -> Knowledge:
    """Return the knowledge of the seat of a view."""
    seat = view.seat or 0
    return Knowledge(
        view.hand,
        DECK & ~view.sides[seat].laid & ~view.hand,
        view.unseen(1 - seat),
        view.sides[1 - seat].hand_size,
        view.tops,
    )


def swapped_tops(tops: Tops) -> Tops:
    """Return the tops from the other player's side.

    >>> swapped_tops(Tops(10, 50, 7, 44))
    Tops(up=7, down=44, their_up=10, their_down=50)
    """
    return Tops(tops.their_up, tops.their_down, tops.up, tops.down)
