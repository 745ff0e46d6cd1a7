"""Computer players think in a thread, so that the screen stays alive."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from textual.message import Message

from engine.duel.moves import Turn
from engine.game import Player, Stopped, View


class Chosen(Message):
    """A computer player has chosen a turn: the move number `at` of the game, for `seat`."""

    def __init__(self, at: int, seat: int, turn: Turn, stop: threading.Event) -> None:
        super().__init__()
        self.at = at
        self.seat = seat
        self.turn = turn
        self.stopped = stop.is_set


def think(
    player: Player[Any],
    view: View[Any],
    chosen: Callable[[Turn, threading.Event], Chosen],
    post: Callable[[Message], object],
) -> threading.Event:
    """Let the player choose; post the message with its turn. Return the flag that stops it.

    The thread is a daemon: a program that ends does not wait for it.
    """
    stop = threading.Event()

    def work() -> None:
        try:
            turn = player.choose(view, stop.is_set)
        except Stopped:
            return
        post(chosen(turn, stop))

    threading.Thread(target=work, name="thinking", daemon=True).start()
    return stop
