"""The autosave in a thread: a slow disk delays no move."""

from __future__ import annotations

import threading
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar

from engine.loop import Call
from saves.autosave import Autosave, Clock, Complain

if TYPE_CHECKING:
    from engine.table import Table
    from saves.record import Record


class WritingThread:
    """A thread that makes calls one after the other, for one file or for many.

    It starts with the first call, and anew if it has ended.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._calls: SimpleQueue[Call | None] = SimpleQueue()
        self._thread: threading.Thread | None = None

    @property
    def is_alive(self) -> bool:
        """Whether the thread runs."""
        return self._thread is not None and self._thread.is_alive()

    def ask(self, call: Call) -> None:
        """Make a call after those before.

        Raises `RuntimeError` or `MemoryError` if there is no room for a thread.
        """
        if not self.is_alive:
            thread = threading.Thread(target=self._work, name=self._name, daemon=True)
            thread.start()
            self._thread = thread
        self._calls.put(call)

    def end(self) -> None:
        """End the thread once it has made its calls."""
        self._calls.put(None)

    def _work(self) -> None:
        while call := self._calls.get():
            call()


class BackgroundAutosave(Autosave):
    """An autosave in a thread: while one write runs, only the newest change waits behind it.

    `complain` may be called from that thread; `answered` is, after each write, failed or not. An
    unexpected error is reported once until a write succeeds, and the next change is still written.
    """

    makes_folder: ClassVar[bool] = True

    _let_go: ClassVar[set[BackgroundAutosave]] = set()
    """The autosaves that are closing and still have to write."""

    def __init__(
        self,
        path: Path,
        clock: Clock,
        complain: Complain,
        *,
        must_be_new: bool = False,
        thread: WritingThread | None = None,
    ) -> None:
        """Take the lock of the file. Raises `Held` if another process plays the game.

        A `thread` writes this file among others; without one it has a thread of its own.
        """
        super().__init__(path, clock, complain, must_be_new=must_be_new)
        self.path = path
        self._is_broken = False
        self._changing = threading.Lock()
        self._newest: bytes | None = None
        self._asked = 0
        self._done = 0
        self._is_closing = False
        self._closed = threading.Event()
        self._thread = thread or WritingThread("autosave")
        self._is_own_thread = thread is None

    @property
    def is_behind(self) -> bool:
        """Whether the newest change is not yet on the disk."""
        return self._done < self._asked

    @classmethod
    def unfinished(cls) -> list[BackgroundAutosave]:
        """Return the autosaves that are closing and whose files are still being written."""
        return list(cls._let_go)

    def let_go(self, closed: Call | None = None) -> None:
        """Start closing without waiting: the thread writes what is left, and calls `closed`."""
        with self._changing:
            if self._is_closing:
                return
            self._is_closing = True
            self._let_go.add(self)
        finish = partial(self._finish, closed)
        if self._thread.is_alive:
            self._thread.ask(finish)
        else:
            finish()

    def is_closed(self, within: float) -> bool:
        """Return whether the file is closed, after waiting at most `within` seconds."""
        return self._closed.wait(max(within, 0))

    def close(self) -> None:
        """Write what is waiting and release the lock, however long the disk takes."""
        self.let_go()
        self._closed.wait()

    def save(self, record: Record, ahead: Table[Any] | None = None) -> None:
        """Save the game as it is now, or as it is about to be, in the thread."""
        try:
            super().save(record, ahead)
        except Exception as error:  # noqa: BLE001 - play goes on, whatever it is
            self._break(error)

    def _write(self, data: bytes) -> None:
        with self._changing:
            if self._is_closing:
                return
            self._newest = data
            self._asked += 1
        try:
            self._thread.ask(self._write_newest)
        except (RuntimeError, MemoryError) as error:  # no room for a thread; the next change tries
            self._done = self._asked
            self._break(error)

    def _write_newest(self) -> None:
        with self._changing:
            data, self._newest, number = self._newest, None, self._asked
        if data is None:
            return
        try:
            super()._write(data)
            self._is_broken = False
        except Exception as error:  # noqa: BLE001 - the next change is written, whatever it is
            self._break(error)
        self._done = number
        with suppress(Exception):  # nobody may be there any more to hear it
            self.answered()

    def _finish(self, closed: Call | None) -> None:
        self._write_newest()
        with suppress(OSError):  # the lock ends with the process in any case
            super().close()
        if self._is_own_thread:
            self._thread.end()
        self._let_go.discard(self)
        self._closed.set()
        if closed:
            with suppress(Exception):  # nobody may be there any more to hear it
                closed()

    def _break(self, error: Exception) -> None:
        """Report an error that is not the disk's."""
        if not self._is_broken:
            self._is_broken = True
            with suppress(Exception):
                self._complain(error)


def all_written(within: float) -> bool:
    """Return whether all closing files are written, after waiting at most `within` seconds."""
    end = monotonic() + within
    return all(keeper.is_closed(end - monotonic()) for keeper in BackgroundAutosave.unfinished())
