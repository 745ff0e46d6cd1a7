"""The way of a visitor's process to the tables of its door, which hands over each line.

Such a process may open no socket itself. It asks the door, which lets it speak to its server of
tables as the account of this one person, whatever is said on the line.
"""

from __future__ import annotations

import socket
from threading import Lock
from typing import Final, NamedTuple

from net.joining.line import PATIENCE, SocketLine
from net.joining.reasons import JoinReason, NotJoined
from net.names.sockets import AT_SERVER
from net.wire import LONGEST_NEWS

ASK: Final = b"line"
"""The whole of what is asked: one more line."""

HANDED, NONE = b"handed", b"none"
"""The answers: a line comes with it, or the server is not there."""

_LONGEST: Final = 16


class _Door(NamedTuple):
    """The socket at which the door is asked for lines, and the name of its server."""

    asking: socket.socket
    server: str
    lock: Lock


_door: _Door | None = None


def come_in_by(asking: socket.socket, server: str) -> None:
    """Let all that this process joins be a table of a server, by lines that the door hands over."""
    global _door  # noqa: PLW0603
    asking.settimeout(PATIENCE)
    _door = _Door(asking, server, Lock())


def own_server() -> str:
    """Return the name of the server to which the door of this process leads, "" without a door."""
    return _door.server if _door else ""


class HandedAddress:
    """A table of the door's server, or with the name "" the server itself. See `Address`."""

    seconds = PATIENCE
    owner = ""

    def __init__(self, table: str = "") -> None:
        """Reach a table by its name at the server."""
        self._table = table

    @property
    def server(self) -> str:
        """The server, which alone is told the tokens of its tables."""
        return f"door:{own_server()}"

    @property
    def name(self) -> str:
        """The name of the table at its server."""
        return self._table or own_server()

    def called(self, table: str) -> str:
        """Return the name by which a table of the server is joined from here."""
        return f"{own_server()}{AT_SERVER}{table}" if table else own_server()

    def later(self) -> HandedAddress:
        """Return this address, which never asks anything."""
        return self

    def open(self, longest: int = LONGEST_NEWS) -> SocketLine:
        """Ask the door for a line, for lines of at most `longest` bytes. Raises `NotJoined`."""
        assert _door
        try:
            with _door.lock:
                _door.asking.send(ASK)
                said, files, _flags, _from = socket.recv_fds(_door.asking, _LONGEST, 1)
        except OSError:
            raise NotJoined(JoinReason.SILENT) from None
        if said != HANDED or not files:
            raise NotJoined(JoinReason.GONE)
        return SocketLine(socket.socket(fileno=files[0]), longest)

    def mark(self) -> object:
        """Return always the same: from here nobody sees whether a table listens."""
        return self.server


def handed_address(table: str) -> HandedAddress:
    """Return a table of the door's server by its name, with or without that of the server.

    Raises `NotJoined`: of other servers there is no way to.
    """
    server, slash, name = table.partition(AT_SERVER)
    if slash and server != own_server():
        raise NotJoined(JoinReason.GONE)
    return HandedAddress(name if slash else "" if table == own_server() else table)
