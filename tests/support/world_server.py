"""A simulated server: a lobby, many tables and their people, strangers, and what befalls them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec
from world import GAMES, World
from world_base import OVER, SimulatedWorld
from world_disk import GAMES_FOLDER, ROOT
from world_lines import (
    AsyncioProcess,
    Connection,
    Doors,
    FarLine,
    Way,
    mounted_doors,
    stable_account,
)
from world_parts import Broken, Chance
from world_people import Person
from world_promises import Promises
from world_script import Happening
from world_strangers import PASSWORD, Doorkeepers, Stranger
from world_table import HostProcess, WatchedTable

from engine.games import describe, find_game
from engine.loop import Call
from engine.series import first_deal
from host.clock import MOST_GIVEN_BACK
from host.entries import BeginEntry, CloseEntry, EntryBase, SeatEntry
from host.plan import HostPlan, SeatPlan, TablePlan, options_of
from net.hosting import line_end, lobby, serve, served_table
from net.hosting.listen import Listen, open_web
from net.hosting.served_table import ServedTable
from net.hosting.start import Order
from net.lobby_wire import OpenedNews, OpenRequest, lobby_news
from net.names.sockets import ClaimedName, TableSocket
from net.wire import PROTOCOL, to_line
from saves.autosave import BackgroundAutosave
from saves.files import make_folder, read_file
from saves.lock import GameLock, Held
from saves.passwords import Password
from saves.reading import read_record

FOLDER: Final = Path(f"{ROOT}/servers/world")
STAY: Final = 400
"""The seconds that tables stay without anybody."""

_AGAIN: Final = 2.0


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
            server.web, web.gate = web, server.gate
            server.restore()
        except (OSError, Held) as why:
            if not (world.disk.is_failing or world.disk.is_full):
                raise Broken(f"the server cannot be opened: {why!r}") from None
            self.loop.later(1.0, self.open)
            return
        self._unix = serve.UnixDoor(self.loop, self.doors.unix, server.lobby, server.gate)
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
        self.server.web.close()
        self._lock.release()
        self.loop.soon(partial(self.end, ended))

    def end(self, ended: Call) -> None:
        """Exit: nothing of the process is left."""
        self.loop.die()
        for connection in self.connections:
            connection.line.cut()
        ended()


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
                self.loop.later(_AGAIN, self.begin)

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
        """Whether nobody plays who could come back: those without an account lost their welcome."""
        players = [person for person in self.people if not person.is_watching]
        can_return = any(one.token or not self.ways[one.name].host for one in players)
        return self.has_begun and not can_return

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


class ServerWorld(SimulatedWorld):
    """A server with many tables, and what befalls it.

    Attributes:
        process: Its process, None while it is down.
        tables: The tables that people open there.
        whose: Who came by a line, by the account that it was given.
    """

    def __init__(
        self, seed: int, game: str = "duel", script: Iterable[Happening] | None = None
    ) -> None:
        super().__init__(seed, game)
        self.process: ServerProcess | None = None
        self.booting: ServerProcess | None = None
        self.whose: dict[str, str] = {}
        self.doorkeepers = Doorkeepers(self)
        self._seconds_down = 1.0
        self._loses_power = self._is_stopping = False
        others = [*GAMES]
        games = [game] + [others[self.chance.below("games", 4)] for _ in range(1, MOST_TABLES)]
        count = 2 + self.chance.below("tables", MOST_TABLES - 1)
        self.tables = [TableWorld(self, at, games[at]) for at in range(count)]
        self._owners = {
            table.ways[person.name].who: (table, person)
            for table in self.tables
            for person in table.people
        }
        self.strangers = [Stranger(self, self._way_of_stranger(at)) for at in range(STRANGERS)]
        self.script = [*(server_happenings(self.chance) if script is None else script)]

    @property
    def people(self) -> list[Person]:
        """All people at all tables."""
        return [person for table in self.tables for person in table.people]

    # Where people come from

    def way_of(self, who: str, number: int) -> Way:
        """Return how somebody comes: of a table's people many from the same home."""
        lot = self.chance.below("home", 5)
        if lot == 0:
            uid = 2000 + len(who) * 1000 + int(who.replace("p", ""))
            return Way(who, f"unix:{uid}", uid=uid)
        if lot == 1:
            return Way(who, "behind a proxy", "127.0.0.1", told="192.0.2.7")
        if lot == 2:
            return Way(who, "of version 6", f"2001:db8:0:2::{number + 1:x}")
        return Way(who, f"home {lot}", f"192.0.2.{lot}")

    def _way_of_stranger(self, number: int) -> Way:
        who = f"stranger {number}"
        if self.chance("same home") < 0.25:
            return self.way_of(f"9p{number}", number)._replace(who=who)
        return (
            Way(who, "far away", "198.51.100.1"),
            Way(who, "far away with many addresses", f"2001:db8:bad:{number}::1"),
            Way(who, "unix:9000", uid=9000),
        )[number % 3]

    def line_of(
        self,
        way: Way,
        received: Callable[[bytes], None],
        lost: Call,
        delay: Callable[[], float] | None = None,
    ) -> FarLine:
        """Return a new line to the server, whether that is there or not."""
        process = self.process
        delays = delay or partial(self.chance.between, f"delay {way.who}", 0.001, 0.05)
        doors = process.doors if process else Doors()
        line = FarLine(way, doors, self.doorkeepers, self.loop, delays, received, lost)
        if process:
            process.connections.append(line.far)
        return line

    def sent(self, connection: Connection, line: bytes) -> None:
        """Note a message of the server to one of the people."""
        table, person = self._owners.get(connection.way.who, (None, None))
        if table and person and person.starts:
            table.sent(person.name, line)

    def has_crashed(self, who: str) -> bool:
        """Whether the table of one of the people has crashed."""
        table, _person = self._owners.get(who, (None, None))
        return table is None or table.has_crashed

    def table_of(self, name: str) -> TableWorld | None:
        """Return the table of this name, None for one whose people never heard of it."""
        return next((table for table in self.tables if table.table_name == name), None)

    # What the world asks

    @contextmanager
    def mounted(self) -> Iterator[None]:
        own = {module: module.note_fault for module in _NOTING}
        real, serve.ServedTable = serve.ServedTable, ServedHere
        for module in _NOTING:
            module.note_fault = self._note_fault
        try:
            with super().mounted(), mounted_doors(lambda: self.booting.doors):
                yield
        finally:
            serve.ServedTable = real
            for module, note_fault in own.items():
                module.note_fault = note_fault

    def _note_fault(self, where: str, error: BaseException) -> None:
        """Let no mistake of the program pass that the world did not plant."""
        of_disk = isinstance(error, OSError) and (self.disk.is_failing or self.disk.is_full)
        if not (isinstance(error, Planted) or of_disk):
            raise Broken(f"a fault of {where}: {error!r}") from error

    def begin(self) -> None:
        self._start()
        for table in self.tables:
            self.loop.later(self.chance("opens") * 3.0, table.begin)

    @property
    def is_over(self) -> bool:
        return all(table.is_over for table in self.tables)

    def progress(self) -> list[object]:
        return [OVER if table.is_over else table.progress()[0] for table in self.tables]

    def befall(self, one: Happening) -> None:
        kind, count = one.what.replace("-", "_"), len(self.tables)
        if one.what in STRANGE:
            self.strangers[one.who % STRANGERS].befall(kind, one.seconds)
        elif own := getattr(self, f"_{kind}", None):
            own(one)
        else:
            table = self.tables[one.who % count]
            if table.people[0].starts:
                table.befall(one._replace(who=one.who // count))

    def finish(self) -> None:
        """Let all leave, and stop the server; nothing may be left but the games."""
        self.disk.doomed = None
        lost = {person: person.lost_lines for _table, person in self._owners.values()}
        self.let_pass(60.0)
        for table, person in self._owners.values():
            is_open = table.process and not table.process.is_ended and not table.is_forsaken
            if is_open and person.client and not person.is_dead:
                table.promises.check_end(person, person.client, lost[person])
        for _table, person in self._owners.values():
            person.leave()
        self.let_pass(STAY + 300.0)
        self._check_empty()
        process = self.process
        assert process
        process.stop(lambda: None)
        self.let_pass(60.0)
        if not process.loop.is_dead:
            raise Broken("the server does not stop")
        if self.disk.open_paths:
            raise Broken(f"left open: {self.disk.open_paths}")
        for table in self.tables:
            if not table.is_forsaken:
                table.check_file()
        self._check_left()

    def _check_empty(self) -> None:
        """Check that a server at which nobody is any more counts nothing."""
        assert self.process and self.process.server
        server = self.process.server
        lobby, gate = server.lobby, server.gate
        left = [server._tables, lobby._houses, lobby._own, lobby._guests, gate._open, gate._count]
        if any(left) or server.web._refused or self.process.thinkers.thinking:
            raise Broken(f"left at the server: {left}")

    def _check_left(self) -> None:
        left = {path for path in self.disk.paths if not self._may_be_left(path)}
        for path in left:
            if not path.startswith(f"{GAMES_FOLDER}/") or not path.endswith(".json"):
                raise Broken(f"left on the disk: {path}")

    # The server

    def _start(self) -> None:
        self.booting = ServerProcess(self)
        self.booting.loop.run(self.booting.open)

    def opened(self) -> None:
        """Note that the server is there again, with all tables that it had."""
        self.process = self.booting
        self.doorkeepers.restart()
        is_disk_ill = self.disk.is_failing or self.disk.is_full
        for table in self.tables:
            table.has_crashed = table.fails_next = False
            if table.process is None and table.is_told:
                table.process = table.closed
                if table.closed is None and not is_disk_ill:
                    raise Broken(f"table {table.table_name} is not found again")
        if any(table.process is None and table.is_told for table in self.tables):
            self.loop.later(_AGAIN, lambda: self._stop(Happening(0.0, "stop", 0, 1.0)))

    def kill(self) -> None:
        """Let the process end without a word, and start another one later."""
        process = self.booting
        if process is None or process.loop.is_dead:
            return
        self.crashes += 1
        self.disk.end_of(process.loop)
        process.end(self._restart)
        if self._loses_power:
            self._loses_power = False
            self.disk.lose_power()

    def _restart(self) -> None:
        self.process = self.booting = None
        self._is_stopping = False
        BackgroundAutosave._let_go.clear()
        for table in self.tables:
            table.process = None
        self.loop.later(self._seconds_down, self._start)

    def _crash(self, one: Happening) -> None:
        self._seconds_down = one.seconds
        self.kill()

    def _power(self, one: Happening) -> None:
        self._loses_power = True
        self._crash(one)

    def _crash_in_a_call(self, one: Happening) -> None:
        if self.booting:
            self._seconds_down, self._loses_power = one.seconds, one.who % 2 == 0
            self.disk.doom(self.booting.loop, int(one.seconds * 8))

    def _stop(self, one: Happening) -> None:
        if self.process and not self._is_stopping:
            self._seconds_down, self._is_stopping = one.seconds, True
            self.process.stop(self._restart)

    def _crash_of_a_table(self, one: Happening) -> None:
        """Let a fault of its own end a table; after a while the server is started again."""
        table = self.tables[one.who % len(self.tables)]
        process = table.process
        if not self.process or self._is_stopping or process is None or process.is_ended:
            return
        self.seen["crash of a table"] += 1
        table.has_crashed = True
        others = [
            other
            for other in self.tables
            if other is not table and other.process and not other.process.is_ended
        ]
        if one.who % 2:
            self.process.loop.run(process.crash)
        else:
            table.fails_next = True
        server = self.process
        self.loop.later(1.0, lambda: self._check_others(server, others))
        self.loop.later(one.seconds, lambda: self._stop(one._replace(seconds=1.0)))

    def _check_others(self, server: ServerProcess, others: list[TableWorld]) -> None:
        if self.process is server and not self._is_stopping and not server.loop.is_dead:
            for other in others:
                ended = other.process is None or other.process.is_ended
                if ended and not other.has_crashed and not other.is_over:
                    raise Broken("the crash of a table ends another one")

    # The disk

    def _slow_disk(self, one: Happening) -> None:
        self.disk.sync_seconds = 1.0
        self.loop.later(one.seconds, lambda: setattr(self.disk, "sync_seconds", 0.002))

    def _full_disk(self, one: Happening) -> None:
        self.disk.is_full = True
        self.loop.later(one.seconds, lambda: setattr(self.disk, "is_full", False))

    def _failing_disk(self, one: Happening) -> None:
        self.disk.is_failing = True
        self.loop.later(one.seconds, lambda: setattr(self.disk, "is_failing", False))


MOST_TABLES: Final = 4
STRANGERS: Final = 3
"""The tables and the strangers of a server."""

STRANGE: Final = (
    "guess-passwords",
    "guess-tokens",
    "flood-lines",
    "flood-messages",
    "flood-looks",
    "open-many",
    "babble",
    "say-nothing",
)
"""What strangers do."""

SERVER_KINDS: Final = (
    *[("stop", 0.0, 8.0)] * 2,
    ("crash", 0.0, 8.0),
    *[("power", 0.0, 8.0)] * 2,
    *[("crash-in-a-call", 0.0, 8.0)] * 2,
    *[("crash-of-a-table", 2.0, 20.0)] * 3,
    ("failing-disk", 1.0, 20.0),
    ("slow-disk", 1.0, 20.0),
    ("full-disk", 1.0, 20.0),
    *[(kind, 2.0, 20.0) for kind in STRANGE],
    *[("cut", 0.0, 0.0)] * 6,
    *[("kill", 0.1, 40.0)] * 2,
    ("leave", 0.1, 20.0),
    ("deaf", 0.5, 30.0),
    *[("slow-line", 1.0, 20.0)] * 3,
    ("repeat", 0.0, 0.0),
    *[("cut-after-answer", 0.0, 0.0)] * 3,
    *[("take-back", 0.0, 0.0)] * 2,
    ("haste", 0.0, 0.0),
    ("stale", 0.0, 0.0),
    ("hint", 0.0, 0.0),
    ("say", 0.0, 0.0),
    ("claim", 0.0, 0.0),
    ("replace", 0.0, 0.0),
)
"""What may befall a server, with the least and the most seconds that it lasts."""


def server_happenings(chance: Chance) -> Iterator[Happening]:
    """Draw what befalls a server in its first minutes."""
    for _ in range(chance.below("count", 50)):
        kind, least, most = SERVER_KINDS[chance.below("kind", len(SERVER_KINDS))]
        yield Happening(
            at=round(chance.between("at", 0.0, 80.0), 3),
            what=kind,
            who=chance.below("who", 60),
            seconds=round(chance.between("seconds", least, most), 3),
        )


_NOTING: Final[tuple[Any, ...]] = (line_end, lobby, served_table)
