"""The files and folders of a simulated disk, and the calls of the system about them."""

from __future__ import annotations

import errno
import fcntl
import os
import stat
from typing import Any, Final, NamedTuple

from world_parts import Chance, ProcessLoop

FIRST_HANDLE: Final = 1 << 20
FOLDER: Final = stat.S_IFDIR | 0o700
_FILE: Final = stat.S_IFREG | 0o600
_LINK: Final = stat.S_IFLNK | 0o777


class Status(NamedTuple):
    """What the system tells of a file."""

    st_mode: int
    st_ino: int
    st_size: int
    st_mtime_ns: int
    st_nlink: int = 1
    st_dev: int = 1
    st_mtime: float = 0.0


class Inode:
    """A file, a folder or a link: what it holds, and what of that is sure."""

    def __init__(self, number: int, mode: int) -> None:
        self.number = number
        self.mode = mode
        self.data = b""
        self.synced = b""
        self.is_lost = False  # after a failed sync no later one is to be believed
        self.target = ""
        self.changed = 0
        self.holder: Handle | None = None

    def lose_power(self, chance: Chance) -> None:
        """Keep what was synced, and anything of what was written after."""
        before, after = self.synced, self.data
        if before != after:
            same = _same_length(before, after)
            rest = after[same : same + chance.below("torn", len(after) - same + 1)]
            lot = chance("what is left")
            if lot < 0.2:  # a later block is there, an earlier one is not
                hole = chance.below("hole", len(rest) + 1)
                after = before[:same] + bytes(hole) + rest[hole:]
            elif lot < 0.4:
                after = before
            elif lot < 0.9:
                after = before[:same] + rest
        self.data = self.synced = after
        self.is_lost = False
        self.holder = None


class Handle:
    """An open file of a process."""

    def __init__(self, owner: object, inode: Inode, path: str) -> None:
        self.owner = owner
        self.inode = inode
        self.path = path
        self.at = 0


