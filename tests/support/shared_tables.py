"""Shared tables in this process: a clock run by hand, a journal and guests in memory."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from games_on_disk import NOW

from engine.game import View
from engine.games import find_game
from engine.table import HUMAN, Sitter
from host.entries import Entry, EntryBase, OpenEntry
from host.guest import Account
from host.house import House
from host.outside import Outside, system
from host.plan import FREE, HostPlan, SeatPlan, new_game
from host.room import Room
from net.hosting.remote_guest import RemoteGuest
from net.view_updates import ViewReader
from net.wire import PROTOCOL, ViewNews, news_from
from play.manual_loop import ManualLoop
from saves.record import Record

OUTSIDE = Outside(lambda: NOW, lambda: 7, system().new_token)
OWNER = Account("unix:1000", "zoe", frozenset({"zoe"}))
OTHER = Account("unix:1001", "paul", frozenset({"paul", "players"}))
THIRD = Account("unix:1002", "eva", frozenset({"eva"}))


class FakeJournal:
    """Keeps entries in memory; while it is held, nothing is on the disk."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.has_room = True
        self.is_held = False
        self.error: OSError | None = None
        self._waiting: list[tuple[EntryBase, Callable[[OSError | None], None]]] = []

    def append(self, entry: EntryBase, written: Callable[[OSError | None], None]) -> None:
        self._waiting.append((entry, written))
        if not self.is_held:
            self.let_go()

    def let_go(self) -> None:
        """Write what waits."""
        self.is_held = False
        while self._waiting:
            entry, written = self._waiting.pop(0)
            if self.error is None:
                line = msgspec.json.encode(entry)
                self.entries.append(msgspec.json.decode(line, type=Entry))
            written(self.error)

    def kinds(self) -> list[str]:
        return [type(entry).__name__.removesuffix("Entry").lower() for entry in self.entries]


class FakeFiles:
    """The file of a game, in memory."""

    def __init__(self, record: Record | bool) -> None:
        self.newest: Record | None = None
        self.names: list[str] = []
        self.is_saved = True
        self._record = record

    def resumed(self) -> Record:
        assert self._record
        return self._record

    def begin(self, names: Iterable[str]) -> None:
        self.names += names

    def changed(self, record: Record, *, is_over: bool) -> None:
        self.newest = record

    @property
    def saved(self) -> bytes:
        """What the file would hold now."""
        assert self.newest
        return self.newest.to_bytes()


class FakeThinkers:
    """Lets computer players choose when a test says so."""

    def __init__(self) -> None:
        self.asked: list[
            tuple[Callable[[], Any], Callable[[Any], None], Callable[[str], None]]
        ] = []
        self.stops = 0

    def choose(self, game, seat, sitter, view, chosen, gave_up):
        player = game.computer_players[sitter.kind](sitter.seed or 0)
        question = partial(player.choose, view), chosen, gave_up
        self.asked.append(question)

        def stop() -> None:
            self.stops += 1
            if question in self.asked:
                self.asked.remove(question)

        return stop

    def answer(self) -> None:
        """Let the player that was asked first move."""
        choose, chosen, _ = self.asked.pop(0)
        chosen(choose())

    def give_up(self, why: str) -> None:
        self.asked.pop(0)[2](why)


class Caller:
    """A guest's program: what it was sent, and its newest view."""

    def __init__(self, scene: TableScene, account: Account, client: str) -> None:
        self.scene = scene
        self.client = client
        self.number = 0
        self.game_number = 1
        self.is_cut = False
        self.is_reading = True
        self.heard: list[dict[str, Any]] = []
        self.lines: list[bytes] = []
        self.view: View[Any] | None = None
        self.at: ViewNews | None = None
        self._reader: ViewReader[Any] | None = None
        self.guest = RemoteGuest(scene.house, account, self)

    def wake(self) -> None: ...

    def close(self) -> None:
        self.is_cut = True

    def write(self, line: bytes) -> None:
        self.guest.receive(line)
        self.scene.run()

    def send(self, cmd: str, **fields: Any) -> None:
        self.write(json.dumps({"cmd": cmd, **fields}).encode())

    def ask(self, cmd: str, **fields: Any) -> dict[str, Any]:
        """Send a request with the next number; return the answer, {} if there is none."""
        self.number += 1
        fields = {"game_number": self.game_number, **fields}
        self.send(cmd, number=self.number, **fields)
        return self.answer(self.number)

    def answer(self, number: int) -> dict[str, Any]:
        self.read()
        found = [m for m in self.heard if m.get("number") == number]
        return found[-1] if found else {}

    def move(self, text: str | None = None) -> dict[str, Any]:
        """Make this move, or the first legal one, on the newest view."""
        self.read()
        game = self.scene.game
        text = text or game.format_wire(next(self.view.legal()))
        return self.ask("move", moves=self.at.moves, epoch=self.at.epoch, move=text)

    def hello(self, **fields: Any) -> dict[str, Any]:
        """Say hello; return the answer."""
        self.send("hello", **{"protocol": PROTOCOL, "client": self.client, **fields})
        self.read()
        return next((m for m in self.heard if m["cmd"] in ("welcome", "fault")), {})

    def read(self) -> list[dict[str, Any]]:
        """Take all lines; return the new messages."""
        new = []
        while self.is_reading and (line := self.guest.next_line()) is not None:
            self.lines.append(line)
            message = json.loads(line)
            new.append(message)
            if message["cmd"] == "view":
                self._see(line)
            elif message["cmd"] == "welcome":
                self._reader, self.game_number = None, message.get("game_number", 1)
        self.heard += new
        if self.is_cut and self.guest in self.scene.house.guests:
            self.guest.lost()
        return new

    def last(self, cmd: str) -> dict[str, Any]:
        """Return the newest message of a kind, {} if none came."""
        self.read()
        return next((m for m in reversed(self.heard) if m["cmd"] == cmd), {})

    @property
    def events(self) -> tuple[dict[str, Any], ...]:
        """The events that came with the views."""
        assert self._reader
        return self._reader.events

    def lose_line(self) -> None:
        self.guest.lost()
        self.scene.run()

    def _see(self, line: bytes) -> None:
        news = news_from(line)
        assert isinstance(news, ViewNews)
        if self._reader is None:
            self._reader = ViewReader(self.scene.game)
        self.view, self.at = self._reader.read(news), news
        self.send("seen", view=news.view)


