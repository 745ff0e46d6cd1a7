"""A pool of processes of this program, in which computer players think: at tables, in the arena.

Pipes are all that lies between. A process ends with the pipe to it, however we end, and leaves no
semaphore and no folder behind.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from subprocess import TimeoutExpired
from time import monotonic
from traceback import format_exc
from typing import Any, Final, TypeAlias, TypeVar

from engine.game import StopFlag
from engine.loop import Call
from programs.spawn import spawn

Item = TypeVar("Item")
Result = TypeVar("Result")
Work: TypeAlias = Callable[[Item, StopFlag], Result]
"""A function at the top of a module; it raises `Stopped` once the flag says so.

It has no effect but its result, or one that may come twice, so it may run anywhere. Item and result
can be pickled.
"""

GRACE: Final = 5.0
"""The seconds that work has to end when told to stop."""

ENDING: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class WorkerLost(Exception):
    """An error: a process ended in the middle of its work."""


class Job:
    """A piece of work that a process does."""

    def __init__(self, worker: _Worker, told: Callable[[Any], None]) -> None:
        self.told = told
        self._worker = worker

    def stop(self) -> None:
        """Tell the work to stop; its result or error is still told."""
        if self._worker.job is self:
            self._worker.send(None)

    def end(self) -> None:
        """End the process if it is still at this work."""
        if self._worker.job is self:
            self._worker.process.kill()


class Pool:
    """Processes that each do one piece of work after the other.

    A process is started when it is first needed, without our threads or a screen library; another
    takes the place of one that dies.
    """

    def __init__(self, most: int, soon: Callable[[Call], None]) -> None:
        """Make an empty pool of at most `most` processes.

        `soon` takes calls from other threads; they are made in the thread that uses the pool.
        """
        self._most = most
        self._soon = soon
        self._idle: list[_Worker] = []
        self._busy: list[_Worker] = []

    @property
    def has_room(self) -> bool:
        """Whether a process is idle or another may be started."""
        return len(self._busy) < self._most

    @property
    def is_busy(self) -> bool:
        """Whether any work is done."""
        return bool(self._busy)

    def ask(self, work: Work[Item, Result], item: Item, told: Callable[[Any], None]) -> Job:
        """Let a process do some work; there must be room for it.

        `told` is called with the result, or with the exception that the work raised, a `WorkerLost`
        if its process ended. Raises `OSError`, `RuntimeError` or `MemoryError` if there is no room
        for another process now.
        """
        worker = self._idle.pop() if self._idle else _Worker(self._hear)
        self._busy.append(worker)
        job = worker.job = Job(worker, told)
        worker.send(pickle.dumps((work, item)))  # read where an error can be told
        return job

    def stop(self) -> None:
        """Tell all work to stop."""
        for worker in self._busy:
            worker.send(None)

    def close(self) -> None:
        """End all processes, by force where work does not hear that it is to stop."""
        workers = self._idle + self._busy
        self._idle, self._busy = [], []
        for worker in workers:
            worker.let_go()
        end = monotonic() + GRACE
        for worker in workers:
            worker.end(max(0.0, end - monotonic()))

    def _hear(self, worker: _Worker, answer: Any) -> None:
        """Take an answer from the thread of a process."""
        with suppress(RuntimeError):  # the loop may have ended
            self._soon(partial(self._answered, worker, answer))

    def _answered(self, worker: _Worker, answer: Any) -> None:
        is_lost = isinstance(answer, WorkerLost)
        job, worker.job = worker.job, None
        if worker in self._busy:
            self._busy.remove(worker)
            if not is_lost:
                self._idle.append(worker)
        elif is_lost and worker in self._idle:
            self._idle.remove(worker)
        else:
            return  # the pool was closed
        if is_lost:
            worker.let_go()
            worker.end(0.0)
        if job:
            job.told(answer)


class _Worker:
    """A process, and the thread that hears its answers."""

    def __init__(self, heard: Callable[[_Worker, Any], None]) -> None:
        """Start the process. Raises `OSError`, `RuntimeError`, `MemoryError`."""
        self.job: Job | None = None
        self._heard = heard
        before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)  # until it can handle them
        try:
            self.process = spawn("programs.pool", directory=None)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        self._listener = threading.Thread(target=self._listen, name="answers", daemon=True)
        try:
            self._listener.start()
        except BaseException:
            self.let_go()
            self.end(0.0)
            raise

    def send(self, value: Any) -> None:
        """Send a value; if the process is gone, its thread will say so."""
        assert self.process.stdin
        with suppress(OSError, ValueError):
            pickle.dump(value, self.process.stdin)
            self.process.stdin.flush()

    def let_go(self) -> None:
        """Let the process end: nothing more is asked of it."""
        assert self.process.stdin
        with suppress(OSError, ValueError):
            self.process.stdin.close()

    def end(self, within: float) -> None:
        """Wait for the process to end, and end it if it does not within these seconds."""
        with suppress(TimeoutExpired):
            self.process.wait(within)
        self.process.kill()
        self.process.wait()
        if self._listener.ident:
            self._listener.join()
        assert self.process.stdout
        self.process.stdout.close()

    def _listen(self) -> None:
        assert self.process.stdout
        with suppress(Exception):  # its end, or what it should not write
            while True:
                self._heard(self, pickle.load(self.process.stdout))  # noqa: S301 - our own process
        self._heard(self, WorkerLost())


# The rest runs in the processes.


def main() -> None:
    """Do all work that is sent, until no more comes; then the process ends, also while it works.

    Signals are left to the parent, which closes the pipe when it wants the work to end.
    """
    for number in ENDING:
        signal.signal(number, _leave_it_to_the_parent)  # not ignored: programs would inherit that
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
    orders: SimpleQueue[bytes] = SimpleQueue()
    stops, idle = threading.Event(), threading.Event()

    def listen() -> None:
        with suppress(Exception):  # the end of the pipe, in the middle of an order too
            while True:
                if (order := _received()) is None:
                    stops.set()
                else:
                    stops.clear()  # it is sent after the answer to the stopped order
                    orders.put(order)
        stops.set()
        idle.wait(GRACE)
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    while True:
        idle.set()
        order = orders.get()
        idle.clear()
        sys.stdout.buffer.write(pickle.dumps(_answer(order, stops.is_set)))
        sys.stdout.buffer.flush()


def _received() -> Any:
    return pickle.load(sys.stdin.buffer)  # noqa: S301 - what our parent sends


def _leave_it_to_the_parent(_number: int, _frame: object) -> None:
    pass


def _answer(order: bytes, stop: StopFlag) -> Any:
    """Return the result of an order, or the error that the work raised."""
    try:
        work, item = pickle.loads(order)  # noqa: S301
        return work(item, stop)
    except Exception as error:  # noqa: BLE001 - it is told where somebody waits for the result
        error.add_note(format_exc())
        return error
