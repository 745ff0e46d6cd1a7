"""The requests of a client that the table has not answered yet."""

from __future__ import annotations

from typing import Final

from engine.table import Seen
from net.wire import MoveRequest, WireMessage

MOST: Final = 32
"""The most requests that wait for their answers."""


class Outbox:
    """The numbered requests that wait for their answers, oldest first.

    They are sent again on every new line; the table carries out each number only once.
    """

    def __init__(self) -> None:
        self.number = 0
        self._waiting: dict[int, WireMessage] = {}
        self._done: dict[int, Seen] = {}

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
        """Whether a move waits for its answer, or for the view in which it is made."""
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

    def done(self, number: int, now: Seen | None, last: int | None) -> None:
        """Let a request wait no more; a move that was made waits for its view.

        `now` and `last` are those of the newest view, as `seen` takes them.
        """
        request = self._waiting.pop(number, None)
        if isinstance(request, MoveRequest):
            self._done[number] = Seen(request.moves, request.epoch)
            self.seen(now, last)

    def seen(self, now: Seen | None, last: int | None) -> None:
        """Let no move wait that is made in the newest view.

        Args:
            now: The position of the view, None before the first.
            last: The number of the last move of this seat that it tells of, None for none. That
                others have moved says nothing: where several may, they may have been first.
        """
        if now is not None:
            self._done = {
                number: chosen
                for number, chosen in self._done.items()
                if chosen.epoch == now.epoch and (last is None or last < chosen.moves)
            }

    def forget_views(self) -> None:
        """Let no move wait for its view: on a new line the first view has all that was made."""
        self._done.clear()
