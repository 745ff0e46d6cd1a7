"""The parts of a simulated world: chance, time, processes and lines, all without a thread."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from engine.loop import Call


class Broken(BaseException):
    """A promise that did not hold; no fault that the host would catch and live with."""


class Chance:
    """Lots by name: what one part of the world draws changes nothing for the others."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._lots: dict[str, Random] = {}

    def __call__(self, name: str) -> float:
        """Return the next number from 0 to 1 of a name; the same one on each Python."""
        if name not in self._lots:
            self._lots[name] = Random(f"{self._seed}/{name}")
        return self._lots[name].random()

    def below(self, name: str, end: int) -> int:
        """Return the next whole number below an end."""
        return int(self(name) * end)

    def between(self, name: str, least: float, most: float) -> float:
        """Return the next number between two."""
        return least + (most - least) * self(name)


class Due:
    """A call of the virtual loop that can be stopped."""

    def __init__(self, call: Call) -> None:
        self.call: Call | None = call

    def stop(self) -> None:
        self.call = None

    cancel = stop  # as asyncio has it


class VirtualLoop:
    """The time of the world, which passes only from call to call."""

    def __init__(self) -> None:
        self.now = 1000.0
        self._heap: list[tuple[float, int, Due]] = []
        self._count = 0

    def later(self, seconds: float, call: Call) -> Due:
        due = Due(call)
        self._count += 1
        heapq.heappush(self._heap, (self.now + max(seconds, 0.0), self._count, due))
        return due

    def step(self, until: float) -> bool:
        """Make the next call that is due before a time; return whether there was one."""
        while self._heap and self._heap[0][0] <= until:
            at, _, due = heapq.heappop(self._heap)
            if (call := due.call) is not None:
                self.now, due.call = at, None
                call()
                return True
        self.now = until
        return False

    @property
    def next_at(self) -> float | None:
        """The time of the next call, None if there is none."""
        while self._heap and self._heap[0][2].call is None:
            heapq.heappop(self._heap)
        return self._heap[0][0] if self._heap else None


class Killed(BaseException):
    """The process ends at this system call; none of its calls comes through any more."""


class ProcessLoop:
    """The loop of one process of the world; with the process all its calls end.

    Attributes:
        skew: The seconds by which its clock is wrong.
        killed: Called when a system call kills the process.
        disk: The disk that has to know which process makes a call.
    """

    def __init__(self, loop: VirtualLoop, disk: Any = None, killed: Call | None = None) -> None:
        self.loop = loop
        self.skew = 0.0
        self.disk = disk
        self.killed = killed
        self.is_dead = False
        self._due: set[Due] = set()

    def now(self) -> float:
        """Return the seconds of this process's clock."""
        return self.loop.now + self.skew

    def soon(self, call: Call) -> None:
        self.later(0.0, call)

    def later(self, seconds: float, call: Call) -> Due:
        due = Due(call)
        if self.is_dead:
            due.stop()
            return due

        def make() -> None:
            self._due.discard(due)
            if made := due.call:
                due.call = None
                self.run(made)

        self._due.add(due)
        self.loop.later(seconds, make)
        return due

    # As asyncio has them

    call_soon = soon

    def call_later(self, seconds: float, call: Callable[..., object], *args: object) -> Due:
        return self.later(seconds, partial(call, *args))

    def run(self, call: Call) -> None:
        """Make a call as this process."""
        if self.disk is None:
            call()
            return
        before, self.disk.owner = self.disk.owner, self
        try:
            call()
        except Killed:
            assert self.killed
            self.killed()
        finally:
            self.disk.owner = before

    @property
    def waiting(self) -> int:
        """The number of calls that are still to be made."""
        return sum(due.call is not None for due in self._due)

    def die(self) -> None:
        """End the process: nothing of it happens any more."""
        self.is_dead = True
        for due in self._due:
            due.stop()
        self._due.clear()


class Line:
    """A line between a client and a table: whole lines with a delay each way, until it is cut."""

    def __init__(
        self,
        loop: VirtualLoop,
        delay: Callable[[], float],
        to_client: Callable[[bytes], None],
        client_lost: Call,
    ) -> None:
        self._loop = loop
        self._delay = delay
        self._to_client = to_client
        self._client_lost = client_lost
        self.to_table: Callable[[bytes], None] = lambda _line: None
        self.table_lost: Call = lambda: None
        self.is_cut = False
        self.repeats_next = False
        self.ends_after_answer = False
        self._last = [0.0, 0.0]
        self._on_the_way: tuple[deque[bytes], deque[bytes]] = (deque(), deque())

    def up(self, line: bytes) -> None:
        """Send a line to the table."""
        times = 2 if self.repeats_next else 1
        self.repeats_next = False
        for _ in range(times):
            self._send(0, line)

    def down(self, line: bytes) -> None:
        """Send a line to the client."""
        self._send(1, line)

    def cut(self, *, arrives_half: bool = False) -> None:
        """Lose what is on the way, or its second half; each end hears of it after a while."""
        if self.is_cut:
            return
        self.is_cut = True
        if arrives_half:
            for way, lines in enumerate(self._on_the_way):
                if lines:
                    self._arrive(way, lines[0][: len(lines[0]) // 2])
        self._loop.later(self._delay(), self.table_lost)
        self._loop.later(self._delay(), self._client_lost)

    def end(self) -> None:
        """Close the line once what was sent has arrived."""
        self._send(0, b"")
        self._send(1, b"")

    def _send(self, way: int, line: bytes) -> None:
        at = max(self._loop.now + self._delay(), self._last[way])
        self._last[way] = at
        self._on_the_way[way].append(line)

        def arrived() -> None:
            self._on_the_way[way].popleft()
            if self.is_cut:
                return
            self._arrive(way, line)
            if not line or (way and self.ends_after_answer and line.startswith(b'{"cmd":"done"')):
                self.cut()

        self._loop.later(at - self._loop.now, arrived)

    def _arrive(self, way: int, data: bytes) -> None:
        if data:
            (self._to_client if way else self.to_table)(data)
