"""The feat of Dame de Pique: a Grand Chelem."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.hearts.cards import TWO_MASK, Card, mask_of
from engine.hearts.moves import CardPass, HeartsDeal, Slap, SlapLot, parse
from engine.hearts.options import HeartsOptions
from engine.hearts.rules import (
    CHELEM,
    EXCHANGE_SUM,
    PLAYERS,
    SEATS,
    SLAP_SUM,
    highest,
    holder,
    pass_step,
)


def chelems(options: HeartsOptions, moves: Sequence[str]) -> tuple[int, ...]:
    """Return the seats that took all hearts and the queen of spades in a round.

    The holder of the 2 of clubs after the pass leads; all else follows from the cards in order.
    Raises `ValueError` for moves that cannot be read.
    """
    count = _Count(options.card_values)
    try:
        for text in moves:
            count.add(text)
    except (LookupError, StopIteration):
        raise ValueError("moves that no game has") from None
    return tuple(sorted(count.made))


@dataclass(slots=True)
class _Count:
    """What was taken so far.

    Attributes:
        values: The value of each card in the sum of a trick.
        number: The number of the round.
        leader: The seat that leads the trick.
        waiting: The seats that have not passed, or not slapped, yet.
        trick: The cards on the table.
        taken: The cards that each seat has taken in the round, as masks.
        made: The seats that made a Grand Chelem.
    """

    values: tuple[int, ...]
    number: int = 0
    leader: int = 0
    waiting: list[int] = field(default_factory=list)
    trick: list[Card] = field(default_factory=list)
    taken: list[int] = field(default_factory=list)
    made: set[int] = field(default_factory=set)

    def add(self, text: str) -> None:
        """Count a move; before a colon stands its seat, if others could have moved too."""
        seat, colon, rest = text.rpartition(":")
        match parse(rest):
            case HeartsDeal(hands):
                self.number += 1
                self.leader, self.taken = holder(hands), [0] * PLAYERS
                self.waiting = list(SEATS)
            case CardPass(cards):
                passer = self._leave(int(seat) if colon else None)
                if cards & TWO_MASK:
                    self.leader = (passer + pass_step(self.number)) % PLAYERS
            case Card() as card:
                self.trick.append(card)
                if len(self.trick) == PLAYERS:
                    self._end_trick()
            case Slap():
                slapper = self._leave(int(seat) if colon else None)
                if not self.waiting:
                    self._take(slapper, slapper)
            case SlapLot(seats):
                self._take(seats[-1], seats[-1])

    def _leave(self, seat: int | None) -> int:
        """Return the seat that has passed or slapped, by default the last that has not."""
        left = self.waiting[0] if seat is None else seat
        self.waiting.remove(left)
        return left

    def _end_trick(self) -> None:
        total = sum([self.values[card] for card in self.trick])
        winner = highest(self.leader, self.trick)
        if total == SLAP_SUM:
            self.waiting = list(SEATS)
        else:
            self._take((winner - 1) % PLAYERS if total == EXCHANGE_SUM else winner, winner)

    def _take(self, taker: int, leader: int) -> None:
        self.taken[taker] |= mask_of(self.trick)
        self.leader, self.trick = leader, []
        if self.taken[taker] & CHELEM == CHELEM:
            self.made.add(taker)
