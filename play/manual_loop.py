"""An event loop run by hand: due calls are made, one after the other, when it is told to.

It serves the line modes: nothing happens while a line is awaited, and players think in turn.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from time import monotonic

from engine.loop import Call


class ManualLoop:
    """A loop that makes its due calls in `run`, which is called before and after each line is read.

    A reader that can wait with a time limit waits `seconds_left` and then calls `run`.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        """Make an empty loop; the clock returns seconds from any fixed moment."""
        self._clock = clock
        self._calls: deque[Call] = deque()
        self._later: list[DueCall] = []
        self._woken = threading.Event()
        self.wake: Call = _nothing

    def soon(self, call: Call) -> None:
        """Make the call after those that are due; may be called from any thread.

        `wake` is called in the same thread, for a reader that waits for something else.
        """
        self._calls.append(call)
        self._woken.set()
        self.wake()

    def wait(self, seconds: float | None = None) -> None:
        """Wait until a call is due, at most for these seconds if some are given."""
        self._woken.clear()
        left = self.seconds_left
        waits = [limit for limit in (left, seconds) if limit is not None]
        self._woken.wait(min(waits, default=None))

    def later(self, seconds: float, call: Call) -> DueCall:
        """Make the call after some seconds, unless it is stopped."""
        due = DueCall(call, self._clock() + seconds)
        if seconds > 0:
            self._later.append(due)
        else:
            self.soon(due)
        return due

    def now(self) -> float:
        """Return the seconds of the loop's clock."""
        return self._clock()

    @property
    def seconds_left(self) -> float | None:
        """The seconds until the next call is due, None if there is none."""
        if self._calls:
            return 0.0
        waits = [due.at - self._clock() for due in self._later if not due.is_stopped]
        return max(min(waits), 0.0) if waits else None

    def run(self) -> None:
        """Make every call that is due, including ones added meanwhile."""
        while self._calls or self._has_more():
            self._calls.popleft()()

    def _has_more(self) -> bool:
        """Whether another call is due; a later call moves up when its time has come."""
        self._later = [due for due in self._later if not due.is_stopped]
        first = min(self._later, key=lambda due: due.at, default=None)
        if first is None or first.at > self._clock():
            return False
        self._later.remove(first)
        self._calls.append(first)
        return True


def _nothing() -> None:
    """Do nothing, until somebody else waits."""


class DueCall:
    """A call due at a time, unless it is stopped."""

    def __init__(self, call: Call, at: float) -> None:
        self.at = at
        self.is_stopped = False
        self._call = call

    def __call__(self) -> None:
        """Make the call, if it was not stopped."""
        if not self.is_stopped:
            self._call()

    def stop(self) -> None:
        """Cancel the call."""
        self.is_stopped = True
