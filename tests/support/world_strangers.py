"""The strangers of a simulated server, and what its doors promise to everybody else."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Final

import msgspec
from world_lines import OPEN, Connection, FarLine, Way
from world_parts import Broken

from engine.loop import Call
from engine.reasons import LobbyReason
from host.guest import is_proven
from host.plan import SeatPlan, TablePlan
from host.seating import MOST_LINES
from net.hosting.limits import MOST_NEW, MOST_OPEN, NEW_SECONDS
from net.hosting.line_end import MOST_MESSAGES
from net.hosting.lobby import LOOKS_SECONDS, MOST_LOOKS, MOST_OWN
from net.hosting.passwords import Tries
from net.lobby_wire import OpenRequest, TablesRequest
from net.wire import PROTOCOL, HelloRequest, Ping, to_line

if TYPE_CHECKING:
    from world_server import ServerWorld

WRONG, FORBIDDEN, TOO_MANY = 401, 403, 429
"""The statuses with which a request is refused."""

PASSWORD: Final = "sésame, ouvre-toi"
STRANGERS_STAY: Final = 60
"""The seconds that the tables stay which strangers open."""

_SURE: Final = 1e-6
_LONG: Final = 60.0
_LIMITS: Final = ("too-fast", "too-many-there", "server-full", "too-many")
_LOBBY_LIMITS: Final = (LobbyReason.YOURS.code, LobbyReason.TOO_OFTEN.code)


class Head(msgspec.Struct):
    """The beginning of any message."""

    cmd: str
    code: str = ""


_head: Final = msgspec.json.Decoder(Head)


class Doorkeepers:
    """Checks what the doors of a server do; raises `Broken`.

    A wrong password opens nothing, each one makes its own home wait and no other, and what limits
    refuse is too much of that home alone.
    """

    def __init__(self, world: ServerWorld) -> None:
        self._world = world
        self._came: dict[str, list[float]] = defaultdict(list)
        self.restart()

    def restart(self) -> None:
        """Begin with a new process, which knows of nothing before."""
        self._let_in: dict[str, list[float]] = defaultdict(list)
        self._looked: dict[str, list[float]] = defaultdict(list)
        self._opened: dict[str, list[float]] = defaultdict(list)
        self._open: Counter[str] = Counter()
        self._wrong: dict[str, tuple[int, float]] = {}
        self._right: dict[str, float] = defaultdict(float)

    def comes(self, way: Way) -> None:
        self._came[way.home].append(self._world.loop.now)

    def opened(self, connection: Connection) -> None:
        way = connection.way
        self._world.whose[connection.account.key] = way.who
        counted = connection.heard if way.told else connection.came
        self._count(self._let_in[way.home], counted, MOST_NEW, NEW_SECONDS, "opens lines")
        self._open[way.home] += 1
        if self._open[way.home] > MOST_OPEN:
            raise Broken(f"{way.home} has too many open lines")

    def gone(self, connection: Connection) -> None:
        self._open[connection.way.home] -= 1

    def answered(self, connection: Connection, status: int) -> None:
        self._world.seen[f"status {status}"] += 1
        home, now = connection.way.home, self._world.loop.now
        if status == TOO_MANY:
            if not self._is_crowded(home):
                raise Broken(f"{home} is refused for what others do")
        elif connection.is_page:
            if status != FORBIDDEN:
                raise Broken("a page of the web is let in")
        elif status == OPEN and connection.is_right:
            if self._wrong.pop(home, None):
                self._right[home] = now
            elif now - max(connection.heard, self._right[home]) > _SURE:
                raise Broken(f"{home} waits for the wrong passwords of others")
        elif status == WRONG and not connection.is_right:
            if connection.has_asked:
                self._count_wrong(home, now)
        else:
            raise Broken(f"a password is answered with {status}")

    def sent(self, connection: Connection, line: bytes) -> None:
        head, home, now = _head.decode(line), connection.way.home, self._world.loop.now
        self._world.transcript.update(connection.way.who.encode() + line)
        self._world.sent(connection, line)
        self._world.seen[f"{head.cmd} {head.code}".strip()] += 1
        if head.cmd == "tables":
            self._count(self._looked[home], now, MOST_LOOKS, LOOKS_SECONDS, "looks")
        elif head.cmd == "opened":
            most = MOST_OWN + self._world.seen["crash of a table"]  # which then counts no more
            self._count(self._opened[home], now, most, STRANGERS_STAY / 2, "opens tables")
        elif head.code in _LOBBY_LIMITS:
            if len(self._opened[home]) < MOST_OWN:
                raise Broken(f"{home} may open no table for those of others")
        elif head.code in _LIMITS:
            is_busy = connection.asked >= MOST_MESSAGES or len(self._looked[home]) >= MOST_LOOKS
            most = MOST_LINES if head.code == "too-many" else MOST_NEW
            if not is_busy and not self._is_crowded(home, most):
                raise Broken(f"{connection.way.who} is closed for what others do: {head.code}")
        elif head.code == "crashed" and not self._world.has_crashed(connection.way.who):
            raise Broken(f"{connection.way.who} is told of the crash of another table")

    def _count(self, times: list[float], now: float, most: int, seconds: float, does: str) -> None:
        """Count once more what may be done so often in these seconds."""
        times.append(now)
        times.sort()
        del times[: -4 * most]
        if any(
            last - first < seconds - _SURE for first, last in zip(times, times[most:], strict=False)
        ):
            raise Broken(f"more often than {most} times in {seconds:g} s somebody {does}")

    def _count_wrong(self, home: str, now: float) -> None:
        count, due = self._wrong.get(home, (0, now))
        if now < due - _SURE:
            raise Broken(f"{home} may try passwords too often")
        if now - due > Tries.forgotten_after:
            count = 0
        wait = min(Tries.first_seconds * 2.0**count, Tries.most_seconds)
        self._wrong[home] = count + 1, now + wait

    def _is_crowded(self, home: str, most: int = MOST_NEW) -> bool:
        """Whether so many lines came from a home of late that some may be refused."""
        now = self._world.loop.now
        return sum(now - at < _LONG for at in self._came[home]) >= most


class Stranger:
    """Somebody who has the password of the server at most, and means no good."""

    def __init__(self, world: ServerWorld, way: Way) -> None:
        self._world = world
        self._way = way
        self._lines: list[FarLine] = []

    def befall(self, what: str, seconds: float) -> None:
        """Do something, for so many seconds."""
        getattr(self, f"_{what.replace('-', '_')}")(seconds)
        self._later(seconds, self._close)

    def _close(self) -> None:
        lines, self._lines = self._lines, []
        for line in lines:
            line.cut()

    # What they do

    def _guess_passwords(self, seconds: float) -> None:
        for at in range(4 + int(seconds / 2)):
            guess = ("", PASSWORD[:-1], PASSWORD.upper(), f"{PASSWORD} ", "tapis")[at % 5]
            self._later(at * 0.7, lambda guess=guess: self._line(guess))

    def _guess_tokens(self, _seconds: float) -> None:
        """Ask for seats by tokens of other seats, and by none."""
        for table in self._world.tables:
            if not table.has_begun:
                continue
            tokens = [
                one.token
                for one in self._world.people
                if one not in table.people or is_proven(one.account.key)
            ]
            for token in ("", f"{self._world.chance.below('guess', 2**53):022x}", *tokens):
                hello = HelloRequest(
                    PROTOCOL, "thief", token=token, back=not token, table=table.table_name
                )
                self._line().up(to_line(hello))

    def _flood_lines(self, _seconds: float) -> None:
        for at in range(60):
            self._later(at * 0.02, self._line)

    def _flood_messages(self, _seconds: float) -> None:
        line = self._line()
        for _ in range(70):
            line.up(to_line(Ping()))

    def _flood_looks(self, seconds: float) -> None:
        asked = to_line(TablesRequest(PROTOCOL))
        for at in range(45):
            self._later(at * seconds / 60, lambda: self._line().up(asked))

    def _open_many(self, _seconds: float) -> None:
        line = self._line()
        for number in range(1, 14):
            seats = (SeatPlan(),) * 2
            plan = TablePlan(game="duel", seats=seats, name="spam", stay=STRANGERS_STAY)
            document = msgspec.Raw(msgspec.json.encode(plan))
            line.up(to_line(OpenRequest(number=number, protocol=PROTOCOL, plan=document)))

    def _babble(self, _seconds: float) -> None:
        for number, babble in enumerate(
            (b"\0" * 5000, b"\x16\x03\x01" * 9, b"GET / HTTP/1.1\r\n\r\n")
        ):
            self._line(is_asked=number == 0).raw(babble, 3)
        self._line().up(b'{"cmd":"hello","protocol":"x"}\n')
        self._line(page="https://page.example")

    def _say_nothing(self, _seconds: float) -> None:
        self._line(is_asked=False)
        self._line()

    def _line(self, password: str = PASSWORD, *, is_asked: bool = True, page: str = "") -> FarLine:
        line = self._world.line_of(self._way, self._told, lambda: None)
        self._lines.append(line)
        is_right = password == PASSWORD
        return line.ask(password, is_right=is_right, page=page) if is_asked else line

    def _told(self, line: bytes) -> None:
        if _head.decode(line).cmd == "welcome":
            raise Broken("a stranger was given a seat")

    def _later(self, seconds: float, call: Call) -> None:
        self._world.loop.later(seconds, call)
