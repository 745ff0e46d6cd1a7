"""The journal of a table: one file of JSON lines, synced before anybody is told what it says.

A line that was told to be on the disk survives a kill and a power failure. What was being written
then is dropped when the journal is read: everything from the first line that is not whole.
"""

from __future__ import annotations

import errno
import fcntl
import os
import secrets
import stat
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from engine.loop import Loop
from engine.reasons import Explained
from host.entries import Entry, EntryBase, OpenEntry, encoded
from host.reasons import StartReason
from net.names.journal_upgrade import upgraded
from net.names.journals import JOURNAL_VERSION, SUFFIX, sweep_journals
from saves.files import OWN_FILE, make_folder, sync_folder
from saves.home import tables_folder

GATHERING: Final = 0.005
"""The most seconds between two syncs for which what comes is gathered, to be synced together."""

FAST: Final = 0.0005
"""The seconds of a sync that is so fast that nothing is gathered, and no thread is needed."""

MOST_BYTES: Final = 64 * 1024 * 1024
"""The length at which a journal takes no more."""

ROOM_FOR_MOVES: Final = 8 * 1024 * 1024
"""The bytes at the end of it that are kept for moves; all else is refused there."""

Written: TypeAlias = Callable[["OSError | None"], None]
"""Told in the loop that an entry is on the disk, or why it is not."""

_GLANCES: Final = 5
_GLANCE_SECONDS: Final = 0.02


class JournalFault(Explained, ValueError):
    """An error: a file is no journal that this program can go on with."""


class AlreadyAlive(Explained):
    """An error: the table of a journal is alive."""


class Journal:
    """The journal of a living table, locked by its process.

    One thread writes and syncs; what comes while it does is written together afterwards. While the
    disk is faster than a thread, there is none between.
    """

    def __init__(self, path: Path, handle: int, length: int, loop: Loop) -> None:
        """Go on at the end of an open and locked file of this length; see `create`, `reopen`."""
        self.path = path
        self._handle = handle
        self._length = length
        self._is_torn = False
        self._is_fast = False
        self._is_idle = True
        self._loop = loop
        self._waiting: list[tuple[bytes, Written]] = []
        self._waiting_bytes = 0
        self._changed = threading.Condition()
        self._is_closing = False
        self._thread: threading.Thread | None = None

    @classmethod
    def create(cls, first: OpenEntry, loop: Loop, folder: Path | None = None) -> Journal:
        """Make a journal with its first entry, on the disk when this returns. Raises `OSError`."""
        folder = folder or tables_folder()
        make_folder(folder)
        sweep_journals(folder)
        path = folder / f"{first.table}-{secrets.token_hex(4)}{SUFFIX}"
        new = path.with_name(f".{path.name}.new")
        handle = os.open(new, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, OWN_FILE)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            line = encoded(msgspec.structs.replace(first, version=JOURNAL_VERSION))
            _write_all(handle, line, 0)
            os.fdatasync(handle)
            new.rename(path)
            sync_folder(folder)
        except BaseException:
            for name in (new, path):
                with suppress(OSError):
                    name.unlink()
            os.close(handle)
            raise
        return cls(path, handle, len(line), loop)

    @classmethod
    def reopen(cls, path: Path, loop: Loop) -> tuple[Journal, list[Entry]]:
        """Open the journal of a dead table; return it with its entries.

        Raises `AlreadyAlive`, `JournalFault`, `OSError`.
        """
        handle = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
        try:
            _lock(handle, path)
            entries, length = _read(handle)
            os.ftruncate(handle, length)
            os.fdatasync(handle)
        except BaseException:
            os.close(handle)
            raise
        return cls(path, handle, length, loop), entries

    @property
    def has_room(self) -> bool:
        """Whether there is room for more than moves."""
        return self._length + self._waiting_bytes < MOST_BYTES - ROOM_FOR_MOVES

    def append(self, entry: EntryBase, written: Written) -> None:
        """Write an entry after those before, and tell in the loop when it is on the disk.

        `written` may be called before this returns.
        """
        line = encoded(entry)
        if self._is_fast and self._is_idle:  # a thread would take longer than the disk
            written(self._written(line))
            return
        with self._changed:
            self._is_idle = False
            self._waiting.append((line, written))
            self._waiting_bytes += len(line)
            self._changed.notify()
        if self._thread is None or not self._thread.is_alive():
            self._start()

    def close(self, within: float = 10.0) -> bool:
        """Write what waits and close the file; return whether that was done within these seconds.

        A disk that does not answer keeps the file, and its lock, until the process ends.
        """
        with self._changed:
            self._is_closing = True
            self._changed.notify()
        if self._thread:
            self._thread.join(within)
            if self._thread.is_alive():
                return False
        with suppress(OSError):
            os.close(self._handle)
        return True

    def remove(self) -> None:
        """Remove the file, while it is still locked: its table is not to be found again."""
        with suppress(OSError):
            self.path.unlink()
            sync_folder(self.path.parent)

    def _start(self) -> None:
        thread = threading.Thread(target=self._write_on, name="journal", daemon=True)
        try:
            thread.start()
        except (RuntimeError, MemoryError):  # no room for a thread now
            with self._changed:
                batch, self._waiting, self._waiting_bytes = self._waiting, [], 0
            self._tell(batch, OSError(errno.EAGAIN, os.strerror(errno.EAGAIN)))
        else:
            self._thread = thread

    def _write_on(self) -> None:
        while True:
            with self._changed:
                self._is_idle = not self._waiting
                self._changed.wait_for(lambda: self._waiting or self._is_closing)
                batch, self._waiting, self._waiting_bytes = self._waiting, [], 0
                is_closing = self._is_closing
            if not batch:
                return
            began = time.monotonic()
            error = self._written(b"".join(line for line, _ in batch))
            took = time.monotonic() - began
            self._tell(batch, error)
            if not (self._is_fast or is_closing):
                time.sleep(min(took, GATHERING))

    def _written(self, data: bytes) -> OSError | None:
        """Write and sync; return the error, None if it is on the disk. Notes how fast that was."""
        began = time.monotonic()
        try:
            self._write(data)
        except OSError as fault:
            self._is_fast = False
            return fault
        except Exception as fault:  # noqa: BLE001 - whatever it is, the table stands
            self._is_fast = False
            return OSError(errno.EIO, str(fault))
        self._is_fast = time.monotonic() - began < FAST
        return None

    def _write(self, data: bytes) -> None:
        """Write and sync; after an error the file ends where it did before. Raises `OSError`."""
        if self._length + len(data) > MOST_BYTES:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(self.path))
        if self._is_torn:
            self._mend()
        try:
            _write_all(self._handle, data, self._length)
            os.fdatasync(self._handle)
        except BaseException:
            self._is_torn = True
            with suppress(OSError):
                self._mend()
            raise
        self._length += len(data)

    def _mend(self) -> None:
        os.ftruncate(self._handle, self._length)
        os.fdatasync(self._handle)
        self._is_torn = False

    def _tell(self, batch: Sequence[tuple[bytes, Written]], error: OSError | None) -> None:
        def tell() -> None:
            for _, written in batch:
                written(error)

        with suppress(RuntimeError):  # the loop may have ended meanwhile
            self._loop.soon(tell)


