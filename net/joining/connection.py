"""The connection to a table: a line that is opened again and again, and what arrives on it.

All of it, the answers to pings too, happens in one thread of its own: so a table knows that
somebody is there also while the program waits for a typed line.
"""

from __future__ import annotations

import random
import threading
from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import ClassVar, Final, NamedTuple, Protocol, TypeAlias

import msgspec

from net.joining.joining import Joined, fault_reason, greet
from net.joining.line import Line, LineLost
from net.joining.reasons import FINAL, JoinReason, NotJoined
from net.joining.throttle import Throttle
from net.wire import (
    DoneNews,
    FaultNews,
    LeaveRequest,
    MoveRequest,
    Ping,
    Pong,
    RefusedNews,
    SignNews,
    TableMessage,
    WelcomeNews,
    WireCoder,
    WireError,
    WireMessage,
)

_THROTTLED: Final = 0.25
"""The seconds after which a request that had to wait is looked at again."""


class LineUp(NamedTuple):
    """A line is open, the `line`th one from 0, and the table has said welcome."""

    line: int
    welcome: WelcomeNews


class LineDown(NamedTuple):
    """The line is down, or could not be opened again, `tries` times in a row by now."""

    tries: int
    why: JoinReason

    @property
    def is_final(self) -> bool:
        """Whether nothing more is tried."""
        return self.why in FINAL


class Arrived(NamedTuple):
    """A message of the table arrived on a line, in so many bytes."""

    message: TableMessage
    size: int


LineEvent: TypeAlias = LineUp | LineDown | Arrived
Take: TypeAlias = Callable[[LineEvent], bool]
"""A function that takes an event in any thread, and returns whether there was room for it."""


class Link(Protocol):
    """What a client needs of its connection; all of it returns at once, from any thread."""

    def send(self, line: int, message: WireMessage) -> None:
        """Send a request on the line with this number, and on no other."""

    def confirm(self, line: int, message: WireMessage) -> None:
        """Send a confirmation on the line with this number; a table does not count it."""

    def reject(self, line: int) -> None:
        """End the line with this number, for what came on it made no sense."""

    def close(self) -> None:
        """Say goodbye and end the line for good."""


class Backoff:
    """The waits between attempts to open a line: each twice as long as the one before."""

    shortest: ClassVar[float] = 0.25
    longest: ClassVar[float] = 8.0

    def __init__(self, lot: Callable[[], float] = random.random) -> None:
        """Begin with the shortest wait; `lot` returns a number from 0 to 1 for the jitter."""
        self._lot = lot
        self._tries = 0
        self._faults = 0

    def next(self) -> float:
        """Return the seconds to wait now: up to a quarter less or more than the rule."""
        doubled = min(self._tries + self._faults, 10)
        self._tries += 1
        return float(min(self.shortest * 2**doubled, self.longest) * (0.75 + self._lot() / 2))

    def reset(self) -> None:
        """Begin again with the shortest wait, but for lines that were ended for a fault."""
        self._tries = 0

    def fault(self) -> None:
        """Wait longer from now on: a line was ended because what came on it made no sense."""
        self._faults += 1


