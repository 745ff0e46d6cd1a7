"""The game of a shared table, and the form that its changes have in the journal."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.game import Game, Play, View
from engine.loop import Loop
from engine.reasons import HouseReason, NotationError
from engine.shuffle import seat_seed
from engine.table import Change, Event, EventKind, Sitter, known_event
from host.entries import (
    BeginEntry,
    ComputerEntry,
    EntryBase,
    ForfeitEntry,
    HintEntry,
    MoveEntry,
    TakeBackEntry,
)
from host.game import HostedGame
from host.reasons import RequestRefused
from saves.reading import MAX_MOVE, read_record
from saves.record import Record


class SharedGame(HostedGame[Any]):
    """A game in play between people elsewhere, with its file and its journal's form.

    Attributes:
        record: The game as its file has it.
    """

    def __init__(self, entry: BeginEntry, loop: Loop) -> None:
        """Make the game that a journal says has begun. Raises `Fault`."""
        self.record: Record = read_record(bytes(entry.record))
        table = self.record.table
        table.seed = entry.seed
        table.draw_lots()
        super().__init__(table, loop)
        self.game: Game[Any] = table.game

    def view(self, seat: int | None) -> View[Any]:
        """Return what a seat, or a spectator, may know."""
        return self.table.view(seat)

    def events(self, seat: int | None) -> list[dict[str, Any]]:
        """Return the events that a seat may know, as files write them, without any seed."""
        told = (known_event(one, seat, is_over=self.is_over) for one in self.table.events)
        return [_event_json(event) for event in told]

    def read_move(self, text: str) -> Any:
        """Return the move of a message. Raises `RequestRefused`."""
        if len(text) > MAX_MOVE:
            raise RequestRefused(HouseReason.NOTATION)
        try:
            return self.game.parse_wire(text)
        except (NotationError, ValueError, RecursionError):
            raise RequestRefused(HouseReason.NOTATION) from None

    def entry(self, change: Change) -> EntryBase:
        """Return the entry of a change."""
        if isinstance(change, Play):
            return MoveEntry(seat=change.seat, move=self.game.format(change.move))
        seat = change.seat or 0
        if change.kind is EventKind.TAKE_BACK:
            return TakeBackEntry(seat=seat, to=change.at)
        if change.kind is EventKind.FORFEIT:
            return ForfeitEntry(seat=seat, why=change.text)
        assert change.kind is EventKind.HINT
        return HintEntry(seat=seat, move=change.text)

    def repeat(self, entry: EntryBase) -> None:
        """Do what an entry says. Raises `ValueError` if that cannot be, and nothing has changed."""
        table = self.table
        if isinstance(entry, MoveEntry):
            table.play(entry.seat, self.game.parse(entry.move))
        elif isinstance(entry, TakeBackEntry):
            table.take_back(entry.to, entry.seat)
        elif isinstance(entry, ForfeitEntry):
            table.forfeit(entry.seat, entry.why)
        elif isinstance(entry, HintEntry):
            table.note_hint(entry.seat, entry.move)
        elif isinstance(entry, ComputerEntry):
            self.seat(entry.seat, Sitter(entry.name, entry.level, entry.seed))

    def seat(self, seat: int, sitter: Sitter) -> None:
        """Let somebody play a seat from now on, unless the record has just them there."""
        if self.table.sitters[seat] != sitter:
            self.table.sit(seat, sitter)

    def seat_level(self, seat: int, name: str, level: str) -> None:
        """Let a computer player play a seat, unless one of its level has it already."""
        if self.table.sitters[seat].kind != level:
            self.table.sit(seat, Sitter(name, level, seat_seed(self.table.seed or 0, seat)))


def one_line(record: Record) -> msgspec.Raw:
    """Return the file of a game on one line."""
    return msgspec.Raw(msgspec.json.format(record.to_bytes(), indent=-1))


def _event_json(event: Event) -> dict[str, Any]:
    document: dict[str, Any] = {"kind": event.kind.value, "at": event.at}
    if event.seat is not None:
        document["seat"] = event.seat
    if event.moves:
        document["moves"] = list(event.moves)
    if event.text:
        document["text"] = event.text
    if event.sitter is not None:
        document["sitter"] = {"name": event.sitter.name, "kind": event.sitter.kind}
    return document
