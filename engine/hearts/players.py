"""The computer players of Dame de Pique: by lot, by rules of thumb, and `master`, which samples."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from engine.game import Player, StopFlag, never
from engine.hearts.cards import CARDS, QUEEN, SUIT_OF, Card, cards_of, mask_of
from engine.hearts.moves import SLAP, CardPass, Move
from engine.hearts.rules import EXCHANGE_SUM, PASS_SIZE, PLAYERS, SLAP_SUM, count_points, highest
from engine.hearts.view import HeartsView
from engine.shuffle import Lots

NOVICE_ERROR: Final = 3
"""One decision in this many of a novice is made by lot."""


class HeartsPlayer:
    """A computer player of Dame de Pique; each level chooses what it passes and plays."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, view: HeartsView, stop: StopFlag = never) -> Move:
        """Return a legal move, fixed by the view and the seed. Raises `Stopped`."""
        view.check_to_move()
        if view.is_slapping:
            return SLAP
        if view.is_passing:
            return CardPass(self.choose_pass(view, stop))
        cards = cards_of(view.playable)
        return cards[0] if len(cards) == 1 else self.choose_card(view, cards, stop)

    def lots(self, view: HeartsView) -> Lots:
        """Return the lots of this decision."""
        return Lots(self._seed, len(view.log))

    def choose_pass(self, view: HeartsView, stop: StopFlag) -> int:
        """Return three cards of the hand, as a mask."""
        raise NotImplementedError

    def choose_card(self, view: HeartsView, cards: list[Card], stop: StopFlag) -> Card:
        """Return one of the cards that may be played, two at least."""
        raise NotImplementedError


class RandomHearts(HeartsPlayer):
    """Passes and plays by lot."""

    def choose_pass(self, view: HeartsView, stop: StopFlag) -> int:
        return mask_of(self.lots(view).shuffled(cards_of(view.hand))[:PASS_SIZE])

    def choose_card(self, view: HeartsView, cards: list[Card], stop: StopFlag) -> Card:
        return cards[self.lots(view).below(len(cards))]


class GreedyHearts(HeartsPlayer):
    """Sees the trick on the table and nothing else: stays under it, or plays low."""

    def choose_pass(self, view: HeartsView, stop: StopFlag) -> int:
        """Return the queen of spades, then the highest cards."""
        cards = sorted(cards_of(view.hand), key=lambda card: (card == QUEEN, card.rank))
        return mask_of(cards[-PASS_SIZE:])

    def choose_card(self, view: HeartsView, cards: list[Card], stop: StopFlag) -> Card:
        """Return the highest card under the trick, else the lowest; where free, the costliest."""
        if not view.table:
            return min(cards, key=lambda card: (card == QUEEN, card.rank))
        led = view.table[0]
        suit = SUIT_OF[led]
        best = max(card for card in view.table if suit >> card & 1)
        free = [card for card in cards if card < best or not suit >> card & 1]
        if free:
            worth = {card: count_points(1 << card, view.joker_mask) for card in free}
            return max(free, key=lambda card: (worth[card], card.rank))
        return min(cards, key=lambda card: (card == QUEEN, card.rank))


class NoviceHearts(GreedyHearts):
    """Plays like `greedy`, but often anything."""

    def choose_pass(self, view: HeartsView, stop: StopFlag) -> int:
        """Return the pass of `greedy`, now and then three random cards."""
        lots = self.lots(view)
        if lots.below(NOVICE_ERROR):
            return super().choose_pass(view, stop)
        return mask_of(lots.shuffled(cards_of(view.hand))[:PASS_SIZE])

    def choose_card(self, view: HeartsView, cards: list[Card], stop: StopFlag) -> Card:
        """Return the card of `greedy`, now and then a random card."""
        lots = self.lots(view)
        if lots.below(NOVICE_ERROR):
            return super().choose_card(view, cards, stop)
        return cards[lots.below(len(cards))]


class ClubHearts(HeartsPlayer):
    """Plays by rules of thumb, remembers the cards played, and knows the sums it can make."""

    def choose_pass(self, view: HeartsView, stop: StopFlag) -> int:
        """Return the three most dangerous cards."""
        from engine.hearts.playout import pass_three

        return pass_three(view.hand)

    def choose_card(self, view: HeartsView, cards: list[Card], stop: StopFlag) -> Card:
        """Return the card of its rules, or a cheaper card as the last to play."""
        from engine.hearts.playout import follow, lead

        legal, table = view.playable, view.table
        seen = view.played
        if not table:
            return CARDS[lead(view.hand, legal, seen)]
        suit = SUIT_OF[table[0]]
        best = max(card for card in table if suit >> card & 1)
        points = count_points(mask_of(table), view.joker_mask)
        chosen = CARDS[follow(view.hand, legal, table[0], best, len(table), points, seen)]
        if len(table) < PLAYERS - 1:
            return chosen
        costs = {card: last_card_cost(view, card) for card in cards}
        least = min(costs.values())
        if costs[chosen] <= least:
            return chosen
        return max((card for card in cards if costs[card] == least), key=lambda card: card.rank)


def last_card_cost(view: HeartsView, card: Card) -> float:
    """Return the mean points that the seat gets at once by playing the fourth card of a trick."""
    assert view.leader is not None
    table = (*view.table, card)
    points = count_points(mask_of(table), view.joker_mask)
    winner = highest(view.leader, table)
    values = view.options.card_values
    total = sum([values[one] for one in table])
    if total == SLAP_SUM:
        return points / PLAYERS
    taker = (winner - 1) % PLAYERS if total == EXCHANGE_SUM else winner
    return points if taker == view.seat else 0


class MasterHearts(HeartsPlayer):
    """Plays what costs least on average over sampled worlds; so it passes, too."""

    def choose_pass(self, view: HeartsView, stop: StopFlag) -> int:
        """Return the three cards whose pass costs least. Raises `Stopped`."""
        from engine.hearts.master import estimate

        return estimate(view, self.lots(view), stop)[0].plan.move

    def choose_card(self, view: HeartsView, cards: list[Card], stop: StopFlag) -> Card:
        """Return the card that costs least. Raises `Stopped`."""
        from engine.hearts.master import estimate

        return CARDS[estimate(view, self.lots(view), stop)[0].plan.move]


COMPUTER_PLAYERS: Final[Mapping[str, Callable[[int], Player[Move]]]] = MappingProxyType(
    {
        "random": RandomHearts,
        "novice": NoviceHearts,
        "greedy": GreedyHearts,
        "club": ClubHearts,
        "master": MasterHearts,
    }
)
"""The levels, weakest first; `docs/players.md` says how strong they are."""
