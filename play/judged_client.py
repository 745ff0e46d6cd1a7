"""The client of a table at which moves are judged and never played: nobody else is there."""

from __future__ import annotations

from abc import abstractmethod
from typing import Generic, TypeVar

from engine.client import Client
from engine.game import Step
from engine.table import Table
from engine.timeline import TableTimeline
from engine.updates import Hear, Offer, Update

M = TypeVar("M")


class JudgedClient(Client[M], Generic[M]):
    """A seat whose moves are judged; a subclass says by whom, in `submit`."""

    own_seats: frozenset[int] = frozenset()
    computers: frozenset[int] = frozenset()
    thinking: frozenset[int] = frozenset()
    is_sending = False
    notice = banner = offer = company = None

    def __init__(self, seat: int, timeline: TableTimeline[M]) -> None:
        """Sit down at the one seat that is played."""
        self.own_seats = frozenset({seat})
        self._timeline = timeline
        self._hearers: list[Hear] = []

    @property
    def timeline(self) -> TableTimeline[M]:
        return self._timeline

    def listen(self, hear: Hear) -> None:
        self._hearers.append(hear)

    def tell(self, *updates: Update) -> None:
        """Tell what came of a move."""
        for update in updates:
            for hear in tuple(self._hearers):
                hear(update)

    @abstractmethod
    def submit(self, seat: int, move: M) -> int:
        """Judge a move."""

    def play_out(self) -> None:
        return

    def ask(self, seat: int) -> None:
        return

    def stop_thinking(self) -> None:
        return

    def answer(self, offer: Offer, yes: bool) -> None:
        return

    def note_hint(self, seat: int, move: M) -> None:
        return

    def keep_draft(self, seat: int, steps: tuple[Step, ...]) -> None:
        return

    def resign(self, seat: int) -> None:
        return

    def ask_take_back(self, seat: int) -> int:
        return 0

    def draft(self, seat: int) -> tuple[Step, ...]:
        return ()

    async def record(self) -> Table[M]:
        """Raise `ValueError`: no game is played here."""
        raise ValueError("moves are judged here, and no game is played")

    def close(self) -> None:
        self._hearers.clear()
