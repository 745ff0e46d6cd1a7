"""What a shared table costs: the way of a move to its table and back, beside a bare echo.

Each move is sent over the table's Unix socket and timed until the mover's next view is there; in
turns with it a line of the same length goes to a bare echo server, which answers with as many
bytes. The journal is on a memory file system, then on the disk. The length of messages of views is
measured without a line, early and late in long games. Then many tables stand in one process: a
move at one of them, beside a move at a table alone, and a move at all of them at once. Ratios are
what to quote, of medians.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from typing import Any, Protocol

ROOT = Path(__file__).parents[1]
sys.path[:1] = [str(ROOT), str(ROOT / "tests" / "support")]  # in place of this folder

from crowd import Crowd

from engine.game import CHANCE
from engine.games import find_game
from engine.shuffle import Lots
from engine.table import Sitter, Table
from host.plan import HostPlan, SeatPlan
from net.hosting.start import Order, start_table
from net.view_updates import ViewReader, ViewWriter
from net.wire import (
    PROTOCOL,
    HelloRequest,
    MoveRequest,
    SeenRequest,
    ViewNews,
    WelcomeNews,
    news_from,
    to_line,
)

GOALS = {"duel": 2.5, "zen": 4.0}
MOVES = {"duel": 30, "zen": 120}
GAMES = 6
GATHERING = 0.005
"""The seconds after a sync in which a table gathers what is to be synced next."""

TABLES = 100
"""How many tables stand side by side in one process."""

LONG_WAR = 350
"""The seed of a Bataille of 3,238 duels."""

LONGEST = 600
"""The goal for the bytes of a message with a view."""

MEMORY = Path("/dev/shm")
ECHO = """
import asyncio, sys
async def answer(reader, writer):
    while line := await reader.readline():
        writer.write(b"x" * int(line.split()[0]) + b"\\n")
async def main():
    server = await asyncio.start_unix_server(answer, sys.argv[1])
    print("listening", flush=True)
    await server.serve_forever()
asyncio.run(main())
"""


class Line(Protocol):
    """One end of a line."""

    def send(self, line: bytes) -> None:
        """Send a line."""

    def receive(self) -> bytes:
        """Return the next line."""

    def close(self) -> None:
        """End the line."""


class Caller:
    """One end of a line over a Unix socket."""

    def __init__(self, path: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(10)
        self._socket.connect(path)
        self._lines = self._socket.makefile("rb")

    def send(self, line: bytes) -> None:
        """Send a line."""
        self._socket.sendall(line)

    def receive(self) -> bytes:
        """Return the next line."""
        return self._lines.readline()

    def close(self) -> None:
        """End the line."""
        self._lines.close()
        self._socket.close()


class Seat:
    """A client that plays one seat."""

    def __init__(self, caller: Line, name: str, key: str, table: str) -> None:
        self.caller = caller
        self.game = find_game(key)
        self.reader: ViewReader[Any] = ViewReader(self.game)
        self.number = 0
        self.view: Any = None
        self.news: ViewNews | None = None
        hello = HelloRequest(PROTOCOL, client=name, name=name, table=table)
        self.caller.send(to_line(hello))
        while not isinstance(welcome := self.next(), WelcomeNews):
            pass
        self.seat, self.address = welcome.seat, welcome.address

    def next(self) -> object:
        """Return the next message."""
        return news_from(self.caller.receive())

    def move(self, lots: Lots) -> bytes:
        """Return the line of one of the first legal moves."""
        assert self.news
        legal = [move for move, _ in zip(self.view.legal(), range(9), strict=False)]
        self.number += 1
        text = self.game.format_wire(legal[lots.below(len(legal))])
        request = MoveRequest(self.number, self.news.moves, self.news.epoch, text)
        return to_line(request)

    def see(self) -> bytes:
        """Return the line of the next view, before it is read."""
        while True:
            data = self.caller.receive()
            assert not data.startswith(b'{"cmd":"refused"'), data
            if data.startswith(b'{"cmd":"view"'):
                return data

    def read(self, data: bytes) -> int:
        """Take in the line of a view, and confirm it; return how many moves it has."""
        news = news_from(data)
        assert isinstance(news, ViewNews)
        self.view, self.news = self.reader.read(news), news
        self.caller.send(to_line(SeenRequest(news.view)))
        return news.moves

    def take(self, moves: int) -> None:
        """Take messages in until a view after so many moves, and confirm it."""
        while self.news is None or self.news.moves < moves:
            if isinstance(news := self.next(), ViewNews):
                self.view, self.news = self.reader.read(news), news
        self.caller.send(to_line(SeenRequest(self.news.view)))


@contextmanager
def echo(folder: str) -> Iterator[Caller]:
    """Give a line to a bare echo server."""
    path = f"{folder}/echo"
    with subprocess.Popen([sys.executable, "-c", ECHO, path], stdout=subprocess.PIPE) as server:
        assert server.stdout
        server.stdout.readline()
        caller = Caller(path)
        try:
            yield caller
        finally:
            caller.close()
            server.kill()


def times(key: str, journal: Path) -> tuple[list[float], list[float], list[float], float]:
    """Return the seconds of moves, of echoes, of syncs, and the table's memory in MB."""
    taken: dict[str, list[float]] = {"move": [], "echo": [], "sync": []}
    memory = 0.0
    with tempfile.TemporaryDirectory(dir=journal) as home, echo(home) as bare:
        os.environ.update(TAPIS_HOME=home)
        tempfile.tempdir = home
        for seed in range(GAMES):
            options = {"first": "lots"}
            free = (SeatPlan(), SeatPlan())
            started = start_table(HostPlan(game=key, options=options, seats=free, seed=seed))
            try:
                seats = [at_socket(started.socket, name, key) for name in ("Ada", "Louis")]
                play(key, seats, seed, bare, Path(home), taken)
                memory = max(memory, megabytes(started.process))
            finally:
                with suppress(ProcessLookupError):
                    os.kill(started.process, signal.SIGKILL)
    return taken["move"], taken["echo"], taken["sync"], memory


