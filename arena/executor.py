"""Executors of an arena's work: in this process or in several.

An executor is given a function and items, both picklable, and yields results as they finish. The
function has no effect but its result, so it may run anywhere, in any order.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from time import monotonic, perf_counter
from traceback import format_exc
from typing import Final, Generic, Protocol, TypeAlias, TypeVar

from engine.game import StopFlag, Stopped

Item = TypeVar("Item")
Result = TypeVar("Result")
Work = Callable[[Item, StopFlag], Result]
"""A function at the top of a module; it raises `Stopped` once the flag says so."""

Done: TypeAlias = tuple[list[Result], list[Item]]
"""The results of the first items, and the items that are left."""

CHUNK_SECONDS: Final = 0.1
"""The seconds after which a process returns its results and the items that are left."""

MAX_CHUNK: Final = 1000
GLANCE: Final = 0.1
GRACE: Final = 5.0
"""The seconds that running work has to end when told to stop."""

ENDING: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class WorkerLost(Exception):
    """An error: a worker process ended in the middle of its work."""


class Executor(Protocol):
    """A way to run work on many items."""

    def run(
        self, work: Work[Item, Result], items: Iterable[Item], stop: StopFlag
    ) -> Iterator[Result]:
        """Yield the result of each item as soon as it is finished, in any order.

        Once `stop()` is true, only finished results. Raises the errors of the work, and
        `WorkerLost`.
        """


class InProcess:
    """An executor that runs one item after the other in this process."""

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
    """An executor with several worker processes, which end with the work or with this process.

    Each worker is spawned afresh, without our threads or a screen library. It is connected by pipes
    alone, so a killed process leaves nothing behind.
    """

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs

    def run(
        self, work: Work[Item, Result], items: Iterable[Item], stop: StopFlag
    ) -> Iterator[Result]:
        """Yield each result as soon as its process has finished the chunk it was sent in."""
        fresh, returned = iter(items), deque[Item]()
        results: list[Result] = []
        size = 1.0
        with _Crew(self._jobs, work) as crew:
            while not stop():
                while crew.has_room and (chunk := _take(returned, fresh, int(size))):
                    crew.send(chunk)
                yield from results
                if not crew.is_busy:
                    return
                results, rest = crew.receive(GLANCE)
                returned += rest
                if results:
                    size = max(1, size / 2) if rest else min(MAX_CHUNK, size + 1 / self._jobs)
            yield from results
            yield from crew.last_results()


class _Crew(Generic[Item, Result]):
    """The worker processes; they live inside `with`."""

    def __init__(self, jobs: int, work: Work[Item, Result]) -> None:
        self._jobs = jobs
        self._work = work
        self._context = multiprocessing.get_context("spawn")
        self._heard, self._orders = self._context.Pipe(duplex=False)
        self._processes: list[BaseProcess] = []
        self._idle: list[Connection] = []
        self._busy: list[Connection] = []

    def __enter__(self) -> _Crew[Item, Result]:
        return self

    def __exit__(self, *_: object) -> None:
        """Let all processes end, and kill those that do not."""
        for pipe in (self._orders, self._heard, *self._idle, *self._busy):
            pipe.close()
        end = monotonic() + GRACE
        for process in self._processes:
            process.join(max(0, end - monotonic()))
            process.kill()
            process.join()
            process.close()

    @property
    def has_room(self) -> bool:
        """Whether a process is idle or another may be started."""
        return len(self._busy) < self._jobs

    @property
    def is_busy(self) -> bool:
        """Whether a process has not yet returned its items."""
        return bool(self._busy)

    def send(self, chunk: list[Item]) -> None:
        """Send items to an idle process."""
        if not self._idle:
            self._start()
        self._busy.append(self._idle.pop())
        with suppress(BrokenPipeError):  # `receive` will say that it is lost
            self._busy[-1].send(chunk)

    def receive(self, seconds: float) -> Done[Result, Item]:
        """Return the first results that come within `seconds`, or none.

        Raises what the work raised, `WorkerLost`.
        """
        for ready in wait(self._busy, seconds):
            assert isinstance(ready, Connection)
            try:
                answer: Done[Result, Item] | Exception = ready.recv()
            except (EOFError, OSError):
                raise WorkerLost from None
            self._busy.remove(ready)
            self._idle.append(ready)
            if isinstance(answer, Exception):
                raise answer
            return answer
        return [], []

    def last_results(self) -> Iterator[Result]:
        """Tell all processes to stop, and yield what they have finished."""
        self._orders.close()
        end = monotonic() + GRACE
        while self._busy and (left := end - monotonic()) > 0:
            yield from self.receive(left)[0]

    def _start(self) -> None:
        """Start a process that ignores signals until `_serve`, for Ctrl-C goes to every process."""
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_serve, args=(self._work, theirs, self._heard))
        self._idle.append(ours)
        resource_tracker.ensure_running()  # `start` would, and undo the blocking below
        before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            theirs.close()
        self._processes.append(process)


def _take(returned: deque[Item], fresh: Iterator[Item], size: int) -> list[Item]:
    """Return up to `size` items, returned items first."""
    chunk = [returned.popleft() for _ in range(min(size, len(returned)))]
    return chunk + list(islice(fresh, size - len(chunk)))


# What follows runs in the worker processes.

_told_to_stop = threading.Event()


def _serve(work: Work[Item, Result], chunks: Connection, orders: Connection) -> None:
    """Run the items that are sent until no more come, or nobody wants them.

    Signals are left to the parent: when it wants the work to end, it closes the pipe.
    """
    for number in ENDING:
        signal.signal(number, _leave_it_to_the_parent)  # not ignored: programs would inherit that
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
    threading.Thread(target=_obey, args=(orders,), daemon=True).start()
    with suppress(EOFError, OSError):
        while True:
            chunks.send(_answer(work, chunks.recv()))


def _leave_it_to_the_parent(_number: int, _frame: object) -> None:
    pass


def _obey(orders: Connection) -> None:
    """Wait until the parent closes the pipe or dies; then end."""
    with suppress(EOFError, OSError):
        orders.recv_bytes()
    _told_to_stop.set()
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()  # a parent that lives ends this process itself
    _idle.wait(GRACE)
    os._exit(1)


_idle = threading.Event()
_idle.set()


def _answer(work: Work[Item, Result], chunk: list[Item]) -> Done[Result, Item] | Exception:
    """Return the results, or the error that the work raised."""
    try:
        return _do(work, chunk)
    except Exception as error:  # noqa: BLE001 - it is raised where somebody waits for the results
        error.add_note(format_exc())
        return error


def _do(work: Work[Item, Result], items: list[Item]) -> Done[Result, Item]:
    """Return the results of the first items, at least one, and the items that are left."""
    results: list[Result] = []
    end = perf_counter() + CHUNK_SECONDS
    _idle.clear()
    try:
        for at, item in enumerate(items):
            if at and perf_counter() > end:
                return results, items[at:]
            results.append(work(item, _told_to_stop.is_set))
    except Stopped:
        pass
    finally:
        _idle.set()
    return results, []
