"""The lines of a shared table: let in at its door, read and written by asyncio, each on its own."""

from __future__ import annotations

import asyncio
import grp
import os
import pwd
import socket
import struct
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from operator import itemgetter
from threading import get_ident
from typing import Any, Final, TypeAlias

from engine.loop import Call
from host.guest import Account, LineClosed, LineReason
from host.house import House
from host.seating import Presence
from net.hosting.line_end import Line, LineEnd
from net.hosting.messages import fault_of
from net.hosting.remote_guest import RemoteGuest
from net.names.names import table_meant
from net.names.sockets import unix_account
from net.wire import LONGEST_REQUEST, to_line

MOST_ACCEPTED: Final = 256
"""The connections that are looked at before the process goes on with something else."""

MOST_NEW: Final = 50
"""The connections of one account that are let in within a second, for each table."""

MOST_OPEN: Final = 20
"""The connections of one account that are open at once, for each table."""

MOST_STRANGERS: Final = 200
"""The open connections of all accounts that have no seat, for each table."""

_AGAIN_SECONDS: Final = 0.1
_CREDENTIALS: Final = struct.Struct("3i")


Enter: TypeAlias = Callable[[bytes, Account, Line], LineEnd[Any]]
"""A function that gives a new line its end, by its first message. Raises `LineClosed`."""


class Listening:
    """A socket that listens in a loop; what connects is handed on, many connections at once."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        listening: socket.socket,
        take: Callable[[list[tuple[socket.socket, Any]]], object],
    ) -> None:
        """Let `take` have the new connections, each with its address."""
        listening.setblocking(False)
        self._loop = loop
        self._listening = listening
        self._take = take
        self._is_open = True
        self._listen()

    def close(self) -> None:
        """Let nobody in any more; the socket stays with its owner."""
        self._is_open = False
        self._loop.remove_reader(self._listening)

    def _listen(self) -> None:
        if self._is_open:
            self._loop.add_reader(self._listening, self._look)

    def _look(self) -> None:
        found: list[tuple[socket.socket, Any]] = []
        for _number in range(MOST_ACCEPTED):
            try:
                found.append(self._listening.accept())
            except (BlockingIOError, ConnectionAbortedError):
                break
            except OSError:  # the system has no room for more; they wait
                self._loop.remove_reader(self._listening)
                self._loop.call_later(_AGAIN_SECONDS, self._listen)
                break
        self._take(found)


class Door:
    """The door of a process to its tables; connections it refuses are closed without a word."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Let lines in by a loop, once it runs."""
        self._loop = loop
        self._tables: dict[str, tuple[House, socket.socket]] = {}
        self._listening: dict[socket.socket, Listening] = {}
        self._opened = 0
        self._open: Counter[str] = Counter()
        self._new: Counter[str] = Counter()
        self._second = loop.time()
        self._strangers = 0
        self._entrance = Entrance(loop, self.enter)

    def open(self, table: str, house: House, listening: socket.socket) -> None:
        """Let lines in that name a table, at a socket that several tables may share."""
        self._tables[table] = house, listening
        self._opened += 1
        if listening not in self._listening:
            self._listening[listening] = Listening(self._loop, listening, self._let_in)

    def close(self, table: str) -> None:
        """Let no line to a table in any more."""
        _house, listening = self._tables.pop(table)
        if all(socket is not listening for _house, socket in self._tables.values()):
            self._listening.pop(listening).close()

    def enter(self, first: bytes, account: Account, line: Line) -> LineEnd[Any]:
        """Return the end of a line of an account that begins like this. Raises `LineClosed`.

        The first message was not taken in yet.
        """
        return RemoteGuest(self._house(table_meant(first)), account, line)

    def _house(self, table: str) -> House:
        found = self._tables.get(table)
        if self._opened == 1:  # by whatever name it was found
            found = next(iter(self._tables.values()), None)
        if found is None:
            raise LineClosed(LineReason.CLOSING if table else LineReason.MESSAGE)
        return found[0]

    def _knows(self, account: Account) -> bool:
        """Whether an account has a seat at a table, or a table."""
        houses = (house for house, _listening in self._tables.values())
        return any(house.room.seating.knows(account) for house in houses)

    def _let_in(self, found: list[tuple[socket.socket, Any]]) -> None:
        """Let new connections in: first those of accounts that have something to do here."""
        if self._loop.time() - self._second >= 1:
            self._second = self._loop.time()
            self._new.clear()
        waiting = []
        for connection, _address in found:
            try:
                account = account_of(connection)
            except OSError:
                connection.close()
            else:
                waiting.append((account, connection, not self._knows(account)))
        for account, connection, is_stranger in sorted(waiting, key=itemgetter(2)):
            self._admit(account, connection, is_stranger=is_stranger)

    def _admit(self, account: Account, connection: socket.socket, *, is_stranger: bool) -> None:
        key, tables = account.key, len(self._tables)
        is_crowded = self._open[key] >= MOST_OPEN * tables or self._new[key] >= MOST_NEW * tables
        if is_crowded or (is_stranger and self._strangers >= MOST_STRANGERS * tables):
            connection.close()
            return
        self._new[key] += 1
        self._open[key] += 1
        self._strangers += is_stranger

        def ended() -> None:
            self._open[key] -= 1
            self._strangers -= is_stranger

        self._entrance.take(connection, account, ended)


