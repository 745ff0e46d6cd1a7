"""A shared table that is open, with its name, journal, file and guests; and its process.

A table does not know whether it is alone in its process.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from socket import socket
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, TypeVar

import msgspec

from engine.loop import Loop
from engine.reasons import Explained, Sentence
from host.computers import Choose
from host.entries import CloseEntry, Entry, EntryKeeper, OpenEntry
from host.guest import LineReason
from host.house import House
from host.outside import Outside, system
from host.plan import FREE, BadPlan, HostPlan, SeatPlan, StartReason, check_plan, check_seats
from host.room import Room
from net.hosting.game_files import FileCheck, KeptGameFiles
from net.hosting.journal import Journal, JournalFault, JournalWriter
from net.hosting.journal_files import JournalThread, LockedJournal
from net.hosting.listen import Listen, keep_listening, open_again, open_web
from net.hosting.server import AsyncioLoop, Door, Enter
from net.hosting.start import Order
from net.hosting.thinkers import Thinkers
from net.names.journals import link_beside, linked_game, sweep_journals
from net.names.sockets import ClaimedName, ProcessSocket, TableSocket, account_name, own_account
from net.names.starting import StartNews
from saves.autosave import WritingThread
from saves.document import Fault
from saves.home import tables_folder
from saves.lock import Held, LockGroup
from saves.passwords import Password
from saves.reasons import plain_sentence, sentence
from saves.record import Record

if TYPE_CHECKING:
    from datetime import datetime

    from net.hosting.web_door import WebDoor

LAST_SECONDS: Final = 10.0
"""The seconds that the disk has at the end, for the game's file and for the journal."""

T = TypeVar("T")


class Names(Protocol):
    """The names under which tables are found."""

    def claim(self, wanted: str, *, exactly: bool = False) -> ClaimedName:
        """Give a table a free name like the wanted one; with `exactly` just this one.

        Raises `NoSocket`, `OSError`.
        """

    def give_up(self, name: ClaimedName) -> None:
        """Let a name lead to its table no more."""


class Doorkeeper(Protocol):
    """The door through which lines come to tables by their names."""

    def open(self, table: str, house: House, listening: socket) -> None:
        """Let lines in that name a table, at a socket that several tables may share."""

    def close(self, table: str) -> None:
        """Let no line to a table in any more."""


class Shared(NamedTuple):
    """The things that all tables of a process share.

    Attributes:
        loop: The event loop.
        outside: Where the time, seeds and tokens come from.
        names: Where all tables have their names.
        folder: The folder of their journals.
        journals: The writer of all journals.
        games: The thread that writes the files of all games.
        locks: The locks of all games and journals.
        door: Where lines to all tables come in; None where nobody listens.
        thinkers: The processes in which all computer players think.
        most_moves: The most moves of the guests of a table in a second, 0 for any number.
    """

    loop: Loop
    outside: Outside
    names: Names
    folder: Path
    journals: JournalWriter
    games: WritingThread
    locks: LockGroup
    door: Doorkeeper | None
    thinkers: Thinkers
    most_moves: int = 0


