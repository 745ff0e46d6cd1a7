"""The phrases of spectators: a table passes on few of them, and of each account fewer still."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

from engine.reasons import HouseReason
from host.guest import Guest
from host.reasons import RequestRefused

SECONDS: Final = 20.0
MOST_OF_ALL: Final = 6
MOST_OF_ONE: Final = 3
"""The most phrases of all spectators, and of those of one account, in so many seconds."""


class WatchersPhrases:
    """What spectators have said a moment ago."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Note nothing yet; the clock returns seconds from any fixed moment."""
        self._clock = clock
        self._said: deque[tuple[float, str]] = deque()

    def count(self, guest: Guest) -> None:
        """Note that a spectator says a phrase. Raises `RequestRefused` if many were said."""
        now, key = self._clock(), guest.account.key
        while self._said and now - self._said[0][0] >= SECONDS:
            self._said.popleft()
        own = sum(account == key for _time, account in self._said)
        if len(self._said) >= MOST_OF_ALL or own >= MOST_OF_ONE:
            raise RequestRefused(HouseReason.SAID_ENOUGH)
        self._said.append((now, key))
