"""What a list tells of a game: read from its file without playing its moves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

import msgspec

from engine.game import Reason
from engine.table import Sitter
from saves.document import read_document
from saves.record import FORMAT, VERSION, Layout, Record, check_time, game_of, read_record

LONGEST_NAME: Final = 80
"""A list shows no more of a name than this, in letters."""

LARGE: Final = 64 * 1024
"""Bytes. A larger file may take a moment that a person notices: it is read with every precaution
against what somebody may have put into it; in a smaller one nothing can take long."""

_DECODER: Final = msgspec.json.Decoder(Layout)


class Ended(NamedTuple):
    """How a game ended.

    Attributes:
        winners: The seats that won; none is a draw.
        called: What files call these seats.
        why: The English sentence that says why.
    """

    winners: tuple[int, ...]
    called: tuple[str, ...]
    why: str


class Header(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What a list tells of a game.

    Attributes:
        game: The key of the game.
        names: Who sits there, each cut to `LONGEST_NAME` letters.
        turns: How many moves the players made.
        saved: When it was last saved, ISO 8601 with a zone.
        ended: How it ended, None while it is in play.
    """

    game: str
    names: tuple[str, ...]
    turns: int
    saved: str
    ended: Ended | None

    def __post_init__(self) -> None:
        """Raise `ValueError` for what no list could show."""
        check_time("$.saved", self.saved)
        if self.ended and not all(0 <= seat < len(self.names) for seat in self.ended.winners):
            raise ValueError("a winner who sits nowhere")


def header_of(record: Record) -> Header:
    """Return what a list tells of a game that was read in full."""
    table = record.table
    ended, outcome = None, table.outcome
    if outcome:
        ended = _ended(outcome.winners, table.seats, outcome.why)
    return Header(table.game.key, _names(table.sitters), table.turns, record.saved, ended)


def read_header(data: bytes) -> Header:
    """Return the header of the game in a file; its moves are counted, not played. Raises `Fault`.

    What is not plainly right is read in full, which tells what is wrong, and where.
    """
    try:
        return _glance(data)
    except (ValueError, RecursionError):
        pass
    return header_of(read_record(data))


def _glance(data: bytes) -> Header:
    """Return the header of a file of today's version. Raises `ValueError`, `RecursionError`."""
    if len(data) > LARGE:
        layout = msgspec.convert(read_document(data), Layout)
    else:
        layout = _DECODER.decode(data)
    if (layout.format, layout.version) != (FORMAT, VERSION):
        raise ValueError("not a file of this version")
    game, options = game_of(layout)
    seats = game.seats(options)
    if len(layout.players) != len(seats):
        raise ValueError("too few players, or too many")
    ended, result = None, layout.outcome
    if result:
        reasons = {reason.code: reason for reason in game.endings}
        if result.why not in reasons or not set(result.winners) <= set(range(len(seats))):
            raise ValueError("an end that the game does not know")
        ended = _ended(result.winners, seats, reasons[result.why])
    turns = sum(not move.startswith(game.chance_words) for move in layout.moves)
    return Header(game.key, _names(layout.players), turns, layout.saved, ended)


def _names(sitters: Iterable[Sitter]) -> tuple[str, ...]:
    return tuple([sitter.name[:LONGEST_NAME] for sitter in sitters])


def _ended(winners: tuple[int, ...], seats: tuple[str, ...], why: Reason) -> Ended:
    return Ended(winners, tuple([seats[winner] for winner in winners]), str(why.value))
