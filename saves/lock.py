"""The lock of a game in play, and the process that holds it.

The lock is the kernel's (flock) on a side file, so it ends with its holder, however that process
dies. The side file names its holder, but only the system's word counts (`owner_of`).
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
import re
import signal
import socket
import stat
import threading
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
    """The process that plays a game, as the lock file says; `owner_of` asks the system."""

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


class LockFile:
    """A side file that this process has open and locked, under one name for each game."""

    def __init__(self, handle: int, side: Path) -> None:
        self.handle = handle
        self.sides = {side}

    def is_at(self, side: Path) -> bool:
        """Whether this file still has this name. Raises `OSError`."""
        return _is_at(self.handle, side)

    def add_name(self, side: Path) -> bool:
        """Lock another game with this file too; return whether the file system allows that.

        Raises `FileExistsError`.
        """
        try:
            os.link(next(iter(self.sides)), side, follow_symlinks=False)
            if self.is_at(side):
                self.sides.add(side)
                return True
            side.unlink()  # the name that was copied leads to another file by now
        except FileExistsError:
            raise
        except OSError:
            pass
        return False

    def drop_name(self, side: Path) -> None:
        """Unlock a game; the last one closes the file."""
        with suppress(OSError):
            if self.is_at(side):
                side.unlink()
        self.sides.discard(side)
        if not self.sides:
            with suppress(OSError):
                os.close(self.handle)


class LockGroup:
    """The locks of a process that plays many games: those of one folder share an open file.

    So the number of open files does not grow with the number of games. Any thread may use it.
    """

    def __init__(self) -> None:
        """Begin without a lock."""
        self._changing = threading.Lock()
        self._files: dict[Path, LockFile] = {}

    def take(self, path: Path, side: Path, now: datetime) -> LockFile:
        """Return the file that locks a game by this name. Raises `Held`, `OSError`."""
        with self._changing:
            ours = self._files.get(side.parent)
            if ours and side in ours.sides and ours.is_at(side):  # who waits for it waits in vain
                raise Held(path, _read_holder(ours.handle))
            file = _take(path, side, ours if ours and ours.sides else None)
            if file is not ours:
                self._files[side.parent] = file
                owner = Holder(socket.gethostname(), os.getpid(), now.isoformat(timespec="seconds"))
                with suppress(OSError):  # on a full disk the lock holds without a name
                    os.truncate(file.handle, 0)
                    os.pwrite(file.handle, json.dumps(asdict(owner)).encode(), 0)
        return file

    def drop(self, file: LockFile, side: Path) -> None:
        """Unlock a game."""
        with self._changing:
            file.drop_name(side)


class GameLock:
    """The lock of one game file, held from its creation to `release`."""

    def __init__(self, path: Path, now: datetime, group: LockGroup | None = None) -> None:
        """Take the lock, in a group of this process or alone.

        Raises `Held` if another process has it, `OSError` if that fails.
        """
        self._side = side_of(path)
        self._group = group or LockGroup()
        self._file = self._group.take(path, self._side, now)

    def is_on(self, real: Path) -> bool:
        """Whether this is the lock of a file (links followed), and still in its folder."""
        try:
            return self._side == _side_by(real) and self._file.is_at(self._side)
        except OSError:
            return False

    def release(self) -> None:
        """Release the lock."""
        self._group.drop(self._file, self._side)


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


def _take(path: Path, side: Path, ours: LockFile | None) -> LockFile:
    """Return the file that locks a game: ours, which gets another name, or a new one."""
    glances = 0
    while True:
        try:
            if ours and ours.add_name(side):
                return ours
            ours = None
        except FileExistsError:
            pass
        handle = os.open(side, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK, OWN_FILE)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            status = os.fstat(handle)
            if not stat.S_ISREG(status.st_mode):
                raise OSError(errno.EINVAL, FileReason.NOT_A_FILE.value, str(side))
            if _is_at(handle, side):
                if ours is None and status.st_nlink == 1:
                    return LockFile(handle, side)
                side.unlink()  # a dead process left it, or it names a file that is not ours
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


PROC: Final = Path("/proc")
_LOCK: Final = r"\d+: FLOCK +\S+ +WRITE +"
_TAKEN: Final = re.compile(rf"^{_LOCK}(\d+) ([0-9a-f]+):([0-9a-f]+):(\d+) ", re.MULTILINE)
"""A line of `/proc/locks`: process, device, inode; a waiting process has an arrow in its line."""
_HELD: Final = re.compile(rf"^lock:\s+{_LOCK}", re.MULTILINE)
"""The line of a lock in `/proc/PROCESS/fdinfo`."""


@dataclass(frozen=True, slots=True)
class Owner:
    """The process that holds the lock of a game.

    Attributes:
        process: Its process number.
        name: Its name in the system, which its program may have chosen.
        user: The number of its user.
    """

    process: int
    name: str
    user: int

    @property
    def is_this_process(self) -> bool:
        """Whether it is this process."""
        return self.process == os.getpid()

    @property
    def is_of_this_user(self) -> bool:
        """Whether it belongs to the same user as this process."""
        return self.user == os.geteuid()


def owner_of(path: Path, proc: Path = PROC) -> Owner | None:
    """Return the process that holds the lock of a game's file, None if the system cannot tell."""
    try:
        file = side_of(path).lstat()
        locks = (proc / "locks").read_text("ascii", "replace")
    except OSError:
        return None
    if not stat.S_ISREG(file.st_mode):
        return None
    here = (os.major(file.st_dev), os.minor(file.st_dev))
    for process, major, minor, inode in _TAKEN.findall(locks):
        if int(inode) != file.st_ino or int(process) <= 1:
            continue
        owner = _look_at(proc / process)
        # The files of other users' processes cannot be seen; on file systems with several
        # devices the list names another device than the file.
        if owner and owner.is_of_this_user:
            is_it = _has_locked(proc / process, file)
        else:
            is_it = (int(major, 16), int(minor, 16)) == here
        if owner and is_it:
            return owner
    return None


