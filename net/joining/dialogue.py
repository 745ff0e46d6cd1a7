"""The dialogue of a client with a table on one line after another: no socket, thread or wait.

A driver carries it out: `Connection` has a thread and a socket, a simulation has neither.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from typing import ClassVar, Final, NamedTuple, TypeAlias

import msgspec

from net import wire
from net.joining.reasons import BY_CODE, FINAL, JoinReason, NotJoined, harmless
from net.wire import WireError

MOST_REQUESTS: Final = 44
"""The requests that are sent in `SECONDS`; a table takes 50 messages in its 20 s."""

SECONDS: Final = 20.5


_THROTTLED: Final = 0.25
"""The seconds after which a request that had to wait is looked at again."""

_MOST_MESSAGES: Final = 50

_LONGEST_STOP: Final = 86_400
"""The most seconds after which a server is believed to be back."""

_LONGEST_TABLES: Final = 400
"""The letters that are shown of a list of tables elsewhere."""


class LineUp(NamedTuple):
    """A line is open, the `line`th one from 0, and the table has said welcome."""

    line: int
    welcome: wire.WelcomeNews


class LineDown(NamedTuple):
    """The line is down, or could not be opened again, `tries` times in a row by now.

    The next attempt is made after some `seconds`. A server that stops has told the seconds until it
    is `back`, 0 where it told none.
    """

    tries: int
    why: JoinReason
    seconds: float = 0.0
    back: int = 0

    @property
    def is_final(self) -> bool:
        """Whether nothing more is tried."""
        return self.why in FINAL


class Arrived(NamedTuple):
    """A message of the table arrived on a line; its size is in bytes."""

    message: wire.TableMessage
    size: int


LineEvent: TypeAlias = LineUp | LineDown | Arrived
Take: TypeAlias = Callable[[LineEvent], bool]
"""A function that takes an event in any thread, and returns whether there was room for it."""


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
        """Wait longer from now on: a line was ended because something on it made no sense."""
        self._faults += 1


class Greeting:
    """The beginning of a line: hello is said, and the table answers with a welcome."""

    def __init__(self, hello: wire.HelloRequest) -> None:
        """Say hello; `unsent` has it."""
        self.unsent = deque([wire.to_line(hello)])
        self._left = _MOST_MESSAGES

    def received(self, line: bytes) -> wire.WelcomeNews | None:
        """Return the welcome, None for a line before it. Raises `NotJoined`."""
        try:
            message = wire.news_from(line)
        except WireError:
            raise NotJoined(JoinReason.STRANGE) from None
        if isinstance(message, wire.WelcomeNews):
            if message.protocol != wire.PROTOCOL:
                raise NotJoined(JoinReason.PROTOCOL)
            return message
        if isinstance(message, wire.FaultNews):
            raise not_joined(message)
        self._left -= 1
        if not (self._left and isinstance(message, wire.Ping | wire.Pong)):
            raise NotJoined(JoinReason.STRANGE)
        if isinstance(message, wire.Ping):
            self.unsent.append(wire.to_line(wire.Pong()))
        return None


class Dialogue:
    """The dialogue on the lines of one client; each begins when a table has said welcome.

    Attributes:
        hello: The first message on the next line.
        unsent: The lines that the driver has to send, oldest first.
        end: Why the present line has to be ended, None while it goes on.
        is_closed: Whether the client has left for good.
    """

    ping_seconds: ClassVar[float] = 10.0
    """The seconds of silence after which the table is asked whether it is there."""
    silent_seconds: ClassVar[float] = 30.0
    """The seconds of silence after which a line is taken for lost."""

    def __init__(
        self, hello: wire.HelloRequest, take: Take, clock: Callable[[], float], backoff: Backoff
    ) -> None:
        """Begin without a line; `take` is called with every event."""
        self.hello = hello
        self.unsent: deque[bytes] = deque()
        self.end: JoinReason | None = None
        self.is_closed = False
        self.backoff = backoff
        self._take = take
        self._clock = clock
        self._line = -1
        self._is_up = False
        self._waiting: deque[wire.WireMessage] = deque()
        self._sent: deque[float] = deque(maxlen=MOST_REQUESTS)
        self._moves: set[int] = set()
        self._heard = 0.0
        self._tries = self._back = 0

    def begin(self, welcome: wire.WelcomeNews) -> None:
        """Begin with a new line, on which the table has said welcome."""
        if welcome.token:
            self.hello = msgspec.structs.replace(self.hello, token=welcome.token, back=False)
        self.backoff.reset()
        self._tries = 0
        self._line += 1
        self._is_up = True
        self.end = None
        self.unsent.clear()
        self._moves.clear()
        self._heard = self._clock()
        self._sent.clear()
        self._sent.append(self._heard)
        self._take(LineUp(self._line, welcome))

    def received(self, line: bytes) -> None:
        """Answer a message or hand it on; one that makes no sense ends the line."""
        self._heard = self._clock()
        try:
            message = wire.news_from(line)
        except WireError:
            self.end = JoinReason.STRANGE
            return
        if isinstance(message, wire.DoneNews | wire.RefusedNews):
            self._answered(message)
        if isinstance(message, wire.Ping):
            self._say(wire.Pong())
        elif isinstance(message, wire.FaultNews):
            self.end = fault_reason(message)
            self._back = max(0, min(message.seconds, _LONGEST_STOP))
        elif isinstance(message, wire.SignNews) or (
            not isinstance(message, wire.Pong) and not self._take(Arrived(message, len(line)))
        ):
            self.end = JoinReason.STRANGE

    @property
    def patience(self) -> float:
        """The seconds after which `passed` has to be called if nothing is received."""
        return _THROTTLED if self._is_throttled else self.ping_seconds

    def passed(self) -> None:
        """Act after a while without a message: ping, give up, or send waiting requests."""
        if self._clock() - self._heard >= self.silent_seconds:
            self.end = JoinReason.SILENT
        elif not self._is_throttled:
            self._say(wire.Ping())
        self.send_waiting()

    def lost(self, why: JoinReason) -> LineDown:
        """Tell that the line is down, or could not be opened, and return this event."""
        self._is_up = False
        self._waiting.clear()
        self.unsent.clear()
        if self.end is JoinReason.STRANGE:
            self.backoff.fault()
        down = LineDown(self._tries + 1, self.end or why, back=self._back)
        if not down.is_final:
            down = down._replace(seconds=self.backoff.next())
        self.end, self._back = None, 0
        self._tries = down.tries
        if not self.is_closed:
            self._take(down)
        return down

    def send(self, line: int, message: wire.WireMessage) -> None:
        """Send a message on the line with this number, and on no other.

        Requests wait for the limit of messages; a table does not count confirmations.
        """
        if self._is_up and line == self._line:
            if isinstance(message, wire.SeenRequest):
                self._say(message)
            else:
                self._waiting.append(message)
                self.send_waiting()

    def reject(self, line: int) -> None:
        """End the line with this number, on which something made no sense."""
        if self._is_up and line == self._line:
            self.end = JoinReason.STRANGE

    def close(self) -> None:
        """Say goodbye, and open no line any more."""
        self.is_closed = True
        if self._is_up:
            for message in (*self._waiting, wire.LeaveRequest()):
                self._say(message)
            self._waiting.clear()

    def send_waiting(self) -> None:
        """Send the requests that have waited for the limit of messages."""
        while self._waiting and not self._must_wait:
            self._sent.append(self._clock())
            message = self._waiting.popleft()
            if isinstance(message, wire.MoveRequest):
                self._moves.add(message.number)
            self._say(message)

    @property
    def _is_throttled(self) -> bool:
        return bool(self._waiting) or self._must_wait

    @property
    def _must_wait(self) -> bool:
        """Whether no other request may be sent now."""
        is_full = len(self._sent) == MOST_REQUESTS
        return is_full and self._clock() < self._sent[0] + SECONDS

    def _answered(self, answer: wire.DoneNews | wire.RefusedNews) -> None:
        """Let a move that was made count no more; the table does not count it either."""
        if answer.number in self._moves:
            self._moves.remove(answer.number)
            if isinstance(answer, wire.DoneNews) and self._sent:
                self._sent.pop()

    def _say(self, message: wire.WireMessage) -> None:
        self.unsent.append(wire.to_line(message))


def fault_reason(fault: wire.FaultNews) -> JoinReason:
    """Return the reason why a table closed a line."""
    return BY_CODE.get(fault.code, JoinReason.REFUSED)


def not_joined(fault: wire.FaultNews) -> NotJoined:
    """Return the error of a table that closed a line; of several tables a relay names each."""
    reason = fault_reason(fault)
    if reason in (JoinReason.WHICH, JoinReason.SEVERAL):
        return NotJoined(reason, tables=harmless(fault.text, _LONGEST_TABLES))
    return NotJoined(reason)
