"""The process of a simulated server, its tables and their people."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
from world import GAMES, World
from world_asyncio import AsyncioProcess, Doors, stable_account
from world_disk import ROOT
from world_lines import Connection, Way
from world_parts import Broken, Chance
from world_people import Person
from world_promises import Promises
from world_strangers import PASSWORD
from world_table import HostProcess, WatchedTable

from engine.games import describe, find_game
from engine.loop import Call
from engine.series import first_deal
from host.clock import MOST_GIVEN_BACK
from host.entries import BeginEntry, CloseEntry, EntryBase, SeatEntry
from host.plan import HostPlan, SeatPlan, TablePlan, options_of
from net.hosting import serve
from net.hosting.listen import Listen, open_web
from net.hosting.served_table import ServedTable
from net.hosting.start import Order
from net.lobby_wire import OpenedNews, OpenRequest, lobby_news
from net.names.sockets import ClaimedName, TableSocket
from net.wire import PROTOCOL, to_line
from saves.files import make_folder, read_file
from saves.lock import GameLock, Held
from saves.passwords import Password
from saves.reading import read_record

if TYPE_CHECKING:
    from world_server import ServerWorld

FOLDER: Final = Path(f"{ROOT}/servers/world")
STAY: Final = 400
"""The seconds that tables stay without anybody."""

AGAIN: Final = 2.0
"""The seconds after which what was in vain is tried again."""


class Planted(Exception):
    """A fault at one table, as a mistake of the program would be."""


class ServedHere(WatchedTable, ServedTable):
    """A table of the simulated server."""

    def __init__(self, order: Order, shared: Any) -> None:
        self._process: ServerProcess = shared.thinkers.process
        super().__init__(order, shared)
        if world := self.seen_by:
            world.process, world.closed = self, None
            world.journal = str(self._file.path)

    @property
    def seen_by(self) -> TableWorld | None:
        return self._process.world.table_of(self.at.name)

    @property
    def loop(self) -> AsyncioProcess:
        """The loop of the server."""
        return self._process.loop

    @property
    def is_ended(self) -> bool:
        """Whether it is ending, or has ended."""
        return self._end.is_set() or self.loop.is_dead

    def crash(self) -> None:
        """Let a mistake of the program befall it."""

        def fail() -> None:
            raise Planted

        self._guard.make(fail)


class ServerProcess(HostProcess):
    """The process of the server, as `serve` makes it."""

    world: ServerWorld
    loop: AsyncioProcess

    def __init__(self, world: ServerWorld) -> None:
        super().__init__(world, AsyncioProcess(world.loop, world.disk, world.kill))
        self.doors = Doors()
        self.server: serve.Server | None = None
        self.connections: list[Connection] = []

    def open(self) -> None:
        """Open the lobby and all tables, if the disk lets it."""
        world = self.world
        at = TableSocket("server", FOLDER / "socket", 1000)
        claimed = ClaimedName(at, self.doors.unix, None)
        shared = self.shared(FOLDER)
        try:
            make_folder(FOLDER)
            self._lock = GameLock(FOLDER / serve.NAME, shared.outside.now())
            names = serve.ServedNames(claimed)
            plan = serve.ServerPlan()
            shared = shared._replace(names=names, most_moves=serve.MOST_MOVES)
            server = serve.Server(plan, shared)
            listen = Listen(address="192.0.2.200", is_plain=True)
            password = Password(PASSWORD)
            web = open_web(listen, password, server.lobby.enter, self.loop, shared.outside.now())
            server.web, web.gate = web, server.lobby.gate
            server.restore()
        except (OSError, Held) as why:
            if not (world.disk.is_failing or world.disk.is_full):
                raise Broken(f"the server cannot be opened: {why!r}") from None
            self.loop.later(1.0, self.open)
            return
        self._unix = serve.UnixDoor(self.loop, self.doors.unix, server.lobby, server.lobby.gate)
        web.open()
        self.server = server
        world.opened()

    def stop(self, ended: Call) -> None:
        """End the process in order."""
        self.loop.run(lambda: self.loop.create_task(self._stop(ended)))

    async def _stop(self, ended: Call) -> None:
        assert self.server and self.server.web
        self._unix.close()
        await self.server.stop()
        if self.server.lobby._houses:
            raise Broken("a table is open though the server has stopped")
        self._lock.release()
        self.loop.soon(partial(self.end, ended))

    def end(self, ended: Call) -> None:
        """Exit: nothing of the process is left."""
        self.loop.die()
        for connection in self.connections:
            connection.line.cut()
        ended()
        self.world.disk.end_of(self.loop)


class TableWorld(World):
    """A table of the server, and its people."""

    def __init__(self, server: ServerWorld, number: int, game: str) -> None:
        for name in ("loop", "disk", "transcript", "seen"):
            setattr(self, name, getattr(server, name))
        self.server = server
        self.number = number
        self.seed = server.seed
        self.chance = Chance(f"{server.seed}/table {number}")
        self.game = find_game(game)
        self.crashes = self.cuts = 0
        self.tries = 0
        self.closed: Any = None
        self.is_told = False
        self.has_crashed = self.fails_next = False
        options = self.options_of(GAMES[game])
        values = msgspec.to_builtins(options_of(HostPlan(game=game, options=options)))
        count = len(self.game.seats(options_of(HostPlan(game=game, options=options))))
        free = 2 + self.chance.below("people", count - 1) if count > 1 else 1
        level = next(iter(self.game.computer_players))
        seats = [SeatPlan()] * free + [SeatPlan(level, f"C{at}") for at in range(free, count)]
        has_series = describe(game).has_series(values)
        is_paired, is_series = self.chance("pairs") < 0.3, self.chance("series") < 0.3
        self.games = 2 if is_paired or (is_series and has_series) else 1
        self.plan = HostPlan(
            game=game,
            options=options,
            seats=tuple(seats),
            clock=("", "", "2/move", "4/move")[self.chance.below("clock", 4)],
            stay=STAY,
            games=self.games,
            changes_places=is_paired,
            pairs=is_paired,
            opener=0,
        )
        self.set_up(free)

    def set_up(self, people: int) -> None:
        super().set_up(people)
        self.ways: dict[str, Way] = {}
        for person in self.people:
            way = self.server.way_of(f"{self.number}{person.name}", person.number)
            self.ways[person.name] = way
            person.account = stable_account(way)
        self.promises = TablePromises(self)

    @property
    def most_plays(self) -> int:
        return min(super().most_plays, 16 if self.games > 1 else 30)

    def line(self, person: Person, received: Callable[[bytes], None], lost: Call) -> Any:
        delay = partial(self.delay, person.name)
        line = self.server.line_of(self.ways[person.name], received, lost, delay)
        return line.ask(PASSWORD, is_right=True), line.far

    def begin(self) -> None:
        """Let the first person open the table; the others come once they have its name."""
        self.tries += 1
        self.table_name = f"t{self.number}-{self.tries}"
        number, opener = self.tries, self.people[0]
        chosen = {name: getattr(self.plan, name) for name in TablePlan.__struct_fields__}
        plan = msgspec.Raw(msgspec.json.encode(TablePlan(**{**chosen, "name": self.table_name})))

        def told(line: bytes) -> None:
            news = lobby_news(line)
            if isinstance(news, OpenedNews) and number == self.tries and not opener.token:
                opener.token, self.is_told = news.token, True
                if news.table != self.table_name:
                    raise Broken(f"table {self.table_name} is called {news.table}")
                self._come()

        def lost() -> None:
            if number == self.tries and not opener.token:
                self.process = None
                self.loop.later(AGAIN, self.begin)

        line, _end = self.line(opener, told, lost)
        line.up(to_line(OpenRequest(number=1, protocol=PROTOCOL, plan=plan, name="P0")))
        self.loop.later(10.0, line.cut)

    def _come(self) -> None:
        for person in self.people:
            self.loop.later(self.chance("comes"), person.start)
        self.loop.later(5.0, self._look_for_absent)

    def _look_for_absent(self) -> None:
        """Let computer players play for those whose seat was lost with a line."""
        for person in self.people:
            if not self.is_over and self._fates._plays(person):
                level = next(iter(self.game.computer_players))
                for seat in range(len(self.plan.seats)):
                    if seat != person.seat and person.client.company.places[seat].absent:
                        person.client.company.replace(seat, level)
        if not self.is_over:
            self.loop.later(5.0, self._look_for_absent)

    def entry_kept(self) -> bool:
        if not self.fails_next or self.process is None:
            return True
        self.fails_next = False
        self.process.crash()
        return False

    def sent(self, name: str, line: bytes) -> None:
        self.promises.check_sent(name, line)

    @property
    def is_over(self) -> bool:
        return self.is_forsaken or super().is_over

    @property
    def is_forsaken(self) -> bool:
        """Whether some cannot come back whom the others need to go on.

        Who has no account, and lost the line before the welcome came, has a seat that nobody opens.
        """
        players = [person for person in self.people if not person.is_watching]
        can_return = [bool(one.token or not self.ways[one.name].host) for one in players]
        return self.has_begun and not (all if super().is_game_over else any)(can_return)

    @property
    def is_reachable(self) -> bool:
        return self.server.process is not None

    def check_file(self) -> None:
        """Check that the file of the game has the whole game."""
        process = self.process
        assert process
        path = process.game_path
        if path is None or read_record(read_file(path)).table.plays != process.table.plays:
            raise Broken("the file is not the game")


class TablePromises(Promises):
    """Checks a table at which most come without an account: each line of theirs has another one."""

    _world: TableWorld

    def __init__(self, world: TableWorld) -> None:
        super().__init__(world)
        self._deals: dict[int, Any] = {}

    def check_entry(self, entry: EntryBase) -> None:
        super().check_entry(self._known(entry))
        if isinstance(entry, CloseEntry):
            self._world.closed = self._world.process
        elif isinstance(entry, BeginEntry) and self._world.process:
            self._check_pair(entry, self._world.process.room.number + 1)

    def _check_pair(self, entry: BeginEntry, number: int) -> None:
        """Check that the second game of a pair has the deal of the first, and no other has."""
        self._deals[number] = first_deal(read_record(bytes(entry.record)).table)
        are_same = self._deals.get(1) == self._deals[number]
        if number == 2 and self._deals[2] and are_same != self._world.plan.pairs:
            raise Broken("the deals of a pair are not those of a pair")

    def _given_back(self, seat: int) -> float:
        guest = self._chair(seat).guest
        return min(guest.trip, MOST_GIVEN_BACK) if guest else 0.0

    def note_written(self, entry: EntryBase) -> None:
        super().note_written(self._known(entry))

    def _known(self, entry: EntryBase) -> EntryBase:
        """Return an entry with the account of whoever comes on the line, whatever line it is."""
        if not isinstance(entry, SeatEntry):
            return entry
        who = self._world.server.whose.get(entry.account)
        person = next((one for name, one in self._people if name == who), None)
        account = person.account.key if person else entry.account
        return msgspec.structs.replace(entry, account=account)

    @property
    def _people(self) -> Iterator[tuple[str, Person]]:
        for person in self._world.people:
            yield self._world.ways[person.name].who, person
