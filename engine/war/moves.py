"""The moves of Bataille and their notation, both ways: `turn`, `shuffle KD 2C`, `deal 2C / AS`."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final, NamedTuple, TypeAlias

from engine.reasons import NotationError, shown
from engine.war.reasons import WarNotation
from engine.war.rules import Card, Cards, parse_cards

BETWEEN_PILES: Final = " / "


class WarTurn(Enum):
    """The only move of a player: both players of a duel turn the top cards of their piles."""

    TURN = "turn"

    def __str__(self) -> str:
        return self.value


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