class Files:
    """What is on a disk, and what becomes of it by the calls of the system.

    Attributes:
        owner: The process that makes the calls now.
        is_full: Whether nothing more can be written.
    """

    def __init__(self, chance: Chance) -> None:
        self.owner: ProcessLoop | None = None
        self.is_full = False
        self._chance = chance
        self._count = 0
        self._names: dict[str, Inode] = {}
        self._may_be: dict[str, list[Inode | None]] = {}
        self._handles: dict[int, Handle] = {}

    # By handle

    def close(self, number: int, handle: Handle) -> None:
        if handle.inode.holder is handle:
            handle.inode.holder = None
        del self._handles[number]

    def fstat(self, _number: int, handle: Handle) -> Status:
        return self._status(handle.inode)

    def fchmod(self, _number: int, handle: Handle, mode: int) -> None:
        pass

    def write(self, _number: int, handle: Handle, data: bytes) -> int:
        count = self._put(handle.inode, data, handle.at)
        handle.at += count
        return count

    def pwrite(self, _number: int, handle: Handle, data: bytes, at: int) -> int:
        return self._put(handle.inode, data, at)

    def pread(self, _number: int, handle: Handle, count: int, at: int) -> bytes:
        return handle.inode.data[at : at + count]

    def truncate(self, _number: int, handle: Handle, length: int) -> None:
        inode = handle.inode
        inode.data = inode.data[:length].ljust(length, b"\0")
        self._touch(inode)

    ftruncate = truncate

    def fsync(self, _number: int, handle: Handle) -> None:
        inode = handle.inode
        if inode.mode == FOLDER:
            for name in [*self._may_be]:
                if name.rpartition("/")[0] == handle.path:
                    del self._may_be[name]
        elif not inode.is_lost:
            inode.synced = inode.data

    fdatasync = fsync

    def flock(self, _number: int, handle: Handle, how: int) -> None:
        holder = handle.inode.holder
        if holder not in (None, handle):
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        if how & fcntl.LOCK_EX:
            handle.inode.holder = handle

    # By path

    def open_path(self, path: str, flags: int, mode: int = 0) -> int:
        inode = self._names.get(path)
        if inode is not None and flags & os.O_EXCL:
            raise system_error(errno.EEXIST, path)
        if inode is not None and inode.mode == _LINK and flags & os.O_NOFOLLOW:
            raise system_error(errno.ELOOP, path)
        if inode is None:
            if not flags & os.O_CREAT or path.rpartition("/")[0] not in self._names:
                raise system_error(errno.ENOENT, path)
            if self.is_full and self._chance("full folder") < 0.5:
                raise system_error(errno.ENOSPC, path)
            inode = self._inode(_FILE)
            self._name(path, inode)
        self._count += 1
        number = FIRST_HANDLE + self._count
        self._handles[number] = Handle(self.owner, inode, path)
        return number

    def lstat_path(self, path: str) -> Status:
        if path not in self._names:
            raise system_error(errno.ENOENT, path)
        return self._status(self._names[path])

    def stat_path(self, path: str, *_: object) -> Status:
        return self.lstat_path(self._followed(path))

    def readlink_path(self, path: str) -> str:
        if path not in self._names:
            raise system_error(errno.ENOENT, path)
        return self._names[path].target

    def symlink_path(self, target: Any, path: Any, *_: object) -> None:
        inode = self._inode(_LINK)
        inode.target = os.fspath(target)
        self._name(os.fspath(path), inode)

    def link_path(self, path: str, other: Any) -> None:
        if path not in self._names:
            raise system_error(errno.ENOENT, path)
        if os.fspath(other) in self._names:
            raise system_error(errno.EEXIST, path)
        self._name(os.fspath(other), self._names[path])

    def unlink_path(self, path: str) -> None:
        if path not in self._names:
            raise system_error(errno.ENOENT, path)
        self._name(path, None)

    def mkdir_path(self, path: str, _mode: int = 0) -> None:
        if path in self._names:
            raise system_error(errno.EEXIST, path)
        self._name(path, self._inode(FOLDER))

    def replace_path(self, path: str, other: Any) -> None:
        if path not in self._names:
            raise system_error(errno.ENOENT, path)
        self._name(os.fspath(other), self._names[path])
        self._name(path, None)

    rename_path = replace_path

    def listdir_path(self, path: str) -> list[str]:
        head = f"{path}/"
        return [
            name[len(head) :]
            for name in self._names
            if name.startswith(head) and "/" not in name[len(head) :]
        ]

    def data_of(self, number: int) -> bytes:
        """Return what an open file holds."""
        return self._handles[number].inode.data

    # What a disk has

    def _inode(self, mode: int) -> Inode:
        self._count += 1
        return Inode(self._count, mode)

    def _followed(self, path: str) -> str:
        inode = self._names.get(path)
        return inode.target if inode is not None and inode.target else path

    def _status(self, inode: Inode) -> Status:
        names = sum(other is inode for other in self._names.values())
        return Status(inode.mode, inode.number, len(inode.data), inode.changed, names)

    def _name(self, path: str, inode: Inode | None) -> None:
        """Let a folder name something, or no more; that is sure once the folder is synced."""
        found = self._may_be.setdefault(path, [self._names.get(path)])
        if inode is None:
            self._names.pop(path, None)
        else:
            self._names[path] = inode
        found.append(inode)

    def _put(self, inode: Inode, data: bytes, at: int) -> int:
        if self.is_full:
            raise system_error(errno.ENOSPC)
        if len(data) > 1 and self._chance("short") < 0.01:
            data = data[: len(data) // 2]
        inode.data = inode.data[:at].ljust(at, b"\0") + bytes(data) + inode.data[at + len(data) :]
        self._touch(inode)
        return len(data)

    def _touch(self, inode: Inode) -> None:
        self._count += 1
        inode.changed = self._count


def _same_length(one: bytes, other: bytes) -> int:
    """Return how many bytes both begin with."""
    if other.startswith(one):
        return len(one)
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)


def system_error(number: int, path: str = "") -> OSError:
    return OSError(number, os.strerror(number), path)
