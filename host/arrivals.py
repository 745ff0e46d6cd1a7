"""The arrivals at a shared table: what a newcomer says is checked, and a seat found for them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

from engine.client import free_name, plain_name
from host.asked import Hello
from host.entries import EntryBase, EntryKeeper, ReturnEntry, SeatEntry
from host.guest import Guest
from host.plan import FREE
from host.room import Room
from host.seating import sealed
from host.told import LineClosed, LineReason

MOST_CLIENT: Final = 32
"""The longest name of a client program, in letters."""

MOST_HELLOS: Final = 20
HELLOS_SECONDS: Final = 20.0
"""The most times that one account may say hello in so many seconds."""


class Arrivals:
    """Those who come to a table. The methods raise `LineClosed`."""

    def __init__(self, room: Room, journal: EntryKeeper) -> None:
        """Receive who comes to a room."""
        self._room = room
        self._journal = journal
        self._clock = room.loop.now
        self._hellos: dict[str, deque[float]] = {}

    def check(self, guest: Guest) -> None:
        """Check that this guest may look at the table now."""
        if guest.is_in or guest.client:
            raise LineClosed(LineReason.MESSAGE)
        self._room.seating.check(guest.account)

    def check_hello(self, guest: Guest, hello: Hello) -> None:
        """Note the program of a guest; check that they may come now."""
        self.check(guest)
        name = hello.client
        if not (0 < len(name) <= MOST_CLIENT and name.isascii() and name.isalnum()):
            raise LineClosed(LineReason.MESSAGE)
        now = self._clock()
        times = self._hellos.setdefault(guest.account.key, deque(maxlen=MOST_HELLOS))
        if len(times) == MOST_HELLOS and now - times[0] < HELLOS_SECONDS:
            raise LineClosed(LineReason.TOO_FAST)
        times.append(now)
        guest.client = name

    def find(
        self, guest: Guest, hello: Hello, new_token: Callable[[], str]
    ) -> tuple[int, str, EntryBase | None]:
        """Return the seat that a guest gets, its token, and the entry of it if there is one."""
        seat = self._room.seating.find(hello, guest.account)
        chair = self._room.seating.chairs[seat]
        if hello.token:
            return seat, hello.token, ReturnEntry(seat=seat) if chair.is_replaced else None
        if not self._journal.has_room:
            raise LineClosed(LineReason.FULL)
        token, account = new_token(), guest.account
        name, player = chair.name, chair.player
        if chair.kind == FREE:
            opening = self._room.opening
            owner = opening.plan.owner if account.key == opening.account else ""
            usual = plain_name(owner) or plain_name(account.name, "guest")
            name = free_name(plain_name(hello.name, usual), self._room.seating.names(seat))
            player = plain_name(hello.player)
        entry = SeatEntry(
            seat=seat, account=account.key, name=name, token=sealed(token), player=player
        )
        return seat, token, entry
