"""A limit of the requests that a client sends in a while, below the one that a table sets."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import Final

MOST_REQUESTS: Final = 44
"""The requests that are sent in `SECONDS`; a table takes 50 messages in its 20 s."""

SECONDS: Final = 20.5


class Throttle:
    """A count of the requests that were sent in the last seconds."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        """Count nothing yet; the clock returns seconds from any fixed moment."""
        self._clock = clock
        self._sent: deque[float] = deque(maxlen=MOST_REQUESTS)

    @property
    def wait(self) -> float:
        """The seconds until another request may be sent, 0 for none."""
        if len(self._sent) < MOST_REQUESTS:
            return 0.0
        return max(self._sent[0] + SECONDS - self._clock(), 0.0)

    def count(self) -> None:
        """Count a request that is sent now."""
        self._sent.append(self._clock())

    def free(self) -> None:
        """Count one request less: a move that was made, which a table does not count either."""
        if self._sent:
            self._sent.pop()

    def forget(self) -> None:
        """Count nothing of what was sent on an earlier line."""
        self._sent.clear()
