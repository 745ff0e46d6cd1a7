"""The moves of Bataille and the events of its logs, with their notation both ways.

A move is `turn`, `shuffle KD 2C` or `deal 2C / AS`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from engine.log import FORFEIT, HIDDEN, GivenUp, Word, hidden
from engine.reasons import NotationError, shown, unreadable
from engine.war.reasons import WarNotation
from engine.war.rules import DECK, Card, Cards, Pair, parse_cards

BETWEEN_PILES: Final = " / "


class WarTurn(Word):
    """The only move of a player: both players of a duel turn the top cards of their piles."""

    TURN = "turn"


TURN: Final = WarTurn.TURN


class Shuffle(NamedTuple):
    """The order in which the cards of a duel go under the taker's pile, the last one lowest."""

    cards: Cards

    def __str__(self) -> str:
        return f"shuffle {' '.join(self.cards)}"


class PileDeal(NamedTuple):
    """The pile dealt to each seat, top card first."""

    piles: tuple[Cards, ...]

    @classmethod
    def of(cls, cards: Sequence[Card], players: int) -> PileDeal:
        """Return the deal of some cards in piles of the same size, the first seat's first."""
        each = len(cards) // players
        return cls(tuple([tuple(cards[at : at + each]) for at in range(0, each * players, each)]))

    def __str__(self) -> str:
        return f"deal {BETWEEN_PILES.join([' '.join(pile) for pile in self.piles])}"


Move: TypeAlias = WarTurn | Shuffle | PileDeal


def parse(text: str) -> Move:
    """Read a move, chance's included. Raises `NotationError`.

    >>> parse("turn"), str(parse("shuffle KD 2C")), parse("deal 2C / AS").piles
    (<WarTurn.TURN: 'turn'>, 'shuffle KD 2C', (('2C',), ('AS',)))
    """
    if text == TURN.value:
        return TURN
    word, _, rest = text.partition(" ")
    if word == "shuffle" and rest:
        return Shuffle(parse_cards(rest.split(" ")))
    if word == "deal" and rest:
        return PileDeal(tuple(parse_cards(pile.split(" ")) for pile in rest.split(BETWEEN_PILES)))
    raise NotationError(WarNotation.NO_MOVE_BUT_TURN, text=shown(text))


_MOST_DUELS: Final = 10**9


class DealtPiles(NamedTuple):
    """A deal: how many cards each seat has; nobody knows which."""

    piles: tuple[int, ...]

    def __str__(self) -> str:
        return f"deal {BETWEEN_PILES.join(map(hidden, self.piles))}"


class Shuffled(NamedTuple):
    """A shuffle of this many cards, which go under the taker's pile; nobody knows their order."""

    cards: int

    def __str__(self) -> str:
        return f"shuffle {hidden(self.cards)}"


class Turned(NamedTuple):
    """The two cards of a turn.

    Attributes:
        number: The number of the duel.
        challenger, opponent: The two seats.
        cards: The card of each.
    """

    number: int
    challenger: int
    opponent: int
    cards: Pair

    def __str__(self) -> str:
        ours, theirs = self.cards
        return f"duel {self.number} {self.challenger + 1} {ours} {self.opponent + 1} {theirs}"


class TookCards(NamedTuple):
    """A seat takes this many cards."""

    cards: int

    def __str__(self) -> str:
        return f"takes {self.cards}"


class FellOut(Word):
    """A seat has no card left."""

    OUT = "out"


OUT: Final = FellOut.OUT

Told: TypeAlias = WarTurn | DealtPiles | Shuffled | Turned | TookCards | FellOut | GivenUp
"""All that a log of Bataille can tell."""


def read_told(text: str) -> Told:
    """Read the text of an event. Raises `NotationError`.

    >>> read_told("deal ? ? / ? ?"), read_told("duel 3 1 KD 2 2C")
    (DealtPiles(piles=(2, 2)), Turned(number=3, challenger=0, opponent=1, cards=('KD', '2C')))
    """
    if text in _WORDS:
        return _WORDS[text]
    word, _space, rest = text.partition(" ")
    facts = rest.split(" ")
    if word == "deal":
        return DealtPiles(tuple(_count(pile.split(" ")) for pile in rest.split(BETWEEN_PILES)))
    if word == "shuffle":
        return Shuffled(_count(facts))
    if word == "takes":
        return TookCards(_number(rest, len(DECK)))
    if word == "duel" and len(facts) == 5:
        number, challenger, ours, opponent, theirs = facts
        one, other = parse_cards([ours, theirs])
        seat, met = (_number(place, len(DECK)) - 1 for place in (challenger, opponent))
        return Turned(_number(number, _MOST_DUELS), seat, met, (one, other))
    raise unreadable(text)


_WORDS: Final[dict[str, Told]] = {str(one): one for one in (FORFEIT, OUT, TURN)}


def _count(names: list[str]) -> int:
    """Return the number of cards told. Raises `NotationError` if they are named."""
    if {*names} != {HIDDEN} or len(names) > len(DECK):
        raise unreadable(" ".join(names))
    return len(names)


def _number(text: str, most: int) -> int:
    """Read a number from 1 to `most`. Raises `NotationError`."""
    if not re.fullmatch("[1-9][0-9]{0,8}", text) or int(text) > most:
        raise unreadable(text)
    return int(text)
