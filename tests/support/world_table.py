"""The table of a simulated world: its process, its computer players, and its ends of lines."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Protocol

from world_disk import TABLES_FOLDER, DiskThread
from world_neighbour import Neighbour
from world_parts import Line, ProcessLoop

from engine.loop import Call
from host.entries import CloseEntry, Entry, EntryBase
from host.guest import Account
from host.house import House
from host.room import Room
from net.hosting.journal import Journal, JournalWriter
from net.hosting.journal_files import LockedJournal
from net.hosting.line_end import Line as LineOut
from net.hosting.open_table import LAST_SECONDS, OpenTable, Shared
from net.hosting.remote_guest import RemoteGuest
from net.hosting.server import LineProtocol
from net.hosting.start import Order
from saves.lock import LockGroup

if TYPE_CHECKING:
    from world import World
    from world_base import SimulatedWorld


class HostProcess:
    """A process with tables: what they share."""

    def __init__(self, world: SimulatedWorld, loop: ProcessLoop) -> None:
        self.world = world
        self.loop = loop
        self.thinkers = WorldThinkers(self)

    def shared(self, folder: Path) -> Shared:
        """Return what tables share, whose journals are in a folder."""
        return Shared(
            loop=self.loop,
            outside=self.world.outside(),
            names=None,
            folder=folder,
            journals=JournalWriter(self.loop, self._write),
            games=DiskThread(self.world.disk),
            locks=LockGroup(),
            door=None,
            thinkers=self.thinkers,
        )

    def _write(self, journals: Sequence[Journal], done: Callable[[float], None]) -> None:
        """Write to journals at once, or a little later; sync them when the disk is done."""
        seconds = self.world.disk.sync_seconds
        if seconds < 0.01 and self.world.chance("is fast") < 0.3:
            _write_all(journals)
            _sync_all(journals)
            done(0.0)
            return

        def synced() -> None:
            _sync_all(journals)
            done(seconds)

        _write_all(journals)
        self.loop.later(seconds, synced)


class Process(HostProcess):
    """The process of the table: it lives from a start to a crash, or to its end in order."""

    world: World

    def __init__(self, world: World) -> None:
        super().__init__(world, ProcessLoop(world.loop, world.disk, world.table_killed))
        self.is_ended = False
        world.booting = self
        self.loop.run(self.open)

    def open(self) -> None:
        """Open the table, if the disk lets it."""
        world = self.world
        shared = self.shared(TABLES_FOLDER)
        order = Order(plan=world.plan, resume=world.resumed)
        if world.journal:
            order = Order(journal=world.journal)
        try:
            self.open_table = WorldTable(order, shared, self)
        except Exception as why:  # noqa: BLE001 - the world knows which may be
            world.cannot_open(self, why)
            return
        if not world.resumed:
            Neighbour(self, shared)
        world.process = self
        world.journal = str(self.open_table.file.path)
        self.house.start()

    @property
    def room(self) -> Room:
        """The table's seats and games."""
        return self.open_table.room

    @property
    def house(self) -> House:
        """Who is at the table."""
        return self.open_table.house

    @property
    def table(self) -> Any:
        """The table of the game, None before it begins."""
        return self.open_table.table


def _write_all(journals: Sequence[Journal]) -> None:
    for journal in journals:
        journal.write()


def _sync_all(journals: Sequence[Journal]) -> None:
    for journal in journals:
        journal.sync()
        journal.let_go()


class WatchedTable(OpenTable):
    """An open table; the world looks at each entry before it is written."""

    @property
    @abstractmethod
    def seen_by(self) -> World | None:
        """The world that looks, None for none."""

    @property
    def file(self) -> LockedJournal:
        """The file of the journal."""
        return self._file

    @property
    def room(self) -> Room:
        """The seats and games."""
        return self._room

    @property
    def house(self) -> House:
        """The guests."""
        return self._house

    @property
    def table(self) -> Any:
        """The table of the game, None before it begins."""
        return self._room.game.table if self._room.game else None

    @property
    def game_path(self) -> Path | None:
        """Where the game is saved."""
        return self._files._autosave and self._files._autosave.saved_in

    @property
    def _journal(self) -> Any:
        return self._watched

    @_journal.setter
    def _journal(self, journal: Journal) -> None:
        world = self.seen_by
        self._watched = _Watched(journal, world) if world else journal

    def _restore(self, room: Room, entries: list[Entry]) -> None:
        if world := self.seen_by:
            world.promises.check_restart(entries)
        super()._restore(room, entries)


