"""The interface of an event loop that a game in play needs: calls made soon or later, a clock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

Call: TypeAlias = Callable[[], None]


class Stoppable(Protocol):
    """A later call that can be stopped."""

    def stop(self) -> None:
        """Cancel the call."""


class Loop(Protocol):
    """An event loop: it makes calls one after the other, all in one thread."""

    def soon(self, call: Call) -> None:
        """Make the call once the running call has returned; may be called from any thread."""

    def later(self, seconds: float, call: Call) -> Stoppable:
        """Make the call after these seconds, unless it is stopped."""

    def now(self) -> float:
        """Return the seconds since any fixed moment; no change of the date touches them."""


class OneTimer:
    """A timer of a loop: starting it again replaces the call it was waiting to make."""

    def __init__(self, loop: Loop) -> None:
        self._loop = loop
        self._timer: Stoppable | None = None

    @property
    def is_running(self) -> bool:
        """Whether a call is still to be made."""
        return self._timer is not None

    def start(self, seconds: float, call: Call) -> None:
        """Make the call after these seconds, in place of the call it was waiting to make."""

        def due() -> None:
            self._timer = None
            call()

        self.stop()
        self._timer = self._loop.later(seconds, due)

    def stop(self) -> None:
        """Make no call."""
        if self._timer:
            self._timer.stop()
            self._timer = None
