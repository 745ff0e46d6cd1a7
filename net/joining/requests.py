"""The requests of a client that the table has not answered yet, and the record of the game."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any, Final, Generic, NamedTuple, TypeVar

import msgspec

from engine.game import Game
from engine.table import ELSEWHERE, HUMAN, Sitter, Table
from net.wire import ClaimRequest, MoveRequest, ResignRequest, WireMessage

MOST: Final = 32
"""The most requests that wait for their answers."""


class Newest(NamedTuple):
    """The facts of the newest view that matter to requests.

    Attributes:
        epoch: Its epoch.
        last_turn: The number of this seat's last move in it, None for none. That others have
            moved says nothing: where several may, they may have been first.
        is_over: Whether the game is over.
    """

    epoch: int = 0
    last_turn: int | None = None
    is_over: bool = False


class Outbox:
    """The numbered requests that wait for their answers, oldest first.

    They are sent again on every new line; the table carries out each number only once.
    """

    def __init__(self) -> None:
        self.number = 0
        self._waiting: dict[int, WireMessage] = {}
        self._done: dict[int, WireMessage] = {}
        self._is_first = False

    @property
    def waiting(self) -> tuple[WireMessage, ...]:
        """The requests that were not answered."""
        return tuple(self._waiting.values())

    @property
    def is_full(self) -> bool:
        """Whether too many requests wait for another one to be made."""
        return len(self._waiting) >= MOST

    @property
    def has_move(self) -> bool:
        """Whether a move waits for its answer, or anything done for the view in which it is."""
        return bool(self._done) or any(
            isinstance(request, MoveRequest) for request in self._waiting.values()
        )

    def next_number(self) -> int:
        """Return the number of the next request."""
        self.number += 1
        return self.number

    def add(self, number: int, request: WireMessage) -> None:
        """Let a request wait."""
        self._waiting[number] = request

    def refused(self, number: int) -> WireMessage | None:
        """Return the request that was refused and waits no more; None if it did not wait."""
        return self._waiting.pop(number, None)

    def done(self, number: int, newest: Newest) -> None:
        """Let a request wait no more; one that changes the game still waits for its view."""
        request = self._waiting.pop(number, None)
        is_game = isinstance(request, MoveRequest | ResignRequest | ClaimRequest)
        if request and is_game and (self._is_first or not _is_seen(request, newest)):
            self._done[number] = request

    def seen(self, newest: Newest) -> None:
        """Let nothing wait that has happened in the newest view, which was just received."""
        if self._is_first:
            self._is_first = False
            self._done.clear()
        self._done = {
            number: request
            for number, request in self._done.items()
            if not _is_seen(request, newest)
        }

    def begin_line(self) -> None:
        """Expect views on a new line: the first of them has all that was done before."""
        self._is_first = True


def _is_seen(request: WireMessage, newest: Newest) -> bool:
    """Whether the newest view shows a request that was done."""
    if newest.is_over or not isinstance(request, MoveRequest):
        return newest.is_over
    is_made = newest.last_turn is not None and newest.last_turn >= request.moves
    return is_made or newest.epoch != request.epoch


M = TypeVar("M")


class FarRecord(Generic[M]):
    """The record of a game: asked for when the game ends, read by the rules when it is wanted.

    Attributes:
        is_asked: Whether the table was asked for it.
    """

    def __init__(self, game: Game[M], own_seats: frozenset[int]) -> None:
        """Expect the record of a game in which these seats are played here."""
        self.is_asked = False
        self._game = game
        self._own_seats = own_seats
        self._data: Future[bytes] = Future()

    def arrived(self, record: msgspec.Raw) -> None:
        """Keep it."""
        if self.is_asked and not self._data.done():
            self._data.set_result(bytes(record))

    def refused(self) -> None:
        """Note that the table does not give it."""
        if not self._data.done():
            self._data.set_exception(ValueError("the table does not give the record"))

    def forget(self) -> None:
        """Expect another one: the end of the game was taken back."""
        self.is_asked = False
        self.refused()
        self._data = Future()

    async def table(self) -> Table[M]:
        """Wait for it and return its game, checked by the rules.

        Raises `ValueError` while the game is in play, or for a wrong one.
        """
        if not self.is_asked:
            raise ValueError("the game is in play")
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
