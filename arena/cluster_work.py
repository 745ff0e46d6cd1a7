"""What runs on the workers of a cluster: a chunk of work, and who they are."""

from __future__ import annotations

import os
import signal
import threading
from contextlib import suppress
from operator import attrgetter
from queue import Empty, SimpleQueue
from time import perf_counter
from typing import Any, Final, NamedTuple

from arena.executor import GLANCE, Done, do_some
from engine.game import StopFlag, Stopped
from engine.loop import Call
from engine.version import __version__
from programs.pool import Pool, Work, WorkerLost
from saves.sources import sum_of

WORD: Final = "TAPIS_PROGRAMS"
ALLOWED: Final = "yes"
"""A worker runs programs only if its environment has `WORD` with this value."""

RESULTS_COME_FROM: Final = ("engine", "arena/schedule.py", "arena/match.py", "arena/chance.py")
"""The engine, and the modules of the arena that make a result with it."""


def dask_setup(_worker: object) -> None:
    """Leave Ctrl-C to the driver: Dask calls this in the workers that the driver starts here."""
    signal.signal(signal.SIGINT, lambda *_: None)  # not ignored: programs would inherit that


_TASKS: Final = attrgetter("state.tasks")
_STATE: Final = attrgetter("state")
"""How far Dask is with a task; no state of a game."""


class Identity(NamedTuple):
    """What a worker is.

    Attributes:
        version: Its version of the program.
        sources: A sum of all that results depend on.
        runs_programs: Whether it was started with the word that lets it run programs.
    """

    version: str
    sources: str
    runs_programs: bool


def identity() -> Identity:
    """Return what this process is."""
    return Identity(__version__, sum_of(*RESULTS_COME_FROM), os.environ.get(WORD) == ALLOWED)


def work_there(
    work: Work[Any, Any], chunk: list[Any], seconds: float
) -> tuple[Done[Any, Any], float] | Exception:
    """Return the results of the first items, the items left, and the seconds; or an error.

    Raises `WorkerLost`.
    """
    if not hasattr(_own, "hand"):
        _own.hand = _Hand()
    begin = perf_counter()
    answer = _own.hand.answer((work, chunk, seconds), _stop_flag())
    if isinstance(answer, WorkerLost):
        raise answer
    if isinstance(answer, Stopped):
        return ([], chunk), 0.0
    return answer if isinstance(answer, Exception) else (answer, perf_counter() - begin)


class _Hand:
    """A process that works for a thread of the worker, as those of the arena here do.

    In the worker itself Dask would take the interpreter away from the work many times a second.
    """

    def __init__(self) -> None:
        self._calls: SimpleQueue[Call] = SimpleQueue()
        self._pool = Pool(1, self._calls.put)

    def answer(self, order: tuple[Work[Any, Any], list[Any], float], stop: StopFlag) -> Any:
        """Return the answer of the process, or its error; tell it once when it is to stop."""
        answers: list[Any] = []
        job = self._pool.ask(_do, order, answers.append)
        is_told = False
        while not answers:
            with suppress(Empty):
                self._calls.get(timeout=GLANCE)()
            if not is_told and stop():
                job.stop()
                is_told = True
        return answers[0]

    def __del__(self) -> None:
        self._pool.close()  # the thread has ended


_own = threading.local()


def _do(order: tuple[Work[Any, Any], list[Any], float], stop: StopFlag) -> Done[Any, Any]:
    return do_some(*order, stop)


def _stop_flag() -> StopFlag:
    """Return whether the driver has let go of this work, or is gone itself."""
    from distributed import get_worker

    worker = get_worker()
    key = worker.get_current_task()
    tasks = _TASKS(worker)

    def is_let_go() -> bool:
        task = tasks.get(key)
        return task is None or _STATE(task) in ("cancelled", "released")

    return is_let_go
