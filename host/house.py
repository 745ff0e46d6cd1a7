"""A shared table and its guests, without a socket, a file or a clock of its own."""

from __future__ import annotations

from functools import partial
from typing import Final

import msgspec

from engine.client import Answered, Offered
from engine.loop import Call, OneTimer
from host.arrivals import Arrivals
from host.entries import EntryBase, FreeEntry, WaitEntry
from host.guest import Account, Guest, Outlet
from host.presence import Presence
from host.reasons import LineClosed, LineReason, closed
from host.requests import Requests
from host.room import PAUSE_SECONDS, Room
from host.seating import GRACE_SECONDS, MOST_LINES, MOST_WATCHERS, Chair
from host.shared_game import SharedGame
from net.coder import WireCoder, WireError
from net.view_updates import ViewWriter
from net.wire import (
    PROTOCOL,
    AnsweredNews,
    ClientMessage,
    HelloRequest,
    LeaveRequest,
    LookRequest,
    OfferedNews,
    PeopleNews,
    Ping,
    Pong,
    SaidNews,
    SeenRequest,
    SeriesNews,
    SignNews,
    ViewNews,
    WelcomeNews,
    WireMessage,
)

LAST_SECONDS: Final = 60.0
"""The seconds for which a table whose game is over waits for those whose line is down."""


