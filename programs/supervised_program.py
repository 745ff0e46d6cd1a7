"""A program under a supervisor, which reports its exit and ends it with its descendants."""

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

from engine.reasons import Forfeit
from programs.failures import Failure, OutOfResources

SUPERVISOR: Final = Path(__file__).with_name("supervisor.py")
"""The script that supervises each program."""

_ALONE: Final = ("-I", "-S")
"""The options with which Python starts fastest and ignores the folder and the environment."""

_OURS: Final = (errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM)
"""The `errno`s at the start of a program that are the machine's fault."""

_LONGEST: Final = 64
_SLOWEST: Final = 1.0
"""The seconds to wait for a killed process; the system itself may delay its end."""


class _Supervisor(NamedTuple):
    """A supervisor, the pipe that ends it when we close it, and the pipe it writes to."""

    process: subprocess.Popen[bytes]
    lifeline: FileIO
    news: FileIO


class SupervisedProgram:
    """A running program and its supervisor, which ends it on demand or when this process ends.

    Attributes:
        stdin, stdout: The program's, unbuffered.
        news: A pipe that becomes readable when the program has ended.
        end: Ends the program and all its descendants; called at the latest when the object is
            garbage.
    """

    def __init__(self, command: Sequence[str], *, show_errors: bool) -> None:
        """Start the program. Raises `Forfeit`, or `OutOfResources`, which is one.

        Its standard error goes to ours with `show_errors`, else nowhere.
        """
        self._supervisor = _start(command, show_errors)
        self.end = weakref.finalize(self, _end, self._supervisor)
        process, _, self.news = self._supervisor
        assert process.stdin
        assert process.stdout
        self.stdin, self.stdout = process.stdin, process.stdout
        self._said = b""
        self._status: int | None = None
        if fault := self._next():
            self.end()
            raise (OutOfResources if fault in _OURS else _not_started)(
                command[0], os.strerror(fault)
            )
        os.set_blocking(self.news.fileno(), False)

    def status(self) -> int | None:
        """Return the exit status, negative for a signal; None while the program runs.

        If the supervisor itself was killed, and the program with it, its status counts.
        """
        if self._status is None:
            with suppress(BlockingIOError):
                told = self._next()
                self._status = self._supervisor.process.wait() if told is None else told
        return self._status

    def _next(self) -> int | None:
        """Return the next number from the supervisor, None if it has ended.

        Raises `BlockingIOError` if there is nothing yet.
        """
        while b"\n" not in self._said:
            piece = os.read(self.news.fileno(), _LONGEST)
            if not piece:
                return None
            self._said += piece
        line, _, self._said = self._said.partition(b"\n")
        return int(line)


def _start(command: Sequence[str], show_errors: bool) -> _Supervisor:
    """Start the supervisor of a program. Raises `Forfeit`, also `OutOfResources`."""
    with ExitStack() as ours, ExitStack() as theirs:
        try:
            watched, lifeline = _pipe(theirs, ours)
            news, told = _pipe(ours, theirs)
            handles = watched.fileno(), told.fileno()
            process = subprocess.Popen(  # noqa: S603 - a person named the program to be run
                [sys.executable, *_ALONE, SUPERVISOR, *map(str, handles), *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=None if show_errors else subprocess.DEVNULL,
                bufsize=0,
                start_new_session=True,
                pass_fds=handles,
            )
        except OSError as error:
            raise OutOfResources(command[0], error.strerror or str(error)) from None
        except ValueError as error:  # a word that cannot be handed to a program
            raise _not_started(command[0], str(error)) from None
        ours.pop_all()
    return _Supervisor(process, lifeline, news)


def _pipe(reader: ExitStack, writer: ExitStack) -> tuple[FileIO, FileIO]:
    """Return both ends of a pipe, each to be closed by its stack."""
    from_it, into_it = os.pipe()
    return reader.enter_context(FileIO(from_it)), writer.enter_context(FileIO(into_it, "w"))


def _not_started(program: str, why: str) -> Forfeit:
    return Forfeit(Failure.NOT_STARTED, program=program, why=why)


def _end(supervisor: _Supervisor) -> None:
    """Let the supervisor end the program with all its descendants, and then itself."""
    process, lifeline, news = supervisor
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
