"""The lines of a shared table: Unix sockets read and written by asyncio, each on its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from threading import get_ident
from typing import Final

from engine.loop import Call
from host.guest import Account
from host.told import LineReason
from net.hosting.desk import Desk
from net.hosting.line_guest import LineGuest
from net.wire import LONGEST_REQUEST

LAST_SECONDS: Final = 2.0
"""The seconds that a line has to take the last message before it is cut."""

AT_ONCE: Final = 4096
"""The bytes from which on no further line is added to what is written at once."""


class _Due:
    """A later call of asyncio's loop."""

    def __init__(self, handle: asyncio.TimerHandle) -> None:
        self._handle = handle

    def stop(self) -> None:
        """Cancel the call."""
        self._handle.cancel()


class AsyncioLoop:
    """asyncio's loop, which runs in this thread, as the rest of a table knows it."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._thread = get_ident()

    def soon(self, call: Call) -> None:
        """Make the call once the running one has returned; may be called from any thread."""
        if get_ident() == self._thread:
            self._loop.call_soon(call)  # nobody has to be woken
        else:
            self._loop.call_soon_threadsafe(call)

    def later(self, seconds: float, call: Call) -> _Due:
        """Make the call after so many seconds, unless it is stopped."""
        return _Due(self._loop.call_later(seconds, call))

    def now(self) -> float:
        """Return the seconds of the loop's clock."""
        return self._loop.time()


class GuestLine(asyncio.Protocol):
    """One connection: what it sends goes to the house, and what waits for it is written.

    A message is made only when all before it was taken by the system.
    """

    def __init__(
        self,
        desk: Desk,
        loop: asyncio.AbstractEventLoop,
        account: Account,
        ended: Callable[[], None],
    ) -> None:
        """Be the line of an account; `ended` is told once the connection has."""
        self._desk = desk
        self._loop = loop
        self._account = account
        self._ended = ended
        self._transport: asyncio.Transport | None = None
        self._guest: LineGuest | None = None
        self._heard = b""
        self._has_room = True
        self._is_due = False
        self._is_closing = False
        self._cut: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let the guest in."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.set_write_buffer_limits(high=0)
        self._guest = self._desk.arrive(self._account, self)

    def data_received(self, data: bytes) -> None:
        """Hand every whole line to the house."""
        if self._guest is None or self._is_closing:
            return
        self._heard += data
        while not self._is_closing:
            line, feed, rest = self._heard.partition(b"\n")
            if len(line) >= LONGEST_REQUEST:
                self._heard = b""
                self._guest.close(LineReason.TOO_LONG)
                return
            if not feed:
                return
            self._heard = rest
            self._desk.receive(self._guest, line)
        self._heard = b""

    def pause_writing(self) -> None:
        """Note that the system takes no more for now."""
        self._has_room = False

    def resume_writing(self) -> None:
        """Go on writing."""
        self._has_room = True
        self._write()

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the house that the guest is gone."""
        self._is_closing = True
        self._ended()
        if self._cut is not None:
            self._cut.cancel()
        guest, self._guest, self._transport, self._cut = self._guest, None, None, None
        if guest is not None:
            self._desk.lost(guest)

    def wake(self) -> None:
        """Write as soon as the running call has returned."""
        if not self._is_due:
            self._is_due = True
            self._loop.call_soon(self._write)

    def close(self) -> None:
        """Write what is in the mailbox, within a moment, and close the connection."""
        if not self._is_closing:
            self._is_closing = True
            self.wake()
            self._cut = self._loop.call_later(LAST_SECONDS, self._abort)

    def _write(self) -> None:
        self._is_due = False
        if self._guest is None or self._transport is None:
            return
        while self._has_room and not self._transport.is_closing() and (data := self._next()):
            self._transport.write(data)
        if self._is_closing and self._has_room:
            self._transport.close()

    def _next(self) -> bytes:
        """Return the next lines, which the system takes at once; none if there are none."""
        assert self._guest
        data = b""
        while len(data) < AT_ONCE and (line := self._guest.next_line()) is not None:
            data += line
        return data

    def _abort(self) -> None:
        if self._transport is not None:
            self._transport.abort()
