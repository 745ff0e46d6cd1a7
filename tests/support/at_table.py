"""A game in play in a test: no screen, no clock, and a disk that answers when it is told to."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from games_on_disk import NOW

from engine.game import Stopped, View
from engine.table import Table
from engine.updates import Update
from host.session import Session
from play.local_client import LocalClient
from saves.record import Record

PATIENCE = 60
SHORT = 1
"""Seconds from which on a wait does not pass by itself."""


class Timer:
    """A call that is made later, unless it is stopped."""

    def __init__(self, seconds: float, call: Callable[[], None]) -> None:
        self.seconds = seconds
        self.call = call
        self.is_stopped = False

    def stop(self) -> None:
        self.is_stopped = True


class HandLoop:
    """Makes the calls when a test says so."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._calls: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._timers: list[Timer] = []

    @property
    def timers(self) -> list[Timer]:
        """What is still to come."""
        return [timer for timer in self._timers if not timer.is_stopped]

    @property
    def is_idle(self) -> bool:
        """Whether no call is due."""
        return self._calls.empty()

    def soon(self, call: Callable[[], None]) -> None:
        self._calls.put(call)

    def later(self, seconds: float, call: Callable[[], None]) -> Timer:
        self._timers.append(Timer(seconds, call))
        return self._timers[-1]

    def now(self) -> float:
        return self.seconds

    def settle(self) -> None:
        """Make every call that is due."""
        while not self.is_idle:
            self._calls.get_nowait()()

    def pass_seconds(self, seconds: float) -> None:
        """Let time pass: what is due by then is done."""
        self.settle()
        self.seconds += seconds
        before = self.timers
        for timer in before:
            timer.seconds -= seconds
        for timer in sorted(before, key=lambda timer: timer.seconds):
            if timer.seconds <= 0 and not timer.is_stopped:
                self._timers.remove(timer)
                timer.call()
                self.settle()

    def until(self, is_so: Callable[[], object]) -> None:
        """Make calls, and let short waits pass, until something is so."""
        while not is_so():
            self._next()()

    def _next(self) -> Callable[[], None]:
        try:
            return self._calls.get_nowait()
        except Empty:
            pass
        for timer in self.timers:
            if timer.seconds < SHORT:
                self._timers.remove(timer)
                return timer.call
        return self._calls.get(timeout=PATIENCE)


class HandDisk:
    """Stands for what saves a game."""

    path = Path("nowhere.json")

    def __init__(self) -> None:
        self.is_behind = False
        self.is_let_go = False
        self.answered: Callable[[], object] = lambda: None

    def keep(self, record: Record, ahead: Table[Any] | None = None) -> None: ...

    def save(self, record: Record, ahead: Table[Any] | None = None) -> None: ...

    def let_go(self) -> None:
        self.is_let_go = True

    def is_closed(self, within: float) -> bool:
        return self.is_let_go

    def answer(self) -> None:
        """Say that all is saved."""
        self.is_behind = False
        self.answered()


class Sitting:
    """People at a table of this process, and all that they were told."""

    def __init__(self, table: Table[Any]) -> None:
        self.table = table
        self.disk = HandDisk()
        self.loop = HandLoop()
        self.complaints: list[Exception] = []
        session = Session(table)
        session._record = Record.new(table, NOW)
        session._keep(self.complaints.append, self.disk)
        self.client: LocalClient[Any] = LocalClient(session, self.loop)
        self.heard: list[Update] = []
        self.plays_when_heard: list[int] = []
        self.client.listen(self._hear)

    def _hear(self, update: Update) -> None:
        self.heard.append(update)
        self.plays_when_heard.append(len(self.table.plays))

    def news(self) -> list[Update]:
        """Return what was told since this was asked last, with all that is due."""
        self.loop.settle()
        news, self.heard, self.plays_when_heard = self.heard, [], []
        return news


class HeldPlayer:
    """A computer player that chooses its first move, once a test lets it."""

    def __init__(self) -> None:
        self.asked = threading.Semaphore(0)
        self.times = 0
        self.free = threading.Event()

    def choose(self, view: View[Any], stop: Callable[[], bool]) -> Any:
        self.times += 1
        self.asked.release()
        while not self.free.wait(0.001):
            if stop():
                raise Stopped
        return next(iter(view.legal()))

    def wait_until_asked(self) -> None:
        assert self.asked.acquire(timeout=PATIENCE)


def thoughts() -> list[threading.Thread]:
    """Return the threads in which somebody thinks."""
    return [thread for thread in threading.enumerate() if thread.name == "thinking"]


def all_thought() -> None:
    """Wait until nobody thinks any more."""
    for thread in thoughts():
        thread.join(PATIENCE)
    assert thoughts() == []
