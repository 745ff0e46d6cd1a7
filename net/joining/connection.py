"""The connection to a table: a line that is opened again and again, read in a thread.

All of it, the answers to pings too, happens in one thread of its own: so a table knows that
somebody is there also while the program waits for a typed line.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from time import monotonic
from typing import ClassVar, Protocol

from net.joining.dialogue import Backoff, Dialogue, Take
from net.joining.joining import Joined, greet
from net.joining.line import Line, LineLost
from net.joining.reasons import JoinReason, NotJoined
from net.wire import WelcomeNews, WireMessage


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


class Connection:
    """A connection that is kept up until it is closed: the driver of a `Dialogue`."""

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
        self._dialogue = Dialogue(joined.hello, take, clock, backoff or Backoff())
        self._first: tuple[Line, WelcomeNews] | None = joined.line, joined.welcome
        self._lock = threading.Lock()
        self._line: Line | None = None
        self._closed = threading.Event()

    def start(self) -> None:
        """Let messages arrive, in a thread that ends with `close`."""
        threading.Thread(target=self.run, name="line to a table", daemon=True).start()

    def send(self, line: int, message: WireMessage) -> None:
        """Send a request on the line with this number, and on no other."""
        with self._lock:
            self._dialogue.send(line, message)
            self._send_all()

    def confirm(self, line: int, message: WireMessage) -> None:
        """Send a confirmation on the line with this number; a table does not count it."""
        with self._lock:
            self._dialogue.confirm(line, message)
            self._send_all()

    def reject(self, line: int) -> None:
        """End the line with this number, for what came on it made no sense."""
        with self._lock:
            self._dialogue.reject(line)
            self._send_all()

    def close(self) -> None:
        """Say goodbye and end the line for good."""
        self._closed.set()
        with self._lock:
            self._dialogue.close()
            self._send_all()

    def run(self) -> None:
        """Keep the line up until it is closed, or lost for good; `start` has a thread for this."""
        while not self._closed.is_set():
            mark = self._address.mark()
            why = self._hold()
            with self._lock:
                self._line = None
                down = self._dialogue.lost(why)
            if down.is_final:
                return
            self._wait(mark)

    def _hold(self) -> JoinReason:
        """Open a line and read it to its end; return why it ended."""
        try:
            line, welcome = self._first or greet(self._address, self._dialogue.hello)
        except NotJoined as not_joined:
            why = not_joined.reason
            assert isinstance(why, JoinReason)
            return why
        self._first = None
        try:
            with self._lock:
                self._line = line
                self._dialogue.begin(welcome)
                self._send_all()
            self._read(line)
        except LineLost:
            pass
        finally:
            line.close()
        return JoinReason.GONE

    def _read(self, line: Line) -> None:
        """Read a line until it is lost or has to end. Raises `LineLost`."""
        while self._dialogue.end is None:
            data = line.receive(self._dialogue.patience)
            with self._lock:
                if data is None:
                    self._dialogue.passed()
                else:
                    self._dialogue.received(data)
                    self._dialogue.send_waiting()
                self._send_all()

    def _send_all(self) -> None:
        """Send what the dialogue says; end the line if that is lost, or has to end."""
        if self._line is None:
            return
        try:
            while self._dialogue.unsent:
                self._line.send(self._dialogue.unsent.popleft())
        except LineLost:
            self._line.hang_up()
        if self._dialogue.end or self._dialogue.is_closed:
            self._line.hang_up()

    def _wait(self, mark: object) -> None:
        """Wait until the next attempt, or until the table listens in another place than before."""
        left = self._dialogue.backoff.next()
        while left > 0 and not self._closed.wait(min(left, self.look_seconds)):
            left -= self.look_seconds
            if self._address.mark() not in (mark, None):
                self._dialogue.backoff.reset()
                return
