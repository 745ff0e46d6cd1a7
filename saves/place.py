"""Where a game is kept: its file, held by a lock, and known again before it is written over.

Whoever may write in the folder can remove the lock or put something else in the file's place. What
is not ours is left alone then, and the game goes on beside it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

from saves.files import make_folder, read_file, real_path, status_of
from saves.lock import GameLock, Held

_LONGEST_NAME: Final = 240
"""In bytes; the lock and the temporary file have longer ones."""


class KeptBeside(Exception):
    """A game is kept in another file from now on.

    Attributes:
        path: Where it was kept.
        other: Where it is kept now.
        is_held: Whether another process plays there; else there is another file.
    """

    def __init__(self, path: Path, other: Path, is_held: bool) -> None:
        why = "is in play elsewhere" if is_held else "is another file now"
        super().__init__(f"{path} {why}; the game is kept in {other}")
        self.path = path
        self.other = other
        self.is_held = is_held


class _Mark(NamedTuple):
    """What a file is known by that nobody touched."""

    device: int
    inode: int
    size: int
    changed: int

    @classmethod
    def of(cls, status: os.stat_result) -> _Mark:
        return cls(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)


class Place:
    """The file of one game, and the lock that is held on it."""

    def __init__(
        self,
        path: Path,
        clock: Callable[[], datetime],
        *,
        must_be_new: bool,
        makes_folder: bool = False,
    ) -> None:
        """Take the lock of the file. Raises `Held` if another process plays the game.

        With `must_be_new` a file that is already there is another one's. With `makes_folder` the
        folder is made if it is missing, when the file is claimed; else only if it was there.
        """
        self.path = path
        self.moved: KeptBeside | None = None
        self._named = path
        self._clock = clock
        self._must_be_new = must_be_new
        self._file: Path | None = None
        self._mark: _Mark | None = None
        self._kept: bytes | None = None
        self._tried: bytes | None = None
        self._lock: GameLock | None = None
        self._makes_folder = makes_folder
        with suppress(OSError):  # `claim` tries again, and says so
            self._lock = GameLock(path, clock())
            self._makes_folder = True
        with suppress(OSError):
            self._find()

    def claim(self) -> Path:
        """Return the file to be written: held by us, and ours or not there yet.

        What was removed meanwhile, the lock or the folder, is made anew. Where somebody else plays
        or another file is, the game moves beside it, and `moved` says so. Raises `OSError`.
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
        """Note that these bytes may be in the file from now on, or the ones from before."""
        self._tried = data

    def written(self, data: bytes, status: os.stat_result | None) -> None:
        """Note that these bytes are in the file, and its status if it is known."""
        self._kept, self._tried = data, None
        self._mark = _Mark.of(status) if status else None

    def release(self) -> None:
        """Give the lock back."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _find(self) -> Path:
        """Return which file the path led to at first, and note once how that one looks."""
        if self._file is None:
            if self._must_be_new:  # a link that is there is no way to a new file
                file = real_path(self.path.parent) / self.path.name
            else:
                file = real_path(self.path)
                status = status_of(file)
                self._mark = _Mark.of(status) if status else None
            self._file = file
        return self._file

    def _hold(self, file: Path) -> None:
        """Have the lock of the file, and no other. Raises `Held`, `OSError`."""
        if self._lock and self._lock.is_on(file):
            return
        self.release()
        try:
            self._lock = GameLock(file, self._clock())
        except FileNotFoundError:
            if not self._makes_folder:
                raise
            make_folder(file.parent)
            self._lock = GameLock(file, self._clock())
        self._makes_folder = True

    def _is_ours(self, file: Path) -> bool:
        """Whether the file is as we left it, or holds what we wrote, or may be made anew.

        Not every file system keeps to its numbers, and a copy put back is still our game: so the
        bytes decide where the mark does not.
        """
        there = status_of(file)
        if there is None:
            return file == self._file or status_of(self.path) is None
        if file == self._file and _Mark.of(there) == self._mark:
            return True
        ours = [data for data in (self._kept, self._tried) if data is not None]
        if there.st_size not in map(len, ours):
            return False
        try:
            found = read_file(file)
        except OSError:
            return False
        if found not in ours:
            return False
        self.written(found, there)
        return True

    def _move_beside(self, *, is_held: bool) -> Path:
        path, lock = self._free_place()
        self.release()
        self._lock = lock
        self.moved = KeptBeside(self.moved.path if self.moved else self.path, path, is_held)
        self.path = path
        self._file = None
        self._must_be_new = True
        self._mark = self._kept = self._tried = None
        return self._find()

    def _free_place(self) -> tuple[Path, GameLock]:
        """Return a file beside ours that is not there, and its lock. Raises `OSError`."""
        paths = _names_beside(self._named)
        while True:
            path = next(paths)
            try:
                lock = GameLock(path, self._clock())
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
    """Yield `NAME 2.json`, `NAME 3.json`, ..., those that are not there. Raises `OSError`."""
    for number in count(2):
        tail = f" {number}{path.suffix}"
        room = _LONGEST_NAME - len(os.fsencode(tail))
        name = os.fsencode(path.stem)
        stem = os.fsdecode(name) if len(name) <= room else name[:room].decode(errors="ignore")
        other = path.with_name(stem + tail)
        if status_of(other) is None:
            yield other