class OpenTable:
    """A table with its name, its journal, its file and its guests.

    Attributes:
        at: Where it listens.
    """

    def __init__(self, order: Order, shared: Shared) -> None:
        """Open a new table, or a dead one again. Raises errors that `why_not` knows."""
        self._shared = shared
        now, locks = shared.outside.now, shared.locks
        self._files = KeptGameFiles(shared.loop, now, shared.games, locks)
        self._end = asyncio.Event()
        self._farewell, self._is_to_return = (LineReason.CLOSING, 0), False
        entries: list[Entry] = []
        with ExitStack() as undo:
            undo.callback(self._files.close, _ignore)
            if order.plan is not None:
                opening = self._plan(order.plan, order)
                self._listen(opening.plan.name or account_name(os.getuid()), undo)
                opening = msgspec.structs.replace(opening, table=self.at.name)
                game_file = Path(order.resume) if order.resume else None
                self._file = LockedJournal.create(
                    opening, now(), locks, shared.folder, game_file=game_file
                )
                undo.callback(self._file.release)
                undo.callback(self._file.remove)
                self._files.link(link_beside(self._file.path))
            else:
                self._file, entries = LockedJournal.reopen(Path(order.journal), now(), locks)
                undo.callback(self._file.release)
                opening = _opening(entries, order.account)
                self._listen(opening.table, undo, exactly=True)
            self._journal = Journal(self._file, self._file.length, shared.journals)
            self._room = Room(opening, shared.loop, self._files)
            if entries:
                self._restore(self._room, entries)
            undo.pop_all()
        self._house = House(
            self._room,
            outside=shared.outside,
            journal=self._keeper,
            choose=self._choose,
            ended=self.end,
            most_moves=shared.most_moves,
        )

    @property
    def at(self) -> TableSocket:
        """Where it listens."""
        return self._name.at

    @property
    def _keeper(self) -> EntryKeeper:
        """What keeps the entries of the house."""
        return self._journal

    @property
    def _choose(self) -> Choose:
        """What lets its computer players choose."""
        return self._shared.thinkers.of_table()

    def end(self) -> None:
        """End the table soon, in order."""
        self._end.set()

    def stop(self, reason: LineReason, seconds: int = 0) -> None:
        """End the table soon, but for its journal: it is to be opened again, after `seconds`."""
        self._farewell, self._is_to_return = (reason, seconds), True
        self._end.set()

    def reach_by(self, web: WebDoor, listen: Listen | None = None) -> None:
        """Let other machines come by a door too; a restart opens it again with `listen`."""
        self._room.address = web.address(self.at.name)
        self._room.has_password = web.password is not None
        if listen:
            keep_listening(self._file.path, msgspec.structs.replace(listen, port=web.port))

    async def serve(self, listens: Callable[[], object]) -> None:
        """Serve until nobody needs the table any more; call `listens` when guests may come."""
        self.begin()
        listens()
        await self.last()

    def begin(self) -> None:
        """Let guests come."""
        assert self._shared.door
        self._shared.door.open(self.at.name, self._house, self._name.listening)
        self._house.start()

    async def last(self) -> None:
        """Last until nobody needs the table any more, and end it."""
        assert self._shared.door
        await self._end.wait()
        self._shared.door.close(self.at.name)
        self._shared.names.give_up(self._name)
        self._house.close(*self._farewell)
        await asyncio.sleep(0.1)  # for the last messages
        await self._keep()

    def _listen(self, wanted: str, undo: ExitStack, *, exactly: bool = False) -> None:
        """Claim a name for the table, or one like it; with `exactly` just this one."""
        self._name = self._shared.names.claim(wanted, exactly=exactly)
        undo.callback(self._shared.names.give_up, self._name)

    def _plan(self, plan: HostPlan, order: Order) -> OpenEntry:
        """Return the first entry of a new table's journal; a saved game has its own sitters."""
        if order.resume:
            plan = resumed_plan(plan, self._files.resume(Path(order.resume)))
        else:
            check_plan(plan)
        return OpenEntry(
            plan=plan,
            account=own_account() if order.account is None else order.account,
            is_resumed=bool(order.resume),
            opened=self._shared.outside.now().isoformat(timespec="seconds"),
        )

    def _restore(self, room: Room, entries: list[Entry]) -> None:
        """Repeat the entries of the journal, and take the linked game file again."""
        path = linked_game(self._file.path)
        past = FileCheck(path)
        room.restore(entries, past.look)
        self._files.link(link_beside(self._file.path))
        if room.game:
            if path:
                self._files.go_on(path, is_ours=past.is_ours)
            else:
                self._files.begin([sitter.name for sitter in room.game.table.sitters])
            self._files.changed(room.record, is_over=room.is_over)
        elif room.opening.is_resumed:
            if path is None:
                raise JournalFault(StartReason.NO_JOURNAL)
            self._files.resume(path)

    async def _keep(self) -> None:
        """Let the game's file be written; the journal goes once that has everything."""
        if await _told(self._files.close) and not self._is_to_return:
            await _told(partial(self._journal.append, CloseEntry()))
            self._file.remove()
        await _told(self._journal.close)


async def _told(ask: Callable[[Callable[[T], None]], object]) -> T | None:
    """Ask the disk; return its answer, None if there is none in time."""
    told: asyncio.Future[T] = asyncio.get_running_loop().create_future()

    def tell(answer: T) -> None:
        if not told.done():
            told.set_result(answer)

    ask(tell)
    with suppress(TimeoutError):
        return await asyncio.wait_for(told, LAST_SECONDS)
    return None


