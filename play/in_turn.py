"""Runs a game in play without a clock: every call is made in its turn, on the thread that runs it.

For who reads lines: nothing moves while a line is awaited, and players think one after the other.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from engine.game import Forfeit, StopFlag, View, never
from play.loop import Call, Loop

T = TypeVar("T")


class InTurn:
    """Makes the calls that are due when told to `run`; what is to come later is due at once."""

    def __init__(self) -> None:
        self._calls: deque[Call] = deque()

    def soon(self, call: Call) -> None:
        """Make the call after those that are due; may be asked from any thread."""
        self._calls.append(call)

    def later(self, seconds: float, call: Call) -> Due:
        """Make the call in its turn, unless it is stopped."""
        due = Due(call)
        self.soon(due)
        return due

    def run(self) -> None:
        """Make every call that is due, those too that come meanwhile."""
        while self._calls:
            self._calls.popleft()()


class Due:
    """A call to be made unless it is stopped."""

    def __init__(self, call: Call) -> None:
        self._call: Call | None = call

    def __call__(self) -> None:
        """Make it, if it was not stopped."""
        if self._call:
            self._call()

    def stop(self) -> None:
        """Let it not happen."""
        self._call = None


def think_in_turn(
    choose: Callable[[View[Any], StopFlag], T],
    view: View[Any],
    loop: Loop,
    chosen: Callable[[T], None],
    gave_up: Callable[[Forfeit], None],
) -> Call:
    """Let a player choose, or a hint be found, as a call of the loop; return what calls it off."""

    def work() -> None:
        try:
            answer = partial(chosen, choose(view, never))
        except Forfeit as forfeit:
            answer = partial(gave_up, forfeit)
        answer()

    return loop.later(0, work).stop
