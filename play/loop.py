"""What a game in play needs of whatever runs it: calls made soon, and calls made later."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

Call: TypeAlias = Callable[[], None]


class Stoppable(Protocol):
    """Something that happens later, unless it is stopped."""

    def stop(self) -> None:
        """Let it not happen."""


class Loop(Protocol):
    """Makes calls one after the other, all in one thread."""

    def soon(self, call: Call) -> None:
        """Make the call as soon as what runs now has returned; may be asked from any thread."""

    def later(self, seconds: float, call: Call) -> Stoppable:
        """Make the call after so many seconds, unless it is stopped."""
