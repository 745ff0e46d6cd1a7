"""A running program under its supervisor, written to and read from line by line within time limits.

It runs in a session of its own, so Ctrl-C in our terminal does not reach it. It is ended with all
its descendants when it is closed, when this process ends, and when the object is garbage.
"""

from __future__ import annotations

import errno
import os
import select
import signal
import subprocess
import sys
import weakref
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from io import FileIO
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple

from engine.game import StopFlag, Stopped
from engine.reasons import Forfeit
from programs.players import Failure, OutOfResources

SUPERVISOR: Final = Path(__file__).with_name("supervisor.py")
"""The script that supervises each program."""

_ALONE: Final = ("-I", "-S")
"""The options with which Python starts fastest and ignores the folder and the environment."""

_OURS: Final = (errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM)
"""The `errno`s at the start of a program that are the machine's fault."""

LONGEST_ANSWER: Final = 4096
"""The longest line in bytes, without its line feed; no move comes near."""

GRACE: Final = 1.0
"""The seconds a program has to end, once there is nothing more to read."""

_GLANCE: Final = 0.05
"""The seconds between two looks at the stop flag."""

_LONGEST: Final = 64
_SLOWEST: Final = 1.0
"""The seconds to wait for a killed process; the system itself may delay its end."""


class _Supervisor(NamedTuple):
    """A supervisor, the pipe that ends it when we close it, and the pipe it writes to."""

    process: subprocess.Popen[bytes]
    lifeline: FileIO
    news: FileIO


class Process:
    """A running program and its supervisor.

    Attributes:
        end: Ends the program and all its descendants; called at the latest when the object is
            garbage.
    """

    def __init__(self, command: Sequence[str], *, show_errors: bool) -> None:
        """Start the program. Raises `Forfeit`, or `OutOfResources`, which is one.

        Its standard error goes to ours with `show_errors`, else nowhere.
        """
        self._supervisor = _start(command, show_errors)
        self.end = weakref.finalize(self, _end, self._supervisor)
        process, _, self._news = self._supervisor
        assert process.stdin
        assert process.stdout
        self._stdin = process.stdin
        self._to, self._from = process.stdin.fileno(), process.stdout.fileno()
        self._told = self._heard = b""
        self._status: int | None = None
        if fault := self._next():
            self.end()
            raise (OutOfResources if fault in _OURS else _not_started)(
                command[0], os.strerror(fault)
            )
        for handle in (self._news.fileno(), self._to, self._from):
            os.set_blocking(handle, False)

    def ask(self, words: bytes, patience: float, stop: StopFlag, spent: float = 0.0) -> bytes:
        """Write, and return the next line without its line feed, both within `patience` seconds.

        `spent` seconds of them are over. A line that came before the question counts too. Raises
        `Forfeit`, `Stopped`.
        """
        deadline = monotonic() + patience - spent
        if not self._send(words, deadline, stop):
            raise Forfeit(Failure.DEAF, seconds=patience)
        while b"\n" not in self._heard and len(self._heard) <= LONGEST_ANSWER:
            try:
                piece = os.read(self._from, LONGEST_ANSWER)
            except BlockingIOError:
                if not _is_ready(self._from, select.POLLIN, deadline, stop):
                    raise Forfeit(Failure.SILENT, seconds=patience) from None
                continue
            if not piece:
                raise self._ending(stop)
            self._heard += piece
        line, _, self._heard = self._heard.partition(b"\n")
        if len(line) > LONGEST_ANSWER:
            raise Forfeit(Failure.TOO_LONG, limit=LONGEST_ANSWER)
        return line

    def finish(self, words: bytes, stop: StopFlag) -> None:
        """Write the last words and the end of file, and wait a moment for the program to end."""
        deadline = monotonic() + GRACE
        with suppress(Stopped):
            self._send(words, deadline, stop)
            self._stdin.close()
            self._ends_before(deadline, stop)
        self.end()

    def _send(self, words: bytes, deadline: float, stop: StopFlag) -> bool:
        """Write, and return whether the program took all of it in time, or no longer listens."""
        while words:
            try:
                words = words[os.write(self._to, words) :]
            except BlockingIOError:
                if not _is_ready(self._to, select.POLLOUT, deadline, stop):
                    return False
            except BrokenPipeError:
                break
        return True

    def _ending(self, stop: StopFlag) -> Forfeit:
        """Return the reason why nothing more will come."""
        if not self._ends_before(monotonic() + GRACE, stop):
            return Forfeit(Failure.CLOSED)
        status = self._exit_status() or 0
        if status < 0:
            return Forfeit(Failure.KILLED, signal=_signal_name(-status))
        return Forfeit(Failure.ENDED, status=status)

    def _ends_before(self, deadline: float, stop: StopFlag) -> bool:
        while self._exit_status() is None:
            if not _is_ready(self._news.fileno(), select.POLLIN, deadline, stop):
                return False
        return True

    def _exit_status(self) -> int | None:
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
        while b"\n" not in self._told:
            piece = os.read(self._news.fileno(), _LONGEST)
            if not piece:
                return None
            self._told += piece
        line, _, self._told = self._told.partition(b"\n")
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


def _is_ready(handle: int, event: int, deadline: float, stop: StopFlag) -> bool:
    """Wait until a pipe is ready; return whether it is by the deadline. Raises `Stopped`.

    After the deadline it is tested once more: this process may have been suspended meanwhile.
    """
    poll = select.poll()
    poll.register(handle, event)
    while True:
        left = deadline - monotonic()
        if poll.poll(max(0, min(left, _GLANCE)) * 1000):
            return True
        if stop():
            raise Stopped
        if left <= 0:
            return False


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