def end_owner(path: Path, owner: Owner, proc: Path = PROC) -> bool:
    """Send SIGTERM to a process of this user if it still is the owner; return whether it was.

    Raises `OSError` if the system refuses.
    """
    if owner.is_this_process or not owner.is_of_this_user:
        return False
    try:
        # An open folder stays that of its process, even if another one gets the number.
        process = os.open(proc / str(owner.process), os.O_RDONLY | os.O_DIRECTORY)
    except FileNotFoundError:
        return False
    try:
        if owner_of(path, proc) != owner:
            return False
        _ask_to_end(process)
    except ProcessLookupError:
        return False
    finally:
        os.close(process)
    return True


def _look_at(process: Path) -> Owner | None:
    try:
        name = (process / "comm").read_text("utf-8", "replace").rstrip("\n")
        return Owner(int(process.name), name, process.stat().st_uid)
    except OSError:
        return None


def _has_locked(process: Path, file: os.stat_result) -> bool:
    """Whether a process has this file open and locked through that descriptor."""
    try:
        return any(_is_lock(about, file) for about in (process / "fdinfo").iterdir())
    except OSError:
        return False


def _is_lock(about: Path, file: os.stat_result) -> bool:
    try:
        is_locked = _HELD.search(about.read_text("ascii", "replace"))
        opened = about.parent.with_name("fd") / about.name
        return bool(is_locked) and os.path.samestat(opened.stat(), file)
    except OSError:  # closed just now
        return False


def _ask_to_end(process: int) -> None:
    """Send SIGTERM to the process whose folder is open here."""
    send = getattr(signal, "pidfd_send_signal", None)  # a Python built for old systems has none
    if send is None:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    send(process, signal.SIGTERM)
