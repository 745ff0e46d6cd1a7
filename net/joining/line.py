"""The line between a client and a table: lines of bytes, over a Unix socket or anything else."""

from __future__ import annotations

import os
import select
import socket
import struct
from pathlib import Path
from time import monotonic
from typing import Final, Protocol

from net.joining.reasons import JoinReason, NotJoined
from net.names.sockets import AT_SERVER, account_name, full_name, socket_mark, unix_account
from net.wire import LONGEST_NEWS

_PIECE: Final = 65536
_CREDENTIALS: Final = struct.Struct("3i")
_TIME: Final = struct.Struct("@ll")
"""A time as the system has it: seconds and millionths."""


PATIENCE: Final = 10.0
"""The seconds of silence after which a table that was greeted does not answer."""

_WHY: Final = {
    FileNotFoundError: JoinReason.GONE,
    ConnectionRefusedError: JoinReason.GONE,
    NotADirectoryError: JoinReason.GONE,
    PermissionError: JoinReason.NOT_ALLOWED,
}
"""The meaning of an error of connecting; any other error means that nobody answers."""


class LineLost(Exception):
    """An error: the line to the table is down."""


class Address(Protocol):
    """The place where a table can be reached."""

    @property
    def server(self) -> str:
        """The text under which tokens of its tables are kept: who keeps the table, or where."""

    @property
    def name(self) -> str:
        """The name of the table there, empty where it is the only one."""

    @property
    def owner(self) -> str:
        """The name of the table's owner; empty where only that machine knows it."""

    @property
    def seconds(self) -> float:
        """The seconds that a line may take to be opened and answered."""

    def called(self, table: str) -> str:
        """Return the name by which a table of this place is joined from here."""

    def later(self) -> Address:
        """Return the address for later attempts, which ask the person nothing."""

    def open(self, longest: int = LONGEST_NEWS) -> SocketLine:
        """Connect, for lines of at most `longest` bytes. Raises `NotJoined`."""

    def mark(self) -> object:
        """Return a value that changes when a table begins to listen here; None for no table."""


class SocketLine:
    """A line over a connected socket: one thread receives, any thread may send and hang up."""

    def __init__(self, connected: socket.socket, longest: int = LONGEST_NEWS) -> None:
        """Take over a socket that is connected and waits in its calls.

        A table that sends a line of more than `longest` bytes has lost the line.
        """
        self._socket = connected
        self._longest = longest
        self._poll = select.poll()
        self._poll.register(connected, select.POLLIN)
        self._buffer = bytearray()
        self._searched = 0

    def send(self, line: bytes) -> None:
        """Send a line without waiting; a table that reads nothing for long has lost it."""
        try:
            sent = self._socket.send(line, socket.MSG_DONTWAIT | socket.MSG_NOSIGNAL)
        except OSError as error:
            raise LineLost from error
        if sent < len(line):
            raise LineLost

    def receive(self, seconds: float) -> bytes | None:
        """Return the next line; None if no whole one came in so long. Raises `LineLost`."""
        end = monotonic() + seconds
        while (line := self._next()) is None:
            try:
                if not self._poll.poll(max(end - monotonic(), 0) * 1000):
                    return None
                piece = self._socket.recv(_PIECE, socket.MSG_DONTWAIT)
            except BlockingIOError:
                continue
            except OSError as error:
                raise LineLost from error
            if not piece:
                raise LineLost
            self._take(piece)
        return line

    def _take(self, piece: bytes) -> None:
        """Add what came to the lines. Raises `LineLost`."""
        self._buffer += piece

    def fileno(self) -> int:
        """Return the number by which the system knows that something has come."""
        return self._socket.fileno()

    def hang_up(self) -> None:
        """End the line: a thread in `receive` gets `LineLost`, at once or after the last lines."""
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            return  # it has ended

    def why_lost(self) -> NotJoined:
        """Return the reason why a line was lost before the table had answered."""
        return NotJoined(JoinReason.GONE)

    def close(self) -> None:
        """Hang up and close the socket; only for the thread that receives."""
        self.hang_up()
        self._socket.close()

    def _next(self) -> bytes | None:
        """Return the first whole line of the buffer. Raises `LineLost` if one is too long."""
        end = self._buffer.find(b"\n", self._searched)
        if max(end, len(self._buffer) if end < 0 else 0) > self._longest:
            raise LineLost
        if end < 0:
            self._searched = len(self._buffer)
            return None
        line = bytes(self._buffer[: end + 1])
        del self._buffer[: end + 1]
        self._searched = 0
        return line


class UnixAddress:
    """The socket of a table of this machine, which has to belong to its owner. See `Address`."""

    seconds = PATIENCE

    def __init__(self, path: Path, uid: int, table: str = "", patience: float = 1.0) -> None:
        """Reach a table by its socket's path.

        Args:
            path: The path.
            uid: The user id of the table's keeper; a socket of anybody else is not believed.
            table: The name of the table at a server, empty for a table with a socket of its own.
            patience: The seconds to wait for a table to which many others connect, too.
        """
        self.path = path
        self._uid = uid
        self._table = table
        self._patience = patience

    @property
    def server(self) -> str:
        """The account that keeps the table, and alone is told its tokens: `unix:1000`."""
        account = unix_account(self._uid)
        return f"{account}:{self.path.name}" if self._table else account

    @property
    def name(self) -> str:
        """The name of the table at its server."""
        return self._table or self.path.name

    @property
    def owner(self) -> str:
        """The name of the owner of the table, as the system knows it."""
        return account_name(self._uid)

    def called(self, table: str) -> str:
        """Return the name by which a table of this owner is joined from here."""
        if not self._table:
            return full_name(table, self._uid)
        return f"{full_name(self.path.name, self._uid)}{AT_SERVER}{table}"

    def later(self) -> UnixAddress:
        """Return this address, which never asks anything."""
        return self

    def open(self, longest: int = LONGEST_NEWS) -> SocketLine:
        """Connect, for lines of at most `longest` bytes. Raises `NotJoined`."""
        return SocketLine(self.connect(), longest)

    def connect(self) -> socket.socket:
        """Return a socket that is connected to the table. Raises `NotJoined`."""
        end = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_CLOEXEC)
        try:
            self._connect(end)
            found = end.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
        except OSError as error:
            end.close()
            raise NotJoined(_WHY.get(type(error), JoinReason.SILENT)) from None
        if _CREDENTIALS.unpack(found)[1] != self._uid:
            end.close()
            raise NotJoined(JoinReason.FOREIGN)
        return end

    def _connect(self, end: socket.socket) -> None:
        """Connect, after a wait in the system's line where many others do. Raises `OSError`."""
        if self._patience:
            wait = _TIME.pack(int(self._patience), int(self._patience % 1 * 1e6))
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, wait)
        else:
            end.setblocking(False)
        end.connect(os.fspath(self.path))
        end.setblocking(True)

    def mark(self) -> object:
        """Return a value that changes when a table begins to listen here; None for no table."""
        return socket_mark(self.path)
