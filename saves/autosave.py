"""Keeping a game's file up to date while it is played."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from saves.files import write_file
from saves.lock import GameLock, Held
from saves.record import Record

Clock = Callable[[], datetime]


class Autosave:
    """Owns a game's file: once a record is kept, every change is on disk when `play` returns.

    What cannot be written is said once through `complain`; each later change tries again.
    """

    def __init__(self, path: Path, clock: Clock, complain: Callable[[Exception], None]) -> None:
        """Take the lock of the file. Raises `Held` if another process plays the game."""
        self._path = path
        self._clock = clock
        self._complain = complain
        self._failed = False
        self._lock: GameLock | None = None
        try:
            self._lock = GameLock(path, clock())
        except OSError as error:
            self._fail(error)

    def keep(self, record: Record) -> None:
        """Save the game now and after each change of its table."""
        self._save(record)
        record.table.watch(None, lambda _event, _view: self._save(record))

    def close(self) -> None:
        """Give the lock back."""
        if self._lock is not None:
            self._lock.release()

    def _save(self, record: Record) -> None:
        record.stamp(self._clock())
        try:
            if self._lock is None:
                self._lock = GameLock(self._path, self._clock())
            write_file(self._path, record.to_bytes())
            self._failed = False
        except (OSError, Held) as error:
            self._fail(error)

    def _fail(self, error: Exception) -> None:
        if not self._failed:
            self._failed = True
            self._complain(error)
