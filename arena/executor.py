"""Where the work of an arena is done: in this process, or in several; a cluster would fit too.

An executor is given a function and items, both picklable, and yields results as they finish. What
it is asked to do has no effect but its result, so it may be done anywhere, in any order.
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
"""A function at the top of a module. Raises `Stopped` once the flag says so."""

Done: TypeAlias = tuple[list[Result], list[Item]]
"""The results of the first items, and the items there was no time for."""

CHUNK_SECONDS: Final = 0.1
"""After so long a process sends back its results, and the items there was no time for."""

MAX_CHUNK: Final = 1000
GLANCE: Final = 0.1
GRACE: Final = 5.0
"""Seconds that work in progress has to end after it was asked to."""

ENDING: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class WorkerLost(Exception):
    """A worker process ended in the middle of its work."""


class Executor(Protocol):
    """Does work."""

    def run(
        self, work: Work[Item, Result], items: Iterable[Item], stop: StopFlag
    ) -> Iterator[Result]:
        """Yield the result of each item as soon as it is there, in any order.

        After `stop()` no more than what is finished. Raises what the work raises, `WorkerLost`.
        """


class InProcess:
    """Does one item after the other, here."""

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
    """Does the work in several processes, which end when it ends or when this process does.

    Each is a fresh one, without our threads, that loads what the work needs and no screen library.
    Pipes are all that lies between us: nothing is left of them when a process is killed.
    """

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs

    def run(
        self, work: Work[Item, Result], items: Iterable[Item], stop: StopFlag
    ) -> Iterator[Result]:
        """Yield each result as soon as its process is done with what was sent along with it."""
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
    """The processes at work; inside `with` they live."""

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
        """Let all processes end, and end those that do not."""
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
        """Whether there is, or could be, a process with nothing to do."""
        return len(self._busy) < self._jobs

    @property
    def is_busy(self) -> bool:
        """Whether something has not come back yet."""
        return bool(self._busy)

    def send(self, chunk: list[Item]) -> None:
        """Send items to a process with nothing to do."""
        if not self._idle:
            self._start()
        self._busy.append(self._idle.pop())
        with suppress(BrokenPipeError):  # `receive` will say that it is lost
            self._busy[-1].send(chunk)

    def receive(self, seconds: float) -> Done[Result, Item]:
        """Return the first results to come in time; none where none do.

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
        """Tell all to stop, and yield what they have finished then."""
        self._orders.close()
        end = monotonic() + GRACE
        while self._busy and (left := end - monotonic()) > 0:
            yield from self.receive(left)[0]

    def _start(self) -> None:
        """Start a process, deaf to signals until `_serve`: Ctrl-C goes to every process."""
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
    """Return up to so many items, those that came back first."""
    chunk = [returned.popleft() for _ in range(min(size, len(returned)))]
    return chunk + list(islice(fresh, size - len(chunk)))


# What follows runs in the worker processes.

_told_to_stop = threading.Event()


def _serve(work: Work[Item, Result], chunks: Connection, orders: Connection) -> None:
    """Do what is sent until nothing more is, or nobody wants it.

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
    """Wait for the end of the pipe, which comes also when the parent dies; then end."""
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
    """Return what was done, or what the work raised."""
    try:
        return _do(work, chunk)
    except Exception as error:  # noqa: BLE001 - it is raised where somebody waits for the results
        error.add_note(format_exc())
        return error


def _do(work: Work[Item, Result], items: list[Item]) -> Done[Result, Item]:
    """Return the results of the first items, at least one, and the items there was no time for."""
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
