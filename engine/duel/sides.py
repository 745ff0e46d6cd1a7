"""The open half of the table of each player, a part of views, and what laying cards makes of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, NamedTuple, TypeAlias

from engine.duel.moves import DECK_SIZE, Lay
from engine.duel.rules import ASCENDING_BASE, DECK, DESCENDING_BASE, cards_of, mask_of
from engine.view_marks import Written


def _read_cards(cards: list[int]) -> int:
    if not {*cards_of(DECK)}.issuperset(cards):
        raise ValueError("not a set of cards from 2 to 59")
    return mask_of(cards)


CardSet: TypeAlias = Annotated[int, Written(cards_of, _read_cards, list)]
"""Cards as a mask; messages have a list of them."""


Count: TypeAlias = Annotated[int, range(DESCENDING_BASE + 1)]


class Side(NamedTuple):
    """One player's half of the table, as everybody sees it.

    Attributes:
        up, down: The tops of the ascending and the descending pile.
        up_count, down_count: How many cards lie on each, the base card not counted.
        hand_size, draw_size: How many cards are in hand and in the draw pile.
        laid: A mask of the player's own cards that lie on any pile, the opponent's included.
    """

    up: Count = ASCENDING_BASE
    down: Count = DESCENDING_BASE
    up_count: Count = 0
    down_count: Count = 0
    hand_size: Count = 0
    draw_size: Count = DECK_SIZE
    laid: CardSet = 0


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
        Side(their_up, their_down, their_ups, their_downs, *other[4:]),
    )
