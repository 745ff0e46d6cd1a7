"""Moves and hints are thought about in threads, so that whoever waits for them stays alive."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Protocol, TypeVar

from engine.game import Forfeit, StopFlag, Stopped, View
from play.loop import Call, Loop

T = TypeVar("T")


class Think(Protocol):
    """Lets a player choose, or a hint be found, for a view; returns what stops it.

    The loop calls `chosen` with what was found, or `gave_up` with why the player cannot go on;
    neither once it was stopped.
    """

    def __call__(
        self,
        choose: Callable[[View[Any], StopFlag], T],
        view: View[Any],
        loop: Loop,
        chosen: Callable[[T], None],
        gave_up: Callable[[Forfeit], None],
    ) -> Call:
        """Begin."""


def think(
    choose: Callable[[View[Any], StopFlag], T],
    view: View[Any],
    loop: Loop,
    chosen: Callable[[T], None],
    gave_up: Callable[[Forfeit], None],
) -> Call:
    """Let a player choose, or a hint be found, in a thread; see `Think`.

    The thread is a daemon: a program that ends does not wait for it.
    """
    import threading

    stop = threading.Event()

    def unless_stopped(call: Call) -> None:
        if not stop.is_set():
            call()

    def work() -> None:
        try:
            answer = partial(chosen, choose(view, stop.is_set))
        except Stopped:
            return
        except Forfeit as forfeit:
            answer = partial(gave_up, forfeit)
        loop.soon(partial(unless_stopped, answer))

    threading.Thread(target=work, name="thinking", daemon=True).start()
    return stop.set
