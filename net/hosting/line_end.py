"""The table's end of a line: what comes is read within limits, and what goes waits its turn.

A line is too slow once a message has waited for many seconds.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Generic, Protocol, TypeAlias, TypeVar

from host.guest import LineClosed, LineReason
from host.rate import Rate
from net import wire
from net.hosting.faults import note_fault
from net.hosting.messages import fault_of
from net.wire import WireError

MOST_MESSAGES: Final = 50
MESSAGES_SECONDS: Final = 20.0
"""The most messages that may come in these seconds."""

SLOW_SECONDS: Final = 30
"""The seconds that a message may wait for a line; after them it is too slow."""

PING_SECONDS: Final = 10.0
"""The seconds of silence after which it is asked whether anybody is there."""

MOST_PINGS: Final = 8
"""The pings whose answers do not count as messages."""

Making: TypeAlias = Callable[[], wire.WireMessage]
"""A function that makes a message when the line has room for it."""


Message = TypeVar("Message", bound=wire.WireMessage)
"""The kinds of message that may come on a line."""


class Line(Protocol):
    """A line that takes what is to be sent as soon as it has room."""

    def wake(self) -> None:
        """Take the next lines as soon as the running call has returned."""

    def close(self) -> None:
        """Take what waits, within a moment, and close the connection."""


class LineEnd(Generic[Message]):
    """One line: the messages on it are counted, and those that go wait here.

    Attributes:
        came, heard: The times when it was opened, and when something came last.
        is_closed: Whether nothing more is said on it.
    """

    def __init__(self, line: Line, now: Callable[[], float]) -> None:
        """Begin with a line, by a clock in seconds."""
        self.came = self.heard = self._pinged = now()
        self.is_closed = False
        self._line = line
        self._now = now
        self._seconds = 0
        self._news: deque[tuple[int, Making]] = deque()
        self._messages = Rate(MOST_MESSAGES, MESSAGES_SECONDS)
        self._pings: deque[float] = deque(maxlen=MOST_PINGS)

    # From the line

    def receive(self, line: bytes) -> None:
        """Take in any line; a fault in it closes the connection."""
        if self.is_closed:
            return
        message: Message | None = None
        with suppress(WireError):
            message = self._read(line)
        try:
            self._count(message)
            if message is None:
                raise LineClosed(LineReason.MESSAGE)
            self._take(message)
        except LineClosed as why:
            self.close(why.line_reason)
        except Exception as error:  # noqa: BLE001 - a fault of ours costs the line and not the table
            note_fault("a line", error)
            self.close(LineReason.MESSAGE)

    @abstractmethod
    def lost(self) -> None:
        """Note that the line is gone: nothing is sent any more."""

    @abstractmethod
    def _read(self, line: bytes) -> Message:
        """Return the message of a line. Raises `WireError`."""

    @abstractmethod
    def _take(self, message: Message) -> None:
        """Carry out a message. Raises `LineClosed`."""

    def _is_free(self, message: Message | None) -> bool:
        """Whether a message is an answer that was waited for, which does not count."""
        if isinstance(message, wire.Pong) and self._pings:
            self._measure(self.heard - self._pings.popleft())
            return True
        return False

    def _measure(self, seconds: float) -> None:
        """Take a round trip of the line into account."""

    def _count(self, message: Message | None) -> None:
        """Count a message. Raises `LineClosed`."""
        now = self.heard = self._now()
        if not (self._is_free(message) or self._messages.take(now)):
            raise LineClosed(LineReason.TOO_FAST)

    # To the line

    def pass_second(self, now: float) -> None:
        """Let a second pass for the messages that wait; ping a silent line, close a slow one."""
        self._seconds += 1
        if self._news and self._seconds - self._news[0][0] >= SLOW_SECONDS:
            self.close(LineReason.TOO_SLOW)
        elif self._is_greeted and now - max(self.heard, self._pinged) >= PING_SECONDS:
            self._pinged = now
            self._post(self._ping)

    def _ping(self) -> wire.WireMessage:
        """Return a question whether anybody is there; the answer to it is free."""
        self._pings.append(self._now())
        return wire.Ping()

    @property
    @abstractmethod
    def _is_greeted(self) -> bool:
        """Whether the first message was answered."""

    def send(self, message: wire.WireMessage) -> None:
        """Let a message wait for the line."""
        self._post(lambda: message)

    def close(self, reason: LineReason | None = None, seconds: int = 0) -> None:
        """Close the line, after the reason for that if there is one."""
        self.end(fault_of(reason, seconds) if reason else None)

    def end(self, last: wire.WireMessage | None) -> None:
        """Close the line, after a last message."""
        if self.is_closed:
            return
        self._forget()
        if last is not None:
            self.send(last)
        self.is_closed = True
        self._line.close()

    def next_line(self) -> bytes | None:
        """Return the next line, None for none. A message that cannot be made closes the line."""
        try:
            message = self._next()
            return None if message is None else wire.to_line(message)
        except Exception as error:  # noqa: BLE001 - a fault of ours costs the line and not the table
            note_fault("a message", error)
            self.close()
            self._give_up()
            return None

    def _next(self) -> wire.WireMessage | None:
        return self._news.popleft()[1]() if self._news else None

    def _post(self, make: Making) -> None:
        if not self.is_closed:
            self._news.append((self._seconds, make))
            self._line.wake()

    def _give_up(self) -> None:
        self.is_closed = True
        self._news.clear()
        self._forget()

    def _forget(self) -> None:
        """Forget what waits besides messages."""
