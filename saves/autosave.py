"""Keeping a game's file up to date while it is played."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from saves.files import write_file
from saves.lock import GameLock, Held
from saves.record import Record

Clock = Callable[[], datetime]
Complain = Callable[[Exception], None]


class Autosave:
    """Owns a game's file: once a record is kept, every change is on disk when `play` returns.

    What cannot be written is said once through `complain`; each later change tries again.
    """

    def __init__(
        self, path: Path, clock: Clock, complain: Complain, *, must_be_new: bool = False
    ) -> None:
        """Take the lock of the file. Raises `Held` if another process plays the game.

        With `must_be_new` a file that is already there is never written over.
        """
        self._path = path
        self._clock = clock
        self._complain = complain
        self._must_be_new = must_be_new
        self._failed = False
        self._lock: GameLock | None = None
        with suppress(OSError):  # the first save tries again, and says so
            self._lock = GameLock(path, clock())

    def keep(self, record: Record) -> None:
        """Save the game now and after each change of its table."""
        self._save(record)
        record.table.watch(None, lambda _event, _view: self._save(record))

    def close(self) -> None:
        """Give the lock back."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _save(self, record: Record) -> None:
        record.stamp(self._clock())
        self._write(record.to_bytes())

    def _write(self, data: bytes) -> None:
        try:
            if self._lock is None:
                self._lock = GameLock(self._path, self._clock())
            if self._must_be_new and os.path.lexists(self._path):
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(self._path))
            write_file(self._path, data)
            self._must_be_new = False
            self._failed = False
        except (OSError, Held) as error:
            self._fail(error)

    def _fail(self, error: Exception) -> None:
        if not self._failed:
            self._failed = True
            self._complain(error)


class BackgroundAutosave(Autosave):
    """The same in a thread: one write is running, and only the newest waits behind it.

    `complain` may be called from that thread.
    """

    def __init__(
        self, path: Path, clock: Clock, complain: Complain, *, must_be_new: bool = False
    ) -> None:
        """Take the lock of the file. Raises `Held` if another process plays the game."""
        super().__init__(path, clock, complain, must_be_new=must_be_new)
        self._changed = threading.Condition()
        self._newest: bytes | None = None
        self._closing = False
        self._thread: threading.Thread | None = None

    def close(self) -> None:
        """Write what is waiting, then give the lock back."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        if self._thread:
            self._thread.join()
        super().close()

    def _write(self, data: bytes) -> None:
        with self._changed:
            if self._closing:
                return
            self._newest = data
            self._changed.notify()
        if self._thread is None:
            self._thread = threading.Thread(target=self._write_on, name="autosave", daemon=True)
            self._thread.start()

    def _write_on(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._newest is not None or self._closing)
                data, self._newest = self._newest, None
            if data is None:
                return
            super()._write(data)