def at_socket(path: Path, name: str, key: str) -> Seat:
    """Take a seat at a table of this machine."""
    return Seat(Caller(str(path)), name, key, path.name)


def play(
    key: str, seats: list[Seat], seed: int, bare: Line, home: Path, taken: dict[str, list[float]]
) -> None:
    """Play a game, each move in turn with an echo and a sync."""
    lots = Lots(seed, 0)
    for seat in seats:
        seat.take(1)
    with (home / "synced").open("ab") as synced:
        for _move in range(MOVES[key]):
            view = seats[0].view
            if view.outcome or view.to_move == (CHANCE,):
                break
            mover, other = seats[view.to_move[0]], seats[1 - view.to_move[0]]
            line = mover.move(lots)
            sleep(2 * GATHERING)  # as people do, after the last sync
            begin = perf_counter()
            mover.caller.send(line)
            data = mover.see()
            taken["move"].append(perf_counter() - begin)
            other.take(mover.read(data))
            sleep(2 * GATHERING)
            begin = perf_counter()
            bare.send(b"%d " % len(data) + b"x" * len(line) + b"\n")
            bare.receive()
            taken["echo"].append(perf_counter() - begin)
            begin = perf_counter()
            synced.write(line)
            synced.flush()
            os.fdatasync(synced.fileno())
            taken["sync"].append(perf_counter() - begin)
    for seat in seats:
        seat.caller.close()


