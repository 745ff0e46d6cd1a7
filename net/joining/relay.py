"""A relay: the standard streams of this process become a line to a table of this machine.

It runs where ssh has let somebody in; the table takes it for a client of that account.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import Final

import msgspec

from net.joining.line import UnixAddress
from net.joining.reasons import JoinReason, NotJoined
from net.names.names import find_table, only_table, table_meant
from net.names.sockets import AT_SERVER
from net.wire import LONGEST_REQUEST, FaultNews, to_line

_PIECE: Final = 65536


def relay(source: int, write: Callable[[bytes], object]) -> int:
    """Connect a stream with the table that its first line names, until either ends.

    Returns the exit status: 0, or 1 if there was no table.

    Args:
        source: The file descriptor from which the client's lines are read.
        write: Writes bytes to the client; any error that it raises ends the relay.
    """
    first, rest = _first_line(source)
    try:
        wanted, _, table_there = table_meant(first).partition(AT_SERVER)
        at = find_table(wanted) if wanted else only_table()
        table = UnixAddress(at.path, at.uid).connect()
    except NotJoined as why:
        write(to_line(_fault(why)))
        return 1
    with table, suppress(OSError):
        table.sendall(_to_table(first, table_there or at.name) + rest)
        Thread(target=_pump_up, args=(source, table), daemon=True).start()
        while piece := table.recv(_PIECE):
            write(piece)
    return 0


def _first_line(source: int) -> tuple[bytes, bytes]:
    """Return the first line without its line feed, and what came after it."""
    data = b""
    while b"\n" not in data and len(data) <= LONGEST_REQUEST:
        piece = os.read(source, _PIECE)
        if not piece:
            break
        data += piece
    first, _feed, rest = data.partition(b"\n")
    return first, rest


def _to_table(first: bytes, name: str) -> bytes:
    """Return the first line with the name that the table has here."""
    try:
        message = msgspec.json.decode(first)
        return msgspec.json.encode({**message, "table": name}) + b"\n"
    except (msgspec.DecodeError, TypeError, RecursionError, UnicodeDecodeError):
        return first + b"\n"  # the table says what is wrong with it


def _pump_up(source: int, table: socket.socket) -> None:
    """Send all that comes on to the table; after its end the table hears that nobody is there."""
    with suppress(OSError):
        while piece := os.read(source, _PIECE):
            table.sendall(piece)
    with suppress(OSError):
        table.shutdown(socket.SHUT_WR)


def _fault(why: NotJoined) -> FaultNews:
    """Return the message that says why there is no table; of several it has the names."""
    reason = why.reason
    assert isinstance(reason, JoinReason)
    return FaultNews(reason.code, str(why.facts.get("tables", reason.value)))