class Connection:
    """A connection that is kept up until it is closed."""

    ping_seconds: ClassVar[float] = 10.0
    """The seconds of silence after which the table is asked whether it is there."""
    silent_seconds: ClassVar[float] = 30.0
    """The seconds of silence after which a line is taken for lost."""
    look_seconds: ClassVar[float] = 0.5
    """The seconds after which it is looked whether the table was started anew."""

    def __init__(
        self,
        joined: Joined,
        take: Take,
        *,
        backoff: Backoff | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Go on with a line that was opened a moment ago; nothing arrives before `start`.

        `take` is called with every event, in the thread of the connection.
        """
        self._address = joined.address
        self._hello = joined.hello
        self._first: tuple[Line, WelcomeNews] | None = joined.line, joined.welcome
        self._take = take
        self._backoff = backoff or Backoff()
        self._clock = clock
        self._lock = threading.Lock()
        self._line: Line | None = None
        self._number = -1
        self._waiting: deque[WireMessage] = deque()
        self._throttle = Throttle(clock)
        self._moves: set[int] = set()
        self._closed = threading.Event()
        self._is_rejected = False
        self._tries = 0

    def start(self) -> None:
        """Let messages arrive, in a thread that ends with `close`."""
        threading.Thread(target=self.run, name="line to a table", daemon=True).start()

    def send(self, line: int, message: WireMessage) -> None:
        """Send a request on the line with this number, and on no other."""
        with self._lock:
            if line == self._number and self._line:
                self._waiting.append(message)
                self._send_waiting()

    def confirm(self, line: int, message: WireMessage) -> None:
        """Send a confirmation on the line with this number; a table does not count it."""
        with self._lock:
            if line == self._number:
                self._send_now(message)

    def reject(self, line: int) -> None:
        """End the line with this number, for what came on it made no sense."""
        with self._lock:
            if line == self._number and self._line:
                self._is_rejected = True
                self._line.hang_up()

    def close(self) -> None:
        """Say goodbye and end the line for good."""
        self._closed.set()
        with self._lock:
            if self._line:
                for message in (*self._waiting, LeaveRequest()):
                    self._send_now(message)
                self._line.hang_up()

    def run(self) -> None:
        """Keep the line up until it is closed, or lost for good; `start` has a thread for this."""
        while not self._closed.is_set():
            mark = self._address.mark()
            why = self._hold()
            if self._closed.is_set():
                return
            self._tries += 1
            down = LineDown(self._tries, why)
            self._take(down)
            if down.is_final:
                return
            self._wait(mark)

    def _hold(self) -> JoinReason:
        """Open a line and read it to its end; return why it ended."""
        try:
            line, welcome = self._first or greet(self._address, self._hello)
        except NotJoined as not_joined:
            why = not_joined.reason
            assert isinstance(why, JoinReason)
            return why
        self._first = None
        self._begin(line, welcome)
        try:
            return self._read(line)
        except LineLost:
            return JoinReason.STRANGE if self._is_rejected else JoinReason.GONE
        finally:
            with self._lock:
                self._line = None
                self._waiting.clear()
            if self._is_rejected:
                self._backoff.fault()
            line.close()

    def _begin(self, line: Line, welcome: WelcomeNews) -> None:
        if welcome.token:
            self._hello = msgspec.structs.replace(self._hello, token=welcome.token, back=False)
        self._backoff.reset()
        self._tries = 0
        with self._lock:
            self._line = line
            self._number += 1
            self._is_rejected = False
            self._throttle.forget()
            self._moves.clear()
            self._throttle.count()
            if self._closed.is_set():
                line.hang_up()
        self._take(LineUp(self._number, welcome))

    def _read(self, line: Line) -> JoinReason:
        """Read a line until it is lost; return why if the table or this client ended it."""
        heard = self._clock()
        while True:
            with self._lock:
                self._send_waiting()
                is_throttled = bool(self._waiting) or self._throttle.wait > 0
            data = line.receive(_THROTTLED if is_throttled else self.ping_seconds)
            if data is None:
                silence = self._clock() - heard
                if silence >= self.silent_seconds:
                    return JoinReason.SILENT
                if not is_throttled:
                    self._send(Ping())
                continue
            heard = self._clock()
            if why := self._handle(data):
                return why

    def _handle(self, data: bytes) -> JoinReason | None:
        """Answer a message or hand it on; return why the line has to end, None if it goes on."""
        try:
            message = WireCoder.news(data)
        except WireError:
            self._is_rejected = True
            return JoinReason.STRANGE
        if isinstance(message, DoneNews | RefusedNews):
            self._answered(message)
        if isinstance(message, Ping):
            self._send(Pong())
        elif isinstance(message, FaultNews):
            return fault_reason(message)
        elif isinstance(message, WelcomeNews | SignNews) or (
            not isinstance(message, Pong) and not self._take(Arrived(message, len(data)))
        ):
            self._is_rejected = True
            return JoinReason.STRANGE
        return None

    def _send(self, message: WireMessage) -> None:
        with self._lock:
            self._send_now(message)

    def _send_waiting(self) -> None:
        while self._waiting and not self._throttle.wait:
            self._throttle.count()
            message = self._waiting.popleft()
            if isinstance(message, MoveRequest):
                self._moves.add(message.number)
            self._send_now(message)

    def _answered(self, answer: DoneNews | RefusedNews) -> None:
        """Let a move that was made free the way for another request."""
        with self._lock:
            if answer.number in self._moves:
                self._moves.remove(answer.number)
                if isinstance(answer, DoneNews):
                    self._throttle.free()

    def _send_now(self, message: WireMessage) -> None:
        """Send a message; what waits for the line is told if that is lost."""
        if self._line:
            try:
                self._line.send(WireCoder.line(message))
            except LineLost:
                self._line.hang_up()

    def _wait(self, mark: object) -> None:
        """Wait until the next attempt, or until the table listens in another place than before."""
        left = self._backoff.next()
        while left > 0 and not self._closed.wait(min(left, self.look_seconds)):
            left -= self.look_seconds
            if self._address.mark() not in (mark, None):
                self._backoff.reset()
                return
