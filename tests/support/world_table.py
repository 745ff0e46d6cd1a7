"""The table of a simulated world: its process, its computer players, and its ends of lines."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from world_parts import Line, ProcessLoop, WorldJournal

from host.entries import EntryBase
from host.guest import Account
from host.house import House
from host.outside import Outside
from host.room import Room
from net.hosting.desk import Desk
from net.hosting.line_guest import LineGuest
from saves.record import Record

if TYPE_CHECKING:
    from world import World


class Process:
    """The process of the table: it lives from a start to a crash, or to its end in order."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.loop = ProcessLoop(world.loop)
        self.journal = WorldJournal(world.disk, self.loop)
        entries = WorldJournal.reopen(world.disk)
        world.promises.check_restart(entries)
        self.thinkers = WorldThinkers(self)
        self.files = WorldFiles()
        self.room = Room(world.opening, self.loop, self.files)
        self.room.restore(entries[1:])
        self.is_ended = False
        self.house = House(
            self.room,
            outside=outside_of(world),
            journal=_Watched(self.journal, world),
            choose=self.thinkers.choose,
            ended=self._end,
        )
        self.desk = Desk(self.house)
        if self.room.game:
            self.files.changed(self.room.record, is_over=self.room.is_over)
        self.house.start()

    @property
    def table(self) -> Any:
        """The table of the game, None before it begins."""
        return self.room.game.table if self.room.game else None

    def _end(self) -> None:
        self.is_ended = True
        self.house.close()


class _Watched:
    """The journal as the room has it; the world looks at each entry first."""

    def __init__(self, journal: WorldJournal, world: World) -> None:
        self._journal = journal
        self._world = world

    @property
    def has_room(self) -> bool:
        return self._journal.has_room

    def append(self, entry: EntryBase, written: Any) -> None:
        self._world.promises.check_entry(entry)
        self._journal.append(entry, written)


class WorldFiles:
    """The file of the game, in memory."""

    def __init__(self) -> None:
        self.newest = b""
        self.names: list[str] = []

    def resumed(self) -> Record:
        raise AssertionError("no game is resumed here")

    def begin(self, names: Sequence[str]) -> None:
        self.names = [*names]

    def changed(self, record: Record, *, is_over: bool) -> None:
        if is_over:
            self.newest = record.to_bytes()


class WorldThinkers:
    """Computer players that think for a while, and whose process may die meanwhile."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self.thinking = 0

    def choose(self, game, seat, sitter, view, chosen, gave_up):
        chance = self._process.world.chance
        seconds = chance.between("thinking", 0.01, 1.0) + 3.0 * (chance("thinker dies") < 0.02)
        self.thinking += 1

        def answer() -> None:
            self.thinking -= 1
            chosen(game.computer_players[sitter.kind](sitter.seed or 0).choose(view))

        due = self._process.loop.later(seconds, answer)

        def stop() -> None:
            if due.call is not None:
                self.thinking -= 1
                due.stop()

        return stop


class TableEnd:
    """The table's end of a line: an outlet, which writes while the client reads."""

    def __init__(self, process: Process, line: Line, account: Account, name: str) -> None:
        self._process = process
        self._line = line
        self._name = name
        self._is_closing = False
        self._is_due = False
        self.has_room = True
        line.to_table = self._receive
        line.table_lost = self._lost
        self.guest: LineGuest = process.desk.arrive(account, self)

    def wake(self) -> None:
        if not self._is_due:
            self._is_due = True
            self._process.loop.soon(self._write)

    def close(self) -> None:
        self._is_closing = True
        self.wake()
        self._process.loop.later(2.0, self._line.cut)

    def resume(self) -> None:
        """Go on writing: the client reads again."""
        self.has_room = True
        self.wake()

    def _receive(self, line: bytes) -> None:
        if not self._is_closing:
            self._process.desk.receive(self.guest, line)

    def _write(self) -> None:
        self._is_due = False
        while self.has_room and not self._line.is_cut:
            line = self.guest.next_line()
            if line is None:
                if self._is_closing:
                    self._line.end()
                return
            self._process.world.sent(self._name, line)
            self._line.down(line)

    def _lost(self) -> None:
        if self.guest in self._process.house.guests:
            self._process.desk.lost(self.guest)


def outside_of(world: World) -> Outside:
    """Return seeds, tokens and times that come from the world."""
    return Outside(
        now=lambda: datetime.fromtimestamp(world.loop.now, UTC),
        fresh_seed=lambda: world.chance.below("seed", 2**53),
        new_token=lambda: f"{world.chance.below('token', 2**53):022x}",
    )
