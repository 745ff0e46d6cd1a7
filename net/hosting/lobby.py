"""The lobby of a server: a list of its tables, new ones, and the way of each line to one.

It has no socket, thread or clock of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from engine.loop import Loop, OneTimer
from engine.reasons import Explained, LobbyReason, Reason
from host.guest import Account, LineClosed, LineReason, is_from_door, is_proven
from host.plan import FREE, HostPlan, StartReason, TablePlan
from host.rate import Rates
from host.seating import TICK, Presence
from net import wire
from net.hosting.bounds import hosted
from net.hosting.faults import note_fault
from net.hosting.limits import Gate
from net.hosting.line_end import Line, LineEnd
from net.hosting.messages import refused, sign_of
from net.hosting.remote_guest import RemoteGuest
from net.hosting.thinkers import MOST_WAITING
from net.lobby_wire import (
    LobbyMessage,
    LobbyRequest,
    NoticeNews,
    OpenedNews,
    OpenRequest,
    TablesNews,
    TablesRequest,
    VouchRequest,
    lobby_request,
)
from net.names.names import table_meant
from net.names.sockets import AT_SERVER

if TYPE_CHECKING:
    from socket import socket

    from host.house import House

MOST_LISTED: Final = 100
"""The tables that a list has; the others are counted."""

MOST_NAMED: Final = 20
"""The tables that are named to a line which says not which one it wants."""

MOST_TABLES: Final = 1000
"""The tables of a server."""

MOST_OWN: Final = 10
"""The tables that people of one account or address have open at once."""

MOST_OPENED: Final = 20
OPENED_SECONDS: Final = 600.0
"""The tables that they may open in these seconds."""

MOST_LOOKS: Final = 30
LOOKS_SECONDS: Final = 20.0
"""The times that they may ask what tables there are in these seconds."""

IDLE_SECONDS: Final = 600.0
WARNING_SECONDS: Final = 60.0
"""The seconds after which a line that asks for nothing is closed; the warning comes before."""


class NoticeReason(Reason):
    """A warning to a line without a seat."""

    IDLE = "This line is closed in a minute unless something is asked for."


class NotOpened(Explained):
    """An error: a server opens no such table."""


class NewTable(NamedTuple):
    """A table to be opened: its plan, and the account that owns it, empty for none."""

    plan: HostPlan
    account: str


class Lobby:
    """The lobby of a server; see `Doorkeeper`.

    Attributes:
        gate: The limits of lines that come in.
    """

    def __init__(
        self,
        name: str,
        loop: Loop,
        new_token: Callable[[], str],
        open_table: Callable[[NewTable], str],
        waiting: Callable[[], int],
        reopen: Callable[[str], object],
        most_tables: int = MOST_TABLES,
        vouching: str = "",
    ) -> None:
        """Begin without a table.

        Args:
            name: The name of the server, under which a line asks for no table.
            loop: The event loop.
            new_token: Returns a token that nobody can guess.
            open_table: Opens a table and returns its name. Raises `Explained`, `OSError`.
            waiting: Returns how many moves of computer players wait to be thought about.
            reopen: Opens a table again that has crashed, if one of this name has.
            most_tables: The most tables.
            vouching: The account that may say whose line one of its own is, empty for none.
        """
        self.gate = Gate()
        self.vouching = vouching
        self.name = name
        self.loop = loop
        self._new_token = new_token
        self._open_table = open_table
        self._waiting = waiting
        self._reopen = reopen
        self._most = most_tables
        self._houses: dict[str, House] = {}
        self._openers: dict[str, str] = {}
        self._own: Counter[str] = Counter()
        self._opened = Rates(MOST_OPENED, OPENED_SECONDS)
        self._looks = Rates(MOST_LOOKS, LOOKS_SECONDS)
        self._guests: list[LobbyGuest] = []
        self._timer = OneTimer(loop)
        self._farewell: tuple[LineReason, int] | None = None

    # Tables come and go

    def open(self, table: str, house: House, _listening: socket | None = None) -> None:
        """Let lines in that name a table."""
        self._houses[table] = house

    def close(self, table: str) -> None:
        """Let no line to a table in any more."""
        self._houses.pop(table, None)
        if opener := self._openers.pop(table, None):
            self._own[opener] -= 1
            if not self._own[opener]:
                del self._own[opener]

    def house(self, table: str) -> House:
        """Return the table of a name, which is opened again if it has crashed.

        Raises `LineClosed`.
        """
        if table not in self._houses:
            self._reopen(table)
        if house := self._houses.get(table):
            return house
        raise LineClosed(LineReason.CLOSING)

    # Lines

    def enter(self, first: bytes, account: Account, line: Line) -> LineEnd[Any]:
        """Return the end of a line that begins like this: a guest of a table, or of the lobby.

        The first message was not taken in yet. Raises `LineClosed`.
        """
        table = table_meant(first)
        if table and table != self.name and not self._farewell:
            return RemoteGuest(self.house(table), account, line)
        guest = LobbyGuest(self, account, line)
        if self._farewell:
            guest.close(*self._farewell)
            return guest
        self._guests.append(guest)
        if not self._timer.is_running:
            self._timer.start(TICK, self._tick)
        return guest

    def left(self, guest: LobbyGuest) -> None:
        """Forget a guest that has gone, or has come to a table."""
        if guest in self._guests:
            self._guests.remove(guest)

    def farewell(self, reason: LineReason, seconds: int) -> None:
        """Close all lines without a table, and each that still comes."""
        self._farewell = reason, seconds
        for guest in list(self._guests):
            guest.close(reason, seconds)
        self._timer.stop()

    def _tick(self) -> None:
        now = self.loop.now()
        for guest in list(self._guests):
            guest.pass_second(now)
        if self._guests:
            self._timer.start(TICK, self._tick)

    # Requests

    def tables(self, account: Account) -> TablesNews:
        """Return the tables, those with a free seat first. Raises `LineClosed`."""
        if not self._looks.take(account.counted, self.loop.now()):
            raise LineClosed(LineReason.TOO_FAST)
        houses = [house for _name, house in self._open_to(account)]
        open_to = sorted(houses, key=_is_less_wanted)
        signs = tuple(map(sign_of, open_to[:MOST_LISTED]))
        return TablesNews(signs, len(open_to) - len(signs))

    def names(self, account: Account) -> list[str]:
        """Return the names of the tables to which an account may come."""
        return [name for name, _house in self._open_to(account)]

    def _open_to(self, account: Account) -> Iterator[tuple[str, House]]:
        for name, house in self._houses.items():
            with suppress(LineClosed):
                house.room.seating.check(account)
                yield name, house

    def ask(self, account: Account, asked: OpenRequest) -> wire.WireMessage:
        """Open a table, and return the answer. Raises `LineClosed` for a plan of nothing."""
        try:
            plan = _plans.decode(asked.plan)
        except (msgspec.DecodeError, RecursionError):
            raise LineClosed(LineReason.MESSAGE) from None
        try:
            self._check(account, plan)
            token = self._new_token()
            owner = account.key if is_proven(account.key) else ""
            name = account.called(asked.name, "guest")
            table = self._open_table(NewTable(hosted(plan, name, token), owner))
        except Explained as why:
            return replace(refused(asked.number, why), code=why.reason.code)
        except OSError as error:
            note_fault("a new table", error)
            text = error.strerror or type(error).__name__
            why_not = NotOpened(StartReason.FAULT, why=text)
            return replace(refused(asked.number, why_not), code=StartReason.FAULT.code)
        self._openers[table] = account.counted
        self._own[account.counted] += 1
        return OpenedNews(asked.number, table, token)

    def _check(self, account: Account, plan: TablePlan) -> None:
        """Raise `NotOpened` if there are too many tables."""
        if len(self._houses) >= self._most:
            raise NotOpened(LobbyReason.NO_ROOM, most=self._most)
        if self._own[account.counted] >= MOST_OWN:
            raise NotOpened(LobbyReason.YOURS, most=MOST_OWN)
        if any(seat.kind != FREE for seat in plan.seats) and self._waiting() >= MOST_WAITING:
            raise NotOpened(LobbyReason.THINKING)
        if not self._opened.take(account.counted, self.loop.now()):
            raise NotOpened(LobbyReason.TOO_OFTEN)


_plans: Final = msgspec.json.Decoder(TablePlan, strict=True)


def _is_less_wanted(house: House) -> tuple[bool, bool]:
    """Whether nobody can sit down at a table, and whether its game is over."""
    return house.room.seating.is_full, house.room.is_over


class LobbyGuest(LineEnd[LobbyMessage]):
    """A line to a server on which no table was chosen yet."""

    def __init__(self, lobby: Lobby, account: Account, line: Line) -> None:
        """Let an account come to the lobby."""
        super().__init__(line, lobby.loop.now)
        self._lobby = lobby
        self._account = account
        self._asked = lobby.loop.now()
        self._is_warned = False
        self._raw = b""
        self._seat: RemoteGuest | None = None
        self._counted = ""
        self._refusal: LineReason | None = None

    def receive(self, line: bytes) -> None:
        if self._seat:
            self._seat.receive(line)
        else:
            self._raw = line
            super().receive(line)

    def lost(self) -> None:
        if self._counted:
            self._lobby.gate.leave(self._counted)
        if self._seat:
            self._seat.lost()
        else:
            self._give_up()
            self._lobby.left(self)

    def close(self, reason: LineReason | None = None, seconds: int = 0) -> None:
        if self._seat:
            self._seat.close(reason, seconds)
        else:
            super().close(reason, seconds)

    def next_line(self) -> bytes | None:
        line = super().next_line()
        return self._seat.next_line() if line is None and self._seat else line

    def pass_second(self, now: float) -> None:
        super().pass_second(now)
        idle = now - self._asked
        if now - self.heard >= Presence.gone_seconds:
            self.close(LineReason.SILENT)
        elif idle >= IDLE_SECONDS:
            self.close(LineReason.IDLE)
        elif idle >= IDLE_SECONDS - WARNING_SECONDS and not self._is_warned:
            self._is_warned = True
            self.send(NoticeNews(NoticeReason.IDLE.code, NoticeReason.IDLE.value))

    @property
    def _is_greeted(self) -> bool:
        return True

    def _read(self, line: bytes) -> LobbyMessage:
        return lobby_request(line)

    def _take(self, message: LobbyMessage) -> None:
        if self._refusal:  # told to the person who speaks on the line that was handed over
            raise LineClosed(self._refusal)
        if isinstance(message, wire.Ping):
            self.send(wire.Pong())
            return
        if isinstance(message, wire.OpeningRequest | LobbyRequest):
            if message.protocol != wire.PROTOCOL:
                raise LineClosed(LineReason.PROTOCOL)
            self._asked, self._is_warned = self._lobby.loop.now(), False
        if isinstance(message, LobbyRequest):
            self._ask(message)
        elif isinstance(message, wire.LookRequest) and message.table in ("", self._lobby.name):
            self.end(self._lobby.tables(self._account))
        elif isinstance(message, wire.OpeningRequest):
            self._go_to(message.table)
        elif isinstance(message, wire.LeaveRequest):
            self.end(None)
        elif not isinstance(message, wire.Pong):
            raise LineClosed(LineReason.MESSAGE)

    def _ask(self, asked: LobbyRequest) -> None:
        if isinstance(asked, VouchRequest):
            self._become(asked)
        elif isinstance(asked, TablesRequest):
            self.send(self._lobby.tables(self._account))
        else:
            self.send(self._lobby.ask(self._account, asked))

    def _become(self, vouched: VouchRequest) -> None:
        """Be a line of another account, which ours vouches for. Raises `LineClosed`."""
        if self._account.key != self._lobby.vouching or not is_from_door(vouched.account):
            raise LineClosed(LineReason.MESSAGE)
        account = Account(vouched.account, origin=vouched.origin, title=vouched.title)
        self._account = account
        self._refusal = self._lobby.gate.enter(account.counted, self._now())
        self._counted = "" if self._refusal else account.counted

    def _go_to(self, table: str) -> None:
        """Let the line be a guest of a table from now on. Raises `LineClosed`.

        The only table needs no name; else the line is told the names of all.
        """
        if table in ("", self._lobby.name):
            names = self._lobby.names(self._account)
            if table:
                names = [f"{table}{AT_SERVER}{name}" for name in names]
            if table or len(names) != 1:
                code, most = ("which" if names else "gone"), MOST_NAMED
                self.end(wire.FaultNews(code, ", ".join(names[:most])))
                return
            table = names[0]
        house = self._lobby.house(table)
        self._lobby.left(self)
        self._seat = RemoteGuest(house, self._account, self._line)
        self._seat.receive(self._raw)