def resumed_plan(plan: HostPlan, record: Record) -> HostPlan:
    """Return the plan with the game and options of a saved game, and its players if it has none.

    Raises `BadPlan`.
    """
    table = record.table
    if table.outcome is not None:
        raise BadPlan(StartReason.OVER)
    levels = table.game.computer_players
    if plan.seats:
        check_seats(plan, len(table.sitters), levels)
    seats = tuple(
        SeatPlan(sitter.kind, sitter.name) if sitter.kind in levels else SeatPlan(FREE)
        for sitter in table.sitters
    )
    options = msgspec.to_builtins(table.options)
    return msgspec.structs.replace(
        plan, game=table.game.key, options=options, seats=plan.seats or seats
    )


def _opening(entries: list[Entry], account: str | None) -> OpenEntry:
    opening = entries[0]
    assert isinstance(opening, OpenEntry)
    if isinstance(entries[-1], CloseEntry):
        raise JournalFault(StartReason.CLOSED)
    if account is None and opening.account != own_account():
        raise JournalFault(StartReason.FOREIGN)
    return opening


def why_not(error: Exception) -> Sentence:
    """Return the sentence for an error at a table's start."""
    if isinstance(error, Explained):
        return sentence(error.reason, **error.facts)
    if isinstance(error, Fault):
        return error.sentence
    if isinstance(error, Held):
        return sentence(StartReason.HELD)
    if isinstance(error, OSError) and error.strerror:
        return plain_sentence(error.strerror)
    return sentence(StartReason.FAULT, why=type(error).__name__)


def _ignore(_told: object) -> None:
    """Nobody waits for it."""


def main() -> None:
    """Start the table that standard input orders, say so on standard output, and serve."""
    logging.getLogger().addHandler(logging.NullHandler())
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})  # until it can end in order
    order = msgspec.json.decode(sys.stdin.buffer.read(), type=Order)
    if os.fork():  # so that the table is nobody's child, and no one has to wait for it
        os._exit(0)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    asyncio.run(_serve(order))


def shared_here(loop: asyncio.AbstractEventLoop) -> Shared:
    """Return the things that all tables of this process share."""
    calls, folder = AsyncioLoop(loop), tables_folder()
    sweep_journals(folder)
    return Shared(
        loop=calls,
        outside=system(),
        names=ProcessSocket(),
        folder=folder,
        journals=JournalWriter(calls, JournalThread(calls)),
        games=WritingThread("games"),
        locks=LockGroup(),
        door=Door(loop),
        thinkers=Thinkers(calls),
    )


async def _serve(order: Order) -> None:
    loop = asyncio.get_running_loop()
    shared = shared_here(loop)
    door = shared.door
    assert isinstance(door, Door)
    try:
        reached = _web_door(order, door.enter, loop, shared.outside.now())
        table = OpenTable(order, shared)
        if reached:
            listen, web = reached
            table.reach_by(web, listen)
    except Exception as error:  # noqa: BLE001 - the starter is told
        _say(StartNews(why=[*why_not(error)]))
        return

    def listens() -> None:
        loop.add_signal_handler(signal.SIGTERM, table.end)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
        gc.freeze()  # loaded modules stay to the end
        if reached:
            reached[1].open()
        _say(StartNews(table.at.name, str(table.at.path), os.getpid()))

    await table.serve(listens)
    shared.thinkers.close()


def _web_door(
    order: Order, enter: Enter, loop: asyncio.AbstractEventLoop, now: datetime
) -> tuple[Listen, WebDoor] | None:
    """Return how a table listens to other machines, None if it does not.

    Raises `NotOnline`, `OSError`.
    """
    if order.listen:
        password = Password(order.password)
        return order.listen, open_web(order.listen, password, enter, loop, now)
    return open_again(Path(order.journal), enter, loop, now) if order.journal else None


def _say(news: StartNews) -> None:
    """Tell the waiting starter, and let go of the pipes."""
    with suppress(OSError):
        sys.stdout.buffer.write(msgspec.json.encode(news) + b"\n")
        sys.stdout.buffer.flush()
    null = os.open(os.devnull, os.O_RDWR)
    for handle in (0, 1, 2):
        os.dup2(null, handle)
    if null > 2:
        os.close(null)
