"""The game of a shared table: what is asked is checked first, journaled, and only then done.

`check_...` return the entry for the journal, or raise; `apply` does what an entry says, at the
table that lives and again when a journal is read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import msgspec

from engine.client import Answered, Offer, Offered
from engine.game import Game, View
from engine.reasons import HouseReason, IllegalMove, NotationError, TableReason
from engine.shuffle import seat_seed
from engine.table import Event, EventKind, Seen, Sitter, Table, known_event
from host.offers import Offers
from host.outside import fresh_seed, let_chance_play, now
from net.hosting.entries import (
    BeginEntry,
    ComputerEntry,
    EntryBase,
    ForfeitEntry,
    HintEntry,
    MoveEntry,
    TakeBackEntry,
)
from net.hosting.reasons import RequestRefused
from saves.reading import MAX_MOVE, read_record
from saves.record import Record


class SharedGame:
    """A game in play between people elsewhere.

    Attributes:
        table: The game.
        record: The game as its file has it.
        offers: The take-backs that people have to agree to.
        path: The path of its file.
    """

    most_hints: ClassVar[int] = 3
    """The most hints noted for one seat between two moves."""

    def __init__(self, entry: BeginEntry, clock: Callable[[], float]) -> None:
        """Make the game that a journal says has begun. Raises `Fault`."""
        self.record: Record = read_record(bytes(entry.record))
        self.table: Table[Any] = self.record.table
        self.table.seed = entry.seed
        self.table.draw_lots()
        self.offers = Offers(self.table, clock)
        self.path = entry.path
        self.game: Game[Any] = self.table.game
        self._checked: tuple[str, Any] | None = None

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.table.outcome is not None

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

    def check_move(self, seat: int, move: Any, seen: Seen) -> MoveEntry:
        """Return the entry of a move. Raises `IllegalMove`."""
        if self.is_over:
            raise IllegalMove(TableReason.GAME_OVER)
        if not self.table.is_fresh(seat, seen):
            raise IllegalMove(TableReason.STALE)
        self.table.view(seat).check(move)
        text = self.game.format(move)
        self._checked = (text, move)
        return MoveEntry(by=seat, seat=seat, move=text)

    def check_take_back(self, seat: int) -> TakeBackEntry:
        """Return the entry of taking back the last move of a seat. Raises `IllegalMove`."""
        if self.is_over:
            raise IllegalMove(TableReason.GAME_OVER)
        to = self.table.last_turn(seat)
        return TakeBackEntry(by=seat, seat=seat, to=-1 if to is None else to)

    def check_forfeit(self, seat: int, why: str) -> ForfeitEntry:
        """Return the entry of the loss of a seat. Raises `IllegalMove`."""
        if self.is_over:
            raise IllegalMove(TableReason.GAME_OVER)
        return ForfeitEntry(seat=seat, why=why)

    def check_hint(self, seat: int, hint: Any) -> HintEntry | None:
        """Return the entry of a hint, None for one that is noted. Raises `RequestRefused`."""
        if self.is_over:
            raise IllegalMove(TableReason.GAME_OVER)
        move = self.game.format(hint)
        before = 0
        for event in reversed(self.table.events):
            if event.kind is EventKind.TAKE_BACK or event.at != len(self.table.plays):
                break
            if event.kind is EventKind.HINT and event.seat == seat:
                if event.text == move:
                    return None
                before += 1
        if before >= self.most_hints:
            raise RequestRefused(HouseReason.TOO_MANY)
        return HintEntry(by=seat, seat=seat, move=move)

    def apply(self, entry: EntryBase) -> None:
        """Do what an entry says. Raises `ValueError` if that cannot be, and nothing has changed."""
        table = self.table
        if isinstance(entry, MoveEntry):
            table.play(entry.seat, self._move(entry.move))
        elif isinstance(entry, TakeBackEntry):
            self._take_back(entry)
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

    def _move(self, text: str) -> Any:
        """Return the move of an entry; the one that was checked last need not be read again."""
        if self._checked is not None and self._checked[0] == text:
            return self._checked[1]
        return self.game.parse(text)

    def _take_back(self, entry: TakeBackEntry) -> None:
        if self.offers.offer != Offer(entry.seat, entry.to):
            self.table.take_back(entry.to, entry.seat)
            return
        for seat in self.offers.undecided:  # the last yes takes it back
            self.offers.answer(seat, self.offers.offer, True)


class OfferNumbers:
    """The numbers of the offers of a table, by which clients answer them."""

    def __init__(self) -> None:
        self.number = 0
        self.offer: Offer | None = None

    def told(self, update: Offered | Answered) -> int:
        """Return the number of the offer that an update is about."""
        if isinstance(update, Offered):
            self.number += 1
            self.offer = update.offer
        else:
            self.offer = None
        return self.number


def begun(game: Table[Any] | Record, path: str) -> BeginEntry:
    """Return the entry of a game that begins: a new table, or the record of a saved one."""
    record = game if isinstance(game, Record) else Record.new(game, now())
    let_chance_play(record.table, fresh_seed)
    return BeginEntry(path=path, record=one_line(record), seed=record.table.seed)


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
