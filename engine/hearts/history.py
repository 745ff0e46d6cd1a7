"""The events of a game of Dame de Pique, by the log of a view: passes, jokers, tricks, rounds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias, assert_never

from engine.game import CHANCE
from engine.hearts.cards import Card, cards_of
from engine.hearts.moves import (
    CardPass,
    DealtRound,
    HeartsNote,
    JokerLot,
    NewHand,
    Received,
    RoundCounted,
    Slap,
    SlapLot,
    Told,
    TrickTaken,
)
from engine.hearts.rules import EXCHANGE_SUM, PLAYERS, SLAP_SUM
from engine.log import FORFEIT, GivenUp, LogEntry


class PastTrick(NamedTuple):
    """A trick, taken or being played.

    Attributes:
        number: Its number in the round, from 1.
        leader: The seat that led.
        cards: The cards in the order in which they were played; all four once it was taken.
        taker: The seat that took them, None before that.
        total: The sum of their values, 0 where sums do not count.
        slaps: The seats in the order in which they slapped, if they did.
        turn: The number of turns that were made up to its end.
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
        """Return the seat that played the card with this place in the order."""
        return (self.leader + place) % PLAYERS


class RoundBegan(NamedTuple):
    """A deal: the number of the round, from 1."""

    number: int
    turn: int


class Passed(NamedTuple):
    """The cards that the reader passed or received."""

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
    """The events read so far, and the trick that is being played."""

    events: list[PastEvent] = field(default_factory=list)
    turn: int = 0
    number: int = 0
    tricks: int = 0
    cards: list[tuple[int, Card]] = field(default_factory=list)
    slaps: tuple[int, ...] = ()


def events_of(log: Iterable[LogEntry], upto: int | None = None) -> list[PastEvent]:
    """Return the events of a log, oldest first; a trick that is being played is the last one.

    Args:
        log: The log of a view.
        upto: The number of moves to read, None for all.
    """
    reading, ply = _Reading(), -1
    for told in log:
        if upto is not None and told.ply >= upto:
            break
        if told.ply != ply and told.seat != CHANCE and told.what is not FORFEIT:
            reading.turn += 1
        ply = told.ply
        _read(reading, told.seat, told.what)
    if reading.cards:
        reading.events.append(_trick(reading, None, 0))
    return reading.events


def _read(reading: _Reading, seat: int, told: Told) -> None:
    """Add what one entry tells."""
    match told:
        case Card():
            reading.cards.append((seat, told))
        case DealtRound():
            reading.number += 1
            reading.tricks = 0
            reading.events.append(RoundBegan(reading.number, reading.turn))
        case JokerLot():
            reading.events.append(JokerNamed(told.card, reading.turn))
        case Slap():
            reading.slaps += (seat,)
        case SlapLot():
            reading.slaps += told.seats
        case CardPass() | Received():
            cards = tuple(cards_of(told.cards))
            reading.events.append(Passed(cards, isinstance(told, Received), reading.turn))
        case TrickTaken():
            reading.events.append(_trick(reading, seat, told.total or 0))
            reading.cards, reading.slaps = [], ()
            reading.tricks += 1
        case RoundCounted():
            reading.events.append(RoundEnded(reading.number, told.points, reading.turn))
        case HeartsNote() | NewHand() | GivenUp():
            pass
        case _:
            assert_never(told)


def _trick(reading: _Reading, taker: int | None, total: int) -> PastTrick:
    leader = reading.cards[0][0]
    cards = tuple([card for _seat, card in reading.cards])
    number = reading.tricks + 1
    return PastTrick(number, leader, cards, taker, total, reading.slaps, reading.turn)


def last_trick(events: Iterable[PastEvent]) -> PastTrick | None:
    """Return the last trick that was taken, of whichever round, None before the first one."""
    tricks = [one for one in events if isinstance(one, PastTrick) and one.taker is not None]
    return tricks[-1] if tricks else None
