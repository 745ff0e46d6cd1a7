"""The interface of an event loop that a game in play needs: calls made soon or later."""

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
        """Make the call once the running one has returned; may be called from any thread."""

    def later(self, seconds: float, call: Call) -> Stoppable:
        """Make the call after so many seconds, unless it is stopped."""
