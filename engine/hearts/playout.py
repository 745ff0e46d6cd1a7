"""Playouts: the rest of a round played by rules of thumb, quickly, with all hands known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.hearts.cards import (
    HEARTS,
    QUEEN_MASK,
    SPADES,
    SUIT_MASKS,
    SUIT_OF,
    SUIT_SIZE,
    TWO_MASK,
)
from engine.hearts.rules import (
    CHELEM,
    EXCHANGE_SUM,
    HEART_POINTS,
    PASS_SIZE,
    PLAYERS,
    QUEEN_POINTS,
    SLAP_SUM,
    may_follow,
    may_lead,
    round_points,
    union,
)

# plain numbers: a card is an object to the compiled build
_TWO: Final = TWO_MASK.bit_length() - 1
_QUEEN: Final = QUEEN_MASK.bit_length() - 1

HIGH_SPADES: Final = SPADES >> _QUEEN + 1 << _QUEEN + 1
"""The king and the ace of spades, which take the queen."""

_BELOW_QUEEN: Final = SPADES & QUEEN_MASK - 1
_LAST: Final = 3
_QUEEN_DANGER: Final = 36
_HIGH_SPADE_DANGER: Final = 30
_KEPT: Final = 6
_SHORT: Final = 4
_SURE_TO_WIN: Final = 20
_FLUSH: Final = 6
_HOLDS_QUEEN: Final = 8


def lead(hand: int, legal: int, seen: int) -> int:
    """Return the card to lead, of some that are legal; `seen` has all cards played before."""
    best = least = 99
    out = ~(seen | hand)
    queen_out = QUEEN_MASK & out
    for suit in SUIT_MASKS:
        mine = legal & suit
        if not mine:
            continue
        low = mine & -mine
        others = out & suit
        above = (others & -low).bit_count()
        below = (others & low - 1).bit_count()
        cost = 2 * below - above + mine.bit_count()
        if not above:
            cost += _SURE_TO_WIN
        if suit == SPADES:
            if hand & QUEEN_MASK:
                cost += _HOLDS_QUEEN
            elif queen_out:
                if low > QUEEN_MASK:
                    cost += _SURE_TO_WIN
                elif not mine & HIGH_SPADES:
                    cost -= _FLUSH
        if cost < least:
            least, best = cost, low
    return best.bit_length() - 1


def follow(hand: int, legal: int, led: int, best: int, count: int, points: int, seen: int) -> int:
    """Return the card to play to a trick.

    Args:
        hand: The cards in hand.
        legal: The cards that may be played.
        led: The card that was led.
        best: The highest card of its suit on the table.
        count: How many cards lie on the table.
        points: The points that they are worth.
        seen: All cards played before this trick or in it.
    """
    suit = SUIT_OF[led]
    mine = legal & suit
    if not mine:
        return discard(hand, legal, seen)
    if led == _TWO:
        # nobody puts points on the first trick
        return mine.bit_length() - 1
    if suit == SPADES:
        safe = _below_queen(mine, best, count, seen)
        if safe >= 0:
            return safe
        mine = mine & ~QUEEN_MASK or mine
    if count == _LAST and not points:
        # high cards go where they cost nothing
        return mine.bit_length() - 1
    under = mine & (1 << best) - 1
    if under:
        return under.bit_length() - 1
    if (joker := legal & ~suit) and (points or count < _LAST):
        # played where following would take the trick
        return joker.bit_length() - 1
    if count == _LAST:
        return mine.bit_length() - 1
    return (mine & -mine).bit_length() - 1


def _below_queen(mine: int, best: int, count: int, seen: int) -> int:
    """Return the spade to play for the queen's sake; -1 if she does not matter."""
    if mine & QUEEN_MASK:
        return _QUEEN if best > _QUEEN else -1
    if count < _LAST and QUEEN_MASK & ~seen:
        # a spade lower than the queen is safe from her
        return (mine & _BELOW_QUEEN).bit_length() - 1
    return -1


