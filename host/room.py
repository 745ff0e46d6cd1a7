"""A shared table's seats and games, as the entries of its journal make them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from typing import Any, Final, Protocol

from msgspec import Raw

from engine.games import find_game
from engine.loop import Call, Loop, OneTimer
from engine.series import SeriesPlace
from engine.shuffle import seat_seed
from engine.table import Table
from host import entries
from host.clock import GameClock
from host.entries import Entry, EntryBase
from host.game import HostedGame
from host.guest import Done
from host.plan import FREE, control_of, options_of
from host.seating import Chair, Seating
from saves.reading import read_record
from saves.record import Record


class GameFiles(Protocol):
    """The files of a table's games."""

    @property
    def is_saved(self) -> bool:
        """Whether the game is on the disk as it was told last."""

    def resumed(self) -> Record:
        """Return the saved game that is opened to others."""

    def begin(self, names: Sequence[str]) -> None:
        """Keep the game between these players in a file from now on; the one before is done."""

    def changed(self, record: Record, *, is_over: bool) -> None:
        """Write the game soon, or at once when it is over."""


class Room:
    """A shared table's seats and game.

    Attributes:
        opening: The first entry of its journal: name, plan and owner.
        address: The address by which other machines reach it, empty for none.
        has_password: Whether a password is asked for there.
        loop: The event loop.
        files: The files of its games.
        seating: The seats.
        game: The game, None before it begins.
        number: The number of games that have begun.
        record: The game as its file has it.
        whole_game: Returns its file on one line, once it is over.
        clock: The clocks of the game, None where nothing is timed.
    """

    def __init__(self, opening: entries.OpenEntry, loop: Loop, files: GameFiles) -> None:
        """Lay out an empty table; `restore` repeats the entries of its journal.

        Raises `BadPlan`.
        """
        plan = opening.plan
        self.opening = opening
        self.address, self.has_password = "", False
        self.rules = find_game(plan.game)
        self.loop = loop
        self.files = files
        self._options = options_of(plan)
        self._control = control_of(plan)
        self.seating = Seating(plan, opening.account, goes_on=opening.is_resumed)
        for chair, planned in zip(self.seating.chairs, plan.seats, strict=True):
            if planned.is_lent:
                chair.lend(planned.name, planned.kind)
            elif planned.kind != FREE:
                chair.give_computer(planned.name, planned.kind)
        self.game: HostedGame[Any] | None = None
        self.number = 0
        self.record: Record
        self.whole_game: Callable[[], Raw]
        self.clock: GameClock | None = None

    @property
    def options(self) -> Any:
        """The options of the game, of the first one before it begins."""
        return self.game.table.options if self.game else self._options

    @property
    def series(self) -> SeriesPlace | None:
        """The place of the game in a series, None for a single game."""
        if self.game:
            return self.record.series
        plan = self.opening.plan
        if self.opening.is_resumed:
            return self.files.resumed().series
        score = (0,) * len(self.rules.sides(self._options))
        pair = () if plan.pairs else None
        place = SeriesPlace(1, plan.games, score, plan.changes_places, pair)
        return place if plan.games > 1 else None

    @property
    def is_known(self) -> bool:
        """Whether the owner may know all cards: from a seed, a deal or a saved game."""
        plan = self.opening.plan
        is_first = self.number < 2  # later games are dealt anew
        return is_first and (plan.seed is not None or bool(plan.deal) or self.opening.is_resumed)

    @property
    def goes_on(self) -> bool:
        """Whether a game of a series is over, and another one follows."""
        series = self.series if self.is_over else None
        return series is not None and series.number < series.games

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.game is not None and self.game.is_over

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats that the game waits for; none before it begins and after its end."""
        return self.game.table.to_move if self.game and not self.is_over else ()

    def restore(
        self, past: Iterable[Entry], look: Callable[[Table[Any]], None] | None = None
    ) -> None:
        """Repeat the entries of a journal.

        `look` is called with the last game as it began, and after each later entry. The moves of
        earlier games are not repeated; they are in their files. Raises `Fault`.
        """
        past = [*past]
        games = [at for at, entry in enumerate(past) if isinstance(entry, entries.BeginEntry)]
        for at, entry in enumerate(past):
            is_past = bool(games) and at < games[-1]
            asker = self._asker(entry)
            if isinstance(entry, entries.BeginEntry):
                record = read_record(bytes(entry.record))
                if look and not is_past:
                    look(record.table)
                self._begin(entry, record)
            else:
                with suppress(ValueError):  # it was refused when it was written, too
                    if not (is_past and isinstance(entry, entries.GameChange)):
                        self.apply(entry)
                    if asker:
                        asker.answers.keep(entry.client, Done(entry.number))
            if look and self.game and not is_past:
                look(self.game.table)

    def apply(self, entry: EntryBase) -> None:
        """Make the change of an entry. Raises `ValueError` if it is impossible."""
        if isinstance(entry, entries.BeginEntry):
            self._begin(entry, read_record(bytes(entry.record)))
        elif isinstance(entry, entries.SitEntry):
            self.seating.sit(entry.seat, entry.to)
        elif isinstance(entry, entries.AgainEntry):
            self.seating.chairs[entry.seat].again = entry.yes
        elif isinstance(entry, entries.WaitEntry):
            chair = self.seating.chairs[entry.seat]
            chair.waited = max(chair.waited, entry.seconds)  # it went on while the disk wrote
        elif isinstance(entry, entries.FreeEntry):
            self.seating.chairs[entry.seat].free()
        elif isinstance(entry, entries.SeatEntry | entries.ReturnEntry):
            self._come(entry)
        else:
            self._play(entry)

    def _play(self, entry: EntryBase) -> None:
        """Make a change of the game or its clocks, or let a computer player sit down."""
        if isinstance(entry, entries.ComputerEntry):
            chair = self.seating.chairs[entry.seat]
            is_lent = self.game and chair.kind == FREE
            (chair.lend if is_lent else chair.give_computer)(entry.name, entry.level)
        if self.game:
            at = len(self.game.table.plays)
            entries.repeat(entry, self.game.table)
            if self.clock and isinstance(entry, entries.MoveEntry | entries.ClockEntry):
                self.clock.restore(entry.clocks, at + isinstance(entry, entries.MoveEntry))

    def _begin(self, entry: entries.BeginEntry, record: Record) -> None:
        self.record = record
        self.whole_game = cache(partial(entries.one_line, self.record))
        table = self.record.table
        table.seed = entry.seed
        table.draw_lots()
        if entry.moved_on:
            self.seating.move_on()
        for seat, chair in enumerate(self.seating.chairs):
            chair.begin()
            if chair.kind == "computer" and entry.moved_on:
                chair.name = table.sitters[seat].name
            sitter = chair.sitter(self.rules.computer_players)
            if not chair.is_played_here:
                if chair.kind != FREE:
                    entries.seated(table, seat, sitter)
            elif table.sitters[seat].kind != sitter.kind:
                table.sit(seat, replace(sitter, seed=seat_seed(table.seed or 0, seat)))
        self.game = HostedGame(table, self.loop)
        self.clock = self._control and GameClock(self._control, len(table.seats))
        self.number += 1

    def _asker(self, entry: EntryBase) -> Chair | None:
        """Return the chair whose player asked for an entry, None if no player did."""
        is_seated = bool(entry.client) and 0 <= entry.by < len(self.seating.chairs)
        return self.seating.chairs[entry.by] if is_seated else None

    def _come(self, entry: entries.SeatEntry | entries.ReturnEntry) -> None:
        """Let a person play a seat, which a computer player or nobody has played meanwhile."""
        chair = self.seating.chairs[entry.seat]
        is_new = chair.kind == FREE
        if isinstance(entry, entries.SeatEntry):
            chair.give(entry.account, entry.name, entry.token, entry.player)
            self.seating.came(entry.account)
        if chair.is_replaced or is_new:
            chair.is_replaced = False
            chair.level = ""
            if self.game and not self.is_over:
                sitter = chair.sitter(self.rules.computer_players)
                entries.seated(self.game.table, entry.seat, sitter)


LAST_SECONDS: Final = 60.0
"""The seconds for which a table whose game is over waits for those whose line is down."""


class Stay:
    """Ends a table when its game is over and all have left, or when nobody is there for long."""

    def __init__(self, room: Room, ended: Call) -> None:
        """Watch a room; `ended` is called when nobody needs the table any more."""
        self._room = room
        self._ended = ended
        self._timer = OneTimer(room.loop)
        self._alone_since: float | None = None

    def stop(self) -> None:
        """Watch no more."""
        self._timer.stop()

    def look(self, *, is_alone: bool) -> None:
        """Wait for somebody to come, or stop waiting."""
        if not is_alone:
            self._timer.stop()
            self._alone_since = None
            return
        room, now = self._room, self._room.loop.now()
        if self._alone_since is None:  # a look at the table changes nothing
            self._alone_since = now
        stay: float = room.opening.plan.stay
        if room.is_over and not room.goes_on:
            clients = [chair for chair in room.seating.chairs if chair.is_client]
            have_left = all(chair.has_left for chair in clients)
            stay = 0 if have_left else min(stay, LAST_SECONDS)
        self._timer.start(max(stay - (now - self._alone_since), 0.0), self._ended)