class House:
    """A shared table and its guests: who comes, what they ask, and what they are told.

    No message makes it raise: what it does not understand closes the line that it came from.
    """

    def __init__(self, room: Room, ended: Call) -> None:
        """Open a room to guests; `ended` is called once the table is wanted no more."""
        self.room = room
        self.guests: list[Guest] = []
        self._clock = room.loop.now
        self._ended = ended
        self._requests = Requests(room, self._say_to_all)
        self._stay = OneTimer(room.loop)
        self._alone_since: float | None = None
        self._is_closed = False
        self._told_people: PeopleNews | None = None
        self._arrivals = Arrivals(room)
        self._presence = Presence(
            room.loop,
            guests=lambda: self.guests,
            chairs=room.seating.chairs,
            to_move=lambda: room.to_move,
            close=self._close,
            changed=self._people_changed,
        )
        room.people_changed = self._people_changed
        room.game_changed = self._game_changed
        room.has_begun = self._has_begun
        room.has_moved = self._welcome_anew
        room.is_somebody_here = lambda: any(guest.seat is not None for guest in self.guests)
        room.show_view = self._show_view

    def start(self) -> None:
        """Let a game that has begun go on, and wait for guests."""
        if self.room.game:
            self._has_begun(self.room.game)
        self.room.start()
        self._watch_the_end()

    def arrive(self, account: Account, outlet: Outlet) -> Guest:
        """Begin a new line; it may be closed at once."""
        guest = Guest(account, outlet, self._clock())
        own = sum(other.account.key == account.key for other in self.guests)
        self.guests.append(guest)
        self._presence.watch()
        if self._is_closed:
            self._close(guest, LineReason.CLOSING)
        elif own >= MOST_LINES:
            self._close(guest, LineReason.TOO_MANY)
        return guest

    def receive(self, guest: Guest, line: bytes) -> None:
        """Take in a line of a guest; what is wrong with it closes the line."""
        if guest.is_closed:
            return
        try:
            self._receive(guest, self._read(guest, line))
        except LineClosed as why:
            self._close(guest, why.line_reason)
        except Exception:  # noqa: BLE001 - a fault of ours costs the line and not the table
            self._close(guest, LineReason.MESSAGE)

    def too_long(self, guest: Guest) -> None:
        """Close a line that sent too long a message."""
        self._close(guest, LineReason.TOO_LONG)

    def lost(self, guest: Guest) -> None:
        """Note that a line is gone."""
        guest.lost()
        if guest not in self.guests:
            return
        self.guests.remove(guest)
        if guest.seat is not None:
            chair = self.room.seating.chairs[guest.seat]
            if chair.guest is guest:
                chair.guest = None
                self._look(chair)
                self._free_later(guest.seat)
        if guest.is_in:
            self._people_changed()
        self._watch_the_end()

    def close(self) -> None:
        """Close every line, for the table ends."""
        self._is_closed = True
        for guest in list(self.guests):
            self._close(guest, LineReason.CLOSING)
        self._presence.stop()
        self._stay.stop()
        self.room.close()

    def sign(self) -> SignNews:
        """Return what the table is, for those who look from outside."""
        room = self.room
        return SignNews(
            protocol=PROTOCOL,
            table=room.opening.table,
            game=room.rules.key,
            options=msgspec.to_builtins(room.options),
            places=tuple(chair.news() for chair in room.seating.chairs),
            watchers=self._watchers,
            moves=len(room.game.table.plays) if room.game else -1,
            is_over=room.is_over,
            series=self._series_so_far(),
        )

    def _series_so_far(self) -> SeriesNews | None:
        """Return the place of the game in a series, with the game itself once it is over."""
        room, place = self.room, self.room.series
        if place is None:
            return None
        outcome = room.game.table.outcome if room.game else None
        score = place.score_with(outcome, room.rules.sides(room.options))
        return SeriesNews(place.number, place.games, score)

    @property
    def _watchers(self) -> int:
        return sum(guest.is_watching for guest in self.guests)

    def _read(self, guest: Guest, line: bytes) -> ClientMessage:
        """Return the message of a line, counted. Raises `LineClosed`."""
        try:
            message = WireCoder.request(line)
        except WireError:
            guest.count(None, self._clock())
            raise LineClosed(LineReason.MESSAGE) from None
        guest.count(message, self._clock())
        return message

    def _receive(self, guest: Guest, message: ClientMessage) -> None:
        if self._look_if_back(guest):
            self._people_changed()
        if isinstance(message, LookRequest):
            self._arrivals.check(guest, message.protocol)
            guest.close(self.sign())
        elif isinstance(message, HelloRequest):
            self._welcome(guest, message)
        elif not guest.is_in:
            raise LineClosed(LineReason.MESSAGE)
        elif isinstance(message, Ping):
            guest.tell(Pong())
        elif isinstance(message, SeenRequest):
            if guest.views is not None:
                guest.views.confirm(message.view)
        elif isinstance(message, LeaveRequest):
            self._leave(guest)
        elif not isinstance(message, Pong):
            self._check_docket()
            self._requests.receive(guest, message)

    def _welcome(self, guest: Guest, hello: HelloRequest) -> None:
        self._arrivals.check_hello(guest, hello)
        self._check_docket()
        if not hello.watch:
            self._arrivals.find_seat(guest, hello, self._seat, self._close)
        elif self._watchers >= MOST_WATCHERS:
            raise LineClosed(LineReason.FULL)
        else:
            guest.is_watching = True
            self._greet(guest, None, "")

    def _check_docket(self) -> None:
        """Raise `LineClosed` while the disk does not answer and much waits for it."""
        if self.room.docket.is_full:
            raise LineClosed(LineReason.BROKEN)

    def _seat(self, guest: Guest, seat: int, token: str) -> None:
        """Let a guest have a seat; an older line to it is told and closed."""
        if guest.is_closed:
            self._free_later(seat)
            return
        chair = self.room.seating.chairs[seat]
        older, chair.guest = chair.guest, guest
        if older is not None:
            self._close(older, LineReason.REPLACED)
        guest.seat = seat
        chair.has_left = False
        self._look(chair)
        self._greet(guest, seat, token)
        self._people_changed()
        self.room.start()

    def _welcome_to(self, guest: Guest, token: str = "") -> WelcomeNews:
        """Return what tells a guest which game it is at, and at which seat."""
        room, seat, place = self.room, guest.seat, self.room.series
        answered = 0
        if seat is not None:
            answered = room.seating.chairs[seat].answers.newest(guest.client)
        return WelcomeNews(
            protocol=PROTOCOL,
            table=room.opening.table,
            game=room.rules.key,
            rules=room.rules.rules_version,
            options=msgspec.to_builtins(room.options),
            seat=seat,
            token=token,
            is_owner=guest.account.key == room.opening.account,
            patience=room.opening.plan.claim,
            grace=GRACE_SECONDS,
            answered=answered,
            game_number=max(room.number, 1),
            series=SeriesNews(place.number, place.games, place.score) if place else None,
            pause=PAUSE_SECONDS,
        )

    def _welcome_anew(self, guest: Guest) -> None:
        """Tell a guest that another game begins, or that the seat is another one now."""
        guest.views = guest.views and ViewWriter(self.room.rules, guest.views.number)
        guest.begin_anew(self._welcome_to(guest))
        guest.tell_people(self._people)

    def _greet(self, guest: Guest, seat: int | None, token: str) -> None:
        room = self.room
        guest.tell(self._welcome_to(guest, token))
        guest.tell_people(self._people)
        offers = room.game and room.game.offers
        if offers and offers.offer:
            guest.tell(OfferedNews(offers.number, *offers.offer))
        if seat is None:
            self._people_changed()
        self._show_view(guest)
        self._watch_the_end()

    def _leave(self, guest: Guest) -> None:
        seat = guest.seat
        if seat is not None:
            self.room.seating.chairs[seat].has_left = True
            if self.room.game is None:
                self._free(seat)
            self.room.start()
        guest.close()

    def _close(self, guest: Guest, reason: LineReason) -> None:
        guest.close(closed(reason))

    def _free_later(self, seat: int) -> None:
        """Free a seat whose line is down after a while, unless the game begins before."""
        if self.room.game is None:
            self.room.loop.later(self.room.opening.plan.claim, partial(self._free, seat))

    def _free(self, seat: int) -> None:
        """Free a seat that nobody is at, unless the game has begun."""

        def is_idle() -> bool:
            chair = self.room.seating.chairs[seat]
            is_there = chair.guest is not None and not chair.has_left
            return self.room.game is None and chair.is_client and not is_there

        def prepare() -> EntryBase | None:
            return FreeEntry(seat=seat) if is_idle() else None

        if is_idle():
            self.room.docket.add(prepare, _nothing, lambda _why: None)

    def _look(self, chair: Chair) -> None:
        """Look who is there now; the time for which one waited stays, also after a kill."""
        if self._presence.look() and chair.waited and self.room.journal.has_room:
            seat = self.room.seating.chairs.index(chair)
            entry = WaitEntry(seat=seat, seconds=round(chair.waited, 1))
            self.room.docket.add(lambda: entry, _nothing, lambda _why: None)

    def _look_if_back(self, guest: Guest) -> bool:
        """Return whether somebody who was away is heard again."""
        if guest.seat is None:
            return False
        chair = self.room.seating.chairs[guest.seat]
        if chair.guest is not guest or chair.presence == "here":
            return False
        self._look(chair)
        return True

    def _people(self) -> PeopleNews:
        chairs = self.room.seating.chairs
        places = tuple(chair.news() for chair in chairs)
        return PeopleNews(places, self._watchers, self.room.game is not None)

    def _people_changed(self) -> None:
        people = self._people()
        if people == self._told_people:
            return
        self._told_people = people
        for guest in self.guests:
            if guest.is_in:
                guest.tell_people(self._people)

    def _game_changed(self) -> None:
        for guest in self.guests:
            if guest.is_in:
                self._show_view(guest)
        self._watch_the_end()

    def _show_view(self, guest: Guest) -> None:
        if self.room.game:
            guest.tell_view(partial(self._view, guest, self.room.game))

    def _view(self, guest: Guest, game: SharedGame) -> ViewNews:
        if guest.views is None:
            guest.views = ViewWriter(game.game)
        table = game.table
        return guest.views.write(
            game.view(guest.seat), len(table.plays), table.epoch, game.events(guest.seat)
        )

    def _has_begun(self, game: SharedGame) -> None:
        game.offers.listen(self._heard_offer)
        for guest in self.guests:
            if guest.is_in and self.room.number > 1:
                self._welcome_anew(guest)
        self._watch_the_end()

    def _heard_offer(self, update: Offered | Answered) -> None:
        assert self.room.game
        number = self.room.game.offers.number
        if isinstance(update, Offered):
            self._tell_all(OfferedNews(number, *update.offer))
        else:
            self._tell_all(AnsweredNews(number, update.yes))

    def _say_to_all(self, said: SaidNews) -> None:
        for guest in self.guests:
            if guest.is_in:
                guest.tell_said(said)

    def _tell_all(self, message: WireMessage) -> None:
        for guest in self.guests:
            if guest.is_in:
                guest.tell(message)

    def _watch_the_end(self) -> None:
        """End the table when its game is over and all have left, or nobody is there for long."""
        if self._is_closed:
            return
        if any(guest.is_in for guest in self.guests):
            self._stay.stop()
            self._alone_since = None
            return
        if self._alone_since is None:  # those who only look at what the table is change nothing
            self._alone_since = self._clock()
        stay: float = self.room.opening.plan.stay
        if self.room.is_over and not self.room.goes_on:
            clients = [chair for chair in self.room.seating.chairs if chair.is_client]
            have_left = all(chair.has_left for chair in clients)
            stay = 0 if have_left else min(stay, LAST_SECONDS)
        waited = self._clock() - self._alone_since
        self._stay.start(max(stay - waited, 0.0), self._ended)


def _nothing() -> None:
    """Do nothing more."""
