"""The autosave of a game: its file follows every change, at once or in a thread."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar

from engine.loop import Call
from saves.files import NotSynced, write_game
from saves.lock import LockGroup
from saves.locked_file import LockedFile

if TYPE_CHECKING:
    from engine.game import View
    from engine.table import Change, Table
    from saves.record import Record

Clock = Callable[[], datetime]
Complain = Callable[[Exception], None]


class SavingResumed(Exception):
    """A notice: the game is saved again after an error."""


class Autosave:
    """The owner of a game's file: after `keep`, every change is on disk when `play` returns.

    An error goes to `complain`, once for each kind; every later change tries again, and a success
    after errors goes there too.

    Attributes:
        answered: Called after each write in the background; set by the owner.
    """

    def __init__(
        self,
        path: Path,
        clock: Clock,
        complain: Complain,
        *,
        must_be_new: bool = False,
        makes_folder: bool = False,
        locks: LockGroup | None = None,
    ) -> None:
        """Take the lock of the file, in a group. Raises `Held` if another process plays the game.

        With `must_be_new` an existing file is never overwritten. A missing folder is made only with
        `makes_folder`: a person who named it may have mistyped. `complain` is called with the
        error that kept the game from being saved, or with a `NotSynced`, `SavedElsewhere` or
        `SavingResumed`.
        """
        self.answered: Callable[[], object] = _nothing
        self._clock = clock
        self._complain = complain
        self._locked_file = LockedFile(
            path, clock, must_be_new=must_be_new, makes_folder=makes_folder, locks=locks
        )
        self._latest = b""
        self._version = -1
        self._unwritten: bytes | None = None
        self._said: tuple[object, ...] | None = None

    @property
    def path(self) -> Path:
        """The file that the game is written into."""
        return self._locked_file.path

    @property
    def saved_in(self) -> Path | None:
        """The file the game is in, None while it could not be saved."""
        return self.path if self._unwritten is None else None

    @property
    def is_behind(self) -> bool:
        """Whether the newest change is not yet on the disk: never, each write is waited for."""
        return False

    def keep(self, record: Record, ahead: Table[Any] | None = None) -> None:
        """Save the game now and after each change of its table that was not saved before."""

        def changed(_change: Change, _view: View[Any]) -> None:
            if record.table.version != self._version:
                self.save(record)

        self.save(record, ahead)
        record.table.watch(None, changed)

    def copy(self, path: Path) -> None:
        """Write a copy of the game as it is now into another file. Raises `OSError`."""
        from saves.record import as_copy  # takes long to load, and most games are never copied

        write_game(path, as_copy(self._latest))

    def close(self) -> None:
        """Release the lock, after a last try to write what could not be written."""
        if (data := self._unwritten) is not None:
            Autosave._write(self, data)
        self._locked_file.release()

    def is_written(self, within: float) -> bool:
        """Return whether the file has all changes, after waiting at most `within` seconds."""
        return self._unwritten is None

    def let_go(self) -> None:
        """Start closing; `is_closed` tells when it is done."""
        self.close()

    def is_closed(self, within: float) -> bool:
        """Return whether the file is closed, after waiting at most `within` seconds."""
        return True

    def save(self, record: Record, ahead: Table[Any] | None = None) -> None:
        """Save the game as it is now, or as it is about to be."""
        try:
            record.stamp(self._clock())
            self._latest = record.to_bytes(ahead)
            self._version = (ahead or record.table).version
        except Exception as error:  # noqa: BLE001 - whatever it is, play goes on
            self._fail(error)
        else:
            self._write(self._latest)

    def _write(self, data: bytes) -> None:
        self._unwritten = None
        try:
            file = self._locked_file.claim()
            self._locked_file.tried(data)
            self._locked_file.written(data, write_game(file, data))
        except NotSynced as error:
            self._locked_file.written(data, None)
            self._tell_where()
            self._fail(error)
        except Exception as error:  # noqa: BLE001 - whatever it is, play goes on
            self._unwritten = data
            self._fail(error)
        else:
            self._succeed()

    def _succeed(self) -> None:
        self._tell_where()
        if self._said:
            self._said = None
            self._complain(SavingResumed())

    def _tell_where(self) -> None:
        if moved := self._locked_file.moved:
            self._locked_file.moved = self._said = None
            self._complain(moved)

    def _fail(self, error: Exception) -> None:
        """Report an error, unless the last report was the same."""
        kind = (type(error), getattr(error, "errno", None))
        if kind != self._said:
            self._said = kind
            self._complain(error)


def _nothing() -> None:
    """Do nothing: nobody listens."""


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
        locks: LockGroup | None = None,
    ) -> None:
        """Take the lock of the file, in a group. Raises `Held` if another process plays the game.

        A `thread` writes this file among others; without one it has a thread of its own.
        """
        super().__init__(
            path, clock, complain, must_be_new=must_be_new, makes_folder=True, locks=locks
        )
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
        return self._closed.wait(max(within, 0))

    def is_written(self, within: float) -> bool:
        reached = threading.Event()
        self._thread.ask(reached.set)
        return reached.wait(within) and not self._is_broken and super().is_written(0)

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
