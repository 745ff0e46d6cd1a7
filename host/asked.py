"""What may be asked of a game in play, as values: near and far clients ask the same way."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from engine.table import Seen


class Submit(NamedTuple):
    """A move, chosen for the position that its mover had `seen`."""

    seat: int
    move: Any
    seen: Seen


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
    """All moves up to the end, in a game in which nobody decides anything."""


Asked: TypeAlias = Submit | TakeBack | AnswerOffer | Resign | GiveHint | PlayOut
