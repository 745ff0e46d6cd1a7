"""How long a session may last: without a key, and in all; with a warning before each end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from engine.loop import Loop, OneTimer
from engine.reasons import Explanation, Reason
from net.doorkeeper import DoorNotice, in_minutes

SILENT_SECONDS: Final = 15 * 60.0
LONGEST_SECONDS: Final = 12 * 60 * 60.0
WARNING_SECONDS: Final = 2 * 60.0
"""The seconds between a warning and the end; at most half of the limit."""


class EndReason(Reason):
    """Why a door ends a session."""

    SILENT = "Nobody has typed here for {minutes} min. The game is kept."
    LONG = "You have been here for {minutes} min, which is the longest time. The game is kept."


class Limits(NamedTuple):
    """How long a session may last.

    Attributes:
        silent: The seconds without a key, while the program does not wait for another's move.
        longest: The seconds in all.
    """

    silent: float = SILENT_SECONDS
    longest: float = LONGEST_SECONDS


class Watch:
    """The limits of one session, as time goes by."""

    def __init__(
        self,
        loop: Loop,
        limits: Limits,
        warn: Callable[[DoorNotice, float], None],
        end: Callable[[Explanation], None],
    ) -> None:
        """Begin to watch.

        Args:
            loop: The loop with the clock.
            limits: The limits.
            warn: Called before an end, with the seconds that are left.
            end: Called once, when a limit is reached.
        """
        self._loop = loop
        self._limits = limits
        self._warn = warn
        self._end = end
        self._began = self._heard = loop.now()
        self._warned: set[tuple[DoorNotice, float]] = set()
        self._is_waiting = False
        self._timer = OneTimer(loop)
        self._look()

    def hear(self) -> None:
        """Note that a key was pressed."""
        self._heard = self._loop.now()

    def wait(self, is_waiting: bool) -> None:
        """Note whether the program waits for another's move; silence counts from its end."""
        self._is_waiting = is_waiting
        self.hear()
        self._look()

    def stop(self) -> None:
        """Watch no more."""
        self._timer.stop()

    def _look(self) -> None:
        """Warn or end, if it is time, and look again when it may be."""
        now, moments = self._loop.now(), []
        for notice, since, limit in self._counted():
            end = since + limit
            warning = end - min(WARNING_SECONDS, limit / 2)
            if now >= end:
                self._timer.stop()
                facts = {"minutes": in_minutes(limit)}
                self._end(Explanation(EndReason[notice.name], facts))
                return
            if now >= warning and (notice, end) not in self._warned:
                self._warned.add((notice, end))
                self._warn(notice, end - now)
            moments.append(warning if now < warning else end)
        self._timer.start(min(moments) - now, self._look)

    def _counted(self) -> list[tuple[DoorNotice, float, float]]:
        """Return what counts now: what is told of it, since when it counts, and its limit."""
        counted = [(DoorNotice.LONG, self._began, self._limits.longest)]
        if not self._is_waiting:
            counted.append((DoorNotice.SILENT, self._heard, self._limits.silent))
        return counted
