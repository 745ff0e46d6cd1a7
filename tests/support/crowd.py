"""Many shared tables in one process, which opens those that a line of its standard input orders."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from net.hosting.game_files import KeptGameFiles
from net.hosting.open_table import OpenTable, shared_here
from net.hosting.start import Order
from net.names import sockets
from net.names.starting import Started

ROOT = Path(__file__).parents[2]


class Crowd:
    """The tables of such a process."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        self.number = self._process.pid

    def open(self, orders: Iterable[Order]) -> list[Started]:
        """Open tables; return them once they listen."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(msgspec.json.encode([*orders]) + b"\n")
        self._process.stdin.flush()
        found = msgspec.json.decode(self._process.stdout.readline(), type=list[tuple[str, str]])
        return [Started(name, Path(path), self.number) for name, path in found]

    def end(self, number: int = signal.SIGTERM) -> None:
        """Send a signal, and wait for the end."""
        self._process.send_signal(number)
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe
            pipe.close()

    @property
    def threads(self) -> int:
        """How many threads it has."""
        return len([*Path(f"/proc/{self.number}/task").iterdir()])

    def files(self) -> Counter[str]:
        """Return how many files it has open, by kind."""
        found: Counter[str] = Counter()
        for handle in Path(f"/proc/{self.number}/fd").iterdir():
            with suppress(FileNotFoundError):  # a game's file, which has just been written
                name = handle.readlink()
                found[name.suffix or name.name.partition(":")[0]] += 1
        return found


async def _serve() -> None:
    loop = asyncio.get_running_loop()
    shared, tables, serving = shared_here(loop), [], []

    def heard() -> None:
        if not (line := sys.stdin.buffer.readline()):
            os._exit(1)
        opened = [OpenTable(order, shared) for order in msgspec.json.decode(line, type=list[Order])]
        serving.extend(loop.create_task(table.serve(lambda: None)) for table in opened)
        tables.extend(opened)
        at = [(table.at.name, str(table.at.path)) for table in opened]
        sys.stdout.buffer.write(msgspec.json.encode(at) + b"\n")
        sys.stdout.buffer.flush()

    end = asyncio.Event()
    loop.set_exception_handler(_fail)
    loop.add_signal_handler(signal.SIGTERM, end.set)
    loop.add_reader(sys.stdin, heard)
    await end.wait()
    for table in tables:
        table.end()
    await asyncio.gather(*serving)
    shared.thinkers.close()


def _fail(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    loop.default_exception_handler(context)
    os._exit(1)


if __name__ == "__main__":
    sockets.MOST_TABLES = 1000  # type: ignore[misc]
    KeptGameFiles.seconds = 0.0
    asyncio.run(_serve())
