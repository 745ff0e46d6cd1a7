"""What a server of many tables costs: how quick moves are, how long it pauses, what it needs.

`tapis serve` runs as a process of its own and finds tables of the duel, all seats of which are
taken. A client comes for each seat, by a Unix socket or over the web, and all play to move 20 as
fast as they can. Then moves come at a steady rate, at one table after the other; each is timed from
when it was due until its mover's next view is there. One more line asks every 10 ms for an answer:
the longest wait is the longest pause. At last the server is killed, and started again.

All tables have the same cards, so the clients know beforehand what they play and need little time:
the share of a processor that they took is printed, beside the server's.
"""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import quantiles
from time import perf_counter, process_time
from typing import Final, NamedTuple

ROOT = Path(__file__).parents[1]
sys.path[:1] = [str(ROOT), str(ROOT / "tests" / "support")]  # in place of this folder

from benchmarks.many_seats import Tables, write_journals
from benchmarks.network import MEMORY, megabytes
from net.names.sockets import folder_of

FEW: Final = 10
BEGUN: Final = 20
"""The moves after which memory is looked at, and moves come at a steady rate."""

SECONDS: Final = 15.0
"""The seconds for which they come."""

PINGS: Final = 0.01
"""The seconds between two questions whether the server answers."""

PING: Final = b'{"cmd":"ping"}\n'

MOST_KB: Final = 200
MOST_SECONDS: Final = 3
"""The goals for the memory of a table, and for a restart."""


class Load(NamedTuple):
    """A load: so many tables, so many moves a second, and the goal in ms for 99 of 100."""

    tables: int
    rate: int
    goal: int
    is_web: bool


LOADS: Final = (
    Load(100, 100, 25, is_web=False),
    Load(100, 100, 25, is_web=True),
    Load(1000, 120, 120, is_web=False),
    Load(1000, 120, 120, is_web=True),
)


class Figures(NamedTuple):
    """What was measured."""

    moves: list[float]
    answers: list[float]
    server: float
    clients: float
    megabytes: float
    threads: int
    files: int
    restart: float


class Process:
    """A server's process; `ready` are the seconds that its start took."""

    def __init__(self, is_web: bool) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1] if is_web else 0
        began = perf_counter()
        listen = ["--listen", f"127.0.0.1:{self.port}"] if is_web else []
        self._process = subprocess.Popen(
            [sys.executable, "-m", "cli", "serve", "--name", "bench", *listen],
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        assert self._process.stderr
        self.said = [self._process.stderr.readline() for _line in range(3 if is_web else 2)]
        self.ready = perf_counter() - began
        self.number = self._process.pid
        self.socket = folder_of(os.getuid()) / "bench"

    def kill(self) -> None:
        """End it without a word."""
        self._process.kill()
        self._process.wait()
        assert self._process.stderr
        self._process.stderr.close()

    @property
    def processor(self) -> float:
        """The seconds of a processor that it took so far."""
        fields = Path(f"/proc/{self.number}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def count(self, what: str) -> int:
        """Return how many threads (`task`) or open files (`fd`) it has."""
        return len([*Path(f"/proc/{self.number}/{what}").iterdir()])


async def measure(load: Load, place: Path) -> Figures:
    """Measure a server under a load."""
    with tempfile.TemporaryDirectory(dir=place) as home:
        os.environ.update(TAPIS_HOME=home, TMPDIR=home)
        tempfile.tempdir = home
        write_journals(Path(home) / "servers" / "bench", load.tables, by_guests=load.is_web)
        server, tables = Process(load.is_web), Tables(load.tables)
        try:
            await tables.come(server.socket, server.port)
            await play_to(BEGUN, tables)
            memory = megabytes(server.number)
            began = perf_counter(), server.processor, process_time()
            moves, answers = await steady(load, tables, server.socket)
            seconds = perf_counter() - began[0]
            shares = (server.processor - began[1]) / seconds, (process_time() - began[2]) / seconds
            needs = server.count("task"), server.count("fd") - 2 * load.tables
            tables.close()
            server.kill()
            begin = perf_counter()
            server = Process(load.is_web)
            await tables.come(server.socket, server.port)
            return Figures(moves, answers, *shares, memory, *needs, perf_counter() - begin)
        finally:
            server.kill()


async def play_to(moves: int, tables: Tables) -> None:
    """Let all tables play until so many moves were made, as fast as they can."""

    async def one(table: int) -> None:
        while tables.moves(table) < moves:
            await tables.move(table)

    await asyncio.gather(*map(one, range(tables.count)))


async def steady(load: Load, tables: Tables, at: Path) -> tuple[list[float], list[float]]:
    """Return the seconds of moves at a steady rate, and those of answers meanwhile."""
    loop = asyncio.get_running_loop()
    taken: list[float] = []
    answers: list[float] = []
    waiting: list[asyncio.Task[None]] = []
    began = loop.time()

    async def one(table: int, due: float) -> None:
        await tables.move(table)
        taken.append(loop.time() - due)

    asking = loop.create_task(ask(at, answers))
    for number in range(round(load.rate * SECONDS)):
        due = began + number / load.rate
        await asyncio.sleep(due - loop.time())
        waiting.append(loop.create_task(one(number % load.tables, due)))
    await asyncio.gather(*waiting)
    asking.cancel()
    return taken, answers


async def ask(at: Path, answers: list[float]) -> None:
    """Ask a server again and again on a line of its own; note the seconds of each answer."""
    reader, writer = await asyncio.open_unix_connection(str(at))
    try:
        while True:
            began = perf_counter()
            writer.write(PING)
            await reader.readline()
            answers.append(perf_counter() - began)
            await asyncio.sleep(PINGS)
    finally:
        writer.close()


def main() -> None:
    """Measure, and print."""
    place = MEMORY if MEMORY.is_dir() else Path(tempfile.gettempdir())
    few = asyncio.run(measure(Load(FEW, FEW, 0, is_web=False), place))
    print(f"a server of many tables, journals in {place}")
    for load in LOADS:
        gc.collect()
        gc.freeze()
        found = asyncio.run(measure(load, place))
        by = "the web, TLS" if load.is_web else "Unix sockets"
        print(f"{load.tables} tables, {load.rate} moves a second, over {by}; load {load_now()}")
        each = quantiles(found.moves, n=100)
        kb = 1024 * (found.megabytes - few.megabytes) / (load.tables - FEW)
        longest, pause = max(found.moves), max(found.answers)
        shown = [
            ("a move and its view", f"{1e3 * each[49]:8.1f} ms"),
            ("99 of 100", f"{1e3 * each[98]:8.1f} ms   (goal: {load.goal})"),
            ("the longest", f"{1e3 * longest:8.1f} ms"),
            ("the longest pause of the server", f"{1e3 * pause:8.1f} ms"),
            ("a processor: server, clients", f"{found.server:8.0%} {found.clients:8.0%}"),
            ("a table at move 20, lines too", f"{kb:8.0f} kB   (goal: {MOST_KB})"),
            ("threads, and with few tables", f"{found.threads:8} {few.threads:8}"),
            ("open files but lines, and with few", f"{found.files:8} {few.files:8}"),
            (
                "killed, started, all have a view",
                f"{found.restart:8.2f} s    (goal: {MOST_SECONDS})",
            ),
        ]
        for what, figure in shown:
            print(f"  {what:34} {figure}")


def load_now() -> str:
    """Return how many processes of this machine have wanted a processor, in the last minute."""
    return f"{os.getloadavg()[0]:.1f}"


if __name__ == "__main__":
    main()
