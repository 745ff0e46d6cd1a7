"""Playouts: the rest of a round played by rules of thumb, quickly, with all hands known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engine.hearts.cards import HEARTS, QUEEN_MASK, SUIT_OF
from engine.hearts.policy import follow, follow_for_all, lead, lead_for_all
from engine.hearts.rules import (
    CHELEM,
    EXCHANGE_SUM,
    HEART_POINTS,
    PLAYERS,
    QUEEN_POINTS,
    SLAP_SUM,
    may_follow,
    may_lead,
    round_points,
)

NOBODY: Final = -1
_THREAT: Final = 8
"""A seat with all points, and at least this many, may be trying a Grand Chelem."""


class Playout:
    """A round in play, which `finish` plays to its end. Sets of cards are masks.

    Attributes:
        hands: The cards in hand, by seat.
        table: The cards of the trick, in order.
        leader: The seat that led it, or leads the next one.
        taken: The cards that each seat has taken.
        joker: The joker's mask, or 0.
        values: The value that each card adds to the sum of its trick.
        is_first: Whether it is the first trick.
        is_broken: Whether a heart was played.
        seen: All cards played so far.
        chance: Returns random numbers from 0 to 1, for slaps.
        for_all: The seat that tries a Grand Chelem, or `NOBODY`.
        threat: The seat that the others keep from one, or `NOBODY`.
    """

    __slots__ = (
        "chance",
        "for_all",
        "hands",
        "is_broken",
        "is_first",
        "joker",
        "leader",
        "seen",
        "table",
        "taken",
        "threat",
        "values",
        "worth",
    )

    def __init__(
        self,
        hands: Sequence[int],
        table: Sequence[int],
        leader: int,
        taken: Sequence[int],
        joker: int,
        values: Sequence[int],
        chance: Callable[[], float],
        *,
        is_first: bool,
        is_broken: bool,
    ) -> None:
        self.hands = list(hands)
        self.table = list(table)
        self.leader = leader
        self.taken = list(taken)
        self.joker = joker
        self.worth = CHELEM | joker
        self.values = values
        self.is_first = is_first
        self.is_broken = is_broken
        self.chance = chance
        self.for_all = self.threat = NOBODY
        south, west, north, east = taken
        self.seen = south | west | north | east
        for card in table:
            self.seen |= 1 << card

    def finish(self, card: int, for_all: int = NOBODY) -> tuple[int, ...]:
        """Return the points of the round after the seat to play has played this card first.

        `for_all` is the seat that tries a Grand Chelem. Afterwards the round is over.
        """
        self.for_all = for_all
        self._play_trick(card)
        while self.hands[0]:
            self._play_trick(NOBODY)
        return round_points(self.taken, self.joker)

    def _play_trick(self, card: int) -> None:
        """Play the trick to its end; `card` is the first one played, if it is any."""
        hands, table, leader, worth = self.hands, self.table, self.leader, self.worth
        led = best = points = 0
        suit, winner = 0, leader
        if table:
            led = table[0]
            suit = SUIT_OF[led]
            best = max([one for one in table if suit >> one & 1])
            winner = (leader + table.index(best)) & 3
            points = sum([worth >> one & 1 for one in table])
        for count in range(len(table), PLAYERS):
            seat = (leader + count) & 3
            hand = hands[seat]
            if card < 0:
                if count:
                    card = self._follow(seat, hand, led, best, winner, count, points)
                else:
                    card = self._lead(seat, hand)
            mask = 1 << card
            hands[seat] = hand ^ mask
            self.seen |= mask
            table.append(card)
            if not count:
                led = best = card
                suit = SUIT_OF[card]
            elif card > best and suit & mask:
                best, winner = card, seat
            points += worth >> card & 1
            card = NOBODY
        self._take(winner, points)

    def _lead(self, seat: int, hand: int) -> int:
        legal = may_lead(hand, self.is_first, self.is_broken)
        if not legal & legal - 1:
            return legal.bit_length() - 1
        return (lead_for_all if seat == self.for_all else lead)(hand, legal, self.seen)

    def _follow(
        self, seat: int, hand: int, led: int, best: int, winner: int, count: int, points: int
    ) -> int:
        legal = may_follow(hand, led, self.is_first, self.joker)
        if not legal & legal - 1:
            return legal.bit_length() - 1
        if seat == self.for_all:
            return follow_for_all(legal, led, best)
        if winner == self.threat and points:
            same = legal & SUIT_OF[led]
            if same >> best:
                # take it from a seat that is about to have all points
                return same.bit_length() - 1
        return follow(hand, legal, led, best, count, points, self.seen)

    def _take(self, winner: int, points: int) -> None:
        first, second, third, fourth = self.table
        values = self.values
        total = values[first] + values[second] + values[third] + values[fourth]
        taker = winner
        if total == SLAP_SUM:
            taker = winner = int(self.chance() * PLAYERS)
        elif total == EXCHANGE_SUM:
            taker = (winner - 1) & 3
            self.hands.append(self.hands.pop(0))
            # the hand that was to take all is another's now
            self.for_all = NOBODY
        cards = 1 << first | 1 << second | 1 << third | 1 << fourth
        self.taken[taker] |= cards
        if cards & HEARTS:
            self.is_broken = True
        self.is_first = False
        self.leader = winner
        self.table = []
        if points:
            self.threat = threat_of(self.taken, _THREAT)


def threat_of(taken: Sequence[int], least: int) -> int:
    """Return the seat that has all points so far without the joker's, if they are many enough.

    `NOBODY` if none has.
    """
    holders = [seat for seat, cards in enumerate(taken) if cards & CHELEM]
    if len(holders) != 1:
        return NOBODY
    cards = taken[holders[0]]
    points = (cards & HEARTS).bit_count() * HEART_POINTS
    if cards & QUEEN_MASK:
        points += QUEEN_POINTS
    return holders[0] if points >= least else NOBODY
