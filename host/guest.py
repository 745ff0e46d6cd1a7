"""A guest: one line to a shared table, with its account, its limits and its mailbox.

The mailbox holds at most one view and one list of people, each the newest, made when the line has
room for it, and a few phrases; so a slow reader costs the table little and delays nobody. What
others say never ends a line: it is too slow once a message has waited for many seconds.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from host.reasons import LineClosed, LineReason
from net.coder import WireCoder
from net.view_updates import ViewWriter
from net.wire import ClientMessage, Pong, SaidNews, SeenRequest, WireMessage

MOST_MESSAGES: Final = 50
MESSAGES_SECONDS: Final = 20.0
"""The most messages that a guest may send in so many seconds."""

SLOW_SECONDS: Final = 30
"""The seconds that a message may wait for a line; after them it is too slow."""

MOST_SAID: Final = 12
"""The most phrases that wait for a line; others are dropped, those of spectators first."""

MOST_VIEWS_UNSEEN: Final = 64
"""The views whose confirmations, late ones too, do not count as messages."""

Making: TypeAlias = Callable[[], WireMessage]
"""A function that makes a message when the line has room for it."""


class Account(NamedTuple):
    """Who connected, as whoever let the line in knows it.

    Attributes:
        key: The account, a text that only its maker reads anything into: `unix:1000`.
        name: What it is called, empty if that is not known.
        groups: The names of its groups.
    """

    key: str
    name: str = ""
    groups: frozenset[str] = frozenset()


class Outlet(Protocol):
    """The way to a guest's line: it is told what there is to do, and asks the guest for lines."""

    def wake(self) -> None:
        """Ask for lines as soon as there is room for them."""

    def close(self) -> None:
        """Send what is in the mailbox, within a moment, and close the line."""


class Guest:
    """One line to a table.

    Attributes:
        account: Who it is, as the system says.
        came, heard: The times when it connected, and when something came from it last.
        seat: The seat it plays, None while it has none.
        is_watching: Whether it is a spectator.
        client: The program, by the name that it gave itself.
        is_closed: Whether the line is closed, or closes once the mailbox is empty.
        views: Writes the views of this line, once there is a game.
    """

    def __init__(self, account: Account, outlet: Outlet, now: float) -> None:
        """Begin a line that has said nothing yet."""
        self.account = account
        self.came = self.heard = now
        self.pinged: float = now
        self.seat: int | None = None
        self.is_watching = False
        self.client = ""
        self.is_closed = False
        self.views: ViewWriter[Any] | None = None
        self._outlet = outlet
        self._seconds = 0
        self._news: deque[tuple[int, WireMessage | Making]] = deque()
        self._said: deque[SaidNews] = deque()
        self._people: Making | None = None
        self._view: Making | None = None
        self._times: deque[float] = deque(maxlen=MOST_MESSAGES)
        self._pings = 0
        self._unseen: deque[int] = deque(maxlen=MOST_VIEWS_UNSEEN)

    @property
    def is_in(self) -> bool:
        """Whether it has a seat, or watches."""
        return self.is_watching or self.seat is not None

    def count(self, message: ClientMessage | None, now: float) -> None:
        """Count a message; the answers that the table waits for are free. Raises `LineClosed`."""
        self.heard = now
        if isinstance(message, Pong) and self._pings:
            self._pings -= 1
            return
        if isinstance(message, SeenRequest) and message.view in self._unseen:
            self._unseen.remove(message.view)
            return
        if len(self._times) == MOST_MESSAGES and now - self._times[0] < MESSAGES_SECONDS:
            raise LineClosed(LineReason.TOO_FAST)
        self._times.append(now)

    def forget(self) -> None:
        """Count one message less: a move that was made, which the game had waited for."""
        if self._times:
            self._times.pop()

    def ping(self, message: WireMessage, now: float) -> None:
        """Ask whether anybody is there; one answer to it is free."""
        self.pinged = now
        self._pings = min(self._pings + 1, 8)
        self.tell(message)

    def pass_second(self) -> None:
        """Let a second pass for what waits in the mailbox."""
        self._seconds += 1

    @property
    def is_slow(self) -> bool:
        """Whether the line has not taken a message for too long."""
        return bool(self._news) and self._seconds - self._news[0][0] >= SLOW_SECONDS

    def tell(self, message: WireMessage | Making) -> None:
        """Put a message into the mailbox."""
        if not self.is_closed:
            self._news.append((self._seconds, message))
            self._outlet.wake()

    def tell_said(self, said: SaidNews) -> None:
        """Let a phrase follow all else; where many wait, one of a spectator is dropped first."""
        if self.is_closed:
            return
        self._said.append(said)
        if len(self._said) > MOST_SAID:
            self._said.remove(next((one for one in self._said if one.seat is None), self._said[0]))
        self._outlet.wake()

    def begin_anew(self, welcome: WireMessage) -> None:
        """Let all that follows be about another game, or another seat."""
        self._people = self._view = None
        while self._said:
            self.tell(self._said.popleft())
        self.tell(welcome)

    def tell_people(self, people: Making) -> None:
        """Let the newest list of people follow, in place of one that waits."""
        if not self.is_closed:
            self._people = people
            self._outlet.wake()

    def tell_view(self, view: Making) -> None:
        """Let the newest view follow, in place of one that waits."""
        if not self.is_closed:
            self._view = view
            self._outlet.wake()

    def close(self, last: WireMessage | None = None) -> None:
        """Close the line, after a last message."""
        if self.is_closed:
            return
        self._people = self._view = None
        self._said.clear()
        if last is not None:
            self._news.append((self._seconds, last))
        self.is_closed = True
        self._outlet.close()

    def lost(self) -> None:
        """Note that the line is gone: nothing is sent any more."""
        self.is_closed = True
        self._news.clear()
        self._said.clear()
        self._people = self._view = None

    def next_line(self) -> bytes | None:
        """Return the next line, None for none: news, people, the view, then what was said.

        A message that cannot be made closes the line.
        """
        try:
            return self._next_line()
        except Exception:  # noqa: BLE001 - a fault of ours costs the line and not the table
            self.close()
            self.lost()
            return None

    def _next_line(self) -> bytes | None:
        if self._news:
            _since, message = self._news.popleft()
            return WireCoder.line(message if isinstance(message, WireMessage) else message())
        if self._people:
            make, self._people = self._people, None
            return WireCoder.line(make())
        if self._view:
            make, self._view = self._view, None
            news = make()
            self._unseen.append(news.view)  # type: ignore[attr-defined]
            return WireCoder.line(news)
        return WireCoder.line(self._said.popleft()) if self._said else None
