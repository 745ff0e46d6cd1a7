"""The entries of a table's journal: one for each thing that happened, in order.

An entry that a client asked for has the seat, the client and the number of its request, so that a
repeat after the table was killed is known again.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

import msgspec

from engine.game import Play
from engine.table import EventKind, Sitter, Table
from host.game import Kept, PendingChange
from host.plan import HostPlan
from saves.record import Record


class EntryBase(msgspec.Struct, frozen=True, tag_field="do", omit_defaults=True):
    """An entry: the seat (-1 for none), client and number of the request that asked for it."""

    by: int = -1
    client: str = ""
    number: int = 0


class EntryKeeper(Protocol):
    """The journal of a table, which keeps its entries."""

    @property
    def has_room(self) -> bool:
        """Whether there is room for more than moves."""

    def append(self, entry: EntryBase, kept: Kept) -> None:
        """Write an entry after those before, and tell in the loop when it is on the disk.

        `kept` may be called before this returns.
        """


class OpenEntry(EntryBase, frozen=True, tag="open"):
    """The first entry: the table's name, its plan, its owner's account, and when it was opened.

    With `is_resumed` a saved game is opened to others; a link beside the journal leads to it.
    """

    table: str = ""
    plan: HostPlan = HostPlan()
    account: str = ""
    is_resumed: bool = False
    opened: str = ""
    version: int = 1  # of a journal that does not say it


class SeatEntry(EntryBase, frozen=True, tag="seat"):
    """Somebody was given a seat, or came back to it without the token; its SHA-256 in hex."""

    seat: int = 0
    account: str = ""
    name: str = ""
    token: str = ""
    player: str = ""


class SitEntry(EntryBase, frozen=True, tag="sit"):
    """The player at `seat` moved to the free seat `to` before the game began."""

    seat: int = 0
    to: int = 0


class FreeEntry(EntryBase, frozen=True, tag="free"):
    """A seat became free before the game began."""

    seat: int = 0


class ComputerEntry(EntryBase, frozen=True, tag="computer"):
    """A computer player was given a seat: a free one, or that of a player who is gone."""

    seat: int = 0
    level: str = ""
    name: str = ""
    seed: int | None = None


class ReturnEntry(EntryBase, frozen=True, tag="return"):
    """The player of a seat took it back from a computer player."""

    seat: int = 0


class BeginEntry(EntryBase, frozen=True, tag="begin"):
    """A game began: its record as it then was, and its seed.

    With `moved_on` all have moved on by one seat since the game before.
    """

    record: msgspec.Raw = msgspec.Raw(b"null")
    seed: int | None = None
    moved_on: bool = False


class MoveEntry(EntryBase, frozen=True, tag="move"):
    """A move was made, as files write it; then the clocks had these milliseconds left by seat.

    `seconds` is the time that a person took for it, None for a computer player.
    """

    seat: int = 0
    move: str = ""
    clocks: tuple[int, ...] = ()
    seconds: float | None = None


class TakeBackEntry(EntryBase, frozen=True, tag="take-back"):
    """The game went back to `to` moves, as `seat` had asked."""

    seat: int = 0
    to: int = 0


class ForfeitEntry(EntryBase, frozen=True, tag="forfeit"):
    """A seat lost: it resigned, was absent for too long, or could not go on."""

    seat: int = 0
    why: str = ""


class HintEntry(EntryBase, frozen=True, tag="hint"):
    """A hint was noted."""

    seat: int = 0
    move: str = ""


class AgainEntry(EntryBase, frozen=True, tag="again"):
    """A seat said yes or no to another game after the one that is over."""

    seat: int = 0
    yes: bool = False


class WaitEntry(EntryBase, frozen=True, tag="wait"):
    """The seconds for which the others have waited for a seat's absent player so far."""

    seat: int = 0
    seconds: float = 0.0


class ClockEntry(EntryBase, frozen=True, tag="clock"):
    """The clocks had these milliseconds left by seat, in the middle of a turn."""

    clocks: tuple[int, ...] = ()


class CloseEntry(EntryBase, frozen=True, tag="close"):
    """The table ended in order, and its game is in its file."""


SeatChange: TypeAlias = SeatEntry | SitEntry | FreeEntry | ComputerEntry | ReturnEntry
"""The changes of a seat."""

GameChange: TypeAlias = MoveEntry | TakeBackEntry | ForfeitEntry | HintEntry
"""The changes of a game."""

Entry: TypeAlias = (
    OpenEntry
    | SeatChange
    | BeginEntry
    | GameChange
    | AgainEntry
    | WaitEntry
    | ClockEntry
    | CloseEntry
)


def encoded(entry: EntryBase) -> bytes:
    """Return an entry as a line of the journal, with its line feed."""
    line: bytes = msgspec.json.encode(entry)
    return line + b"\n"


def entry_of(step: PendingChange, clocks: tuple[int, ...] = ()) -> EntryBase:
    """Return the entry of a change of a game, with the request that asked for it.

    `clocks` are the milliseconds that are left by seat after a move.
    """
    change, asker, ahead = step.change, step.asker, step.ahead
    if isinstance(change, Play):
        at = ahead.last_turn(change.seat)
        seconds = None if at is None else ahead.times[at]
        return MoveEntry(*asker, change.seat, ahead.game.format(change.move), clocks, seconds)
    seat = change.seat or 0
    if change.kind is EventKind.TAKE_BACK:
        return TakeBackEntry(*asker, seat, change.at)
    kind = ForfeitEntry if change.kind is EventKind.FORFEIT else HintEntry
    return kind(*asker, seat, change.text)


def repeat(entry: EntryBase, table: Table[Any]) -> None:
    """Make the change of an entry. Raises `ValueError` if it is impossible, and changes nothing."""
    if isinstance(entry, MoveEntry):
        table.play(entry.seat, table.game.parse(entry.move), seconds=entry.seconds)
    elif isinstance(entry, TakeBackEntry):
        table.take_back(entry.to, entry.seat)
    elif isinstance(entry, ForfeitEntry):
        table.forfeit(entry.seat, entry.why)
    elif isinstance(entry, HintEntry):
        table.note_hint(entry.seat, entry.move)
    elif isinstance(entry, ComputerEntry):
        seated(table, entry.seat, Sitter(entry.name, entry.level, entry.seed))


def seated(table: Table[Any], seat: int, sitter: Sitter) -> None:
    """Let somebody play a seat from now on, unless the record has just them there."""
    if table.sitters[seat] != sitter:
        table.sit(seat, sitter)


def one_line(record: Record) -> msgspec.Raw:
    """Return the file of a game on one line."""
    return msgspec.Raw(msgspec.json.format(record.to_bytes(), indent=-1))
