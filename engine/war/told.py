"""The events of Bataille: cards turned, taken and shuffled, and players out of the game."""

from __future__ import annotations

import re
from enum import Enum
from typing import Final, NamedTuple, TypeAlias

from engine.log import FORFEIT, HIDDEN, GivenUp
from engine.reasons import NotationError, NotationReason, shown
from engine.war.moves import BETWEEN_PILES, TURN, WarTurn
from engine.war.rules import DECK, Pair, parse_cards

_MOST_DUELS: Final = 10**9


class DealtPiles(NamedTuple):
    """A deal: how many cards each seat has; nobody knows which."""

    piles: tuple[int, ...]

    def __str__(self) -> str:
        return f"deal {BETWEEN_PILES.join(map(_blank, self.piles))}"


class Shuffled(NamedTuple):
    """A shuffle of this many cards, which go under the taker's pile; nobody knows their order."""

    cards: int

    def __str__(self) -> str:
        return f"shuffle {_blank(self.cards)}"


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


class FellOut(Enum):
    """A seat has no card left."""

    OUT = "out"

    def __str__(self) -> str:
        return self.value


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
    raise _strange(text)


_WORDS: Final[dict[str, Told]] = {str(one): one for one in (FORFEIT, OUT, TURN)}


def _blank(count: int) -> str:
    return " ".join([HIDDEN] * count)


def _count(names: list[str]) -> int:
    """Return how many cards are told. Raises `NotationError` if they are named."""
    if {*names} != {HIDDEN} or len(names) > len(DECK):
        raise _strange(" ".join(names))
    return len(names)


def _number(text: str, most: int) -> int:
    """Read a number from 1 to `most`. Raises `NotationError`."""
    if not re.fullmatch("[1-9][0-9]{0,8}", text) or int(text) > most:
        raise _strange(text)
    return int(text)


def _strange(text: str) -> NotationError:
    return NotationError(NotationReason.UNREADABLE, text=shown(text))
