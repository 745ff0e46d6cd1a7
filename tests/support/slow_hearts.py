"""The rules of Dame de Pique told again, slowly and plainly, to hold the fast ones against.

Cards are texts like "QS", hands are sets of them. Written from the rules, without a look at the
masks.
"""

from __future__ import annotations

from itertools import chain

RANKS = list("23456789TJQKA")
SUITS = list("CDHS")
DECK = [rank + suit for suit in SUITS for rank in RANKS]
FACES = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}


def strength(card: str) -> int:
    return RANKS.index(card[0])


def value(card: str, values: str) -> int:
    """Return what a card adds to the sum of its trick."""
    if values == "faces":
        return FACES.get(card[0]) or int(card[0])
    return strength(card) + 2


def worth(card: str, joker: str | None) -> int:
    if card[1] == "H" or card == joker:
        return 1
    return 13 if card == "QS" else 0


class SlowRound:
    """One round from the deal on, played with `do_pass`, `name_joker`, `play` and `slap`."""

    def __init__(self, hands, number, joker=True, sums=True, values="rank"):
        self.hands = [set(hand) for hand in hands]
        self.number = number
        self.has_joker, self.has_sums, self.values = joker, sums, values
        self.joker = None
        self.won = [[], [], [], []]
        self.trick = []  # (seat, card)
        self.tricks_done = 0
        self.hearts_played = False
        self.leader = None
        self.chosen = {}

    def receiver(self, seat):
        return {1: seat + 1, 2: seat - 1, 3: seat + 2}[self.number % 4] % 4

    def do_pass(self, seat, cards):
        assert self.number % 4 != 0
        assert len(set(cards)) == 3 and set(cards) <= self.hands[seat]
        self.chosen[seat] = set(cards)
        if len(self.chosen) == 4:
            for giver, gift in self.chosen.items():
                self.hands[giver] -= gift
            for giver, gift in self.chosen.items():
                self.hands[self.receiver(giver)] |= gift

    def name_joker(self, card):
        assert card[1] != "H" and card not in ("QS", "2C")
        self.joker = card

    def seat_to_play(self):
        if self.trick:
            return (self.trick[0][0] + len(self.trick)) % 4
        if self.tricks_done == 0:
            return next(seat for seat in range(4) if "2C" in self.hands[seat])
        return self.leader

    def legal(self):
        """Return the cards that the seat to play may play."""
        hand = self.hands[self.seat_to_play()]
        if not self.trick:
            if self.tricks_done == 0:
                return {"2C"}
            others = {card for card in hand if card[1] != "H"}
            return hand if self.hearts_played or not others else others
        suit = self.trick[0][1][1]
        if self.tricks_done == 0:
            kept = {c for c in hand if c[1] != "H" and c != "QS" and c != self.joker}
            choice = kept or hand
            following = {card for card in choice if card[1] == suit}
            return following or choice
        following = {card for card in hand if card[1] == suit}
        if not following:
            return hand
        return following | ({self.joker} & hand)

    def play(self, card):
        """Play a card; return what the trick does: None, "go on", "slap" or "exchange"."""
        assert card in self.legal()
        seat = self.seat_to_play()
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        if card[1] == "H":
            self.hearts_played = True
        if len(self.trick) < 4:
            return None
        total = sum(value(card, self.values) for _, card in self.trick)
        if self.has_sums and total == 20:
            return "slap"
        winner = self.highest()
        if self.has_sums and total == 21:
            self.collect(winner, (winner - 1) % 4)
            old = self.hands
            self.hands = [old[(seat + 1) % 4] for seat in range(4)]
            return "exchange"
        self.collect(winner, winner)
        return "go on"

    def slap(self, order):
        self.collect(order[-1], order[-1])

    def highest(self):
        suit = self.trick[0][1][1]
        return max((strength(card), seat) for seat, card in self.trick if card[1] == suit)[1]

    def collect(self, winner, taker):
        self.won[taker] += [card for _, card in self.trick]
        self.trick = []
        self.tricks_done += 1
        self.leader = winner

    def points(self):
        for seat, cards in enumerate(self.won):
            if {f"{rank}H" for rank in RANKS} | {"QS"} <= set(cards):
                return [0 if other == seat else 26 for other in range(4)]
        return [sum(worth(card, self.joker) for card in cards) for cards in self.won]

    def all_cards(self):
        table = [card for _, card in self.trick]
        return sorted([*table, *(c for hand in self.hands for c in hand), *chain(*self.won)])
