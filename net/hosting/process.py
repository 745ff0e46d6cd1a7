"""A shared table's own process: it opens the socket and the journal, and serves until the end."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import pwd
import signal
import sys
from collections.abc import Callable, Collection
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from engine.table import Sitter
from host.entries import CloseEntry, Entry, OpenEntry
from host.house import House
from host.outside import now, system
from host.plan import FREE, HostPlan, SeatPlan, check_plan, check_seats
from host.reasons import BadPlan, StartReason
from host.room import Room
from net.accounts import own_account
from net.hosting.door import Door
from net.hosting.game_files import FilePast, KeptGameFiles
from net.hosting.journal import Journal, JournalFault
from net.hosting.orders import Order, why_not
from net.hosting.server import AsyncioLoop, GuestLine
from net.hosting.thinkers import Pooled, Thinkers
from net.names.folder_names import FolderNames
from net.names.journals import link_beside, linked_game
from net.names.names import Names
from net.names.sockets import TableSocket
from net.names.starting import StartNews
from saves.record import Record

LAST_SECONDS: Final = 10.0
"""The seconds that the disk has at the end."""


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


async def _serve(order: Order) -> None:
    loop = asyncio.get_running_loop()
    try:
        table = OpenTable(order, loop)
    except Exception as error:  # noqa: BLE001 - whoever waits is told
        _say(StartNews(why=[*why_not(error)]))
        return
    await table.serve(lambda at: _say(StartNews(at.name, str(at.path), os.getpid())))


class OpenTable:
    """A table with its socket, its journal, its file and its computer players."""

    def __init__(
        self, order: Order, loop: asyncio.AbstractEventLoop, names: Names | None = None
    ) -> None:
        """Open a new table, or a dead one again. Raises errors that `why_not` knows."""
        self._names = names or FolderNames()
        self._loop = loop
        self._calls = AsyncioLoop(loop)
        self._files = KeptGameFiles(self._calls)
        self._end = asyncio.Event()
        entries: list[Entry] = []
        with ExitStack() as undo:
            undo.callback(self._files.close, 0)
            if order.plan is not None:
                opening = self._plan(order.plan, order.resume)
                self._listen(opening.plan.name or _account(), undo)
                opening = msgspec.structs.replace(opening, table=self._name.at.name)
                self._journal = Journal.create(opening, self._calls)
                undo.callback(self._journal.close)
                undo.callback(self._journal.remove)
                self._files.link(link_beside(self._journal.path))
            else:
                self._journal, entries = Journal.reopen(Path(order.journal), self._calls)
                undo.callback(self._journal.close)
                opening = _opening(entries)
                self._listen(opening.table, undo, exactly=True)
            self._room = self._make_room(opening, entries)
            undo.pop_all()
        self._house = House(self._room, self._end.set)

    async def serve(self, say: Callable[[TableSocket], None]) -> None:
        """Serve until the table is wanted no more, or SIGTERM; `say` is called once it listens."""
        self._loop.add_signal_handler(signal.SIGTERM, self._end.set)
        door = Door(
            self._name.listening,
            self._loop,
            partial(GuestLine, self._house, self._loop),
            self._room.seating.knows,
        )
        self._house.start()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
        gc.freeze()  # what is loaded stays to the end
        say(self._name.at)
        await self._end.wait()
        door.close()
        self._name.give_up()
        self._house.close()
        self._thinkers.close()
        await asyncio.sleep(0.1)  # for the last messages
        self._keep()

    def _listen(self, wanted: str, undo: ExitStack, *, exactly: bool = False) -> None:
        """Claim a name for the table, or one like it; with `exactly` just this one."""
        self._name = self._names.claim(wanted, exactly=exactly)
        undo.callback(self._name.listening.close)
        undo.callback(self._name.give_up)

    def _plan(self, plan: HostPlan, resume: str) -> OpenEntry:
        """Return the first entry of a new table's journal; a saved game says who sits there."""
        if resume:
            plan = resumed_plan(plan, self._files.resume(Path(resume)))
        else:
            check_plan(plan)
        return OpenEntry(
            plan=plan,
            account=own_account(),
            is_resumed=bool(resume),
            opened=now().isoformat(timespec="seconds"),
        )

    def _make_room(self, opening: OpenEntry, entries: list[Entry]) -> Room:
        self._thinkers = Thinkers(self._calls)
        room = Room(
            opening,
            loop=self._calls,
            outside=system(),
            journal=self._journal,
            files=self._files,
            thinker=Pooled(self._thinkers),
        )
        if entries:
            self._restore(room, entries)
        return room

    def _restore(self, room: Room, entries: list[Entry]) -> None:
        """Repeat what the journal says, and take the file again that a link leads to."""
        path = linked_game(self._journal.path)
        past = FilePast(path)
        room.restore(entries, past.look)
        self._files.link(link_beside(self._journal.path))
        if room.game:
            if path:
                self._files.go_on(path, is_ours=past.is_ours)
            else:
                self._files.begin([sitter.name for sitter in room.game.table.sitters])
            self._files.changed(room.game.record, is_over=room.is_over)
        elif room.opening.is_resumed:
            if path is None:
                raise JournalFault(StartReason.NO_JOURNAL)
            self._files.resume(path)

    def _keep(self) -> None:
        """Let the game's file be written; the journal goes once that has everything."""
        is_kept = self._files.close(LAST_SECONDS)
        if is_kept:
            self._journal.append(CloseEntry(), lambda _error: None)
        self._journal.close(LAST_SECONDS)
        if is_kept:
            self._journal.remove()
            with suppress(OSError):
                link_beside(self._journal.path).unlink()


def resumed_plan(plan: HostPlan, record: Record) -> HostPlan:
    """Return the plan with the game and options of a saved game, and its players if it has none.

    Raises `BadPlan`.
    """
    table = record.table
    levels = table.game.computer_players
    if table.outcome is not None:
        raise BadPlan(StartReason.OVER)
    if plan.seats:
        check_seats(plan, len(table.sitters), levels)
    return msgspec.structs.replace(
        plan,
        game=table.game.key,
        options=msgspec.to_builtins(table.options),
        seats=plan.seats or tuple(_seat_plan(sitter, levels) for sitter in table.sitters),
    )


def _seat_plan(sitter: Sitter, levels: Collection[str]) -> SeatPlan:
    return SeatPlan(sitter.kind, sitter.name) if sitter.kind in levels else SeatPlan(FREE)


def _opening(entries: list[Entry]) -> OpenEntry:
    opening = entries[0]
    assert isinstance(opening, OpenEntry)
    if isinstance(entries[-1], CloseEntry):
        raise JournalFault(StartReason.CLOSED)
    if opening.account != own_account():
        raise JournalFault(StartReason.FOREIGN)
    return opening


def _account() -> str:
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return str(os.getuid())


def _say(news: StartNews) -> None:
    """Tell who waits for the table, and let go of the pipes."""
    with suppress(OSError):
        sys.stdout.buffer.write(msgspec.json.encode(news) + b"\n")
        sys.stdout.buffer.flush()
    null = os.open(os.devnull, os.O_RDWR)
    for handle in (0, 1, 2):
        os.dup2(null, handle)
    if null > 2:
        os.close(null)
