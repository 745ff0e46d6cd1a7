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
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from itertools import islice
from multiprocessing import forkserver, resource_tracker
from multiprocessing.connection import Connection
from time import perf_counter
from typing import Final, Protocol, TypeVar

from engine.game import StopFlag, Stopped

Item = TypeVar("Item")
Result = TypeVar("Result")
Work = Callable[[Item, StopFlag], Result]
"""A function at the top of a module. Raises `Stopped` once the flag says so."""

CHUNK_SECONDS: Final = 0.1
"""After so long a process sends back its results, and the items there was no time for."""

MAX_CHUNK: Final = 1000
AHEAD: Final = 2
"""So many chunks are sent for each process: while one is under way the next is there."""

GLANCE: Final = 0.1
GRACE: Final = 5.0
"""Seconds that work in progress has to end after it was asked to."""

ENDING: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
PRELOADED: Final = ["arena.match"]


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

    They come from a fork server: a fresh process without threads that has loaded what a game needs
    and no screen library, so that each starts quickly and holds nothing of ours.
    """

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs

    def run(
        self, work: Work[Item, Result], items: Iterable[Item], stop: StopFlag
    ) -> Iterator[Result]:
        """Yield each result as soon as its process is done with what was sent along with it."""
        others = set(multiprocessing.active_children())
        _start_server()
        context = multiprocessing.get_context("forkserver")
        orders, order = context.Pipe(duplex=False)
        pool = ProcessPoolExecutor(self._jobs, context, _begin, (orders,))
        sent: set[Future[tuple[list[Result], list[Item]]]] = set()
        fresh, returned = iter(items), deque[Item]()
        size = 1
        try:
            while not stop():
                while len(sent) < AHEAD * self._jobs and (chunk := _take(returned, fresh, size)):
                    sent.add(pool.submit(_do, work, chunk))
                if not sent:
                    return
                done, sent = wait(sent, GLANCE, FIRST_COMPLETED)
                for results, rest in (future.result() for future in done):
                    returned += rest
                    size = max(1, size // 2) if rest else min(MAX_CHUNK, size + 1)
                    yield from results
            order.close()
            done, sent = wait(sent, GRACE)
            for future in done:
                yield from future.result()[0]
        except BrokenProcessPool:
            raise WorkerLost from None
        finally:
            order.close()
            if wait(sent, GRACE).not_done:
                for child in set(multiprocessing.active_children()) - others:
                    child.kill()
            pool.shutdown(cancel_futures=True)
            orders.close()


def _take(returned: deque[Item], fresh: Iterator[Item], size: int) -> list[Item]:
    """Return up to so many items, those that came back first."""
    chunk = [returned.popleft() for _ in range(min(size, len(returned)))]
    return chunk + list(islice(fresh, size - len(chunk)))


def _start_server() -> None:
    """Start the fork server, deaf to signals until `_begin`: Ctrl-C goes to every process."""
    multiprocessing.set_forkserver_preload(PRELOADED)
    resource_tracker.ensure_running()  # it would undo the blocking below
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# What follows runs in the worker processes.

_told_to_stop = threading.Event()


def _begin(orders: Connection) -> None:
    """Leave signals to the parent: when it wants the work to end, it closes the pipe."""
    for number in ENDING:
        signal.signal(number, _leave_it_to_the_parent)  # not ignored: programs would inherit that
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
    threading.Thread(target=_obey, args=(orders,), daemon=True).start()


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


def _do(work: Work[Item, Result], items: list[Item]) -> tuple[list[Result], list[Item]]:
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
