"""The lock of a game in play: a locked side file that names its holder's host, process and start.

The lock is the kernel's (flock), so it ends with its holder, however that process dies.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
import socket
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from saves.files import OWN_FILE
from saves.reasons import FileReason

_GLANCES: Final = 3
_GLANCE_SECONDS: Final = 0.02
"""`holder_of` itself locks for some microseconds, so a refused process tries again."""

_LAST_PROCESS: Final = 2**31 - 1
_LONGEST_WORD: Final = 255
"""The longest name of a host, in letters; no lock file of ours has a longer name."""


@dataclass(frozen=True, slots=True)
class Holder:
    """The process that plays a game, as the lock file says; `saves.owner` asks the system."""

    host: str
    process: int
    since: str

    def __str__(self) -> str:
        return f"process {self.process} on {self.host} since {self.since}"


class Held(Exception):
    """An error: another process plays the game; `holder` is None if it is not known."""

    def __init__(self, path: Path, holder: Holder | None) -> None:
        super().__init__(f"{path} is in play: {holder or 'another process'}")
        self.path = path
        self.holder = holder


class GameLock:
    """The lock of one game file, held from its creation to `release`."""

    def __init__(self, path: Path, now: datetime) -> None:
        """Take the lock. Raises `Held` if another process has it, `OSError` if that fails."""
        self._side = side_of(path)
        self._handle = _take(path, self._side)
        owner = Holder(socket.gethostname(), os.getpid(), now.isoformat(timespec="seconds"))
        with suppress(OSError):  # on a full disk the lock holds without a name
            os.truncate(self._handle, 0)
            os.pwrite(self._handle, json.dumps(asdict(owner)).encode(), 0)

    def is_on(self, real: Path) -> bool:
        """Whether this is the lock of a file (links followed), and still in its folder."""
        try:
            return self._side == _side_by(real) and _is_at(self._handle, self._side)
        except OSError:
            return False

    def release(self) -> None:
        """Release the lock."""
        with suppress(OSError):
            if _is_at(self._handle, self._side):
                self._side.unlink()
        with suppress(OSError):
            os.close(self._handle)


def is_held(path: Path) -> bool:
    """Return whether a process plays the game in the file now."""
    with _held(path) as handle:
        return handle is not None


def holder_of(path: Path) -> Holder | None:
    """Return the holder of a game's lock, None for nobody or somebody unknown."""
    with _held(path) as handle:
        return None if handle is None else _read_holder(handle)


@contextmanager
def _held(path: Path) -> Iterator[int | None]:
    """Test a lock: yield the descriptor of its side file if it is held, else None."""
    try:
        handle = os.open(side_of(path), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        yield None
        return
    try:
        yield handle if _is_locked(handle) else None
    finally:
        os.close(handle)


def _is_locked(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    return False


def side_of(path: Path) -> Path:
    """Return the lock file of a game's file. Raises `OSError` for a path with no name, like `/`."""
    real = Path(os.path.realpath(path))
    if not real.name:
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    return _side_by(real)


def _side_by(real: Path) -> Path:
    return real.with_name(f".{real.name}.lock")


def _take(path: Path, side: Path) -> int:
    glances = 0
    while True:
        handle = os.open(side, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK, OWN_FILE)
        try:
            status = os.fstat(handle)
            if not stat.S_ISREG(status.st_mode):
                raise OSError(errno.EINVAL, FileReason.NOT_A_FILE.value, str(side))
            if status.st_nlink > 1:  # a second name of a file that is not ours to empty
                raise OSError(errno.EMLINK, FileReason.NOT_OF_ITS_OWN.value, str(side))
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _is_at(handle, side):
                return handle
        except BlockingIOError:
            glances += 1
            if glances > _GLANCES:
                holder = _read_holder(handle)
                os.close(handle)
                raise Held(path, holder) from None
            time.sleep(_GLANCE_SECONDS)
        except OSError:
            os.close(handle)
            raise
        os.close(handle)  # its owner removed it between our opening and locking it


def _is_at(handle: int, side: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), os.lstat(side))
    except FileNotFoundError:
        return False


def _read_holder(handle: int) -> Holder | None:
    try:
        holder = Holder(**json.loads(os.pread(handle, 4096, 0)))
    except (OSError, ValueError, TypeError, RecursionError):
        return None
    right = (type(holder.host), type(holder.process), type(holder.since)) == (str, int, str)
    if not right or not 0 < holder.process <= _LAST_PROCESS:
        return None
    return holder if max(len(holder.host), len(holder.since)) <= _LONGEST_WORD else None
