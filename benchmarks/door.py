"""What a door costs: how soon people are at a table, what a session needs, how quick keys are.

`tapis door` runs as a process of its own, and people come to it by ssh, each with a key, an address
and a terminal of 80 by 24. First one after the other, then twenty at once, whose memory is looked
at (proportional: what processes share is divided between them). Then fifty people type two keys a
second, and each key is timed to the first bytes that answer it. All fifty lines are cut, and 2
seconds later the processes that are left are counted. At last lines of players are cut at tables of
two, and each player comes back to the seat.

The clients run in this one process beside the door, so their work is in all times.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import mean, median, quantiles
from time import perf_counter
from typing import Any, Final

ROOT = Path(__file__).parents[1]
sys.path[:1] = [str(ROOT), str(ROOT / "tests" / "support"), str(ROOT / "tests")]

import asyncssh
from door_program import Door, seen
from evenings import come_back_after_cuts

ALONE: Final = 20
TOGETHER: Final = 20
TYPISTS: Final = 50
KEYS: Final = 40
BETWEEN: Final = 0.5
"""The people of each part, the keys of each person, and the seconds between two of them."""

SETTLED: Final = 3.0
"""The seconds after which a session has done all that follows its first paint."""

LEFT_SECONDS: Final = 2.0
CUT_TABLES: Final = 20
CUTS: Final = 5
FIRST: Final = "First game"
"""Words of the first screen."""

ARROWS: Final = (b"\x1b[B", b"\x1b[A")


class People:
    """People who have come to a door and see the first screen."""

    def __init__(self, door: Door, lines: AsyncExitStack) -> None:
        self.door = door
        self.programs: list[Any] = []
        self._lines = lines
        self._connections: list[Any] = []
        self._count = 0

    async def come(self) -> float:
        """Let another person come, and return the seconds until the first screen is there."""
        key = asyncssh.generate_private_key("ssh-ed25519")
        self._count += 1
        here = f"127.0.{1 + self._count // 10}.1"  # one address may have twenty sessions
        began = perf_counter()
        line = await self._lines.enter_async_context(self.door.connect(key, here=here))
        program = await line.create_process(
            term_type="xterm-256color",
            term_size=(80, 24),
            env={"LANG": "en_GB.UTF-8"},
            encoding=None,
        )
        await seen(program, FIRST)
        seconds = perf_counter() - began
        self._connections.append(line)
        self.programs.append(program)
        return seconds

    async def leave(self) -> None:
        """Let all leave as people do, and wait until they have."""
        for program in self.programs:
            program.stdin.write(b"\x11")  # Ctrl+Q
        for program in self.programs:
            await program.wait_closed()
        self.programs = []

    def cut(self) -> None:
        """Cut all lines without a word."""
        for line in self._connections:
            line.abort()


async def type_keys(program: Any, delays: Sequence[float]) -> list[float]:
    """Type a key after each delay; return the seconds until the first bytes of each answer."""
    taken = []
    for number, delay in enumerate(delays):
        await drain(program, delay)
        began = perf_counter()
        program.stdin.write(ARROWS[number % 2])
        await program.stdout.read(65536)
        taken.append(perf_counter() - began)
    return taken


async def drain(program: Any, seconds: float) -> None:
    """Read for some seconds what is still painted."""
    try:
        async with asyncio.timeout(seconds):
            while True:
                await program.stdout.read(65536)
    except TimeoutError:
        pass


def children(process: int) -> list[int]:
    """Return the processes that a process has started and that still run."""
    found = []
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = place.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if fields[0] != "Z" and int(fields[1]) == process:
            found.append(int(place.parent.name))
    return found


def visits(door: Door) -> list[int]:
    """Return the processes of sessions: what the children of a door have forked."""
    return [visit for child in children(door.process.pid) for visit in children(child)]


def shared_out(process: int) -> float:
    """Return the memory of a process in MB, its part of what is shared included."""
    rows = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    return next(int(row.split()[1]) for row in rows if row.startswith("Pss:")) / 1000


async def measure(door: Door) -> None:
    """Measure a door, and print."""
    async with AsyncExitStack() as lines:
        people = People(door, lines)
        await people.come()  # the first of all pays for what is loaded late
        alone = [await people.come() for _person in range(ALONE)]
        await people.leave()
    said("connect to paint", f"{1000 * median(alone):.0f} ms, {range_of(alone)}", "200 ms")
    async with AsyncExitStack() as lines:
        people = People(door, lines)
        began = perf_counter()
        await asyncio.gather(*(people.come() for _person in range(TOGETHER)))
        said(f"{TOGETHER} at once", f"{perf_counter() - began:.2f} s", "1.5 s")
        await asyncio.sleep(SETTLED)
        memory = [shared_out(process) for process in visits(door)]
        assert len(memory) == TOGETHER
        said("memory of a session", f"{mean(memory):.1f} MB (PSS)", "18 MB")
        await people.leave()
    async with AsyncExitStack() as lines:
        people = People(door, lines)
        for _person in range(TYPISTS):
            await people.come()
        await asyncio.sleep(SETTLED)
        lots = random.Random(0)
        plans = [[lots.uniform(0.5, 1.5) * BETWEEN for _key in range(KEYS)] for _ in range(TYPISTS)]
        keys = await asyncio.gather(*map(type_keys, people.programs, plans))
        taken = [1000 * seconds for person in keys for seconds in person]
        late = quantiles(taken, n=100)[98]
        title = f"{TYPISTS} people type"
        said(title, f"{late:.0f} ms for 99 of 100 keys, median {median(taken):.0f}", "75 ms")
        people.cut()
        await asyncio.sleep(LEFT_SECONDS)
        said(f"left {LEFT_SECONDS:.0f} s after {TYPISTS} cuts", f"{len(visits(door))}", "0")


def range_of(seconds: Sequence[float]) -> str:
    """Return the quickest and the slowest of some times."""
    return f"{1000 * min(seconds):.0f} to {1000 * max(seconds):.0f}"


def said(what: str, found: str, goal: str) -> None:
    """Print a figure and its goal."""
    print(f"  {what:24} {found:48} goal {goal}", flush=True)


def main() -> None:
    """Measure, and print."""
    with tempfile.TemporaryDirectory() as home:
        os.environ.update(TMPDIR=home, TAPIS_HOME=home)
        tempfile.tempdir = home
        door = Door(Path(home) / "door")
        print(f"a door; load {os.getloadavg()[0]:.1f} of {os.cpu_count()} processors")
        asyncio.run(measure(door))
        back = come_back_after_cuts(door, CUT_TABLES, CUTS)
        every = 2 * CUT_TABLES * CUTS
        said(f"seats lost by {every} cuts", f"{every - back}", "0")
        door.close()


if __name__ == "__main__":
    main()
