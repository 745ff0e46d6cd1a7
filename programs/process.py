"""A running program, written to and read from line by line within time limits.

It runs in a session of its own, so Ctrl-C in our terminal does not reach it. It is ended with all
its descendants when it is closed, when this process ends, and when the object is garbage.
"""

from __future__ import annotations

import os
import select
import signal
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic
from typing import Final

from engine.game import StopFlag, Stopped
from engine.reasons import Forfeit
from programs.failures import Failure
from programs.supervised_program import SupervisedProgram

LONGEST_ANSWER: Final = 4096
"""The longest line in bytes, without its line feed; no move comes near."""

GRACE: Final = 1.0
"""The seconds a program has to end, once there is nothing more to read."""

_GLANCE: Final = 0.05
"""The seconds between two looks at the stop flag."""


class Process:
    """A running program."""

    def __init__(self, command: Sequence[str], *, show_errors: bool) -> None:
        """Start the program. Raises `Forfeit`, or `OutOfResources`, which is one."""
        self._program = SupervisedProgram(command, show_errors=show_errors)
        self.end = self._program.end
        self._to, self._from = self._program.stdin.fileno(), self._program.stdout.fileno()
        os.set_blocking(self._to, False)
        os.set_blocking(self._from, False)
        self._heard = b""

    def ask(self, words: bytes, patience: float, stop: StopFlag) -> bytes:
        """Write, and return the next line without its line feed, both within `patience` seconds.

        A line that came before the question counts too. Raises `Forfeit`, `Stopped`.
        """
        deadline = monotonic() + patience
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
            self._program.stdin.close()
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
        status = self._program.status() or 0
        if status < 0:
            return Forfeit(Failure.KILLED, signal=_signal_name(-status))
        return Forfeit(Failure.ENDED, status=status)

    def _ends_before(self, deadline: float, stop: StopFlag) -> bool:
        while self._program.status() is None:
            if not _is_ready(self._program.news.fileno(), select.POLLIN, deadline, stop):
                return False
        return True


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
