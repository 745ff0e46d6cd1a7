"""The autosave in a thread: a slow disk delays no move."""

from __future__ import annotations

import threading
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar

from saves.autosave import Autosave, Clock, Complain

if TYPE_CHECKING:
    from engine.table import Table
    from saves.record import Record


class BackgroundAutosave(Autosave):
    """An autosave in a thread: while one write runs, only the newest change waits behind it.

    `complain` may be called from that thread; `answered` is, after each write, failed or not. An
    unexpected error is reported once until a write succeeds, and the next change is still written.
    """

    makes_folder: ClassVar[bool] = True

    _let_go: ClassVar[set[BackgroundAutosave]] = set()
    """The ones that are closing and still have to write."""

    def __init__(
        self, path: Path, clock: Clock, complain: Complain, *, must_be_new: bool = False
    ) -> None:
        """Take the lock of the file. Raises `Held` if another process plays the game."""
        super().__init__(path, clock, complain, must_be_new=must_be_new)
        self.path = path
        self._is_broken = False
        self._changed = threading.Condition()
        self._newest: bytes | None = None
        self._asked = 0
        self._done = 0
        self._closing = False
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def is_behind(self) -> bool:
        """Whether the newest change is not yet on the disk."""
        return self._done < self._asked

    @classmethod
    def unfinished(cls) -> list[BackgroundAutosave]:
        """Return the autosaves that are closing and whose files are still being written."""
        return list(cls._let_go)

    def let_go(self) -> None:
        """Start closing without waiting: the thread writes what is left."""
        with self._changed:
            if self._closing:
                return
            self._closing = True
            self._let_go.add(self)
            self._changed.notify()
        if not self._is_at_work():
            self._write_on()

    def is_closed(self, within: float) -> bool:
        """Return whether the file is closed, after waiting at most `within` seconds."""
        return self._closed.wait(max(within, 0))

    def close(self) -> None:
        """Write what is waiting and release the lock, however long the disk takes."""
        self.let_go()
        if self._thread:
            self._thread.join()

    def save(self, record: Record, ahead: Table[Any] | None = None) -> None:
        """Save the game as it is now, or as it is about to be, in the thread."""
        try:
            super().save(record, ahead)
        except Exception as error:  # noqa: BLE001 - play goes on, whatever it is
            self._break(error)

    def _write(self, data: bytes) -> None:
        with self._changed:
            if self._closing:
                return
            self._newest = data
            self._asked += 1
            self._changed.notify()
        if not self._is_at_work():
            self._start()

    def _is_at_work(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def _start(self) -> None:
        thread = threading.Thread(target=self._write_on, name="autosave", daemon=True)
        try:
            thread.start()
        except (RuntimeError, MemoryError) as error:  # no room for a thread; the next change tries
            self._done = self._asked
            self._break(error)
        else:
            self._thread = thread

    def _write_on(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._newest is not None or self._closing)
                data, self._newest, number = self._newest, None, self._asked
            if data is None:
                break
            try:
                super()._write(data)
                self._is_broken = False
            except Exception as error:  # noqa: BLE001 - the next change is written, whatever it is
                self._break(error)
            self._done = number
            with suppress(Exception):  # nobody may be there any more to hear it
                self.answered()
        self._finish()

    def _finish(self) -> None:
        with suppress(OSError):  # the lock ends with the process in any case
            super().close()
        self._let_go.discard(self)
        self._closed.set()

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
