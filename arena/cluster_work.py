"""What runs on the workers of a cluster: a chunk of work, and who they are."""

from __future__ import annotations

import os
import signal
from functools import cache
from hashlib import sha256
from operator import attrgetter
from pathlib import Path
from time import perf_counter
from typing import Any, Final, NamedTuple

import arena
import engine
from arena.executor import Done, do_some
from engine.game import StopFlag, Stopped
from engine.version import __version__
from programs.pool import Work

WORD: Final = "TAPIS_PROGRAMS"
ALLOWED: Final = "yes"
"""A worker runs programs only if its environment has `WORD` with this value."""

RESULTS_COME_FROM: Final = ("schedule.py", "match.py", "chance.py")
"""The modules of the arena that, with the engine, make a result."""


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
    return Identity(__version__, _sources(), os.environ.get(WORD) == ALLOWED)


@cache
def _sources() -> str:
    home = Path(engine.__file__).parent
    files = [file for file in home.rglob("*") if file.suffix in (".py", ".bin")]
    files += [Path(arena.__file__).with_name(name) for name in RESULTS_COME_FROM]
    total = sha256()
    for file in sorted(files):
        data = file.read_bytes()
        total.update(f"{file.name} {len(data)}\n".encode() + data)
    return total.hexdigest()


def work_there(
    work: Work[Any, Any], chunk: list[Any], seconds: float
) -> tuple[Done[Any, Any], float] | Exception:
    """Return the results of the first items, the items left, and the seconds; or an error."""
    begin = perf_counter()
    try:
        return do_some(work, chunk, seconds, _stop_flag()), perf_counter() - begin
    except Stopped:
        return ([], chunk), 0.0
    except Exception as error:  # noqa: BLE001 - it is raised where somebody waits for the result
        return error


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