def discard(hand: int, legal: int, seen: int) -> int:
    """Return the card to get rid of where a suit cannot be followed."""
    if legal & QUEEN_MASK:
        return _QUEEN
    if legal & HIGH_SPADES and QUEEN_MASK & ~seen:
        return (legal & HIGH_SPADES).bit_length() - 1
    if hearts := legal & HEARTS:
        return hearts.bit_length() - 1
    best, most = 0, -99
    for number, suit in enumerate(SUIT_MASKS):
        if mine := legal & suit:
            top = mine.bit_length() - 1
            worth = 2 * (top - SUIT_SIZE * number) - (hand & suit).bit_count()
            if worth > most:
                most, best = worth, top
    return best


def lead_for_all(hand: int, legal: int, seen: int) -> int:
    """Return the card to lead for a Grand Chelem: an unbeatable card of the longest suit."""
    out = ~(seen | hand)
    best, most = 0, -99
    for suit in SUIT_MASKS:
        if mine := legal & suit:
            top = mine.bit_length() - 1
            above = (out & suit) >> top
            worth = mine.bit_count() - (_SURE_TO_WIN if above else 0)
            if worth > most:
                most, best = worth, top
    return best


def follow_for_all(legal: int, led: int, best: int) -> int:
    """Return the card to play to a trick for a Grand Chelem: take it, or lose what is worthless."""
    suit = SUIT_OF[led]
    mine = legal & suit
    if mine:
        if mine >> best + 1:
            return mine.bit_length() - 1
        cheap = mine & ~QUEEN_MASK or mine
        return (cheap & -cheap).bit_length() - 1
    cheap = legal & ~(HEARTS | QUEEN_MASK) or legal
    best_low, least = 0, 99
    for number, other in enumerate(SUIT_MASKS):
        if some := cheap & other:
            low = (some & -some).bit_length() - 1
            rank = low - SUIT_SIZE * number
            if rank < least:
                least, best_low = rank, low
    return best_low


def strength(hand: int) -> int:
    """Return how good a hand is for a Grand Chelem: high cards, and long suits above all."""
    total = 0
    for suit in SUIT_MASKS:
        mine = hand & suit
        top, count = suit & -suit, mine.bit_count()
        honours = (mine // top) >> 9  # jack to ace
        total += 2 * (honours >> 3 & 1) + (honours >> 2 & 1) + (honours >> 1 & 1)
        total += max(0, count - 4)
    return total


def danger(card: int, hand: int) -> int:
    """Return how much a card of a hand is worth getting rid of before the first trick."""
    suit = SUIT_OF[card]
    rank, count = card % SUIT_SIZE, (hand & suit).bit_count()
    if suit == SPADES:
        below = (hand & _BELOW_QUEEN).bit_count()
        if card >= _QUEEN:
            return (_QUEEN_DANGER if card == _QUEEN else _HIGH_SPADE_DANGER) - 6 * below
        return -_KEPT
    lower = (hand & suit & (1 << card) - 1).bit_count()
    # a high card hides behind low cards; a short suit is soon empty
    return 2 * rank - 3 * lower + 3 * max(0, _SHORT - count) + (2 if suit == HEARTS else 0)


def pass_three(hand: int) -> int:
    """Return the three cards to pass, each the most dangerous of those left, as a mask."""
    left = hand
    for _ in range(PASS_SIZE):
        cards, worst, most = left, 0, -99
        while cards:
            low = cards & -cards
            cards ^= low
            found = danger(low.bit_length() - 1, left)
            if found >= most:
                worst, most = low, found
        left ^= worst
    return hand ^ left


NOBODY: Final = -1
_THREAT: Final = 8
"""A seat with all points, and at least this many, may be trying a Grand Chelem."""


@dataclass(slots=True)
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
        threat: The seat that the others keep from a Grand Chelem, or `NOBODY`.
    """

    hands: list[int]
    table: list[int]
    leader: int
    taken: list[int]
    joker: int
    values: Sequence[int]
    chance: Callable[[], float]
    is_first: bool
    is_broken: bool
    for_all: int = NOBODY
    threat: int = NOBODY
    seen: int = field(init=False)
    worth: int = field(init=False)

    def __post_init__(self) -> None:
        self.worth = CHELEM | self.joker
        self.seen = union(self.taken)
        for card in self.table:
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
