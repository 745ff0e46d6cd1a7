"""Hints of Dame de Pique: the strongest player's move and the reasons for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.game import Hint, StopFlag, never
from engine.hearts.cards import (
    CARDS,
    HEARTS,
    QUEEN,
    QUEEN_MASK,
    SPADES,
    SUIT_MASKS,
    SUIT_OF,
    Card,
    cards_of,
    mask_of,
)
from engine.hearts.master import Chances, Estimate, Plan, estimate, plans_and_worlds
from engine.hearts.moves import SLAP, CardPass
from engine.hearts.options import SEAT_NAMES
from engine.hearts.playout import HIGH_SPADES, NOBODY, threat_of
from engine.hearts.reasons import HeartsMerit
from engine.hearts.rules import CHELEM, EXCHANGE_SUM, PLAYERS, SLAP_SUM, count_points, highest
from engine.hearts.view import HeartsView
from engine.reasons import Explanation, other_moves, strongest
from engine.shuffle import Lots

THREAT: Final = 8
"""Warn about a Grand Chelem once a player has all points, and at least this many."""

PROTECTED: Final = 3
"""The number of lower spades that are enough to keep the queen."""

SHORT: Final = 3
"""The most cards of a suit that is called short."""

HIGH: Final = 2
"""A card is high if more than so many cards that are out are lower for each one that is higher."""

AS_GOOD: Final = 0.5
"""The next best card is about as good if it costs no more points than this."""


def hint(view: HeartsView, stop: StopFlag = never) -> Hint:
    """Return the strongest player's move and the reasons for it. Raises `Stopped`."""
    view.check_to_move()
    if view.is_slapping:
        return Hint(SLAP, (Explanation(HeartsMerit.SLAP, {}),))
    found, *others = estimates = estimate(view, Lots(0, len(view.log)), stop)
    moves = [one.plan.move for one in estimates]
    if view.is_passing:
        passes = [*map(CardPass, moves)]
        return Hint(passes[0], explain_pass(view, found), other_moves(passes[0], passes))
    cards = [CARDS[move] for move in moves]
    return Hint(cards[0], explain_card(view, found, others), other_moves(cards[0], cards))


def explain(view: HeartsView, move: Card | CardPass) -> tuple[Explanation, ...]:
    """Return up to three reasons for a move of the seat to move, without playing it out.

    Where a Grand Chelem may be tried by it, that alone is said, and only of a card that nothing
    beats once this seat has many points.
    """
    plan = Plan(move.cards if isinstance(move, CardPass) else int(move))
    plans, _worlds = plans_and_worlds(view, Chances(0))
    if plan._replace(for_all=True) in plans:
        is_clear = isinstance(move, Card) and _CardProspect(view, plan).keeps_chelem
        return (Explanation(HeartsMerit.KEEPS_CHELEM, {}),) if is_clear else ()
    if isinstance(move, CardPass):
        return strongest(_pass_reasons(view.hand, plan))
    if not view.playable & view.playable - 1:
        return (Explanation(HeartsMerit.ONLY, {}),)
    return strongest(_CardProspect(view, plan).reasons())


def explain_pass(view: HeartsView, found: Estimate) -> tuple[Explanation, ...]:
    """Return one to three reasons for a pass."""
    return strongest([*_pass_reasons(view.hand, found.plan), _about(found)])


def explain_card(
    view: HeartsView, found: Estimate, others: Sequence[Estimate] = ()
) -> tuple[Explanation, ...]:
    """Return one to three reasons for a card; they hold for every way the hidden cards may lie.

    `others` are the estimates of the other plans, the best first.
    """
    if not view.playable & view.playable - 1:
        return (Explanation(HeartsMerit.ONLY, {}),)
    said = [*_CardProspect(view, found.plan).reasons()] or [*_as_good(found, others)]
    return strongest([*said, _about(found)])


def _about(found: Estimate) -> Explanation:
    return Explanation(HeartsMerit.ABOUT, {"points": round(found.points)})


def _as_good(found: Estimate, others: Sequence[Estimate]) -> Iterator[Explanation]:
    """Yield the next best card if it is about as good."""
    for other in others:
        if other.plan.move != found.plan.move:
            if other.cost - found.cost <= AS_GOOD:
                yield Explanation(HeartsMerit.AS_GOOD, {"card": CARDS[other.plan.move]})
            return


