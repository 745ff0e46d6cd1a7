"""A trick that is over, a part of views, and the cards of one as they are written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple, TypeAlias

from engine.hearts.cards import Card, parse_card
from engine.hearts.rules import PLAYERS
from engine.reasons import unreadable
from engine.view_marks import Seat, Written


def _write_row(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))


def _read_row(text: str) -> tuple[Card, ...]:
    names = text.split(" ") if text else []
    if len(names) > PLAYERS:
        raise unreadable(text)
    return tuple(map(parse_card, names))


CardRow: TypeAlias = Annotated[tuple[Card, ...], Written(_write_row, _read_row)]
"""The cards of a trick, in the order in which they were played."""


class Trick(NamedTuple):
    """A trick of four cards.

    Attributes:
        leader: The seat that led.
        cards: The cards in the order in which they were played.
        winner: The seat that leads next: the highest of the led suit, or the last to slap.
        taker: The seat that has the cards: the winner, or at 21 its right-hand neighbour.
        total: The sum of the values, 0 where sums do not count.
    """

    leader: Seat
    cards: CardRow
    winner: Seat
    taker: Seat
    total: int
