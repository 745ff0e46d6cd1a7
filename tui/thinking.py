"""Computer players, and hints, are thought about in a thread, so that the screen stays alive."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeVar

from textual.message import Message

from engine.game import Forfeit, Hint, StopFlag, Stopped, View

T = TypeVar("T")


class Chosen(Message):
    """A computer player has chosen a turn: the move number `at` of the game, for `seat`."""

    def __init__(self, at: int, seat: int, turn: Any, stop: threading.Event) -> None:
        super().__init__()
        self.at = at
        self.seat = seat
        self.turn = turn
        self.stopped = stop.is_set


class GaveUp(Message):
    """The player of `seat` cannot go on, and says why."""

    def __init__(self, seat: int, forfeit: Forfeit, stop: threading.Event) -> None:
        super().__init__()
        self.seat = seat
        self.forfeit = forfeit
        self.stopped = stop.is_set


class Hinted(Message):
    """A hint for the person to move is there."""

    def __init__(self, hint: Hint, stop: threading.Event) -> None:
        super().__init__()
        self.hint = hint
        self.stopped = stop.is_set


def think(
    choose: Callable[[View[Any], StopFlag], T],
    view: View[Any],
    chosen: Callable[[T, threading.Event], Message],
    post: Callable[[Message], object],
) -> threading.Event:
    """Let a player choose, or a hint be found; post the message with it. Return what stops it.

    A player that cannot go on has its message too, `GaveUp`. The thread is a daemon: a program
    that ends does not wait for it.
    """
    stop = threading.Event()

    def work() -> None:
        try:
            found = choose(view, stop.is_set)
        except Stopped:
            return
        except Forfeit as forfeit:
            assert view.seat is not None
            post(GaveUp(view.seat, forfeit, stop))
            return
        post(chosen(found, stop))

    threading.Thread(target=work, name="thinking", daemon=True).start()
    return stop
