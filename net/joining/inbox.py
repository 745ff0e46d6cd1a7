"""What has arrived from a table while the loop of its client does something else."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import Final

from engine.loop import Loop
from net.joining.dialogue import Arrived, LineEvent

MOST_WAITING: Final = 2000
MOST_BYTES: Final = 32 * 1024 * 1024
"""The messages and bytes that may wait; a line on which more arrives is ended."""


class Inbox:
    """The events of a connection that were not handled yet, oldest first; for two threads.

    It stays when one client takes the place of another.

    Attributes:
        handle: Called in the loop with each event.
        is_closed: Whether nothing is handled any more.
    """

    def __init__(self, loop: Loop) -> None:
        """Let what arrives be handled in a loop."""
        self.handle: Callable[[LineEvent], None] = _pass_over
        self.is_closed = False
        self._loop = loop
        self._lock = threading.Lock()
        self._waiting: deque[LineEvent] = deque()
        self._bytes = 0

    def put(self, event: LineEvent) -> bool:
        """Let an event wait; return whether there was room. A line's beginning and end fit in."""
        size = event.size if isinstance(event, Arrived) else 0
        with self._lock:
            is_full = len(self._waiting) >= MOST_WAITING or self._bytes + size > MOST_BYTES
            if size and is_full:
                return False
            self._waiting.append(event)
            self._bytes += size
        self._loop.soon(self._deliver)
        return True

    def _deliver(self) -> None:
        """Hand on all that has arrived."""
        while not self.is_closed and (event := self._take()):
            self.handle(event)

    def _take(self) -> LineEvent | None:
        """Return the next event, None if there is none."""
        with self._lock:
            if not self._waiting:
                return None
            event = self._waiting.popleft()
            self._bytes -= event.size if isinstance(event, Arrived) else 0
        return event


def _pass_over(_event: LineEvent) -> None:
    """Pass over what nobody waits for yet."""