class Entrance:
    """Makes lines of connections that were let in."""

    def __init__(self, loop: asyncio.AbstractEventLoop, enter: Enter) -> None:
        """Let `enter` give each line its end."""
        self._loop = loop
        self._enter = enter
        self._entering: set[asyncio.Task[object]] = set()

    def take(self, connection: socket.socket, account: Account, ended: Callable[[], None]) -> None:
        """Make a line of a connection; `ended` is called once it has ended."""
        connection.setblocking(False)
        entering = self._loop.connect_accepted_socket(
            lambda: LineProtocol(self._enter, self._loop, account, ended), connection
        )
        task = self._loop.create_task(entering)
        self._entering.add(task)
        task.add_done_callback(self._entering.discard)


def account_of(connection: socket.socket) -> Account:
    """Return the account at the other end, as the system knows it. Raises `OSError`."""
    data = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    _pid, uid, gid = _CREDENTIALS.unpack(data)
    return _account(uid, gid)


@lru_cache(maxsize=64)
def _account(uid: int, gid: int) -> Account:
    name, groups = "", set()
    with suppress(KeyError, OSError):
        name = pwd.getpwuid(uid).pw_name
    numbers = {gid}
    if name:
        with suppress(OSError):
            numbers.update(os.getgrouplist(name, gid))
    for number in numbers:
        with suppress(KeyError, OSError):
            groups.add(grp.getgrgid(number).gr_name)
    return Account(unix_account(uid), name, frozenset(groups))


LAST_SECONDS: Final = 2.0
"""The seconds that a line has to take the last message before it is cut."""

AT_ONCE: Final = 4096
"""The bytes after which no further line joins the same write."""


class _Due:
    """A later call of asyncio's loop."""

    def __init__(self, handle: asyncio.TimerHandle) -> None:
        self._handle = handle

    def stop(self) -> None:
        """Cancel the call."""
        self._handle.cancel()


class AsyncioLoop:
    """asyncio's loop, which runs in this thread, as the rest of a table knows it."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._thread = get_ident()

    def soon(self, call: Call) -> None:
        """Make the call once the running one has returned; may be called from any thread."""
        if get_ident() == self._thread:
            self._loop.call_soon(call)  # nobody has to be woken
        else:
            self._loop.call_soon_threadsafe(call)

    def later(self, seconds: float, call: Call) -> _Due:
        """Make the call after these seconds, unless it is stopped."""
        return _Due(self._loop.call_later(seconds, call))

    def now(self) -> float:
        """Return the seconds of the loop's clock."""
        return self._loop.time()


