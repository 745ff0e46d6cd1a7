"""The connection to a table: joined, kept up, and read in a thread.

All of it, the answers to pings too, happens in one thread of its own: so a table knows that
somebody is there also while the program waits for a typed line.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import Any, ClassVar, Final, NamedTuple

import msgspec

from engine.game import Game
from engine.games import GAMES, find_game
from engine.loop import Call, Loop
from net.joining.dialogue import Arrived, Backoff, Dialogue, Greeting, LineEvent, Take
from net.joining.line import Address, LineLost, SocketLine
from net.joining.reasons import JoinReason, NotJoined
from net.wire import HelloRequest, WelcomeNews, WireMessage


class Joined(NamedTuple):
    """A table that was joined a moment ago, by an open line.

    Attributes:
        address: Where the table is, for later lines.
        hello: The hello of the client.
        line: The line, on which the table goes on sending.
        welcome: The answer of the table.
        game: The game.
        options: The options of the game.
    """

    address: Address
    hello: HelloRequest
    line: SocketLine
    welcome: WelcomeNews
    game: Game[Any]
    options: Any


def new_client() -> str:
    """Return a random text by which a table knows all connections of this program."""
    import secrets

    return secrets.token_hex(12)


def join(address: Address, hello: HelloRequest) -> Joined:
    """Join a table; it may take some seconds. Raises `NotJoined`."""
    line, welcome = greet(address, hello)
    try:
        game, options = game_of(welcome)
    except NotJoined:
        line.close()
        raise
    if not hello.table:  # the only one there; later it might be one of several
        hello = msgspec.structs.replace(hello, table=welcome.table)
    return Joined(address.later(), hello, line, welcome, game, options)


def greet(address: Address, hello: HelloRequest) -> tuple[SocketLine, WelcomeNews]:
    """Open a line and say hello; return the line and the answer. Raises `NotJoined`."""
    line, greeting = address.open(), Greeting(hello)
    try:
        while True:
            while greeting.unsent:
                line.send(greeting.unsent.popleft())
            data = line.receive(address.seconds)
            if data is None:
                raise NotJoined(JoinReason.SILENT)
            if welcome := greeting.received(data):
                return line, welcome
    except LineLost:
        why = line.why_lost()
        line.close()
        raise why from None
    except NotJoined:
        line.close()
        raise


def game_of(welcome: WelcomeNews) -> tuple[Game[Any], Any]:
    """Return the game of a table and its options. Raises `NotJoined`."""
    game, options, seats = known_game(welcome.game, welcome.options)
    if welcome.rules != game.rules_version:
        raise NotJoined(JoinReason.UNKNOWN_GAME)
    if welcome.seat is not None and not 0 <= welcome.seat < seats:
        raise NotJoined(JoinReason.STRANGE)
    return game, options


def known_game(key: str, told: dict[str, Any]) -> tuple[Game[Any], Any, int]:
    """Return a game, its options and the number of its seats, as a table tells of them.

    Raises `NotJoined`.
    """
    if key not in GAMES:
        raise NotJoined(JoinReason.UNKNOWN_GAME)
    game = find_game(key)
    try:
        options: Any = msgspec.convert(told, game.options, strict=True)
        return game, options, len(game.seats(options))
    except (ValueError, TypeError, ArithmeticError):
        raise NotJoined(JoinReason.STRANGE) from None


def options_of(welcome: WelcomeNews, game: Game[Any]) -> Any:
    """Return the options of a table of this game, None for a table of another one."""
    try:
        found, options = game_of(welcome)
    except NotJoined:
        return None
    return options if found is game else None


MOST_WAITING: Final = 2000
MOST_BYTES: Final = 32 * 1024 * 1024
"""The messages and bytes that may wait; a line on which more arrives is ended."""


class Inbox:
    """The events of a connection that were not handled yet, oldest first; for two threads.

    It stays when one client takes the place of another.

    Attributes:
        loop: The loop in which events are handled.
        handle: Called in the loop with each event; set before the loop runs.
        is_closed: Whether nothing is handled any more.
    """

    def __init__(self, loop: Loop) -> None:
        """Let events be handled in a loop."""
        self.handle: Callable[[LineEvent], None]
        self.is_closed = False
        self.loop = loop
        self._lock = threading.Lock()
        self._waiting: deque[LineEvent] = deque()
        self._bytes = 0

    def put(self, event: LineEvent) -> bool:
        """Let an event wait; return whether there was room. A line's beginning and end fit in."""
        size = event.size if isinstance(event, Arrived) else 0
        with self._lock:
            is_full = len(self._waiting) >= MOST_WAITING or self._bytes + size > MOST_BYTES
            if size and is_full:
                return False
            self._waiting.append(event)
            self._bytes += size
        self.loop.soon(self._deliver)
        return True

    def _deliver(self) -> None:
        """Hand on all that has arrived."""
        while not self.is_closed and (event := self._take()):
            self.handle(event)

    def _take(self) -> LineEvent | None:
        """Return the next event, None if there is none."""
        with self._lock:
            if not self._waiting:
                return None
            event = self._waiting.popleft()
            self._bytes -= event.size if isinstance(event, Arrived) else 0
        return event


class Connection:
    """A connection that is kept up until it is closed: the driver of a `Dialogue`.

    The calls of a client return at once, in any thread.
    """

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
        self._first: tuple[SocketLine, WelcomeNews] | None = joined.line, joined.welcome
        self._lock = threading.Lock()
        self._line: SocketLine | None = None
        self._closed = threading.Event()

    def start(self) -> None:
        """Let messages arrive, in a thread that ends with `close`."""
        threading.Thread(target=self.run, name="line to a table", daemon=True).start()

    def send(self, line: int, message: WireMessage) -> None:
        """Send a message on the line with this number, and on no other."""
        self._let(partial(self._dialogue.send, line, message))

    def reject(self, line: int) -> None:
        """End the line with this number, on which something made no sense."""
        self._let(partial(self._dialogue.reject, line))

    def close(self) -> None:
        """Say goodbye and end the line for good."""
        self._closed.set()
        self._let(self._dialogue.close)

    def _let(self, step: Call) -> None:
        with self._lock:
            step()
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
            self._wait(down.seconds, mark)

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

    def _read(self, line: SocketLine) -> None:
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
        """Send the lines of the dialogue; end the connection if it is lost, or has to end."""
        if self._line is None:
            return
        try:
            while self._dialogue.unsent:
                self._line.send(self._dialogue.unsent.popleft())
        except LineLost:
            self._line.hang_up()
        if self._dialogue.end or self._dialogue.is_closed:
            self._line.hang_up()

    def _wait(self, left: float, mark: object) -> None:
        """Wait until the next attempt, or until the table listens in another place than before."""
        while left > 0 and not self._closed.wait(min(left, self.look_seconds)):
            left -= self.look_seconds
            if self._address.mark() not in (mark, None):
                self._dialogue.backoff.reset()
                return
