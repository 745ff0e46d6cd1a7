"""Computer players and hints in threads, so that the screen stays responsive."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, Protocol, TypeVar

from engine.game import StopFlag, Stopped, View
from engine.loop import Call, Loop
from engine.reasons import Forfeit

T = TypeVar("T")


class Think(Protocol):
    """A function that lets a player choose, or finds a hint; it returns a call that stops it.

    The loop then calls `chosen` with the result, or `gave_up` with the player's forfeit; neither
    after a stop.
    """

    def __call__(
        self,
        choose: Callable[[View[Any], StopFlag], T],
        view: View[Any],
        loop: Loop,
        chosen: Callable[[T], None],
        gave_up: Callable[[Forfeit], None],
    ) -> Call:
        """Start thinking."""


def answer_of(
    choose: Callable[[View[Any], StopFlag], T],
    view: View[Any],
    stop: StopFlag,
    chosen: Callable[[T], None],
    gave_up: Callable[[Forfeit], None],
) -> Call:
    """Return the call that tells the choice, or that the player gave up. Raises `Stopped`."""
    try:
        return partial(chosen, choose(view, stop))
    except Forfeit as forfeit:
        return partial(gave_up, forfeit)


def think(
    choose: Callable[[View[Any], StopFlag], T],
    view: View[Any],
    loop: Loop,
    chosen: Callable[[T], None],
    gave_up: Callable[[Forfeit], None],
) -> Call:
    """Let a player choose, or find a hint, in a thread; see `Think`.

    The thread is a daemon: a program that ends does not wait for it.
    """
    import threading

    stop = threading.Event()

    def unless_stopped(call: Call) -> None:
        if not stop.is_set():
            call()

    def work() -> None:
        with suppress(Stopped):
            answer = answer_of(choose, view, stop.is_set, chosen, gave_up)
            loop.soon(partial(unless_stopped, answer))

    threading.Thread(target=work, name="thinking", daemon=True).start()
    return stop.set