class LineProtocol(asyncio.Protocol):
    """One connection: its lines go to a house, and the lines of its guest are written to it.

    Its first message says to which. A message is made only when all before it was taken by the
    system.
    """

    def __init__(
        self,
        enter: Enter,
        loop: asyncio.AbstractEventLoop,
        account: Account,
        ended: Callable[[], None],
    ) -> None:
        """Be the line of an account.

        Args:
            enter: Returns the end of a line that begins like this. Raises `LineClosed`.
            loop: The running loop.
            account: The account at the other end.
            ended: Told once the connection has ended.
        """
        self._enter = enter
        self._loop = loop
        self._account = account
        self._ended = ended
        self._transport: asyncio.Transport | None = None
        self._guest: LineEnd[Any] | None = None
        self._heard = b""
        self._has_room = True
        self._is_due = False
        self._is_closing = False
        self._cut = loop.call_later(Presence.gone_seconds, self._refuse, LineReason.SILENT)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Wait for the first message."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.set_write_buffer_limits(high=0)

    def data_received(self, data: bytes) -> None:
        """Hand every whole line to the house."""
        self._heard += data
        while not self._is_closing:
            line, feed, rest = self._heard.partition(b"\n")
            if len(line) >= LONGEST_REQUEST:
                self._refuse(LineReason.TOO_LONG)
                break
            if not feed:
                break
            self._heard = rest
            self._receive(line)
        if self._is_closing:
            self._heard = b""
        if self._is_due:  # an answer that is there already waits for nothing else
            self._write()

    def _receive(self, line: bytes) -> None:
        if self._guest is None:
            try:
                self._guest = self._enter(line, self._account, self)
            except LineClosed as why:
                self._refuse(why.line_reason)
                return
            self._cut.cancel()
        self._guest.receive(line)

    def _refuse(self, reason: LineReason) -> None:
        if self._guest is not None:
            self._guest.close(reason)
        elif self._transport is not None:
            self._is_closing = True
            self._transport.write(self._packed([to_line(fault_of(reason))]))
            self._end()

    def pause_writing(self) -> None:
        """Note that the system takes no more for now."""
        self._has_room = False

    def resume_writing(self) -> None:
        """Go on writing."""
        self._has_room = True
        self._write()

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the house that the guest is gone."""
        self._is_closing = True
        self._ended()
        self._cut.cancel()
        guest, self._guest, self._transport = self._guest, None, None
        if guest:
            guest.lost()

    def wake(self) -> None:
        """Write as soon as the running call has returned."""
        if not self._is_due:
            self._is_due = True
            self._loop.call_soon(self._write)

    def close(self) -> None:
        """Write the mailbox, within a moment, and close the connection."""
        if not self._is_closing:
            self._is_closing = True
            self.wake()
            self._cut = self._loop.call_later(LAST_SECONDS, self._abort)

    def _write(self) -> None:
        self._is_due = False
        if self._guest is None or self._transport is None:
            return
        while self._has_room and not self._transport.is_closing() and (lines := self._next()):
            self._transport.write(self._packed(lines))
        if self._is_closing and self._has_room:
            self._end()

    def _next(self) -> list[bytes]:
        """Return the next lines, which the system takes at once; none if there are none."""
        assert self._guest
        lines: list[bytes] = []
        length = 0
        while length < AT_ONCE and (line := self._guest.next_line()) is not None:
            lines.append(line)
            length += len(line)
        return lines

    def _packed(self, lines: list[bytes]) -> bytes:
        """Return lines as they go over the network."""
        return b"".join(lines)

    def _end(self) -> None:
        """End the connection once all that was written has gone."""
        assert self._transport
        self._transport.close()

    def _abort(self) -> None:
        """Cut the connection."""
        if self._transport is not None:
            self._transport.abort()