def _pass_reasons(hand: int, plan: Plan) -> Iterator[Explanation]:
    cards = plan.move
    kept = hand & ~cards
    if plan.for_all:
        yield Explanation(HeartsMerit.TRIES_CHELEM, {})
    if cards & QUEEN_MASK:
        yield Explanation(HeartsMerit.PASSES_QUEEN, {})
    if cards & HIGH_SPADES:
        yield Explanation(HeartsMerit.PASSES_HIGH_SPADES, {})
    lower = (kept & SPADES & QUEEN_MASK - 1).bit_count()
    if kept & QUEEN_MASK and lower >= PROTECTED:
        yield Explanation(HeartsMerit.KEEPS_QUEEN, {"count": lower})
    if any(cards & suit and not kept & suit for suit in SUIT_MASKS):
        yield Explanation(HeartsMerit.EMPTIES_SUIT, {})
    if any(cards & suit and (kept & suit).bit_count() == 1 for suit in SUIT_MASKS):
        yield Explanation(HeartsMerit.LEAVES_ONE, {})
    for card in reversed(cards_of(cards & ~SPADES)):
        if not kept & SUIT_OF[card] & -(1 << card):
            yield Explanation(HeartsMerit.PASSES_HIGH, {"card": card})
            return


class _CardProspect:
    """A card, what it does to the trick, and the cards of its suit that are still out."""

    def __init__(self, view: HeartsView, plan: Plan) -> None:
        assert view.seat is not None
        assert view.leader is not None
        self._view, self._seat, self._leader = view, view.seat, view.leader
        self._for_all = plan.for_all
        self._card = CARDS[plan.move]
        self._mask, self._suit = 1 << self._card, SUIT_OF[self._card]
        self._rest = view.hand & ~self._mask
        self._table = (*view.table, self._card)
        self._is_last = len(self._table) == PLAYERS
        out = self._suit & ~(view.played | view.hand)
        self._above = (out & -self._mask).bit_count()
        self._below = (out & self._mask - 1).bit_count()
        self._is_queen_out = bool(QUEEN_MASK & ~(view.played | view.hand))

    @property
    def keeps_chelem(self) -> bool:
        """Whether this seat has many points, nobody else any, and nothing out beats the card."""
        is_mine = threat_of(self._view.taken, THREAT) == self._seat
        return is_mine and not self._above and highest(self._leader, self._table) == self._seat

    def reasons(self) -> Iterator[Explanation]:
        """Yield the reasons for the card, in any order."""
        if self._for_all:
            yield Explanation(HeartsMerit.TRIES_CHELEM, {})
            return
        if self._is_last and self._total in (SLAP_SUM, EXCHANGE_SUM):
            yield self._sum_made()
            return
        yield from self._added() if self._view.table else self._led()
        if not self._rest & self._suit:
            yield Explanation(HeartsMerit.LAST_OF_SUIT, {})

    @property
    def _total(self) -> int:
        values = self._view.options.card_values
        return sum([values[card] for card in self._table])

    def _taker_at_21(self, table: Sequence[Card]) -> int:
        """Return the right-hand neighbour of the player with the highest card."""
        return (highest(self._leader, table) - 1) % PLAYERS

    def _sum_made(self) -> Explanation:
        if self._total == SLAP_SUM:
            return Explanation(HeartsMerit.MAKES_SLAP, {})
        taker = self._taker_at_21(self._table)
        if taker == self._seat:
            return Explanation(HeartsMerit.WINS_EXCHANGE, {})
        return Explanation(HeartsMerit.MAKES_EXCHANGE, {"player": SEAT_NAMES[taker]})

    def _led(self) -> Iterator[Explanation]:
        """Yield the reasons for leading the card."""
        high_spades = cards_of(self._rest & HIGH_SPADES)
        if self._suit != SPADES and self._rest & QUEEN_MASK:
            yield Explanation(HeartsMerit.HOLDS_QUEEN, {})
        elif self._suit != SPADES and self._is_queen_out and high_spades:
            yield Explanation(HeartsMerit.HOLDS_HIGH_SPADE, {"card": high_spades[0]})
        if self._suit == SPADES and self._is_queen_out and self._card < QUEEN:
            yield Explanation(HeartsMerit.FLUSHES_QUEEN, {})
        yield from self._spades_are_safer()
        if self._above and not self._below:
            yield Explanation(HeartsMerit.SAFE_LEAD, {})
        else:
            yield from self._height()
        yield from self._shortens()

    def _added(self) -> Iterator[Explanation]:
        """Yield the reasons for adding the card to the trick."""
        yield from self._sums_avoided()
        if not self._view.tricks:
            yield Explanation(HeartsMerit.FIRST_TRICK, {})
        if self._suit != SUIT_OF[self._table[0]]:
            yield from self._discarded()
        else:
            yield from self._followed()

    def _discarded(self) -> Iterator[Explanation]:
        yield from self._lost()
        if self._below or not self._above:
            yield from self._height()
        yield from self._shortens()

    def _lost(self) -> Iterator[Explanation]:
        """Yield what the card gets rid of."""
        if self._card == QUEEN:
            yield Explanation(HeartsMerit.LOSES_QUEEN, {})
        elif self._mask & self._view.joker_mask:
            yield Explanation(HeartsMerit.LOSES_JOKER, {})
        elif self._mask & HEARTS:
            yield Explanation(HeartsMerit.LOSES_HEART, {})
        elif self._mask & HIGH_SPADES and self._is_queen_out:
            yield Explanation(HeartsMerit.LOSES_HIGH_SPADE, {"card": self._card})

    def _followed(self) -> Iterator[Explanation]:
        """Yield the reasons for a card of the suit that was led."""
        view, is_spade = self._view, self._suit == SPADES
        winner = highest(self._leader, self._table)
        best = max(card for card in view.table if self._suit >> card & 1)
        mine, others = view.playable & self._suit, view.playable & ~self._suit
        if winner != self._seat:
            yield from self._lost()
            is_highest = self._mask == 1 << mine.bit_length() - 1 != mine
            under = HeartsMerit.ALL_UNDER if is_highest else HeartsMerit.STAYS_UNDER
            yield Explanation(under, {"card": best})
        else:
            yield from self._risen(best)
            if not mine & (1 << best) - 1 and not others:
                yield Explanation(HeartsMerit.ALL_OVER, {"card": best})
        if is_spade and self._rest & QUEEN_MASK and best < QUEEN:
            yield Explanation(HeartsMerit.HOLDS_QUEEN_BACK, {})
        if is_spade and self._is_queen_out and self._card < QUEEN and not self._is_last:
            yield Explanation(HeartsMerit.UNDER_QUEEN, {})

    def _risen(self, best: Card) -> Iterator[Explanation]:
        """Yield the reasons for the highest card so far."""
        view = self._view
        cards, threat = mask_of(self._table), threat_of(view.taken, THREAT)
        if threat not in (NOBODY, self._seat) and view.highest == threat and cards & CHELEM:
            yield Explanation(HeartsMerit.STOPS_CHELEM, {"player": SEAT_NAMES[threat]})
        is_worth = bool(count_points(cards, view.joker_mask))
        if self._is_last and not is_worth:
            yield Explanation(HeartsMerit.TAKES_NOTHING, {})
            yield from self._lost()
        if view.tricks and not self._is_last and not is_worth:
            yield Explanation(HeartsMerit.NO_POINTS_YET, {})
        if len(self._table) == PLAYERS - 1:
            after = SEAT_NAMES[(self._seat + 1) % PLAYERS]
            yield Explanation(HeartsMerit.ONE_AFTER, {"player": after})
        if not is_worth or not self._is_last:
            yield from self._height()
        yield from self._spades_are_safer()

    def _spades_are_safer(self) -> Iterator[Explanation]:
        is_gone = bool(QUEEN_MASK & self._view.played & ~mask_of(self._view.table))
        if self._suit == SPADES and is_gone:
            yield Explanation(HeartsMerit.QUEEN_GONE, {})

    def _height(self) -> Iterator[Explanation]:
        """Yield how high the card is among those of its suit that are out."""
        if not self._above + self._below:
            yield Explanation(HeartsMerit.NOBODY_ELSE, {})
            return
        if self._below > HIGH * self._above:
            yield Explanation(HeartsMerit.LOSES_HIGH, {})
        yield Explanation(HeartsMerit.SUIT_LEFT, {"above": self._above, "below": self._below})

    def _shortens(self) -> Iterator[Explanation]:
        """Yield that the suit of the card is the shortest in hand, if cards of it are left."""
        hand = self._view.hand
        counts = [(hand & suit).bit_count() for suit in SUIT_MASKS if hand & suit]
        mine = (hand & self._suit).bit_count()
        if 1 < mine <= SHORT and mine == min(counts) and len(counts) > 1:
            yield Explanation(HeartsMerit.SHORTENS, {})

    def _sums_avoided(self) -> Iterator[Explanation]:
        """Yield another card by which the trick could have come to this seat, if it does not."""
        view, values = self._view, self._view.options.card_values
        if not self._is_last or highest(self._leader, self._table) == self._seat:
            return
        if not count_points(mask_of(self._table), view.joker_mask):
            return
        for card in cards_of(view.playable & ~self._mask):
            table = (*view.table, card)
            total = view.total + values[card]
            if total == SLAP_SUM and view.options.sums:
                yield Explanation(HeartsMerit.AVOIDS_SLAP, {"card": card})
                return
            if total == EXCHANGE_SUM and self._taker_at_21(table) == self._seat:
                yield Explanation(HeartsMerit.AVOIDS_EXCHANGE, {"card": card})
                return