class TableScene:
    """A house and all that is around it."""

    def __init__(
        self,
        game: str = "duel",
        seats: Iterable[SeatPlan] | None = None,
        entries: list[Entry] | None = None,
        *,
        is_resumed: bool = False,
        opened_by: str = OWNER.key,
        **plan: Any,
    ) -> None:
        self.game = find_game(game)
        self.seconds = 1000.0
        self.loop = ManualLoop(lambda: self.seconds)
        self.journal = FakeJournal()
        self.thinkers = FakeThinkers()
        self.is_ended = False
        seats = tuple(seats or [SeatPlan()] * len(self.game.seats(self.game.options())))
        plan = HostPlan(**{"game": game, "seats": seats, "seed": 5, **plan})
        opening = OpenEntry(table="zoe", plan=plan, account=opened_by, is_resumed=is_resumed)
        sitters = [Sitter(seat.name, HUMAN if seat.kind == FREE else seat.kind) for seat in seats]
        self.files = FakeFiles(is_resumed and Record.new(new_game(plan, sitters, (), int), NOW))
        self.room = Room(opening, self.loop, self.files)
        self.room.restore(entries or [])
        self.house = House(
            self.room,
            outside=OUTSIDE,
            journal=self.journal,
            choose=self.thinkers.choose,
            ended=self._end,
        )
        self.house.start()
        self.run()

    def _end(self) -> None:
        self.is_ended = True

    @property
    def table(self) -> Any:
        return self.room.game.table

    def run(self) -> None:
        self.loop.run()

    def pass_time(self, seconds: float, *, speaking: Iterable[Caller] = ()) -> None:
        """Let time pass in steps of one second, in which these callers are heard."""
        for _ in range(int(seconds)):
            self.seconds += 1
            for caller in speaking:
                caller.guest.heard = self.seconds
            self.run()

    def caller(self, account: Account = OWNER, client: str = "a") -> Caller:
        return Caller(self, account, client)

    def seated(self, *accounts: Account) -> list[Caller]:
        """Return callers that have taken seats, in this order."""
        callers = []
        for number, account in enumerate(accounts or (OWNER, OTHER)):
            callers.append(self.caller(account, f"client{number}"))
            assert callers[-1].hello(name=account.name.title())["cmd"] == "welcome"
        self.run()
        return callers

    def mover(self, *callers: Caller) -> Caller:
        """Return the caller that is to move."""
        return next(one for one in callers if one.guest.seat in self.table.to_move)

    def revived(self) -> TableScene:
        """Return the table that the journal makes anew."""
        plan = msgspec.structs.asdict(self.room.opening.plan)
        opening = self.room.opening
        return TableScene(
            plan.pop("game"),
            entries=self.journal.entries,
            is_resumed=opening.is_resumed,
            opened_by=opening.account,
            **plan,
        )


def seated(*accounts: Account, **about: Any) -> list[Any]:
    """Return a table, and callers that have taken seats there."""
    scene = TableScene(**about)
    return [scene, *scene.seated(*accounts)]


def in_play() -> tuple[TableScene, Caller, Caller]:
    """Return a table at which a duel begins, who is to move there, and the other one."""
    scene, one, two = seated()
    mover = scene.mover(one, two)
    return scene, mover, two if mover is one else one


def whole_game(scene: TableScene, *callers: Caller, most: int = 3000) -> None:
    """Let callers make their first legal moves, and computers theirs, to the end."""
    for _ in range(most):
        if scene.room.is_over:
            break
        if scene.thinkers.asked:
            scene.thinkers.answer()
            scene.run()
            continue
        mover = scene.mover(*callers)
        assert mover.move()["cmd"] == "done"
        mover.guest._messages._times.clear()
    for caller in callers:
        caller.read()


def plain_files(folder: Path) -> list[str]:
    """Return the names in a folder, sorted; none if it is missing."""
    return sorted(one.name for one in folder.iterdir()) if folder.exists() else []
