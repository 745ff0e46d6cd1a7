"""The 52 cards of Bataille, named like `TC`, and a duel: its cards, its winner, the next one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Final, NamedTuple, TypeAlias

from engine.reasons import NotationError, shown
from engine.view_marks import Seat, Written
from engine.war.reasons import WarNotation

Card: TypeAlias = Annotated[str, Written(str, lambda name: parse_cards([name])[0])]
"""A card by its name: one of `DECK`."""

Cards: TypeAlias = tuple[Card, ...]

RANKS: Final = "23456789TJQKA"
"""The letters of the ranks, the lowest first."""

SUITS: Final = "CDSH"
"""The letters of the suits, in the order of the deck before it is shuffled."""

DECK: Final[Cards] = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The deck before it is shuffled: 2C to AC, then diamonds, spades, hearts."""

RANK_OF: Final[Mapping[Card, int]] = MappingProxyType({card: RANKS.index(card[0]) for card in DECK})
"""The rank of each card, 0 for a two to 12 for an ace."""

_NAMES: Final = {card: card for card in DECK}


def parse_cards(names: list[str]) -> Cards:
    """Return the cards with these names. Raises `NotationError`.

    >>> parse_cards(["2C", "TH"])
    ('2C', 'TH')
    """
    try:
        return tuple([_NAMES[name] for name in names])
    except KeyError as fault:
        raise NotationError(WarNotation.NO_CARD, text=shown(fault.args[0])) from None


Pair: TypeAlias = tuple[Card, Card]
"""The cards of one turn: the challenger's, then the opponent's."""


class WarDuel(NamedTuple):
    """A duel at some moment.

    Attributes:
        number: Its number in the game, from 1; a tie does not raise it.
        challenger, opponent: The two seats.
        turned: The cards of each turn, oldest first.
    """

    number: int
    challenger: Seat
    opponent: Seat
    turned: tuple[Pair, ...] = ()

    @property
    def cards(self) -> Cards:
        """The cards on the table, as they were turned."""
        return tuple([card for pair in self.turned for card in pair])

    def taker(self, left: Sequence[int]) -> int | None:
        """Return the seat that takes the cards, None while the duel is undecided.

        `left` is the number of cards in the pile of each seat.
        """
        if not self.turned:
            return None
        challengers, opponents = (RANK_OF[card] for card in self.turned[-1])
        if challengers != opponents:
            return self.challenger if challengers > opponents else self.opponent
        # war, "A tie": a player with no card left loses; if neither has one, the challenger does
        if not left[self.challenger]:
            return self.opponent
        return None if left[self.opponent] else self.challenger


def next_duel(number: int, after: int, are_in: Sequence[bool]) -> WarDuel:
    """Return a duel of the next two seats still in after a seat; two at least have to be.

    >>> next_duel(2, 0, [True, False, True])
    WarDuel(number=2, challenger=2, opponent=0, turned=())
    """
    challenger = _next_in(after, are_in)
    return WarDuel(number, challenger, _next_in(challenger, are_in))


def _next_in(seat: int, are_in: Sequence[bool]) -> int:
    count = len(are_in)
    return next(other for step in range(1, count + 1) if are_in[other := (seat + step) % count])
