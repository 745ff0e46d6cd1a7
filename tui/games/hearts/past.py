"""What has happened in a game, read from the log of a view: passes, jokers, tricks, rounds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from engine.game import CHANCE
from engine.hearts.cards import NAMES, Card, cards_of, parse_card, parse_cards
from engine.hearts.rules import EXCHANGE_SUM, PLAYERS, SLAP_SUM
from engine.log import HIDDEN, LogEntry


class PastTrick(NamedTuple):
    """A trick of which one was told.

    Attributes:
        number: Which one of its round it is, from 1.
        leader: The seat that led.
        cards: The cards in the order in which they were played; all four once it was taken.
        taker: The seat that has them, None before that.
        total: The sum of their values, 0 where sums do not count.
        slaps: The seats in the order in which they slapped, if they did.
        turn: How many turns were made after it.
    """

    number: int
    leader: int
    cards: tuple[Card, ...]
    taker: int | None = None
    total: int = 0
    slaps: tuple[int, ...] = ()
    turn: int = 0

    @property
    def is_slap(self) -> bool:
        """Whether everybody slapped."""
        return self.total == SLAP_SUM

    @property
    def is_exchange(self) -> bool:
        """Whether all hands went to the right."""
        return self.total == EXCHANGE_SUM

    def seat_of(self, place: int) -> int:
        """Return the seat that played a card of it, by its place in the order."""
        return (self.leader + place) % PLAYERS


class RoundBegan(NamedTuple):
    """A deal: the number of the round, from 1."""

    number: int
    turn: int


class Passed(NamedTuple):
    """The cards that one passed oneself, or received."""

    cards: tuple[Card, ...]
    is_received: bool
    turn: int


class JokerNamed(NamedTuple):
    """The card that is the joker of the round."""

    card: Card
    turn: int


class RoundEnded(NamedTuple):
    """The points of a round that is over, by seat."""

    number: int
    points: tuple[int, ...]
    turn: int


PastEvent: TypeAlias = PastTrick | RoundBegan | Passed | JokerNamed | RoundEnded


@dataclass(slots=True)
class _Reading:
    """What was read so far."""

    events: list[PastEvent] = field(default_factory=list)
    turn: int = 0
    number: int = 0
    tricks: int = 0
    cards: list[tuple[int, Card]] = field(default_factory=list)
    slaps: tuple[int, ...] = ()


def events_of(log: Iterable[LogEntry], upto: int | None = None) -> list[PastEvent]:
    """Return what a log tells of, oldest first; a trick that is being played is the last one.

    Args:
        log: The log of a view.
        upto: How many moves it may tell of, None for all.
    """
    reading, ply = _Reading(), -1
    for told in log:
        if upto is not None and told.ply >= upto:
            break
        if told.ply != ply and told.seat != CHANCE and told.text != "forfeit":
            reading.turn += 1
        ply = told.ply
        _read(reading, told)
    if reading.cards:
        reading.events.append(_trick(reading, None, 0))
    return reading.events


def _read(reading: _Reading, told: LogEntry) -> None:
    """Add what one line tells."""
    word, _blank, rest = told.text.partition(" ")
    if told.text in NAMES:
        reading.cards.append((told.seat, parse_card(told.text)))
    elif word == "deal":
        reading.number += 1
        reading.tricks = 0
        reading.events.append(RoundBegan(reading.number, reading.turn))
    elif word == "joker":
        reading.events.append(JokerNamed(parse_card(rest), reading.turn))
    elif word == "slap":
        seats = tuple(map(int, rest)) if rest else (told.seat,)
        reading.slaps += seats
    elif word in ("pass", "received") and rest and not rest.startswith(HIDDEN):
        cards = tuple(cards_of(parse_cards(rest) or 0))
        reading.events.append(Passed(cards, word == "received", reading.turn))
    elif word == "takes":
        reading.events.append(_trick(reading, told.seat, int(rest or 0)))
        reading.cards, reading.slaps = [], ()
        reading.tricks += 1
    elif word == "round":
        points = tuple(map(int, rest.split()))
        reading.events.append(RoundEnded(reading.number, points, reading.turn))


def _trick(reading: _Reading, taker: int | None, total: int) -> PastTrick:
    leader = reading.cards[0][0]
    cards = tuple([card for _seat, card in reading.cards])
    number = reading.tricks + 1
    return PastTrick(number, leader, cards, taker, total, reading.slaps, reading.turn)


def last_trick(events: Iterable[PastEvent]) -> PastTrick | None:
    """Return the last trick that was taken, of whichever round, None before the first one."""
    tricks = [one for one in events if isinstance(one, PastTrick) and one.taker is not None]
    return tricks[-1] if tricks else None
