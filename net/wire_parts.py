"""The parts of messages that are no messages: a place, the place in a series, the clocks."""

from __future__ import annotations

import msgspec


class PlaceNews(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat and its player, as all may know them.

    Attributes:
        name: The name of the player; empty for a free seat.
        kind: `person`, `computer`, `program` or `free`.
        level: The level of a computer player.
        presence: `here` (a computer player always is), `away` (silent), `gone` (no line).
        waited: The whole seconds for which the others have waited for an absent player in turn.
        absent: Those of them since the player was there last.
        again: `yes` or `no` to another game after this one, empty for neither.
    """

    name: str = ""
    kind: str = "free"
    level: str = ""
    presence: str = "here"
    waited: int = 0
    absent: int = 0
    again: str = ""


class SeriesNews(msgspec.Struct, frozen=True, omit_defaults=True):
    """The place of a game in a series, from 1, and the games won by each side before it.

    In `SignNews` the score counts this game too, once it is over. By pairs it has points; see
    `engine.series.SeriesPlace`.
    """

    number: int
    games: int
    score: tuple[int, ...]
    pair: tuple[tuple[int, int], ...] | None = None


class ClocksNews(msgspec.Struct, frozen=True, omit_defaults=True):
    """The clocks of a game: the milliseconds left by seat, -1 without a clock, and which run."""

    left: tuple[int, ...]
    running: tuple[int, ...] = ()
