"""The lines of a simulated server: the transports at its end, and the ends of its clients.

The server's own doors and protocols run: what goes over a line are the bytes of HTTP and WebSocket.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final, NamedTuple, Protocol

from websockets.headers import build_authorization_basic
from websockets.http11 import Response
from world_asyncio import AsyncioProcess, Doors
from world_parts import Line, VirtualLoop

from engine.loop import Call
from host.guest import Account
from net.web import WebStream, client_frames

OPEN: Final = 101
"""The status with which a line of the web is open."""

_LONGEST: Final = 1 << 23


class Way(NamedTuple):
    """The way on which somebody comes.

    Attributes:
        who: A name for whoever comes.
        home: A name for the place that limits count, such as a household with an address.
        host: The address that the door sees, empty on the server's own machine.
        uid: The number of the account on that machine.
        told: The address that a proxy names, empty without a proxy.
    """

    who: str
    home: str
    host: str = ""
    uid: int = 0
    told: str = ""


class Watcher(Protocol):
    """Whoever has to know what a server does on its lines."""

    def comes(self, way: Way) -> None:
        """Note that somebody comes to a door."""

    def opened(self, connection: Connection) -> None:
        """Note that a line was let in."""

    def gone(self, connection: Connection) -> None:
        """Note that the server knows that a line has ended."""

    def answered(self, connection: Connection, status: int) -> None:
        """Note the answer to the request of a line."""

    def sent(self, connection: Connection, line: bytes) -> None:
        """Note a message on a line."""


class Connection(asyncio.Transport):
    """The server's end of a line: the socket that is accepted, then its transport.

    Attributes:
        way: Where it comes from.
        came, heard: The times when it was accepted, and when something came last.
        has_asked, is_right: Whether a request has a password, and the right one.
        is_page: Whether a page of the web asks.
        asked: The number of messages that were sent on it.
        is_open: Whether it was let in.
    """

    def __init__(self, way: Way, line: Line, watcher: Watcher, loop: VirtualLoop) -> None:
        self.way = way
        self.came = self.heard = loop.now
        self.has_asked = self.is_right = self.is_page = self.is_open = False
        self.asked = 0
        self.line = line
        self._watcher = watcher
        self._loop = loop
        self._protocol: Any = None
        self._process: AsyncioProcess | None = None
        self._early: list[bytes] = []
        self._is_closing = self._is_lost = False
        line.to_table, line.table_lost = self._receive, self._lost

    def attach(self, protocol: Any, process: AsyncioProcess) -> None:
        """Let a protocol have the line, as asyncio does once it was accepted."""
        self._protocol, self._process = protocol, process
        self.came = self._loop.now
        packed = protocol._packed

        def noted(lines: list[bytes]) -> bytes:
            data: bytes = packed(lines)
            for line in lines if data else ():
                self._watcher.sent(self, line)
            return data

        protocol._packed = noted
        protocol.connection_made(self)
        if not self.way.host:
            self._let_in()
        early, self._early = self._early, []
        for data in early:
            self._receive(data)
        if self.line.is_cut:
            self._lost()

    @property
    def account(self) -> Account:
        """The account that the server gave to the line."""
        account: Account = self._protocol._account
        return account

    def _let_in(self) -> None:
        self.is_open = True
        self._watcher.opened(self)

    # As a socket

    def setblocking(self, _is_blocking: bool) -> None:
        pass

    def setsockopt(self, *_option: object) -> None:
        pass

    def send(self, data: bytes, _flags: int) -> None:
        self._watcher.sent(self, data)
        self.line.down(data)

    def __enter__(self) -> Connection:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    # As a transport

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        pass

    def is_closing(self) -> bool:
        return self._is_closing or self.line.is_cut

    def write(self, data: Any) -> None:
        if self.way.host and data.startswith(b"HTTP/1.1 "):
            status = int(data.split(b" ")[1])
            self._watcher.answered(self, status)
            if status == OPEN:
                self._let_in()
        self.line.down(bytes(data))

    def close(self) -> None:
        if not self._is_closing:
            self._is_closing = True
            self.line.end()

    write_eof = close  # the client closes too

    def abort(self) -> None:
        self.line.cut()

    def be_deaf(self, seconds: float) -> None:
        """Write no more for a while: the client does not read."""
        if self._process and not self._is_lost:
            self._run(self._protocol.pause_writing)
            self._process.later(seconds, self._protocol.resume_writing)

    def _receive(self, data: bytes) -> None:
        self.heard = self._loop.now
        if self._protocol is None:
            self._early.append(data)
        else:
            self._run(lambda: self._protocol.data_received(data))

    def _lost(self) -> None:
        if self._protocol is not None:
            self._run(lambda: self._protocol.connection_lost(None))
            self._is_lost = True
        if self.is_open:
            self.is_open = False
            self._watcher.gone(self)

    def _run(self, call: Call) -> None:
        assert self._process
        if not (self._is_lost or self._process.is_dead):
            self._process.run(call)


class FarLine:
    """A client's end of a line to a server.

    Attributes:
        far: The server's end.
        status: The answer to the request, 0 before it came.
        repeats_next, ends_after_answer: See `Line`.
    """

    def __init__(
        self,
        way: Way,
        doors: Doors,
        watcher: Watcher,
        loop: VirtualLoop,
        delay: Callable[[], float],
        received: Callable[[bytes], None],
        lost: Call,
    ) -> None:
        self._received = received
        self._line = Line(loop, delay, self._came, lost)
        self.far = Connection(way, self._line, watcher, loop)
        self.status = 0
        self.repeats_next = self.ends_after_answer = False
        self._heard = b""
        self._waiting: list[bytes] = []
        self._stream: WebStream | None = None
        if way.host:
            frames = client_frames(False, "tables.example", 80, "", _LONGEST)
            self._stream = WebStream(frames, None)
        listener = doors.web if way.host else doors.unix

        def come() -> None:
            watcher.comes(way)
            listener.come(self.far)

        loop.later(delay(), come)

    def ask(self, password: str, *, is_right: bool, page: str = "") -> FarLine:
        """Send the request of a line of the web; return this line."""
        if self._stream:
            self.far.has_asked, self.far.is_right = True, is_right
            self.far.is_page = bool(page)
            frames: Any = self._stream.frames
            request = frames.connect()
            request.headers["Authorization"] = build_authorization_basic("tapis", password)
            if self.far.way.told:
                request.headers["X-Forwarded-For"] = f"203.0.113.9, {self.far.way.told}"
            if page:
                request.headers["Origin"] = page
            frames.send_request(request)
            self._flush()
        return self

    @property
    def is_cut(self) -> bool:
        """Whether the line has ended."""
        return self._line.is_cut

    def up(self, line: bytes) -> None:
        """Send a line of the protocol."""
        if self._stream and self.status != OPEN:
            self._waiting.append(line)
            return
        times = 2 if self.repeats_next else 1
        self.repeats_next = False
        for _ in range(times):
            self._put(line)

    def _put(self, line: bytes) -> None:
        self.far.asked += 1
        if self._stream is None:
            self.raw(line)
        elif self._stream.is_open:
            self._stream.put(line)
            self._flush()

    def raw(self, data: bytes, at: int = 0) -> None:
        """Send bytes, in two pieces if a place in them is given."""
        for piece in (data[:at], data[at:]):
            if piece:
                self._line.up(piece)

    def cut(self, *, arrives_half: bool = False) -> None:
        """Lose what is on the way; see `Line`."""
        self._line.cut(arrives_half=arrives_half)

    def end(self) -> None:
        """Close the line once what was sent has arrived."""
        if self._stream and self._stream.is_open:
            self._stream.close()
            self._flush()
        self._line.end()

    def _flush(self) -> None:
        assert self._stream
        if data := self._stream.outgoing():
            self.raw(data, len(data) // 3 if len(data) % 4 == 0 else 0)

    def _came(self, data: bytes) -> None:
        if self._stream is None:
            self._heard += data
            *lines, self._heard = self._heard.split(b"\n")
            for line in lines:
                self._tell(line)
            return
        for event in self._stream.take(data):
            if isinstance(event, Response):
                self.status = event.status_code
                waiting, self._waiting = self._waiting, []
                for line in waiting if self.status == OPEN else ():
                    self._put(line)
            elif isinstance(event, bytes):
                self._tell(event)
        self._flush()

    def _tell(self, line: bytes) -> None:
        self._received(line + b"\n")
        if self.ends_after_answer and line.startswith(b'{"cmd":"done"'):
            self.cut()
