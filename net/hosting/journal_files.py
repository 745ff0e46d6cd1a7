"""The files of journals: made, locked and read again, and the thread that writes to all of them."""

from __future__ import annotations

import errno
import fcntl
import os
import secrets
import stat
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path

import msgspec

from engine.loop import Loop
from engine.reasons import Explained
from host.entries import Entry, OpenEntry, encoded
from host.plan import StartReason
from net.hosting.journal import FAST, MOST_BYTES, Journal, entries_of
from net.names.journals import JOURNAL_VERSION, SUFFIX, link_beside, remove_journal
from saves.autosave import WritingThread
from saves.files import OWN_FILE, make_folder, sync_folder
from saves.lock import GameLock, Held, LockGroup


class AlreadyAlive(Explained):
    """An error: the table of a journal is alive."""


class LockedJournal:
    """The file of a living table's journal, locked by its process.

    The file is open while it is written, and until the next pass if it was written alone. Hence
    many tables need few open files.

    Attributes:
        path: Where it is.
        length: Where it ended when it was opened.
    """

    def __init__(self, path: Path, length: int, lock: GameLock) -> None:
        """Go on with a file that is locked; see `create`, `reopen`."""
        self.path = path
        self.length = length
        self._lock = lock
        self._handle = -1

    @classmethod
    def create(
        cls,
        first: OpenEntry,
        now: datetime,
        locks: LockGroup,
        folder: Path,
        *,
        game_file: Path | None = None,
    ) -> LockedJournal:
        """Make a journal with its first entry, on the disk when this returns. Raises `OSError`.

        The journal of a saved game's table is never without the link to the game's file.
        """
        make_folder(folder)
        path = folder / f"{first.table}-{secrets.token_hex(4)}{SUFFIX}"
        new, link = path.with_name(f".{path.name}.new"), link_beside(path)
        line = encoded(msgspec.structs.replace(first, version=JOURNAL_VERSION))
        journal = cls(new, len(line), GameLock(path, now, locks))
        try:
            os.close(os.open(new, os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, OWN_FILE))
            journal.write(line, 0)
            journal.sync()
            if game_file is not None:
                link.symlink_to(game_file)
            new.rename(path)
            sync_folder(folder)
        except BaseException:
            for name in (new, link, path):
                with suppress(OSError):
                    name.unlink()
            journal.release()
            raise
        finally:
            journal.close()
        journal.path = path
        return journal

    @classmethod
    def reopen(
        cls, path: Path, now: datetime, locks: LockGroup
    ) -> tuple[LockedJournal, list[Entry]]:
        """Open the journal of a dead table; return it with its entries.

        Raises `AlreadyAlive`, `JournalFault`, `OSError`.
        """
        if not stat.S_ISREG(path.lstat().st_mode):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), str(path))
        try:
            lock = GameLock(path, now, locks)
        except Held:
            raise AlreadyAlive(StartReason.ALIVE) from None
        journal = cls(path, 0, lock)
        try:
            entries, journal.length = entries_of(journal.read())
            journal.cut(journal.length)
        except BaseException:
            journal.release()
            raise
        finally:
            journal.close()
        return journal, entries

    def read(self) -> bytes:
        """Return the bytes of the file, at most one more than a journal may have.

        A table of an older version, which locks the file itself, raises `AlreadyAlive`.
        """
        handle, data = self._opened(), b""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise AlreadyAlive(StartReason.ALIVE) from None
        while piece := os.pread(handle, MOST_BYTES + 1 - len(data), len(data)):
            data += piece
        return data

    def write(self, data: bytes, at: int) -> None:
        """Write bytes at this place. Raises `OSError`, also for a file that was removed."""
        handle, rest = self._opened(), memoryview(data)
        if not os.fstat(handle).st_nlink:
            raise OSError(errno.ENOENT, os.strerror(errno.ENOENT), str(self.path))
        while rest:
            count = os.pwrite(handle, rest, at)
            at += count
            rest = rest[count:]

    def sync(self) -> None:
        """Wait until the written bytes are on the disk. Raises `OSError`."""
        os.fdatasync(self._opened())

    def cut(self, length: int) -> None:
        """Let the file end here, on the disk too. Raises `OSError`."""
        os.ftruncate(self._opened(), length)
        self.sync()

    def close(self) -> None:
        """Close the file until it is needed again."""
        handle, self._handle = self._handle, -1
        if handle >= 0:
            with suppress(OSError):
                os.close(handle)

    def release(self) -> None:
        """Give up the lock."""
        self._lock.release()

    def _opened(self) -> int:
        """Return the handle of the open file. Raises `OSError`."""
        if self._handle < 0:
            self._handle = os.open(self.path, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
        return self._handle

    def remove(self) -> None:
        """Remove the file, while it is still locked: its table is not to be found again."""
        with suppress(OSError):
            remove_journal(self.path)
            sync_folder(self.path.parent)


class JournalThread:
    """Writes and syncs journals in a thread; while the disk is faster than that, without one.

    The file of a pass for one journal stays open: the next lines are often for the same one.
    """

    def __init__(self, loop: Loop) -> None:
        self._loop = loop
        self._thread = WritingThread("journals")
        self._is_fast = False
        self._last: Sequence[Journal] = ()

    def __call__(self, journals: Sequence[Journal], done: Callable[[float], None]) -> None:
        """Write all, sync all, and tell in the loop how long that took; see `CarryOut`."""
        if self._is_fast:
            done(self._seconds(journals))
            return

        def work() -> None:
            seconds = self._seconds(journals)
            with suppress(RuntimeError):  # the loop may have ended meanwhile
                self._loop.soon(partial(done, seconds))

        try:
            self._thread.ask(work)
        except (RuntimeError, MemoryError):  # no room for a thread now
            for journal in journals:
                journal.error = OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))
            done(0.0)

    def _seconds(self, journals: Sequence[Journal]) -> float:
        began = self._loop.now()
        before, self._last = self._last, journals if len(journals) == 1 else ()
        for journal in journals:
            journal.write()
        for journal in journals:
            journal.sync()
        for journal in {*before, *journals}.difference(self._last):
            journal.let_go()
        seconds = self._loop.now() - began
        self._is_fast = seconds < FAST and all(journal.error is None for journal in journals)
        return seconds
