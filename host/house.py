"""A shared table and its guests, without a socket, a file or a clock of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from engine.loop import Call
from engine.reasons import Explained, TableReason
from engine.updates import Offered, Refused, Said
from host import entries, requests
from host.beginning import Beginning
from host.checks import RequestChecks
from host.computers import Choose
from host.entries import EntryBase, EntryKeeper
from host.flags import Flags
from host.game import Kept, PendingChange
from host.guest import Done, Guest, LineClosed, LineReason, PeopleNow, Welcome, WholeGame
from host.host import Host
from host.outside import Outside
from host.requests import Asked, Hello
from host.room import Room, Stay
from host.seating import MOST_WATCHERS, Chair, Presence, crowded_out

MOST_NUMBER: Final = 2**53


class House(Host[Any, Guest]):
    """The host of a shared table: its guests come and go, ask, and are told the news.

    Attributes:
        room: The seats and the game.
        flags: The clocks of the game.
        beginning: The beginning of each game, and the cut before it.
    """

    def __init__(
        self,
        room: Room,
        *,
        outside: Outside,
        journal: EntryKeeper,
        choose: Choose,
        ended: Call,
        most_moves: int = 0,
    ) -> None:
        """Open a room to guests.

        Args:
            room: The room.
            outside: Where seeds and tokens come from.
            journal: Keeps the entries.
            choose: Lets computer players choose.
            ended: Called when nobody needs the table any more.
            most_moves: The most moves of its guests in a second, 0 for any number.
        """
        super().__init__(
            None,
            keep=self._enter,
            choose=choose,
            loop=room.loop,
            fresh_seed=outside.fresh_seed,
            is_played_here=lambda seat: room.seating.chairs[seat].is_played_here,
            is_awaited=lambda: any(guest.seat is not None for guest in self.guests),
            race_time=lambda: room.opening.plan.race_time,
        )
        self.room = room
        self._outside = outside
        self._journal = journal
        self._ended = ended
        self._checks = RequestChecks(room, journal, most_moves)
        self.beginning = Beginning(room, self.queue, outside)
        self._presence = Presence(room, self.guests, self._people_changed)
        self.flags = Flags(room, self.queue, journal, self._tell_people)
        self._stay = Stay(room, ended)
        self._is_closed = False
        self._told_people: PeopleNow | None = None

    def start(self) -> None:
        """Let a game that has begun go on, or one begin, and wait for guests."""
        if self.room.game:
            self.begin(self.room.game)
        self._go_on()
        self._watch_the_end()

    def close(self, reason: LineReason = LineReason.CLOSING, seconds: int = 0) -> None:
        """Close every line, for the table ends; `seconds` says for how long, if that is known."""
        self._is_closed = True
        for guest in list(self.guests):
            guest.close(reason, seconds)
        self._presence.stop()
        self.flags.stop()
        self.beginning.stop()
        self._stay.stop()
        self.stop()

    # Guests come and go

    def arrive(self, guest: Guest) -> None:
        """Let a guest come; some are sent away at once."""
        self.guests.append(guest)
        self._presence.watch()
        if self._is_closed:
            guest.close(LineReason.CLOSING)
        elif found := crowded_out(self.guests):
            crowded, why = found
            crowded.close(why)

    def look(self, guest: Guest) -> None:
        """Check that a guest may look at the table from outside. Raises `LineClosed`."""
        self._checks.check_newcomer(guest)

    def end_for(self, guest: Guest) -> None:
        """End the table, as its owner wishes. Raises `LineClosed` for anybody else."""
        if not self.room.seating.owns(guest):
            raise LineClosed(LineReason.NOT_ALLOWED)
        self._ended()

    def come(self, guest: Guest, hello: Hello) -> None:
        """Let a guest watch, or sit down when the entry is kept. Raises `LineClosed`."""
        self._checks.check_hello(guest, hello)
        guest.cuts = hello.cuts
        self._check_queue()
        if not hello.watch:
            self._find_seat(guest, hello)
        elif self.people_now.watchers >= MOST_WATCHERS:
            raise LineClosed(LineReason.FULL)
        else:
            self.room.seating.came(guest.account.key)  # no seat is kept for an owner who watches
            guest.is_watching = True
            self._greet(guest, Welcome())

    def trip(self, seat: int) -> float:
        """Return the seconds of a round trip on the line to a seat, 0 for none."""
        guest = self.room.seating.chairs[seat].guest
        return guest.trip if guest else 0.0

    def heard(self, guest: Guest) -> None:
        """Note that a guest has sent something, perhaps after an absence."""
        if (chair := self._chair(guest)) and chair.guest is guest and chair.presence != "here":
            self._look(chair)
            self._people_changed()

    def leave(self, guest: Guest) -> None:
        """Let a guest go; it may come back."""
        if chair := self._chair(guest):
            chair.has_left = True
            self._free(chair)
            self._go_on()
        guest.close()

    def lost(self, guest: Guest) -> None:
        """Note that a guest is gone."""
        if guest not in self.guests:
            return
        self.guests.remove(guest)
        if (chair := self._chair(guest)) and chair.guest is guest:
            chair.guest = None
            self.flags.look()
            self._look(chair)
            self._free_later(chair)
        if guest.is_in:
            self._people_changed()
        self._watch_the_end()

    # Requests

    def ask(self, guest: Guest, number: int, asked: Asked, of: int = 0) -> None:
        """Carry out a request of a guest. Raises `LineClosed` for an impossible number.

        The requests of spectators change nothing. They are answered at once and fill no queue.
        """
        if not 1 <= number <= MOST_NUMBER:
            raise LineClosed(LineReason.MESSAGE)
        self._check_queue()
        if isinstance(asked, requests.Submit) and guest.seat is not None:
            self.flags.arrived(guest.seat)
        if guest.seat is not None or isinstance(asked, requests.Replace):
            super().ask(guest, number, asked, of)
            return
        try:
            self._checks.step(guest, asked, of)
        except Explained as why:
            self._answer(guest, asked, Refused(number, why))
        else:
            self._answer(guest, asked, Done(number))

    @property
    def people(self) -> frozenset[int]:
        """The seats of people, there or not, that no computer player has taken over."""
        return self.room.seating.people

    @property
    def hearers(self) -> Sequence[Guest]:
        """The guests that have a seat or watch."""
        return [guest for guest in self.guests if guest.is_in]

    @property
    def people_now(self) -> PeopleNow:
        """The list of people, as all may know it."""
        watchers = sum(guest.is_watching for guest in self.guests)
        return PeopleNow(self.room.seating.places, watchers, self.room.game is not None)

    def _prepare(
        self, guest: Guest, number: int, asked: Asked, of: int
    ) -> PendingChange | EntryBase | None:
        if self._first_answer(guest, number):
            return None
        step = self._checks.step(guest, asked, of)
        if isinstance(asked, requests.OfGame):
            step = super()._prepare(guest, number, asked, of)
        by = -1 if guest.seat is None else guest.seat
        if isinstance(step, PendingChange):
            return step._replace(asker=(by, guest.client, number))
        return step and msgspec.structs.replace(step, by=by, client=guest.client, number=number)

    def _chair(self, guest: Guest) -> Chair | None:
        return None if guest.seat is None else self.room.seating.chairs[guest.seat]

    def _first_answer(self, guest: Guest, number: int) -> Done | Refused | None:
        """Return the answer that a request got which is repeated."""
        chair = self._chair(guest)
        return chair.answers.find(guest.client, number) if chair else None

    def _answer(self, guest: Guest, asked: Asked, answer: Done | Refused) -> None:
        if isinstance(asked, requests.Submit) and guest.seat is not None:
            self.flags.answered(guest.seat)
        if first := self._first_answer(guest, answer.number):
            guest.tell(first)
        elif isinstance(asked, requests.AskRecord) and isinstance(answer, Done):
            guest.tell(WholeGame(answer.number, self.room.whole_game))
        else:
            if chair := self._chair(guest):
                chair.answers.keep(guest.client, answer)
            guest.tell(answer)
            if isinstance(answer, Refused):
                if answer.why.reason is TableReason.STALE:
                    guest.game_changed()
            elif isinstance(asked, requests.Submit):
                guest.moved()
            elif isinstance(asked, requests.Say):
                self.tell_all(Said(guest.seat, asked.phrase))

    def _check_queue(self) -> None:
        """Raise `LineClosed` while the disk does not answer and much waits for it."""
        if self.queue.is_full:
            raise LineClosed(LineReason.BROKEN)

    # Carrying requests out

    def _enter(self, step: PendingChange | EntryBase, kept: Kept) -> None:
        """Let the journal keep a step."""
        if isinstance(step, PendingChange):
            step = entries.entry_of(step, self.flags.kept(step.change))
        self._journal.append(step, kept)

    def _apply(self, step: PendingChange | EntryBase) -> bool:
        if isinstance(step, PendingChange):
            at, is_done = len(self.game.table.plays), super()._apply(step)
            if is_done:
                self.flags.moved(step.change, at)
            return is_done
        if isinstance(step, entries.ClockEntry):
            return True
        self.room.apply(step)
        if isinstance(step, entries.BeginEntry):
            assert self.room.game
            self.beginning.stop()
            self.begin(self.room.game)
        self.flags.look()
        return True

    def _applied(self, step: PendingChange | EntryBase | None = None) -> None:
        if isinstance(step, entries.BeginEntry):
            self.room.files.begin([sitter.name for sitter in self.game.table.sitters])
            for guest in self.hearers:
                self._welcome_anew(guest)
        elif isinstance(step, entries.SitEntry) and (
            moved := self.room.seating.chairs[step.to].guest
        ):
            self._welcome_anew(moved)
        if not isinstance(step, PendingChange):
            self._people_changed()
        super()._applied(step)
        self.beginning.look()

    def _game_changed(self) -> None:
        for guest in self.hearers:
            guest.game_changed()
        self.loop.soon(self._follow_up)  # the players have their views first

    def _follow_up(self) -> None:
        """Do the rest that follows a change of the game."""
        self.room.files.changed(self.room.record, is_over=self.room.is_over)
        if not self._is_closed:
            self._watch_the_end()
            self._go_on()

    def _go_on(self) -> None:
        """Let the computer players move that are to move, or a game begin that is due."""
        if self.room.game:
            self.watch_game()
            self.computers.ask_all()
        self.beginning.look()

    def _welcome_anew(self, guest: Guest) -> None:
        """Tell a guest that another game begins, or that the seat is another one now."""
        if self.room.number != 1:  # for the first game nothing changes
            guest.begin_anew(self._welcome(guest))

    def _find_seat(self, guest: Guest, hello: Hello) -> None:
        """Give a guest a seat when its entry is kept."""
        found: list[tuple[int, str]] = []

        def prepare() -> EntryBase | None:
            seat, token, entry = self._checks.seat_for(guest, hello, self._outside.new_token)
            found.append((seat, token))
            return entry

        def refuse(why: Explained) -> None:
            guest.close(why.line_reason if isinstance(why, LineClosed) else LineReason.BROKEN)

        self.queue.add(prepare, lambda: self._seat(guest, *found[-1]), refuse)

    def _seat(self, guest: Guest, seat: int, token: str) -> None:
        """Let a guest have a seat; an older line to it is told and closed."""
        chair = self.room.seating.chairs[seat]
        if guest.is_closed:
            self._free_later(chair)
            return
        older, chair.guest = chair.guest, guest
        if older is not None:
            older.close(LineReason.REPLACED)
        guest.seat = seat
        chair.has_left = False
        self._look(chair)
        self.flags.look()
        self._greet(guest, self._welcome(guest, token))
        self.beginning.cutting.came(guest)
        self._go_on()

    def _welcome(self, guest: Guest, token: str = "") -> Welcome:
        chair = self._chair(guest)
        return Welcome(token, chair.answers.newest(guest.client) if chair else 0)

    def _greet(self, guest: Guest, welcome: Welcome) -> None:
        guest.tell(welcome)
        guest.people_changed()
        if self.room.game:
            if self.game.offers.offer:
                guest.tell(Offered(self.game.offers.offer))
            guest.game_changed()
        self._people_changed()
        self._watch_the_end()

    def _free_later(self, chair: Chair) -> None:
        """Free a seat whose line is down after a while, unless the game begins before."""
        if self.room.game is None:
            self.loop.later(self.room.opening.plan.claim, lambda: self._free(chair))

    def _free(self, chair: Chair) -> None:
        """Free a seat that nobody is at, unless the game has begun."""

        def prepare() -> EntryBase | None:
            is_there = chair.guest is not None and not chair.has_left
            if self.room.game or is_there or not chair.is_client:
                return None
            return entries.FreeEntry(seat=self.room.seating.chairs.index(chair))

        self._do(prepare)

    def _look(self, chair: Chair) -> None:
        """Note who is there now, and keep the seconds of waiting in the journal."""

        def prepare() -> EntryBase | None:
            seat, seconds = self.room.seating.chairs.index(chair), round(chair.waited, 1)
            return entries.WaitEntry(seat=seat, seconds=seconds) if seconds else None

        if self._presence.look() and chair.waited and self._journal.has_room:
            self._do(prepare)

    def _do(self, prepare: Callable[[], EntryBase | None]) -> None:
        """Queue a change that nobody has asked for."""
        self.queue.add(prepare, lambda: None, lambda _why: None)

    def _people_changed(self) -> None:
        before, self._told_people = self._told_people, self.people_now
        if before != self._told_people:
            self._tell_people()

    def _tell_people(self) -> None:
        for guest in self.hearers:
            guest.people_changed()

    def _watch_the_end(self) -> None:
        """End the table when its game is over and all have left, or nobody is there for long."""
        if not self._is_closed:
            self._stay.look(is_alone=not self.hearers)
