"""The arrivals at a shared table: what a newcomer says is checked, and a seat found for them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final, TypeAlias

from engine.names import free_name, plain_name
from engine.reasons import Explained
from host.entries import EntryBase, ReturnEntry, SeatEntry
from host.guest import Guest
from host.plan import FREE
from host.reasons import LineClosed, LineReason
from host.room import Room
from host.seating import sealed
from net.wire import PROTOCOL, HelloRequest

MOST_CLIENT: Final = 32
"""The longest name of a client program, in letters."""

MOST_HELLOS: Final = 20
HELLOS_SECONDS: Final = 20.0
"""The most times that one account may say hello in so many seconds."""

Seat: TypeAlias = Callable[[Guest, int, str], None]
"""Lets a guest have a seat, with its token."""

Close: TypeAlias = Callable[[Guest, LineReason], None]


class Arrivals:
    """Those who come to a table."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._clock = room.loop.now
        self._hellos: dict[str, deque[float]] = {}

    def check(self, guest: Guest, protocol: int) -> None:
        """Raise `LineClosed` unless this guest may look at the table now."""
        if protocol != PROTOCOL:
            raise LineClosed(LineReason.PROTOCOL)
        if guest.is_in or guest.client:
            raise LineClosed(LineReason.MESSAGE)
        self._room.seating.check(guest.account)

    def check_hello(self, guest: Guest, hello: HelloRequest) -> None:
        """Note the program of a guest; raises `LineClosed` unless they may come now."""
        self.check(guest, hello.protocol)
        name = hello.client
        if not (0 < len(name) <= MOST_CLIENT and name.isascii() and name.isalnum()):
            raise LineClosed(LineReason.MESSAGE)
        now = self._clock()
        times = self._hellos.setdefault(guest.account.key, deque(maxlen=MOST_HELLOS))
        if len(times) == MOST_HELLOS and now - times[0] < HELLOS_SECONDS:
            raise LineClosed(LineReason.TOO_FAST)
        times.append(now)
        guest.client = name

    def find_seat(self, guest: Guest, hello: HelloRequest, seat: Seat, close: Close) -> None:
        """Find a seat, and let the guest have it once that is written down."""
        given: list[tuple[int, str]] = []

        def prepare() -> EntryBase | None:
            found = self._room.seating.find(hello, guest.account)
            if hello.token:
                given.append((found, hello.token))
                is_replaced = self._room.seating.chairs[found].is_replaced
                return ReturnEntry(seat=found) if is_replaced else None
            token = self._room.outside.new_token()
            given.append((found, token))
            return self._entry(found, guest, hello, token)

        def refuse(why: Explained | LineClosed) -> None:
            close(guest, why.line_reason if isinstance(why, LineClosed) else LineReason.BROKEN)

        self._room.docket.add(prepare, lambda: seat(guest, *given[-1]), refuse)

    def _entry(self, seat: int, guest: Guest, hello: HelloRequest, token: str) -> SeatEntry:
        chair, account = self._room.seating.chairs[seat], guest.account
        if not self._room.journal.has_room:
            raise LineClosed(LineReason.FULL)
        name, player = chair.name, chair.player
        if chair.kind == FREE:
            opening = self._room.opening
            owner = opening.plan.owner if account.key == opening.account else ""
            usual = plain_name(owner) or plain_name(account.name, "guest")
            name = free_name(plain_name(hello.name, usual), self._room.seating.names(seat))
            player = plain_name(hello.player)
        return SeatEntry(
            seat=seat, account=account.key, name=name, token=sealed(token), player=player
        )