class WorldTable(WatchedTable):
    """An open table without a socket and without asyncio: its end is made of calls of the loop."""

    def __init__(self, order: Order, shared: Shared, process: Process) -> None:
        self._process = process
        super().__init__(order, shared)

    @property
    def seen_by(self) -> World:
        return self._process.world

    def end(self) -> None:
        """End the table soon, in order."""
        if not self._process.is_ended:
            self._process.is_ended = True
            self._process.loop.soon(self._close)

    def _listen(self, wanted: str, undo: object, *, exactly: bool = False) -> None:
        self._name = SimpleNamespace(at=SimpleNamespace(name="world"))

    def _close(self) -> None:
        self._house.close()
        self._process.loop.later(0.1, lambda: self._told(self._files.close, self._saved))

    def _saved(self, is_saved: bool | None) -> None:
        if is_saved:
            self._told(partial(self._journal.append, CloseEntry()), self._noted)
        else:
            self._told(self._journal.close, self._exit)

    def _noted(self, _error: OSError | None) -> None:
        self._file.remove()
        self._told(self._journal.close, lambda _told: None)

    def _exit(self, _told: object) -> None:
        """End the process with what it could not write; its journal stays."""
        self._process.loop.die()
        self._process.world.disk.end_of(self._process.loop)

    def _told(self, ask: Any, then: Callable[[Any], None]) -> None:
        """Ask the disk; go on with what it tells, or with None if it does not answer in time."""
        told: list[object] = []

        def tell(answer: object) -> None:
            if not told:
                told.append(answer)
                patience.stop()
                then(answer)

        patience = self._process.loop.later(LAST_SECONDS, lambda: tell(None))
        ask(tell)


class _Watched:
    """The journal as the room has it; the world looks at each entry first."""

    def __init__(self, journal: Journal, world: World) -> None:
        self._journal = journal
        self._world = world
        self.close = journal.close

    @property
    def has_room(self) -> bool:
        return self._journal.has_room

    def append(self, entry: EntryBase, written: Any) -> None:
        promises = self._world.promises
        promises.check_entry(entry)

        def told(error: OSError | None) -> None:
            if error is None:
                promises.note_written(entry)
                if not self._world.entry_kept():
                    return
            written(error)
            if error is None:
                promises.note_done(entry)
            self._world.entry_done()

        self._journal.append(entry, told)


class WorldThinkers:
    """Computer players that think for a while, and whose process may die meanwhile."""

    waiting = 0

    def __init__(self, process: HostProcess) -> None:
        self.process = process
        self.thinking = 0

    def of_table(self):
        return self.choose

    def choose(self, game, seat, sitter, view, chosen, gave_up):
        chance = self.process.world.chance
        seconds = chance.between("thinking", 0.01, 1.0) + 3.0 * (chance("thinker dies") < 0.02)
        self.thinking += 1

        def answer() -> None:
            self.thinking -= 1
            if self.process.world.is_still:
                return
            chosen(game.computer_players[sitter.kind](sitter.seed or 0).choose(view))

        due = self.process.loop.later(seconds, answer)

        def stop() -> None:
            if due.call is not None:
                self.thinking -= 1
                due.stop()

        return stop


class End(Protocol):
    """The table's end of a line."""

    def be_deaf(self, seconds: float) -> None:
        """Write no more for a while: the client does not read."""


class TableEnd(asyncio.Transport):
    """The table's end of a line, as asyncio would carry out what the server's protocol asks for."""

    def __init__(self, process: Process, line: Line, account: Account, name: str) -> None:
        self._process = process
        self._line = line
        self._name = name
        self._is_closing = self._is_lost = False
        calls: Any = process.loop

        def enter(_first: bytes, account: Account, at: LineOut) -> RemoteGuest:
            return RemoteGuest(process.house, account, at)

        self._protocol = LineProtocol(enter, calls, account, lambda: None)
        self._protocol.connection_made(self)
        line.to_table = self._receive
        line.table_lost = self._lost

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        pass

    def is_closing(self) -> bool:
        return self._is_closing or self._line.is_cut

    def write(self, data: Any) -> None:
        for line in data.splitlines(keepends=True):
            self._process.world.sent(self._name, line)
            self._line.down(line)

    def close(self) -> None:
        if not self._is_closing:
            self._is_closing = True
            self._line.end()

    def abort(self) -> None:
        self._line.cut()

    def be_deaf(self, seconds: float) -> None:
        self._run(self._protocol.pause_writing)
        self._process.loop.later(seconds, self._protocol.resume_writing)

    def _receive(self, data: bytes) -> None:
        self._run(lambda: self._protocol.data_received(data))

    def _lost(self) -> None:
        self._run(lambda: self._protocol.connection_lost(None))
        self._is_lost = True

    def _run(self, call: Call) -> None:
        if not (self._is_lost or self._process.loop.is_dead):
            self._process.loop.run(call)
