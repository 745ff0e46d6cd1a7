"""A program that runs: what is written to it and read from it, each with a limit.

It runs in a session of its own, so Ctrl-C in our terminal is not for it, and it is ended with all
its children: when it is let go, when we end, and when nobody holds it any more.
"""

from __future__ import annotations

import os
import select
import signal
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic
from typing import Final

from engine.game import Forfeit, StopFlag, Stopped
from net.failures import Failure
from net.kept import Kept

LONGEST_ANSWER: Final = 4096
"""Bytes of a line without its line feed; no turn comes near."""

GRACE: Final = 1.0
"""Seconds to end in, once there is nothing more to read."""

_GLANCE: Final = 0.05
"""Seconds between two looks at the stop flag."""


class Process:
    """A running program."""

    def __init__(self, command: Sequence[str], *, show_errors: bool) -> None:
        """Start it. Raises `Forfeit`, also `Lack`."""
        self._program = Kept(command, show_errors=show_errors)
        self.end = self._program.end
        self._to, self._from = self._program.stdin.fileno(), self._program.stdout.fileno()
        os.set_blocking(self._to, False)
        os.set_blocking(self._from, False)
        self._heard = b""

    def ask(self, words: bytes, patience: float, stop: StopFlag) -> bytes:
        """Write, and return the next line without its line feed, both within the same seconds.

        A line that came before it was asked for counts as well: what was written decides, not
        when. Raises `Forfeit`, `Stopped`.
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
        """Write the last words and the end of file; let it end by itself, but not for long."""
        deadline = monotonic() + GRACE
        with suppress(Stopped):
            self._send(words, deadline, stop)
            self._program.stdin.close()
            self._ends_before(deadline, stop)
        self.end()

    def _send(self, words: bytes, deadline: float, stop: StopFlag) -> bool:
        """Write, and return whether all of it was taken in time; who does not listen, did."""
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
        """Return why nothing more will come."""
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
    """Wait until a pipe is ready, and return whether it is in time. Raises `Stopped`.

    After the deadline it is looked at once more: we may have been suspended meanwhile.
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
