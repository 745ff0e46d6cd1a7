"""What must hold in a simulated world, whatever befalls it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from world_parts import Broken
from world_people import Asked, Person

from engine.clock import OUT_OF_TIME, TimeControl
from engine.game import Sides, has_partners
from engine.table import known_event
from host.entries import (
    BeginEntry,
    ComputerEntry,
    Entry,
    EntryBase,
    ForfeitEntry,
    FreeEntry,
    MoveEntry,
    SeatEntry,
    SitEntry,
)
from host.seating import Chair
from net.joining.client import RemoteClient
from net.joining.own_cuts import DealReason
from net.joining.reasons import JoinReason
from net.wire import (
    AnsweredNews,
    ClaimRequest,
    DoneNews,
    FaultNews,
    MoveRequest,
    OfferedNews,
    RefusedNews,
    SaidNews,
    SitRequest,
    WelcomeNews,
    news_from,
)

if TYPE_CHECKING:
    from world import World


_CHECKED: Final = tuple(
    f'{{"cmd":"{word}"'.encode()
    for word in ("done", "refused", "fault", "offered", "answered", "said")
)


class Promises:
    """Checks all that is asked, written, answered and seen; raises `Broken`."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._asked: dict[tuple[str, int], tuple[Person, Asked]] = {}
        self._answered: set[tuple[str, int]] = set()
        self._entries: set[tuple[str, int]] = set()
        self._moved: dict[tuple[str, int, int, int], int] = {}
        opener = world.plan.opener
        self._first_owners = {} if opener is None else {opener: world.people[0].account.key}
        self._owners = {**self._first_owners}
        self._former: dict[int, str] = {}
        self._turns: dict[int, float] = {}
        self._epochs: dict[tuple[Person, int], int] = {}
        self._refused: set[tuple[str, int]] = set()

    def check_restart(self, entries: Iterable[Entry]) -> None:
        """Check what a table begins with again: all that was answered is there."""
        entries = [*entries]
        self._entries = {(entry.client, entry.number) for entry in entries if entry.client}
        self._owners = {**self._first_owners}
        for entry in entries:
            self.note_written(entry)
        if lost := self._answered - self._entries:
            raise Broken(f"what was answered is lost: {sorted(lost)}")
        if done := self._refused & self._entries:
            raise Broken(f"what was refused is done: {sorted(done)}")

    def check_deal(self, client: RemoteClient[Any]) -> None:
        """Check that the deal of a game is the one that its players have cut."""
        deal = client.company.deal
        assert deal
        self._world.seen[deal.reason.name] += 1
        if deal.reason is DealReason.WRONG:
            raise Broken("the deal is not the one that was cut")

    def check_entry(self, entry: EntryBase) -> None:
        """Check an entry before it is written: it is new, and whoever asked for it may."""
        self._world.seen[type(entry).__name__] += 1
        if entry.client:
            key = entry.client, entry.number
            if key in self._entries:
                raise Broken(f"carried out twice: {key}")
            self._entries.add(key)
        if isinstance(entry, MoveEntry | ForfeitEntry) and entry.client:
            self._check_asked(entry)
        elif isinstance(entry, ForfeitEntry) and entry.why == OUT_OF_TIME:
            self._check_flag(entry)
        elif isinstance(entry, MoveEntry):
            self._check_computer(entry.seat)
        elif isinstance(entry, SeatEntry):
            owner = self._owners.get(entry.seat)
            if owner not in (None, entry.account) and self._world.has_begun:
                raise Broken(f"a seat is given away: {entry}")
        elif isinstance(entry, ComputerEntry):
            self._check_replaced(entry.seat)
        elif isinstance(entry, SitEntry):
            self._check_moved(entry)

    def _check_flag(self, entry: ForfeitEntry) -> None:
        """Check that only a player whose seconds a move are over loses by time."""
        assert self._world.process
        self._world.seen[OUT_OF_TIME] += 1
        table, now = self._world.process.table, self._world.loop.now
        if entry.seat not in table.to_move or not self._chair(entry.seat).is_client:
            raise Broken(f"a flag falls that cannot: {entry}")
        began = self._turns.get(entry.seat, 0.0)
        start = TimeControl.parse(self._world.plan.clock).start
        if now - began < start + self._given_back(entry.seat):
            raise Broken(f"a flag falls early: {entry}")

    def _given_back(self, _seat: int) -> float:
        """Return the seconds of a line's delay that are given back for sure."""
        return 0.0

    def _check_moved(self, entry: SitEntry) -> None:
        """Check that people move to free seats, each by a wish of their own."""
        asked = self._asked.get((entry.client, entry.number))
        if asked is None or asked[0].account.key != self._owners.get(entry.seat):
            raise Broken(f"somebody is moved by another: {entry}")
        if self._world.has_begun or entry.to in self._owners:
            raise Broken(f"a seat that is not free is taken: {entry}")

    def note_written(self, entry: EntryBase) -> None:
        """Note whose the seats are after an entry that was written."""
        owners = self._owners
        if isinstance(entry, SeatEntry):
            owners[entry.seat] = entry.account
        elif isinstance(entry, FreeEntry):
            owners.pop(entry.seat, None)
        elif isinstance(entry, SitEntry) and entry.seat in owners:
            self._former = {**owners}
            owners[entry.to] = owners.pop(entry.seat)
        elif isinstance(entry, BeginEntry) and entry.moved_on:
            self._former = owners
            count = len(self._world.plan.seats)
            self._owners = {(seat + 1) % count: who for seat, who in owners.items()}

    def note_done(self, entry: EntryBase) -> None:
        """Note whose turn it is after an entry that was carried out, and since when."""
        table = self._world.process.table if self._world.process else None
        if table is None:
            return
        if isinstance(entry, MoveEntry):
            self._turns.pop(entry.seat, None)
        elif isinstance(entry, BeginEntry):
            self._turns.clear()
        now = self._world.loop.now
        self._turns = {seat: self._turns.get(seat, now) for seat in table.to_move}

    def _check_asked(self, entry: MoveEntry | ForfeitEntry) -> None:
        """Check that a move or a forfeit is what its player asked for, on the game as it is."""
        person, request = self._asked.get((entry.client, entry.number), (None, None))
        if person is None or person.account.key != self._owners.get(entry.by):
            raise Broken(f"somebody else asks: {entry}")
        if isinstance(entry, ForfeitEntry):
            self._check_forfeit(entry, request)
        else:
            assert self._world.process
            table = self._world.process.table
            if entry.by != entry.seat or not isinstance(request, MoveRequest):
                raise Broken(f"somebody else moves: {entry}")
            if request.game_number != self._world.process.room.number:
                raise Broken(f"a move of another game is made: {entry}")
            since = {play.seat for play in table.plays[request.moves :]}
            is_at_once = self._world.game.key == "hearts" and person.seat not in since
            if request.epoch != table.epoch or (since and not is_at_once):
                raise Broken(f"a stale move is made: {entry}")

    def _check_forfeit(self, entry: ForfeitEntry, request: Asked | None) -> None:
        """Check that a player gives up the own seat, or claims one that all wait for."""
        if isinstance(request, ClaimRequest):
            if entry.seat != request.seat or not self._chair(entry.seat).is_absent:
                raise Broken(f"a player who is there has lost: {entry}")
        elif entry.seat != entry.by:
            raise Broken(f"somebody else resigns: {entry}")

    def _check_replaced(self, seat: int) -> None:
        """Check that no computer player takes the seat of a person who is there."""
        if seat in self._owners and self._chair(seat).guest:
            raise Broken(f"seat {seat} is played for a person who is there")

    def _chair(self, seat: int) -> Chair:
        assert self._world.process
        return self._world.process.room.seating.chairs[seat]

    def _check_computer(self, seat: int) -> None:
        assert self._world.process
        chair = self._chair(seat)
        is_race = self._world.process.table.view(None).timeout_play is not None
        if not (chair.is_played_here or is_race):
            raise Broken(f"the table moves for seat {seat}")

    def note_asked(self, person: Person, client: str, request: Asked) -> None:
        """Note a request; nobody moves again on a view in which an answered move is missing."""
        key = client, request.number
        is_new = key not in self._asked
        self._asked[key] = person, request
        client_now = person.client
        at = client_now.position if client_now else None
        if not (is_new and client_now and at and isinstance(request, MoveRequest)):
            return
        if (request.moves, request.game_number) == (at.moves, client_now.company.game_number):
            moved = client, request.game_number, request.moves, request.epoch
            if self._moved.get(moved, request.number) != request.number:
                raise Broken(f"{person.name} moves again on an old view")

    def may_be_done(self, client: str, number: int) -> None:
        """Note that a request is asked again: its refusal was lost on the way."""
        self._refused.discard((client, number))

    def check_seat(self, person: Person, welcome: WelcomeNews) -> None:
        """Check that a seat is given to its owner alone; the owner may be moving to another."""
        if welcome.seat is None:
            if not person.is_watching:
                raise Broken(f"{person.name} was given no seat")
            return
        owners = {owned.get(welcome.seat) for owned in (self._owners, self._former)}
        if person.account.key not in owners:
            raise Broken(f"{person.name} was given a seat of {self._owners.get(welcome.seat)}")

    def check_refusal(self, person: Person, why: JoinReason) -> None:
        """Check that nobody loses a seat."""
        process = self._world.process
        is_freed = why is JoinReason.NO_SUCH_SEAT and not self._has_seat(person)
        is_ended = process is not None and process.is_ended
        if not (why is JoinReason.REPLACED or is_freed or is_ended):
            raise Broken(f"{person.name} was sent away: {why.name}")

    def _has_seat(self, person: Person) -> bool:
        return self._world.has_begun or person.account.key in self._owners.values()

    def check_sent(self, name: str, line: bytes) -> None:
        """Check an answer or a fault that is sent."""
        if not line.startswith(_CHECKED):
            return
        news = news_from(line)
        if isinstance(news, OfferedNews | AnsweredNews | SaidNews):
            self._check_company(news)
            return
        if isinstance(news, DoneNews):
            person = next((one for one in self._world.people if one.name == name), None)
            if person and person.link.dialogue:
                key = person.link.dialogue.hello.client, news.number
                if not isinstance(self._asked.get(key, (None, None))[1], SitRequest | None):
                    self._answered.add(key)
                    self._check_durable(key)
                    request = self._asked[key][1]
                    if isinstance(request, MoveRequest):
                        moved = key[0], request.game_number, request.moves, request.epoch
                        self._moved[moved] = request.number
        elif isinstance(news, RefusedNews):
            self._check_refused(name, news)
        elif isinstance(news, FaultNews) and news.code == "message":
            raise Broken(f"the table did not understand {name}")

    def _check_company(self, news: OfferedNews | AnsweredNews | SaidNews) -> None:
        """Check what people say to each other: nothing while partners are in play."""
        if isinstance(news, AnsweredNews):
            self._world.seen[f"answered {'yes' if news.yes else 'no'}"] += 1
        elif isinstance(news, OfferedNews):
            self._world.seen["offered"] += 1
        else:
            self._world.seen["said"] += 1
            room = self._world.process.room if self._world.process else None
            if room and room.game and not room.is_over and has_partners(self._sides):
                raise Broken("partners hear a phrase in the middle of a game")

    @property
    def _sides(self) -> Sides:
        assert self._world.process
        return self._world.game.sides(self._world.process.room.options)

    def _check_refused(self, name: str, news: RefusedNews) -> None:
        person = next((one for one in self._world.people if one.name == name), None)
        if news.code == "fault":
            raise Broken(f"{name} was answered with a fault: {news.text}")
        if person and person.link.dialogue:
            key = person.link.dialogue.hello.client, news.number
            if self._is_durable(key):
                raise Broken(f"refused, but it was carried out: {key}")
            if not self._world.disk.is_failing:  # else the line could not be cut off
                self._refused.add(key)

    def _is_durable(self, key: tuple[str, int]) -> bool:
        client, number = key
        return f'"client":"{client}","number":{number}'.encode() in (
            self._world.disk.sure_data(self._world.journal)
        )

    def _check_durable(self, key: tuple[str, int]) -> None:
        if not self._is_durable(key):
            raise Broken(f"answered before it was on the disk: {key}")

    def check_view(self, person: Person, client: RemoteClient[Any]) -> None:
        """Check that a client sees what the state shows its seat, and nothing else."""
        at, table = client.position, self._world.process.table if self._world.process else None
        number = client.company.game_number
        if at is None or table is None:
            return
        if at.epoch < self._epochs.get((person, number), 0):
            raise Broken(f"{person.name} was told of a take-back that is lost")
        self._epochs[person, number] = at.epoch
        assert self._world.process
        if number != self._world.process.room.number:
            return
        if table.epoch != at.epoch:
            return
        if at.moves > len(table.plays):
            raise Broken(f"{person.name} was told of {at.moves} moves, {len(table.plays)} are kept")
        is_behind = client.timeline.outcome is None and table.outcome is not None
        if at.moves == len(table.plays) and not is_behind:
            seen, true = client.timeline.view(person.seat), table.view(person.seat)
            if seen != true:
                raise Broken(f"{person.name} sees another game")
            is_over = table.outcome is not None
            known = [known_event(one, person.seat, is_over=is_over) for one in table.events]
            told = [(one.kind, one.text) for one in client.timeline.events]
            if told != [(one.kind, one.text) for one in known][: len(told)]:
                raise Broken(f"{person.name} was told of other events")

    def check_end(self, person: Person, client: RemoteClient[Any], lost: int) -> None:
        """Check what a client knows when the game was over for a while.

        `lost` are the lines that it had lost when the game was over.
        """
        if client.timeline.outcome is None:
            raise Broken(f"{person.name} was not told of the end")
        if client.company.game_number != self._world.games:
            raise Broken(f"{person.name} is still at game {client.company.game_number}")
        if client.offer:
            raise Broken(f"{person.name} is asked for an answer after the end")
        process = self._world.process
        if process and not process.is_ended and person.lost_lines > lost + 1:
            raise Broken(f"{person.name} lost a line that nobody cut")
