"""A simulated server: a lobby, many tables and their people, strangers, and what befalls them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Final

from world import GAMES
from world_asyncio import Doors, mounted_doors
from world_base import OVER, SimulatedWorld
from world_disk import GAMES_FOLDER
from world_lines import Connection, FarLine, Way
from world_parts import Broken, Chance
from world_people import Person
from world_script import Happening
from world_served import AGAIN, FOLDER, STAY, Planted, ServedHere, ServerProcess, TableWorld
from world_strangers import Doorkeepers, Stranger

from engine.loop import Call
from net.hosting import line_end, lobby, serve, served_table
from net.names.journals import journal_paths
from saves.autosave import BackgroundAutosave

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
        process.stop(self._check_closed)
        self.let_pass(60.0)
        if not process.loop.is_dead:
            raise Broken("the server does not stop")
        for table in self.tables:
            if not table.is_forsaken:
                table.check_file()
        self._check_left()

    def _check_empty(self) -> None:
        """Check that a server at which nobody is any more counts nothing."""
        assert self.process and self.process.server
        server = self.process.server
        lobby, gate = server.lobby, server.lobby.gate
        left = [server._tables, lobby._houses, lobby._own, lobby._guests, gate._open, gate._count]
        if any(left) or server.web._refused or self.process.thinkers.thinking:
            raise Broken(f"left at the server: {left}")

    def _check_closed(self) -> None:
        if self.disk.open_paths:
            raise Broken(f"left open: {self.disk.open_paths}")

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
        assert self.process and self.process.server
        if len(journal_paths(FOLDER)) > len(self.process.server._tables):  # all at the next start
            self.loop.later(AGAIN, lambda: self._stop(Happening(0.0, "stop", 0, 1.0)))

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
