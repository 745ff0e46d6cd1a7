"""The record of a game at a shared table, which is asked for once it is over."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any, Generic, TypeVar

import msgspec

from engine.game import Game
from engine.table import ELSEWHERE, HUMAN, Sitter, Table
from net.wire import RecordRequest

M = TypeVar("M")


class FarRecord(Generic[M]):
    """The record of a game: asked for when the game ends, read by the rules when it is wanted."""

    def __init__(self, game: Game[M], own_seats: frozenset[int]) -> None:
        """Expect the record of a game in which these seats are played here."""
        self._game = game
        self._own_seats = own_seats
        self._is_asked = False
        self._data: Future[bytes] = Future()

    @property
    def is_wanted(self) -> bool:
        """Whether it has to be asked for."""
        return not self._is_asked

    def request(self, number: int) -> RecordRequest:
        """Return the request for it."""
        self._is_asked = True
        return RecordRequest(number=number)

    def arrived(self, record: msgspec.Raw) -> None:
        """Keep it."""
        if self._is_asked and not self._data.done():
            self._data.set_result(bytes(record))

    def refused(self) -> None:
        """Note that the table does not give it."""
        if not self._data.done():
            self._data.set_exception(ValueError("the table does not give the record"))

    def forget(self) -> None:
        """Expect another one: the end of the game was taken back."""
        self._is_asked = False
        self.refused()
        self._data = Future()

    async def table(self) -> Table[M]:
        """Wait for it and return its game, checked by the rules. Raises `ValueError`."""
        if not self._data.done():
            import asyncio

            await asyncio.shield(asyncio.wrap_future(self._data))
        return self._read(self._data.result())

    def _read(self, data: bytes) -> Table[Any]:
        from saves.reading import read_record

        table = read_record(data).table
        if table.game.key != self._game.key or table.outcome is None:
            raise ValueError("the record of another game")
        table.sitters = tuple(
            Sitter(sitter.name, HUMAN if seat in self._own_seats else ELSEWHERE)
            if sitter.is_person
            else sitter
            for seat, sitter in enumerate(table.sitters)
        )
        return table
