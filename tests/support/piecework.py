"""Work for executors under test; the worker processes find it here by name."""

from __future__ import annotations

import os
import sys
import threading

from arena import executor
from engine.game import StopFlag, Stopped
from programs.players import OutOfResources

_HOURS = 3600


def square(item: int, stop: StopFlag) -> int:
    return item * item


def square_until_told(item: int, stop: StopFlag) -> int:
    """Square small numbers; over a larger one think until told to stop."""
    if item < 3:
        return item * item
    while not stop():
        threading.Event().wait(0.01)
    raise Stopped


def square_with_care(item: int, stop: StopFlag) -> int:
    """Take a good while over large numbers."""
    if item >= 100:
        threading.Event().wait(executor.CHUNK_SECONDS / 3)
    return item * item


def die(item: int, stop: StopFlag) -> int:
    os._exit(1)


def fail(item: int, stop: StopFlag) -> int:
    raise LookupError(f"no square for {item}")


def lack_files(item: int, stop: StopFlag) -> int:
    raise OutOfResources("./bot", "Too many open files")


def loaded(item: int, stop: StopFlag) -> frozenset[str]:
    """Return the modules that the process has loaded."""
    return frozenset(sys.modules)


def sleep_through(item: int, stop: StopFlag) -> int:
    """Never look at the flag."""
    if item:
        threading.Event().wait(_HOURS)
    return item


def not_installed() -> None:
    raise ModuleNotFoundError("No module named 'arena'")