def side_by_side(count: int, place: Path) -> tuple[list[float], float, int, int, float]:
    """Measure so many tables of the duel in one process.

    Return the seconds of moves at one after the other, those until all have moved that were asked
    at once, the threads, the open files, and the MB of a table.
    """
    taken: list[float] = []
    with tempfile.TemporaryDirectory(dir=place) as home:
        os.environ.update(TAPIS_HOME=home)
        tempfile.tempdir = home
        crowd, lots = Crowd(), Lots(1, 0)
        try:
            crowd.open([])
            empty = megabytes(crowd.number)
            plan = HostPlan(game="duel", seats=(SeatPlan(), SeatPlan()), seed=5)
            places = crowd.open([Order(plan=plan)] * count)
            tables = [[at_socket(at.socket, name, "duel") for name in "ab"] for at in places]
            for _round in range(2 if count > 1 else TABLES // 4):
                for seats in tables:
                    mover, other = _seen(seats)
                    line = mover.move(lots)
                    sleep(2 * GATHERING)
                    begin = perf_counter()
                    mover.caller.send(line)
                    data = mover.see()
                    taken.append(perf_counter() - begin)
                    other.take(mover.read(data))
            movers = [_seen(seats)[0] for seats in tables]
            lines = [mover.move(lots) for mover in movers]
            begin = perf_counter()
            for mover, line in zip(movers, lines, strict=True):
                mover.caller.send(line)
            for mover in movers:
                mover.see()
            at_once = perf_counter() - begin
            files = sum(crowd.files().values()) - 2 * count  # without the lines
            memory = (megabytes(crowd.number) - empty) / count
            return taken, at_once, crowd.threads, files, memory
        finally:
            crowd.end(signal.SIGKILL)


def _seen(seats: list[Seat]) -> list[Seat]:
    """Let both see the newest view; return them, who is to move first."""
    moves = max(seat.news.moves if seat.news else 1 for seat in seats)
    for seat in seats:
        seat.take(moves)
    first = seats[0].view.to_move[0]
    return sorted(seats, key=lambda seat: seat.seat != first)


def megabytes(process: int) -> float:
    """Return the memory that a process has for itself, in MB."""
    status = Path(f"/proc/{process}/status").read_text()
    fields = dict(line.split(":", 1) for line in status.splitlines())
    return int(fields["VmRSS"].split()[0]) / 1024


def lengths(key: str, options: dict[str, Any], most: int, seed: int) -> tuple[int, int, int]:
    """Return the longest message with a view in the first and last third of a game, and moves."""
    game = find_game(key)
    rules = game.options(**options)
    table = Table(game, rules, [Sitter(seat) for seat in game.seats(rules)], seed)
    writer, lots, found = ViewWriter(game), Lots(seed, 0), []
    for _move in range(most):
        if table.outcome:
            break
        view = table.view(table.to_move[0])
        legal = [move for move, _ in zip(view.legal(), range(9), strict=False)]
        table.play(table.to_move[0], legal[lots.below(len(legal))])
        news = writer.write(table.view(0), len(table.plays), table.epoch)
        found.append(len(to_line(news)))
        writer.confirm(news.view)
    third = len(found) // 3
    return max(found[1:third]), max(found[-third:]), len(table.plays)


def main() -> None:
    """Measure, and print medians and ratios."""
    places = [("memory", MEMORY)] if MEMORY.is_dir() else []
    places.append(("disk", Path(tempfile.gettempdir())))
    for name, place in places:
        for key, goal in GOALS.items():
            moves, echoes, syncs, memory = times(key, place)
            move, bare, sync = median(moves), median(echoes), median(syncs)
            print(f"{key}, journal in {name}: {len(moves)} moves, table of {memory:.0f} MB")
            print(f"  {'a move and its view':34} {1e6 * move:8.0f} us")
            print(f"  {'a bare echo of the same length':34} {1e6 * bare:8.0f} us")
            if name == "memory":
                print(f"  {'a move to an echo':34} {move / bare:8.2f} x   (goal: {goal})")
            else:
                most = goal * bare + 2 * sync + GATHERING
                print(f"  {'a sync of one line':34} {1e6 * sync:8.0f} us")
                print(f"  {'a move to what it may take':34} {move / most:8.2f} x   (goal: 1)")
    print("duel, tables side by side in one process, journals on the disk")
    one, _at_once, _threads, few, _memory = side_by_side(1, places[-1][1])
    alone = median(one)
    moves, at_once, threads, files, memory = side_by_side(TABLES, places[-1][1])
    each, last = median(moves), sorted(moves)[-len(moves) // 100]
    print(f"  {'a move at one of ' + str(TABLES) + ' to one alone':40} {each / alone:8.2f} x")
    print(f"  {'the slowest of 100 to one alone':40} {last / alone:8.2f} x")
    print(f"  {'moves at all at once to one by one':40} {at_once / sum(moves) * 2:8.2f} x")
    print(f"  {'threads':40} {threads:8}")
    print(f"  {'open files, and those with one table':40} {files:8} {few:8}   (goal: as many)")
    print(f"  {'memory of a table in MB':40} {memory:8.2f}")
    games: list[tuple[str, dict[str, Any], int, int]] = [
        ("duel", {}, 200, 5),
        ("zen", {}, 300, 5),
        ("war", {"cards": 26, "players": 2, "limit": 10_000}, 20_000, LONG_WAR),
        ("hearts", {}, 600, 5),
    ]
    for key, options, most_moves, seed in games:
        early, late, count = lengths(key, options, most_moves, seed)
        words = f"{key}: the longest message with a view"
        print(f"{words:42} {early:5} early, {late:5} late of {count} moves (goal: {LONGEST})")


if __name__ == "__main__":
    main()