def read_journal(path: Path) -> list[Entry]:
    """Return the entries of a journal. Raises `JournalFault`, `OSError`."""
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        return _read(handle)[0]
    finally:
        os.close(handle)


def _lock(handle: int, path: Path) -> None:
    """Take the lock of a journal that is still in its place. Raises `AlreadyAlive`, `OSError`."""
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), str(path))
    for glance in range(_GLANCES):
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            break
        except BlockingIOError:  # perhaps somebody only looks
            if glance == _GLANCES - 1:
                raise AlreadyAlive(StartReason.ALIVE) from None
            time.sleep(_GLANCE_SECONDS)
    if not os.path.samestat(os.fstat(handle), os.lstat(path)):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))


_decoder: Final = msgspec.json.Decoder(Entry, strict=True)


def _read(handle: int) -> tuple[list[Entry], int]:
    """Return the whole entries of a journal, and the length of the file up to their end."""
    if os.fstat(handle).st_size > MOST_BYTES:
        raise JournalFault(StartReason.NO_JOURNAL)
    data = b""
    while piece := os.pread(handle, MOST_BYTES, len(data)):
        data += piece
    return entries_of(data)


def entries_of(data: bytes) -> tuple[list[Entry], int]:
    """Return the whole entries of a journal's bytes, and the length up to their end.

    Raises `JournalFault`.
    """
    entries: list[Entry] = []
    length = 0
    version = _first(data.partition(b"\n")[0]).version
    while (end := data.find(b"\n", length)) >= 0:
        try:
            entries.append(_entry(data[length:end], version))
        except (ValueError, RecursionError):
            break
        length = end + 1
    return entries, length


def _first(line: bytes) -> OpenEntry:
    """Return the first entry of a journal. Raises `JournalFault`."""
    with suppress(ValueError, RecursionError):
        first = _entry(line, 1)
        if isinstance(first, OpenEntry) and 1 <= first.version <= JOURNAL_VERSION:
            return first
    raise JournalFault(StartReason.NO_JOURNAL)


def _entry(line: bytes, version: int) -> Entry:
    """Return the entry of a line of a journal of this version. Raises `ValueError`."""
    entry: Entry = _decoder.decode(upgraded(line) if version == 1 else line)
    return entry


def _write_all(handle: int, data: bytes, at: int) -> None:
    rest = memoryview(data)
    while rest:
        count = os.pwrite(handle, rest, at)
        at += count
        rest = rest[count:]
