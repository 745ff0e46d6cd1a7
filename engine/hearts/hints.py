"""Hints of Dame de Pique: the strongest player's move and the reasons for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.game import Hint, StopFlag, never
from engine.hearts.cards import (
    CARDS,
    QUEEN,
    QUEEN_MASK,
    SPADES,
    SUIT_MASKS,
    SUIT_OF,
    Card,
    cards_of,
)
from engine.hearts.master import Estimate, estimate
from engine.hearts.moves import SLAP, CardPass
from engine.hearts.options import SEAT_NAMES
from engine.hearts.playout import HIGH_SPADES, NOBODY, threat_of
from engine.hearts.reasons import HeartsMerit
from engine.hearts.rules import EXCHANGE_SUM, PLAYERS, SLAP_SUM, count_points, highest
from engine.hearts.view import HeartsView
from engine.reasons import Explanation, strongest
from engine.shuffle import Lots

THREAT: Final = 8
"""Warn about a Grand Chelem once a player has all points, and at least this many."""

PROTECTED: Final = 3
"""The number of lower spades that are enough to keep the queen."""


def hint(view: HeartsView, stop: StopFlag = never) -> Hint:
    """Return the strongest player's move and the reasons for it. Raises `Stopped`."""
    view.check_to_move()
    if view.is_slapping:
        return Hint(SLAP, (Explanation(HeartsMerit.SLAP, {}),))
    found = estimate(view, Lots(0, len(view.log)), stop)[0]
    if view.is_passing:
        return Hint(CardPass(found.plan.move), explain_pass(view, found))
    return Hint(CARDS[found.plan.move], explain_card(view, found))


def explain_pass(view: HeartsView, found: Estimate) -> tuple[Explanation, ...]:
    """Return one to three reasons for a pass."""
    return strongest([*_pass_reasons(view.hand, found), _about(found)])


def explain_card(view: HeartsView, found: Estimate) -> tuple[Explanation, ...]:
    """Return one to three reasons for a card; they hold for every way the hidden cards may lie."""
    if not view.playable & view.playable - 1:
        return (Explanation(HeartsMerit.ONLY, {}),)
    return strongest([*_intents(view, found), *_facts(view, found.plan.move), _about(found)])


def _about(found: Estimate) -> Explanation:
    return Explanation(HeartsMerit.ABOUT, {"points": round(found.points)})


def _pass_reasons(hand: int, found: Estimate) -> Iterator[Explanation]:
    cards = found.plan.move
    kept = hand & ~cards
    if found.plan.for_all:
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
    for card in reversed(cards_of(cards & ~SPADES)):
        if not kept & SUIT_OF[card] & -(1 << card):
            yield Explanation(HeartsMerit.PASSES_HIGH, {"card": card})
            return


def _intents(view: HeartsView, found: Estimate) -> Iterator[Explanation]:
    """Yield the aims of the card in the round."""
    if found.plan.for_all:
        yield Explanation(HeartsMerit.TRIES_CHELEM, {})
    threat = threat_of(view.taken, THREAT)
    if threat in (NOBODY, view.seat) or not view.table:
        return
    table = (*view.table, CARDS[found.plan.move])
    assert view.leader is not None
    is_worth = count_points(sum(1 << card for card in table), 0)
    if len(table) == PLAYERS and _total(view, table) in (SLAP_SUM, EXCHANGE_SUM):
        return
    if is_worth and view.highest == threat and highest(view.leader, table) == view.seat:
        yield Explanation(HeartsMerit.STOPS_CHELEM, {"player": SEAT_NAMES[threat]})


def _total(view: HeartsView, table: Sequence[Card]) -> int:
    values = view.options.card_values
    return sum([values[card] for card in table])


def _facts(view: HeartsView, move: int) -> Iterator[Explanation]:
    """Yield the facts about the card."""
    if view.table:
        yield from _trick_facts(view, move)
    else:
        yield from _lead_facts(view, move)
    if not view.hand & SUIT_OF[move] & ~(1 << move):
        yield Explanation(HeartsMerit.LAST_OF_SUIT, {})


def _lead_facts(view: HeartsView, move: int) -> Iterator[Explanation]:
    mask, suit = 1 << move, SUIT_OF[move]
    others = suit & ~(view.played | view.hand)
    if suit == SPADES and QUEEN_MASK & others and mask < QUEEN_MASK:
        yield Explanation(HeartsMerit.FLUSHES_QUEEN, {})
    if others and not others & mask - 1:
        yield Explanation(HeartsMerit.SAFE_LEAD, {})


def _trick_facts(view: HeartsView, move: int) -> Iterator[Explanation]:
    assert view.leader is not None
    table = (*view.table, CARDS[move])
    winner = highest(view.leader, table)
    if len(table) == PLAYERS:
        total = _total(view, table)
        if total == SLAP_SUM:
            yield Explanation(HeartsMerit.MAKES_SLAP, {})
            return
        if total == EXCHANGE_SUM:
            yield Explanation(HeartsMerit.MAKES_EXCHANGE, {})
            return
        worth = count_points(sum(1 << card for card in table), view.joker_mask)
        if winner == view.seat and not worth:
            yield Explanation(HeartsMerit.TAKES_NOTHING, {})
    if winner == view.seat:
        return
    if move == QUEEN:
        yield Explanation(HeartsMerit.LOSES_QUEEN, {})
    elif count_points(1 << move, view.joker_mask):
        yield Explanation(HeartsMerit.LOSES_POINTS, {})
    if SUIT_OF[move] == SUIT_OF[table[0]]:
        best = table[(winner - view.leader) % PLAYERS]
        yield Explanation(HeartsMerit.STAYS_UNDER, {"card": best})
