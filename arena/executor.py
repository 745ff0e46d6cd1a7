"""Executors of an arena's work: in this process or in several.

An executor is given a function and items, both picklable, and yields results as they finish. The
function has no effect but its result, so it may run anywhere, in any order.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from itertools import islice
from queue import Empty, SimpleQueue
from time import monotonic, perf_counter
from typing import Any, Final, Protocol, TypeAlias

from engine.game import StopFlag, Stopped
from engine.loop import Call
from programs import pool
from programs.pool import Item, Pool, Result, Work

Done: TypeAlias = tuple[list[Result], list[Item]]
"""The results of the first items, and the items that are left."""

CHUNK_SECONDS: Final = 0.1
"""The seconds after which a process returns its results and the items that are left."""

MAX_CHUNK: Final = 1000
GLANCE: Final = 0.1


class Executor(Protocol):
    """A way to run work on many items.

    Attributes:
        jobs: How many items it works on at once.
    """

    jobs: int

    def run(
        self, work: Work[Item, Result], items: Iterable[Item], stop: StopFlag
    ) -> Iterator[Result]:
        """Yield the result of each item as soon as it is finished, in any order.

        Once `stop()` is true, only finished results. Raises the errors of the work, and
        `WorkerLost`.
        """


class InProcess:
    """An executor that runs one item after the other in this process."""

    jobs = 1

    def run(
        self, work: Work[Item, Result], items: Iterable[Item], stop: StopFlag
    ) -> Iterator[Result]:
        """Yield each result in the order of the items."""
        with suppress(Stopped):
            for item in items:
                if stop():
                    return
                yield work(item, stop)


class Processes:
    """An executor with several processes, which end with the work or with this process."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def run(
        self, work: Work[Item, Result], items: Iterable[Item], stop: StopFlag
    ) -> Iterator[Result]:
        """Yield each result as soon as its process has finished the chunk it was sent in."""
        fresh, returned = iter(items), deque[Item]()
        size = 1.0
        calls: SimpleQueue[Call] = SimpleQueue()
        answers: deque[Done[Result, Item] | Exception] = deque()
        with closing(Pool(self.jobs, calls.put)) as crew:
            while not stop():
                while crew.has_room and (chunk := _take(returned, fresh, int(size))):
                    crew.ask(_do, (work, chunk), answers.append)
                if not crew.is_busy:
                    return
                results, rest = _heard(calls, answers, GLANCE)
                returned += rest
                if results:
                    size = max(1, size / 2) if rest else min(MAX_CHUNK, size + 1 / self.jobs)
                yield from results
            crew.stop()
            end = monotonic() + pool.GRACE
            while crew.is_busy and (left := end - monotonic()) > 0:
                yield from _heard(calls, answers, left)[0]


def _heard(
    calls: SimpleQueue[Call], answers: deque[Done[Result, Item] | Exception], seconds: float
) -> Done[Result, Item]:
    """Return the first results that come within these seconds, or none.

    Raises the errors of the work, and `WorkerLost`.
    """
    with suppress(Empty):
        calls.get(timeout=seconds)()
    answer = answers.popleft() if answers else ([], [])
    if isinstance(answer, Exception):
        raise answer
    return answer


def _take(returned: deque[Item], fresh: Iterator[Item], size: int) -> list[Item]:
    """Return up to `size` items, returned items first."""
    chunk = [returned.popleft() for _ in range(min(size, len(returned)))]
    return chunk + list(islice(fresh, size - len(chunk)))


def _do(chunk: tuple[Work[Any, Any], list[Any]], stop: StopFlag) -> Done[Any, Any]:
    return do_some(*chunk, CHUNK_SECONDS, stop)


def do_some(
    work: Work[Any, Any], items: list[Any], seconds: float, stop: StopFlag
) -> Done[Any, Any]:
    """Work for some seconds: return the results of the first items, and the items that are left.

    It works on one item at least. Once told to stop it returns what is finished.
    """
    results: list[Any] = []
    end = perf_counter() + seconds
    with suppress(Stopped):
        for at, item in enumerate(items):
            if at and perf_counter() > end:
                return results, items[at:]
            results.append(work(item, stop))
    return results, []
