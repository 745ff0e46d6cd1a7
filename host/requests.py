"""The requests to a game, as values: near and far clients ask the same way."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from engine.reasons import IllegalMove
from engine.table import Seen


class Hello(NamedTuple):
    """The wish of a newcomer for a seat at a shared table, or to watch.

    Attributes:
        client: The program; its requests are numbered from 1, and a number is carried out once.
        name: The name of the person.
        token: The token that a seat was given with, to come back to it.
        watch: Whether to watch without a seat.
        back: Whether to come back to the seat of this account though its line is still open.
        player: The level or program that plays for this client, empty for a person.
        seat: The free seat that is wished for, None for any.
        cuts: Whether the program cuts the cards before a deal.
    """

    client: str
    name: str = ""
    token: str = ""
    watch: bool = False
    back: bool = False
    player: str = ""
    seat: int | None = None
    cuts: bool = False


class Submit(NamedTuple):
    """A move, chosen for the position that its mover had `seen`.

    `reaction` is the milliseconds since the race began for its mover, None if they were not
    measured.
    """

    seat: int
    move: Any
    seen: Seen
    reaction: int | None = None


class TakeBack(NamedTuple):
    """The wish to take back the last move of a seat."""

    seat: int


class AnswerOffer(NamedTuple):
    """A yes or a no to the offer with this number, for a seat."""

    seat: int
    offer: int
    yes: bool


class Resign(NamedTuple):
    """The end of the game with the loss of the seat."""

    seat: int


class GiveHint(NamedTuple):
    """A hint that a seat was given, for the record."""

    seat: int
    move: Any


class PlayOut(NamedTuple):
    """All moves up to the end, in a game at home in which nobody decides anything."""


class Sit(NamedTuple):
    """The wish for another seat, a free one, before the game begins."""

    to: int


class Again(NamedTuple):
    """A yes or a no of a seat to another game after this one, or the next one of a series."""

    seat: int
    yes: bool


class Claim(NamedTuple):
    """The wish of a seat that an absent player has lost."""

    seat: int
    absent: int


class Replace(NamedTuple):
    """The wish that a computer player of a level plays for an absent player, or at a free seat.

    An empty level frees such a seat again, before the game begins.
    """

    seat: int
    level: str


class Say(NamedTuple):
    """One of the set phrases, by its code, for all at the table."""

    phrase: str


class AskRecord(NamedTuple):
    """The wish for the whole game, after its end."""


class Misread(NamedTuple):
    """A request of a seat that could not be read, and why."""

    seat: int
    why: IllegalMove


OfGame: TypeAlias = Submit | TakeBack | AnswerOffer | Resign | GiveHint | PlayOut
"""The requests to any game in play."""

Asked: TypeAlias = OfGame | Sit | Again | Claim | Replace | Say | AskRecord | Misread
"""All requests, with those of shared tables."""
