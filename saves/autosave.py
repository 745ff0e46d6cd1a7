"""The autosave of a game: its file is up to date after every change."""

from __future__ import annotations

import errno
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from saves.files import MAX_BYTES, NotSynced, write_file
from saves.locked_file import LockedFile
from saves.reasons import FileReason

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

    makes_folder: ClassVar[bool] = False
    """Whether a missing folder is made; not if a person named it and may have mistyped."""

    def __init__(
        self, path: Path, clock: Clock, complain: Complain, *, must_be_new: bool = False
    ) -> None:
        """Take the lock of the file. Raises `Held` if another process plays the game.

        With `must_be_new` an existing file is never overwritten. `complain` is called with the
        error that kept the game from being saved, or with a `NotSynced`, `SavedElsewhere` or
        `SavingResumed`.
        """
        self.answered: Callable[[], object] = _nothing
        self._clock = clock
        self._complain = complain
        self._locked_file = LockedFile(
            path, clock, must_be_new=must_be_new, makes_folder=self.makes_folder
        )
        self._latest = b""
        self._version = -1
        self._unwritten: bytes | None = None
        self._said: tuple[object, ...] | None = None

    @property
    def saved_in(self) -> Path | None:
        """The file the game is in, None while it could not be saved."""
        return self._locked_file.path if self._unwritten is None else None

    @property
    def is_behind(self) -> bool:
        """Whether the newest change is not yet on the disk: never, each write is waited for."""
        return False

    def keep(self, record: Record) -> None:
        """Save the game now and after each change of its table that was not saved before."""

        def changed(_change: Change, _view: View[Any]) -> None:
            if record.table.version != self._version:
                self.save(record)

        self.save(record)
        record.table.watch(None, changed)

    def copy(self, path: Path) -> None:
        """Write the game as it is now into another file too. Raises `OSError`."""
        write_file(path, self._latest)

    def close(self) -> None:
        """Release the lock, after a last try to write what could not be written."""
        if (data := self._unwritten) is not None:
            Autosave._write(self, data)
        self._locked_file.release()

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
            if len(data) > MAX_BYTES:  # it could not be read again
                raise OSError(
                    errno.EFBIG, FileReason.TOO_LONG_A_FILE.value, str(self._locked_file.path)
                )
            file = self._locked_file.claim()
            self._locked_file.tried(data)
            self._locked_file.written(data, write_file(file, data))
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
