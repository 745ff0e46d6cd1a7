"""Keeping a game's file up to date while it is played."""

from __future__ import annotations

import errno
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import ClassVar

from saves.files import MAX_BYTES, NotSynced, write_file
from saves.place import Place
from saves.reasons import FileReason
from saves.record import Record

Clock = Callable[[], datetime]
Complain = Callable[[Exception], None]


class KeptAgain(Exception):
    """What could not be saved before is saved now."""


class Autosave:
    """Owns a game's file: once a record is kept, every change is on disk when `play` returns.

    What cannot be written is said through `complain`, once for each kind of fault; each later
    change tries again, and that it works again is said too.

    Attributes:
        answered: Called when the disk has answered, where nobody waits for that; to be set.
    """

    makes_folder: ClassVar[bool] = False
    """Whether a folder that was never there is made; a person who names one may have mistyped."""

    def __init__(
        self, path: Path, clock: Clock, complain: Complain, *, must_be_new: bool = False
    ) -> None:
        """Take the lock of the file. Raises `Held` if another process plays the game.

        With `must_be_new` a file that is already there is never written over. What `complain` is
        told is why nothing was saved; or a `NotSynced`, a `KeptBeside` or a `KeptAgain`.
        """
        self.answered: Callable[[], object] = _nothing
        self._clock = clock
        self._complain = complain
        self._place = Place(path, clock, must_be_new=must_be_new, makes_folder=self.makes_folder)
        self._latest = b""
        self._unwritten: bytes | None = None
        self._said: tuple[object, ...] | None = None

    @property
    def saved_in(self) -> Path | None:
        """The file that the game is in, None while it could not be saved."""
        return self._place.path if self._unwritten is None else None

    @property
    def is_behind(self) -> bool:
        """Whether the disk has not yet answered for the newest change: never, it is waited for."""
        return False

    def keep(self, record: Record) -> None:
        """Save the game now and after each change of its table."""
        self.save(record)
        record.table.watch(None, lambda _change, _view: self.save(record))

    def copy(self, path: Path) -> None:
        """Write the game as it is now into another file too. Raises `OSError`."""
        write_file(path, self._latest)

    def close(self) -> None:
        """Give the lock back; what could not be written before is tried once more."""
        if (data := self._unwritten) is not None:
            Autosave._write(self, data)
        self._place.release()

    def let_go(self) -> None:
        """Begin to close."""
        self.close()

    def is_closed(self, within: float) -> bool:
        """Return whether the file is closed, after waiting for at most so many seconds."""
        return True

    def save(self, record: Record) -> None:
        """Save the game as it is now."""
        try:
            record.stamp(self._clock())
            self._latest = record.to_bytes()
        except Exception as error:  # noqa: BLE001 - whatever it is, play goes on
            self._fail(error)
        else:
            self._write(self._latest)

    def _write(self, data: bytes) -> None:
        self._unwritten = None
        try:
            if len(data) > MAX_BYTES:  # it could not be read again
                raise OSError(errno.EFBIG, FileReason.TOO_LONG_A_FILE.value, str(self._place.path))
            file = self._place.claim()
            self._place.tried(data)
            self._place.written(data, write_file(file, data))
        except NotSynced as error:
            self._place.written(data, None)
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
            self._complain(KeptAgain())

    def _tell_where(self) -> None:
        if moved := self._place.moved:
            self._place.moved = self._said = None
            self._complain(moved)

    def _fail(self, error: Exception) -> None:
        """Say it, unless the last thing said was this."""
        kind = (type(error), getattr(error, "errno", None))
        if kind != self._said:
            self._said = kind
            self._complain(error)


def _nothing() -> None:
    """Do nothing: nobody waits for the disk to answer."""
