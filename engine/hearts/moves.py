"""The moves of Dame de Pique and their notation: `pass 2C AH QS`, `TC`, `slap`, and chance's."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final, NamedTuple, TypeAlias

from engine.hearts.cards import NAMES, Card, cards_of, mask_of, parse_card, parse_cards, write_cards
from engine.hearts.rules import HAND_SIZE, PASS_SIZE, PLAYERS, Four
from engine.reasons import NotationError, NotationReason, shown


class HeartsDeal(NamedTuple):
    """The deal of a round: each seat's hand."""

    hands: Four

    @classmethod
    def of(cls, deck: Sequence[Card]) -> HeartsDeal:
        """Return the deal of a shuffled deck: its first 13 cards to seat 0, and so on."""
        starts = range(0, HAND_SIZE * PLAYERS, HAND_SIZE)
        return cls(tuple([mask_of(deck[start : start + HAND_SIZE]) for start in starts]))

    def __str__(self) -> str:
        return "deal " + " / ".join(map(write_cards, self.hands))


class JokerLot(NamedTuple):
    """The random choice of the card that is the joker of a round."""

    card: Card

    def __str__(self) -> str:
        return f"joker {self.card}"


class SlapLot(NamedTuple):
    """The random order in which all seats slap, first to last."""

    seats: tuple[int, ...]

    def __str__(self) -> str:
        return "slap " + "".join(map(str, self.seats))


class CardPass(NamedTuple):
    """The three cards that a seat passes, as a mask."""

    cards: int

    def __str__(self) -> str:
        return f"pass {write_cards(self.cards)}"


class Slap(Enum):
    """A seat's slap on the table."""

    SLAP = "slap"

    def __str__(self) -> str:
        return self.value


SLAP: Final = Slap.SLAP

Move: TypeAlias = Card | CardPass | Slap | HeartsDeal | JokerLot | SlapLot
"""A card that is played is the card itself."""

HeartsStep: TypeAlias = Card | Slap
"""A step of a draft: a card to play or to pass, or the slap."""

_EXAMPLE: Final = "TC, pass 2C AH QS, slap"


def parse(text: str) -> Move:
    """Read a move. Raises `NotationError`.

    >>> parse("TC"), str(parse("pass 2C AH QS")), str(parse("slap 2013"))
    (TC, 'pass 2C AH QS', 'slap 2013')
    """
    if text in NAMES:
        return parse_card(text)
    if text == str(SLAP):
        return SLAP
    word, _, rest = text.partition(" ")
    move: Move | None = None
    if word == "pass":
        cards = parse_cards(rest)
        if cards and cards.bit_count() == PASS_SIZE:
            move = CardPass(cards)
    elif word == "deal":
        move = _parse_deal(rest)
    elif word == "joker" and rest in NAMES:
        move = JokerLot(parse_card(rest))
    elif word == "slap" and sorted(rest) == [str(seat) for seat in range(PLAYERS)]:
        move = SlapLot(tuple(map(int, rest)))
    if move is None:
        raise NotationError(NotationReason.NO_MOVE, text=shown(text), example=_EXAMPLE)
    return move


def _parse_deal(text: str) -> HeartsDeal | None:
    hands = [parse_cards(hand) or 0 for hand in text.split(" / ")]
    if [hand.bit_count() for hand in hands] != [HAND_SIZE] * PLAYERS:
        return None
    return HeartsDeal(tuple(hands))


def steps_of(move: Move) -> tuple[HeartsStep, ...]:
    """Return the steps of a draft that make this move, in order; none for chance's moves."""
    if isinstance(move, CardPass):
        return tuple(cards_of(move.cards))
    return (move,) if isinstance(move, Card | Slap) else ()


def parse_step(text: str) -> HeartsStep:
    """Read a card or the slap. Raises `NotationError`."""
    return SLAP if text == str(SLAP) else parse_card(text)
