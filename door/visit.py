"""What a person who comes in gets: a process of the program, with a terminal and a folder."""

from __future__ import annotations

import array
import fcntl
import os
import resource
import signal
import socket
import struct
import sys
import termios
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from net.doorkeeper import keep
from net.joining.handed import come_in_by
from saves.confined import confine
from words.glyphs import begin_in

LONGEST_REQUEST: Final = 65536
_STREAMS: Final = range(3)
_MOST_FILES: Final = 65536


class Visit(msgspec.Struct, frozen=True, tag=True):
    """A request for a process of the program.

    Attributes:
        number: The number by which its end is told.
        folder: The folder of the person; the process is confined to it.
        arguments: The words after `tapis`.
        environment: The whole environment of the process.
        server: The name of the server of tables that its door leads to, "" for none.
        has_terminal: Whether its streams are a terminal, rather than a plain line.
        quota: The bytes that its folder may hold, 0 for any number.
    """

    number: int
    folder: str
    arguments: tuple[str, ...] = ()
    environment: dict[str, str] = {}
    server: str = ""
    has_terminal: bool = True
    quota: int = 0


class End(msgspec.Struct, frozen=True, tag=True):
    """A request that a visit end.

    Attributes:
        number: The number of the visit; one that has ended already is no error.
        is_kill: Whether at once, rather than as at the end of a line, which keeps the game.
    """

    number: int
    is_kill: bool = False


class Ended(msgspec.Struct, frozen=True):
    """The news that the process of a visit has ended.

    Attributes:
        number: The number of the visit.
        status: Its exit status, or the number of a signal below zero.
    """

    number: int
    status: int


class VisitFiles(NamedTuple):
    """The open files of a visit.

    Attributes:
        streams: What its three standard streams are.
        control: Its line to the door.
        tables: The socket at which it asks the door for lines to tables.
    """

    streams: int
    control: int
    tables: int

    def close(self) -> None:
        """Close our copies."""
        for handle in self:
            os.close(handle)


def ask_for(server: socket.socket, visit: Visit, files: VisitFiles) -> None:
    """Ask a fork server for a visit. Raises `OSError`.

    The caller closes its own copies of the files, so that the process alone has them.
    """
    rights = array.array("i", files)
    server.sendmsg([msgspec.json.encode(visit)], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, rights)])


def ask_to_end(server: socket.socket, end: End) -> None:
    """Ask a fork server to end a visit. Raises `OSError`."""
    server.send(msgspec.json.encode(end))


def resize(terminal: int, columns: int, rows: int) -> None:
    """Tell a terminal its size, by either end; the program in it hears of that."""
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def become(visit: Visit, files: VisitFiles) -> None:
    """Make this forked process that of a visit: terminal, environment, language, confinement.

    Raises `OSError` if its folder or its terminal is gone.
    """
    os.setsid()
    if visit.has_terminal:
        fcntl.ioctl(files.streams, termios.TIOCSCTTY, 0)
    control, tables = map(os.dup, (files.control, files.tables))  # above those taken now
    for stream in _STREAMS:
        os.dup2(files.streams, stream)
    first, second = sorted((control, tables))
    os.closerange(len(_STREAMS), first)
    os.closerange(first + 1, second)
    os.closerange(second + 1, _MOST_FILES)
    keep(control)
    come_in_by(socket.socket(fileno=tables), visit.server)
    for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.chdir(visit.folder)
    os.environ.clear()
    os.environ.update(visit.environment)
    _open_streams()
    begin_in(visit.environment)
    if visit.quota:
        resource.setrlimit(resource.RLIMIT_FSIZE, (visit.quota, visit.quota))
    confine(Path(visit.folder), visit.quota)


def _open_streams() -> None:
    """Make Python's standard streams anew, in UTF-8: those of the parent wrote elsewhere."""
    typed = open(0, encoding="utf-8", errors="surrogateescape", closefd=False)  # noqa: SIM115
    said, told = (
        open(stream, "w", encoding="utf-8", buffering=1, errors=errors, closefd=False)  # noqa: SIM115
        for stream, errors in ((1, "surrogateescape"), (2, "backslashreplace"))
    )
    sys.stdin = sys.__stdin__ = typed  # type: ignore[misc]
    sys.stdout = sys.__stdout__ = said  # type: ignore[misc]
    sys.stderr = sys.__stderr__ = told  # type: ignore[misc]
