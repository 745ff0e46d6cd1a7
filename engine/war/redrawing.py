"""Cards drawn anew where nobody has seen them: for a branch of a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from engine.game import Play
from engine.shuffle import Lots
from engine.war.cards import DECK, Card
from engine.war.moves import PileDeal, Shuffle

if TYPE_CHECKING:
    from engine.war.state import WarState


def redrawn(state: WarState, plays: Sequence[Play], lots: Lots) -> list[Play]:
    """Return the plays with every card anew that was not turned since it was dealt or shuffled.

    All possibilities are equally likely: in a shuffle the cards that were not turned change
    places, in the deal they change places with the cards put aside. `state` is the first state.
    """
    piles: list[list[tuple[int, int]]] = []
    unturned: set[tuple[int, int]] = set()
    for at, (seat, move) in enumerate(plays):
        duel, taker = state.duel, state.taker
        if isinstance(move, PileDeal):
            slots = [(at, place) for place in range(sum(map(len, move.piles)))]
            each = state.options.cards
            piles = [slots[start : start + each] for start in range(0, len(slots), each)]
            unturned.update(slots)
        elif isinstance(move, Shuffle) and taker is not None:
            slots = [(at, place) for place in range(len(move.cards))]
            piles[taker] += slots
            unturned.update(slots)
        elif duel is not None:
            unturned -= {piles[one].pop(0) for one in (duel.challenger, duel.opponent)}
        state = state.play(seat, move)
    return [_anew(at, play, unturned, lots) for at, play in enumerate(plays)]


def _anew(at: int, play: Play, unturned: set[tuple[int, int]], lots: Lots) -> Play:
    """Return move number `at` with other cards in its places that were not turned."""
    move = play.move
    if isinstance(move, Shuffle):
        return Play(play.seat, Shuffle(tuple(_filled(at, move.cards, move.cards, unturned, lots))))
    if isinstance(move, PileDeal):
        cards = _filled(at, [card for pile in move.piles for card in pile], DECK, unturned, lots)
        each = len(cards) // len(move.piles)
        starts = range(0, len(cards), each)
        return Play(
            play.seat, PileDeal(tuple(tuple(cards[start : start + each]) for start in starts))
        )
    return play


def _filled(
    at: int,
    cards: Sequence[Card],
    among: Iterable[Card],
    unturned: set[tuple[int, int]],
    lots: Lots,
) -> list[Card]:
    """Return the cards, those not turned drawn anew `among` the cards that were not turned."""
    turned = {card for place, card in enumerate(cards) if (at, place) not in unturned}
    free = lots.shuffled(card for card in among if card not in turned)
    return [free.pop() if (at, place) in unturned else card for place, card in enumerate(cards)]
