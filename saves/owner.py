"""The process that holds the lock of a game, by the system's word and never the lock file's.

`/proc/locks` names the process that took a lock, even when that one is dead and its number now
belongs to another. So a process counts as the owner only if it has that very file open and locked.
"""

from __future__ import annotations

import errno
import os
import re
import signal
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from saves.lock import side_of

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
