"""How a player thinks, and how long one takes to react in a race."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from engine.game import StopFlag, Stopped, View
from engine.loop import Call, Loop, Stoppable
from engine.reasons import Forfeit
from engine.shuffle import Lots

T = TypeVar("T")
V = TypeVar("V")


class Thought(Generic[V, T]):
    """The choice of a move for a view, or of anything that takes long, for what it needs to know.

    It is told in the loop unless it was stopped.
    """

    def __init__(
        self,
        choose: Callable[[V, StopFlag], T],
        view: V,
        loop: Loop,
        chosen: Callable[[T], None],
        gave_up: Callable[[Forfeit], None],
    ) -> None:
        """Tell `chosen` the result, or `gave_up` the player's forfeit."""
        self.loop = loop
        self._choose = choose
        self._view = view
        self._chosen = chosen
        self._gave_up = gave_up
        self._is_stopped = False

    def think(self) -> None:
        """Choose, in any thread."""
        if self._is_stopped:
            return
        with suppress(Stopped):
            try:
                tell = partial(self._chosen, self._choose(self._view, lambda: self._is_stopped))
            except Forfeit as forfeit:
                tell = partial(self._gave_up, forfeit)
            self.loop.soon(partial(self._unless_stopped, tell))

    def stop(self) -> None:
        """Think no more, and tell nobody."""
        self._is_stopped = True

    def _unless_stopped(self, call: Call) -> None:
        if not self._is_stopped:
            call()


Think: TypeAlias = Callable[[Thought[Any, Any]], Call]
"""A way to think; it returns the call that stops it."""


def think(thought: Thought[Any, Any]) -> Call:
    """Think in a thread.

    It is a daemon: a program that ends does not wait for it.
    """
    import threading

    threading.Thread(target=thought.think, name="thinking", daemon=True).start()
    return thought.stop


def think_in_loop(thought: Thought[Any, Any]) -> Call:
    """Think in a call of the loop."""
    thought.loop.later(0, thought.think)
    return thought.stop


class Reaction:
    """The time that a computer player takes to react in a race."""

    milliseconds: ClassVar[range] = range(250, 901)
    """The times that it may take; empty for no time."""

    @classmethod
    def wait(
        cls,
        view: View[Any],
        loop: Loop,
        fresh_seed: Callable[[], int],
        call: Call,
        race_time: int,
    ) -> Stoppable | None:
        """Make a call: at once, or in a race after a time drawn from a fresh seed.

        It is `race_time` times as long as usual. Return the timer if there is one.
        """
        choices = cls.milliseconds
        if not choices or view.timeout_play is None:
            call()
            return None
        milliseconds = race_time * choices[Lots(fresh_seed(), 0).below(len(choices))]
        return loop.later(milliseconds / 1000, call)
