"""The computer player of Bataille: there is nothing to decide, so there is one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from engine.game import Player, StopFlag, Stopped, View, never
from engine.war.moves import Move


class TurningPlayer:
    """Turns the next card."""

    def __init__(self, seed: int) -> None:
        """Make the player; it draws no lots."""

    def choose(self, view: View[Move], stop: StopFlag = never) -> Move:
        """Return the only move. Raises `Stopped`."""
        if stop():
            raise Stopped
        return view.draft().add(next(view.legal())).finish()


COMPUTER_PLAYERS: Final[Mapping[str, Callable[[int], Player[Move]]]] = MappingProxyType(
    {"random": TurningPlayer}
)
