"""Limits on how often something may happen, for one alone and for each of many."""

from __future__ import annotations

from collections import deque
from typing import ClassVar


class Rate:
    """A limit on how often something may happen in any stretch of time."""

    def __init__(self, most: int, seconds: float) -> None:
        self._seconds = seconds
        self._times: deque[float] = deque(maxlen=most)

    def take(self, now: float) -> bool:
        """Count one more time, unless there were too many; return whether it was counted."""
        times = self._times
        if len(times) == times.maxlen and now - times[0] < self._seconds:
            return False
        times.append(now)
        return True

    def give_back(self) -> None:
        """Count one time less, the last one."""
        if self._times:
            self._times.pop()

    def is_idle(self, now: float) -> bool:
        """Whether nothing that happened counts any more."""
        return not self._times or now - self._times[-1] >= self._seconds


class Rates:
    """A limit for each of many, by name; those that are idle are forgotten."""

    most_kept: ClassVar[int] = 4096
    """The names after which the idle ones are forgotten; more are not let in."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most = most
        self._seconds = seconds
        self._of: dict[str, Rate] = {}

    def take(self, name: str, now: float) -> bool:
        """Count one more time for a name; return whether it was counted."""
        rate = self._of.get(name)
        if rate is None:
            if len(self._of) >= self.most_kept:
                self._of = {of: kept for of, kept in self._of.items() if not kept.is_idle(now)}
                if len(self._of) >= self.most_kept:
                    return False
            rate = self._of[name] = Rate(self._most, self._seconds)
        return rate.take(now)
