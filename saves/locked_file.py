"""The file of a game under a lock, recognized as ours each time before it is overwritten.

Anybody who can write in the folder may remove the lock or replace the file. A file that is not ours
is left alone, and the game moves to a new file beside it.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

from saves.files import make_folder, read_file, real_path, status_of
from saves.lock import GameLock, Held, LockGroup

_LONGEST_NAME: Final = 240
"""The longest name of a file in bytes; those of the lock and the temporary file are longer."""


class SavedElsewhere(Exception):
    """A notice: the game is saved in another file from now on.

    Attributes:
        path: The file it was in.
        other: The file it is in now.
        is_held: Whether another process plays the game at `path`; else another file is there.
    """

    def __init__(self, path: Path, other: Path, is_held: bool) -> None:
        why = "is in play elsewhere" if is_held else "is another file now"
        super().__init__(f"{path} {why}; the game is kept in {other}")
        self.path = path
        self.other = other
        self.is_held = is_held


class _FileIdentity(NamedTuple):
    """The status of a file that stays the same while nobody touches it."""

    device: int
    inode: int
    size: int
    changed: int

    @classmethod
    def of(cls, status: os.stat_result) -> _FileIdentity:
        return cls(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)


class LockedFile:
    """The file of one game and the lock held on it."""

    def __init__(
        self,
        path: Path,
        clock: Callable[[], datetime],
        *,
        must_be_new: bool,
        makes_folder: bool = False,
        locks: LockGroup | None = None,
    ) -> None:
        """Take the lock of the file, in a group. Raises `Held` if another process plays the game.

        With `must_be_new` an existing file is not ours. `claim` makes a missing folder, but one
        that was never there only with `makes_folder`.
        """
        self.path = path
        self.moved: SavedElsewhere | None = None
        self._named = path
        self._clock = clock
        self._must_be_new = must_be_new
        self._file: Path | None = None
        self._mark: _FileIdentity | None = None
        self._kept: bytes | None = None
        self._tried: bytes | None = None
        self._lock: GameLock | None = None
        self._makes_folder = makes_folder
        self._locks = locks
        with suppress(OSError):  # `claim` tries again, and says so
            self._lock = self._locked(path)
            self._makes_folder = True
        with suppress(OSError):
            self._find()

    def claim(self) -> Path:
        """Return the file to write: locked by us, and ours or new.

        A lock or folder that was removed is made anew. If another process plays there or the file
        is not ours, the game moves beside it, and `moved` is set. Raises `OSError`.
        """
        self._find()
        file = real_path(self.path)
        try:
            self._hold(file)
        except Held:
            return self._move_beside(is_held=True)
        if not self._is_ours(file):
            return self._move_beside(is_held=False)
        self._file = file
        return file

    def tried(self, data: bytes) -> None:
        """Note that the file may hold these bytes from now on, or still the bytes before."""
        self._tried = data

    def written(self, data: bytes, status: os.stat_result | None) -> None:
        """Note that the file holds these bytes, and its status if known."""
        self._kept, self._tried = data, None
        self._mark = _FileIdentity.of(status) if status else None

    def release(self) -> None:
        """Release the lock."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _locked(self, path: Path) -> GameLock:
        return GameLock(path, self._clock(), self._locks)

    def _find(self) -> Path:
        """Return the file that the path led to at first; note its status the first time."""
        if self._file is None:
            if self._must_be_new:  # a link that is there is no way to a new file
                file = real_path(self.path.parent) / self.path.name
            else:
                file = real_path(self.path)
                status = status_of(file)
                self._mark = _FileIdentity.of(status) if status else None
            self._file = file
        return self._file

    def _hold(self, file: Path) -> None:
        """Hold the lock of the file, and no other. Raises `Held`, `OSError`."""
        if self._lock and self._lock.is_on(file):
            return
        self.release()
        try:
            self._lock = self._locked(file)
        except FileNotFoundError:
            if not self._makes_folder:
                raise
            make_folder(file.parent)
            self._lock = self._locked(file)
        self._makes_folder = True

    def _is_ours(self, file: Path) -> bool:
        """Whether the file is as we left it, holds what we wrote, or is missing and may be made.

        Not every file system keeps its inode numbers, and a copy put back is still our game: so
        where the status differs the bytes decide.
        """
        there = status_of(file)
        if there is None:
            return file == self._file or status_of(self.path) is None
        if file == self._file and _FileIdentity.of(there) == self._mark:
            return True
        ours = [data for data in (self._kept, self._tried) if data is not None]
        if there.st_size not in map(len, ours):
            return False
        try:
            found = read_file(file)
        except OSError as error:
            if error.errno == errno.EIO:  # a disk that fails does not tell whose file it is
                raise
            return False
        if found not in ours:
            return False
        self.written(found, there)
        return True

    def _move_beside(self, *, is_held: bool) -> Path:
        path, lock = self._free_place()
        self.release()
        self._lock = lock
        self.moved = SavedElsewhere(self.moved.path if self.moved else self.path, path, is_held)
        self.path = path
        self._file = None
        self._must_be_new = True
        self._mark = self._kept = self._tried = None
        return self._find()

    def _free_place(self) -> tuple[Path, GameLock]:
        """Return a new path beside ours, and its lock. Raises `OSError`."""
        paths = _names_beside(self._named)
        while True:
            path = next(paths)
            try:
                lock = self._locked(path)
            except Held:
                continue
            try:
                if status_of(path) is None:
                    return path, lock
            except OSError:
                lock.release()
                raise
            lock.release()


def _names_beside(path: Path) -> Iterator[Path]:
    """Yield `NAME 2.json`, `NAME 3.json` and so on that do not exist. Raises `OSError`."""
    for number in count(2):
        tail = f" {number}{path.suffix}"
        room = _LONGEST_NAME - len(os.fsencode(tail))
        name = os.fsencode(path.stem)
        stem = os.fsdecode(name) if len(name) <= room else name[:room].decode(errors="ignore")
        other = path.with_name(stem + tail)
        if status_of(other) is None:
            yield other
