"""The moves of Dame de Pique and the events of its logs, with their notation both ways.

A move is `pass 2C AH QS`, `TC`, `slap`, or one of chance's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from engine.hearts.cards import NAMES, Card, cards_of, mask_of, parse_card, parse_cards, write_cards
from engine.hearts.rules import HAND_SIZE, PASS_SIZE, PLAYERS, SLAP_SUM, Four
from engine.log import FORFEIT, HIDDEN, GivenUp, Word, hidden
from engine.reasons import NotationError, NotationReason, shown, unreadable


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


class Slap(Word):
    """A seat's slap on the table."""

    SLAP = "slap"


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


_BLANK_HAND: Final = hidden(HAND_SIZE)


class DealtRound(NamedTuple):
    """A deal: the hand of each seat as a mask, 0 for those that the reader may not know."""

    hands: Four

    def __str__(self) -> str:
        return "deal " + " / ".join(write_cards(hand) or _BLANK_HAND for hand in self.hands)


class HeartsNote(Word):
    """Events that are told without a fact."""

    PASSED = f"pass {hidden(PASS_SIZE)}"
    """Three cards were passed, which the reader may not know."""

    SLAPPING = f"sum {SLAP_SUM}"
    """The sum of the trick is 20: everybody slaps."""

    EXCHANGE = "exchange"
    """The sum of the trick is 21: all hands go to the right."""


class Received(NamedTuple):
    """The cards that a seat was passed, as a mask; told to that seat alone."""

    cards: int

    def __str__(self) -> str:
        return f"received {write_cards(self.cards)}"


class TrickTaken(NamedTuple):
    """The trick goes to a seat; the sum of its values is None where sums do not count."""

    total: int | None

    def __str__(self) -> str:
        return "takes" if self.total is None else f"takes {self.total}"


class NewHand(NamedTuple):
    """The hand that a seat has after an exchange, as a mask; told to that seat alone."""

    cards: int

    def __str__(self) -> str:
        return f"hand {write_cards(self.cards)}"


class RoundCounted(NamedTuple):
    """The end of a round: the points of each seat in it."""

    points: tuple[int, ...]

    def __str__(self) -> str:
        return f"round {' '.join(map(str, self.points))}"


Told: TypeAlias = (
    Card
    | CardPass
    | Slap
    | JokerLot
    | SlapLot
    | DealtRound
    | HeartsNote
    | Received
    | TrickTaken
    | NewHand
    | RoundCounted
    | GivenUp
)
"""All that a log of Dame de Pique can tell."""


def write_told(told: Told) -> str:
    """Write an event as messages carry it: a hand that the reader may not know is one `?`.

    >>> write_told(DealtRound((0, 0, 0, 0)))
    'deal ? / ? / ? / ?'
    """
    return str(told).replace(_BLANK_HAND, HIDDEN)


def read_told(text: str) -> Told:
    """Read the text of an event, also of a message. Raises `NotationError`.

    >>> read_told("takes 12"), read_told("round 0 26 0 0"), read_told("QS")
    (TrickTaken(total=12), RoundCounted(points=(0, 26, 0, 0)), QS)
    """
    if text in _WORDS:
        return _WORDS[text]
    word, _blank, rest = text.partition(" ")
    if word == "deal":
        return _read_deal(rest)
    if word == "received":
        return Received(_read_cards(rest))
    if word == "hand":
        return NewHand(_read_cards(rest))
    if word == "takes":
        return TrickTaken(_read_number(rest))
    if word == "round" and rest.count(" ") == PLAYERS - 1:
        return RoundCounted(tuple(map(_read_number, rest.split(" "))))
    move = parse(text)
    assert not isinstance(move, HeartsDeal)
    return move


_WORDS: Final[dict[str, Told]] = {
    str(FORFEIT): FORFEIT,
    str(TrickTaken(None)): TrickTaken(None),
    **{str(note): note for note in HeartsNote},
}


def _read_deal(text: str) -> DealtRound:
    hands = [
        0 if hand in (HIDDEN, _BLANK_HAND) else _read_cards(hand) for hand in text.split(" / ")
    ]
    if len(hands) != PLAYERS or not {hand.bit_count() for hand in hands} <= {0, HAND_SIZE}:
        raise unreadable(text)
    return DealtRound(tuple(hands))


def _read_cards(text: str) -> int:
    cards = parse_cards(text)
    if not cards:
        raise unreadable(text)
    return cards


def _read_number(text: str) -> int:
    if not re.fullmatch("0|[1-9][0-9]{0,2}", text):
        raise unreadable(text)
    return int(text)
