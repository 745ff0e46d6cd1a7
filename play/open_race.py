"""An open race: several people at one keyboard make the same move at once, each by a key."""

from __future__ import annotations

from typing import Generic, TypeVar

from engine.client import Client
from play.controls import Controls

M = TypeVar("M")


class OpenRace(Generic[M]):
    """The race of the people at one keyboard, while the game has one; nobody's secrets are shown.

    Attributes:
        seats: The seats of the people here, in the order of their keys from 1.
    """

    def __init__(self, client: Client[M], controls: Controls, seats: tuple[int, ...]) -> None:
        self.seats = seats
        self._client = client
        self._controls = controls
        self._known: tuple[int, M | None] | None = None
        self._sent: set[int] = set()

    @property
    def move(self) -> M | None:
        """The move that people here race to make; None for a person alone, or without a race."""
        if len(self.seats) < 2:
            return None
        timeline = self._client.timeline
        if self._known is None or self._known[0] != timeline.version:
            is_on = any(seat in timeline.to_move for seat in self.seats)
            move = self._controls.race(timeline.view(None)) if is_on else None
            if move is None:
                self._sent.clear()
            self._known = timeline.version, move
        return self._known[1]

    def take(self, character: str) -> bool:
        """Submit the move of the person with this key, once; return whether anybody has it."""
        racers = {str(key): seat for key, seat in enumerate(self.seats, start=1)}
        seat, move = racers.get(character), self.move
        if seat is None or move is None:
            return False
        if seat in self._client.timeline.to_move and seat not in self._sent:
            self._sent.add(seat)
            self._client.submit(seat, move)
        return True
