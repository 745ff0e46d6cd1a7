"""A program with its keeper: started, asked how it ended, and ended with all that came of it."""

from __future__ import annotations

import errno
import os
import select
import subprocess
import sys
import weakref
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from io import FileIO
from pathlib import Path
from typing import Final, NamedTuple

from engine.game import Forfeit
from net.failures import Failure, Lack

KEEPER: Final = Path(__file__).with_name("keeper.py")
"""What is run beside each program."""

_ALONE: Final = ("-I", "-S")
"""Lets Python start soonest, and see nothing of the folder and the environment."""

_OURS: Final = (errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM)
"""Faults at the start of a program that are none of its own."""

_LONGEST: Final = 64
_SLOWEST: Final = 1.0
"""Seconds to wait for the end of what is killed; the system itself may hold it up."""


class _Keeper(NamedTuple):
    """A keeper, the pipe that ends it when we close it, and the one that it writes to."""

    process: subprocess.Popen[bytes]
    lifeline: FileIO
    news: FileIO


class Kept:
    """A running program beside its keeper, who ends it when told to, or when we end.

    Attributes:
        stdin, stdout: The program's, unbuffered.
        news: What can be read from once the program has ended.
        end: Ends the program and all its descendants, also when nobody holds it any more.
    """

    def __init__(self, command: Sequence[str], *, show_errors: bool) -> None:
        """Start it; its standard error is ours or goes nowhere. Raises `Forfeit`, also `Lack`."""
        self._keeper = _start(command, show_errors)
        self.end = weakref.finalize(self, _end, self._keeper)
        process, _, self.news = self._keeper
        assert process.stdin
        assert process.stdout
        self.stdin, self.stdout = process.stdin, process.stdout
        self._said = b""
        self._status: int | None = None
        if fault := self._next():
            self.end()
            raise (Lack if fault in _OURS else _not_started)(command[0], os.strerror(fault))
        os.set_blocking(self.news.fileno(), False)

    def status(self) -> int | None:
        """Return its exit status, negative for a signal, None while it runs.

        If its keeper was ended, and the program with it, the keeper's.
        """
        if self._status is None:
            with suppress(BlockingIOError):
                told = self._next()
                self._status = self._keeper.process.wait() if told is None else told
        return self._status

    def _next(self) -> int | None:
        """Return what the keeper says next, None if it has ended.

        Raises `BlockingIOError` if there is nothing yet.
        """
        while b"\n" not in self._said:
            piece = os.read(self.news.fileno(), _LONGEST)
            if not piece:
                return None
            self._said += piece
        line, _, self._said = self._said.partition(b"\n")
        return int(line)


def _start(command: Sequence[str], show_errors: bool) -> _Keeper:
    """Start the keeper of a program. Raises `Forfeit`, also `Lack`."""
    with ExitStack() as ours, ExitStack() as theirs:
        try:
            watched, lifeline = _pipe(theirs, ours)
            news, told = _pipe(ours, theirs)
            handles = watched.fileno(), told.fileno()
            process = subprocess.Popen(  # noqa: S603 - a person named the program to be run
                [sys.executable, *_ALONE, KEEPER, *map(str, handles), *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=None if show_errors else subprocess.DEVNULL,
                bufsize=0,
                start_new_session=True,
                pass_fds=handles,
            )
        except OSError as error:
            raise Lack(command[0], error.strerror or str(error)) from None
        except ValueError as error:  # a word that cannot be handed to a program
            raise _not_started(command[0], str(error)) from None
        ours.pop_all()
    return _Keeper(process, lifeline, news)


def _pipe(reader: ExitStack, writer: ExitStack) -> tuple[FileIO, FileIO]:
    """Return both ends of a pipe, each to be closed by its stack."""
    from_it, into_it = os.pipe()
    return reader.enter_context(FileIO(from_it)), writer.enter_context(FileIO(into_it, "w"))


def _not_started(program: str, why: str) -> Forfeit:
    return Forfeit(Failure.NOT_STARTED, program=program, why=why)


def _end(keeper: _Keeper) -> None:
    """Let the keeper end the program with all that came of it, and then itself."""
    process, lifeline, news = keeper
    lifeline.close()
    poll = select.poll()
    poll.register(news, select.POLLIN)
    while poll.poll(_SLOWEST * 1000) and news.read(_LONGEST):
        pass
    for pipe in (process.stdin, process.stdout, news):
        assert pipe
        pipe.close()
    with suppress(subprocess.TimeoutExpired):
        process.wait(_SLOWEST)
