"""The disk of a simulated world: files in memory, behind the system calls that the program makes.

While a disk is mounted, each call about a path below `ROOT` comes here, and all others are left
alone. What POSIX allows after a power failure may be found then: what a file holds is sure once it
was synced, what a folder names once the folder was, and a handle and a lock end with their process.
"""

from __future__ import annotations

import errno
import fcntl
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any, Final, NamedTuple

from world_parts import Chance, Killed, ProcessLoop

import saves.autosave
import saves.files
import saves.lock
from engine.loop import Call

ROOT: Final = "/simulated"
GAMES_FOLDER: Final = Path(f"{ROOT}/games")
TABLES_FOLDER: Final = Path(f"{ROOT}/tables")

_FIRST_HANDLE: Final = 1 << 20
_FOLDER: Final = stat.S_IFDIR | 0o700
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


class Disk:
    """A disk with folders of files.

    Attributes:
        owner: The process that makes the calls now.
        is_full: Whether nothing more can be written.
        is_failing: Whether now and then a call fails.
        sync_seconds: How long it takes until something is on the disk.
        calls_left: The number of calls after which the process of `doomed` is killed.
    """

    def __init__(self, chance: Chance) -> None:
        self.owner: ProcessLoop | None = None
        self.is_full = False
        self.is_failing = False
        self.sync_seconds = 0.002
        self.doomed: object = None
        self.calls_left = 0
        self._chance = chance
        self._count = 0
        self._names: dict[str, Inode] = {}
        self._may_be: dict[str, list[Inode | None]] = {}
        self._handles: dict[int, Handle] = {}
        self._dead: set[int] = set()
        for folder in (ROOT, str(GAMES_FOLDER), str(TABLES_FOLDER)):
            self._names[folder] = self._inode(_FOLDER)

    @property
    def paths(self) -> list[str]:
        """The names of all files and links."""
        return [name for name, inode in self._names.items() if inode.mode != _FOLDER]

    @property
    def open_paths(self) -> list[str]:
        """The names under which files are open."""
        return [handle.path for handle in self._handles.values()]

    def doom(self, owner: object, calls: int) -> None:
        """Kill a process at one of its next system calls."""
        self.doomed, self.calls_left = owner, calls

    def end_of(self, owner: object) -> None:
        """Close what a process that has ended had open."""
        if self.doomed is owner:
            self.doomed = None
        for number, handle in [*self._handles.items()]:
            if handle.owner is owner:
                self.close(number, handle)

    def lose_power(self) -> None:
        """Keep what is sure, and anything of the rest; each process has ended."""
        for number, handle in [*self._handles.items()]:
            self.close(number, handle)
        for name, found in self._may_be.items():
            inode = found[self._chance.below("name", len(found))]
            if inode is None:
                self._names.pop(name, None)
            else:
                self._names[name] = inode
        self._may_be.clear()
        for inode in {inode.number: inode for inode in self._names.values()}.values():
            inode.lose_power(self._chance)

    def has(self, path: str) -> bool:
        """Whether there is a file of this name."""
        return path in self._names

    def sure_data(self, path: str) -> bytes:
        """Return what a file holds for sure."""
        inode = self._names.get(path)
        return b"" if inode is None or path in self._may_be else inode.synced

    def is_sure(self, path: str, data: bytes) -> bool:
        """Whether a file holds these bytes, also after a power failure."""
        return self.sure_data(path) == data

    def _thread(self, _name: str) -> DiskThread:
        return DiskThread(self)

    @contextmanager
    def mounted(self) -> Iterator[None]:
        """Let the system calls about this disk come here."""
        home = os.environ.get("TAPIS_HOME")
        os.environ["TAPIS_HOME"] = ROOT
        real = {(module, name): getattr(module, name) for module, name in _CALLS}
        for (module, name), call in real.items():
            setattr(module, name, self._instead_of(name, call))
        saves.files.open = self._open_to_read  # type: ignore[attr-defined]
        saves.autosave.BackgroundAutosave._let_go.clear()  # a world that broke may have left some
        thread, saves.autosave.WritingThread = saves.autosave.WritingThread, self._thread
        try:
            yield
        finally:
            if home is None:
                del os.environ["TAPIS_HOME"]
            else:
                os.environ["TAPIS_HOME"] = home
            del saves.files.open  # type: ignore[attr-defined]
            saves.autosave.WritingThread = thread
            for (module, name), call in real.items():
                setattr(module, name, call)

    def _instead_of(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        """Return what is called instead of a call of the system."""
        handles, by_handle = self._handles, getattr(self, name, None)
        by_path = getattr(self, f"{name}_path", None)

        def call(subject: Any, *rest: Any, **more: Any) -> Any:
            if isinstance(subject, int):
                handle = handles.get(subject)
                if handle is None:
                    if subject >= _FIRST_HANDLE:
                        self._look_out(name)
                        raise _error(errno.EBADF)
                    return real(subject, *rest, **more)
                self._look_out(name)
                assert by_handle
                return by_handle(subject, handle, *rest)
            path = os.fspath(subject)
            if not (isinstance(path, str) and path.startswith(ROOT)):
                return real(subject, *rest, **more)
            self._look_out(name)
            assert by_path
            return by_path(path, *rest)

        return call

    def _look_out(self, name: str) -> None:
        """Let a call fail, or kill its process, if that is to be. Raises `OSError`, `Killed`."""
        if self.doomed is not None and self.doomed is self.owner:
            self.calls_left -= 1
            if self.calls_left < 0:
                raise Killed
        if self.is_failing and name in _FAIL and self._chance("fails") < 0.2:
            raise _error(errno.EIO)

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
        if inode.mode == _FOLDER:
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
            raise _error(errno.EEXIST, path)
        if inode is not None and inode.mode == _LINK and flags & os.O_NOFOLLOW:
            raise _error(errno.ELOOP, path)
        if inode is None:
            if not flags & os.O_CREAT or path.rpartition("/")[0] not in self._names:
                raise _error(errno.ENOENT, path)
            if self.is_full and self._chance("full folder") < 0.5:
                raise _error(errno.ENOSPC, path)
            inode = self._inode(_FILE)
            self._name(path, inode)
        self._count += 1
        number = _FIRST_HANDLE + self._count
        self._handles[number] = Handle(self.owner, inode, path)
        return number

    def lstat_path(self, path: str) -> Status:
        if path not in self._names:
            raise _error(errno.ENOENT, path)
        return self._status(self._names[path])

    def stat_path(self, path: str, *_: object) -> Status:
        return self.lstat_path(self._followed(path))

    def readlink_path(self, path: str) -> str:
        if path not in self._names:
            raise _error(errno.ENOENT, path)
        return self._names[path].target

    def symlink_path(self, target: Any, path: Any, *_: object) -> None:
        inode = self._inode(_LINK)
        inode.target = os.fspath(target)
        self._name(os.fspath(path), inode)

    def link_path(self, path: str, other: Any) -> None:
        if path not in self._names:
            raise _error(errno.ENOENT, path)
        if os.fspath(other) in self._names:
            raise _error(errno.EEXIST, path)
        self._name(os.fspath(other), self._names[path])

    def unlink_path(self, path: str) -> None:
        if path not in self._names:
            raise _error(errno.ENOENT, path)
        self._name(path, None)

    def mkdir_path(self, path: str, _mode: int = 0) -> None:
        if path in self._names:
            raise _error(errno.EEXIST, path)
        self._name(path, self._inode(_FOLDER))

    def replace_path(self, path: str, other: Any) -> None:
        if path not in self._names:
            raise _error(errno.ENOENT, path)
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

    def _open_to_read(self, path: Any, *args: Any, **more: Any) -> Any:
        """Open a file for reading, as `open` does."""
        name = os.fspath(path)
        if not (isinstance(name, str) and name.startswith(ROOT)):
            return open(path, *args, **more)  # noqa: PTH123
        return _Reader(os.open(self._followed(name), os.O_RDONLY), self)

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
            raise _error(errno.ENOSPC)
        if len(data) > 1 and self._chance("short") < 0.01:
            data = data[: len(data) // 2]
        inode.data = inode.data[:at].ljust(at, b"\0") + bytes(data) + inode.data[at + len(data) :]
        self._touch(inode)
        return len(data)

    def _touch(self, inode: Inode) -> None:
        self._count += 1
        inode.changed = self._count


class DiskThread:
    """The thread of a process that writes: its calls take as long as the disk."""

    def __init__(self, disk: Disk) -> None:
        self.is_alive = False
        self._disk = disk
        self._loop = disk.owner
        self._calls: list[Call] = []

    def ask(self, call: Call) -> None:
        """Make a call after those before."""
        assert self._loop
        self.is_alive = True
        self._calls.append(call)
        if len(self._calls) == 1:
            self._loop.later(self._disk.sync_seconds, self._work)

    def end(self) -> None:
        """Make no more calls."""
        self.is_alive = False

    def _work(self) -> None:
        calls, self._calls = self._calls, []
        for call in calls:
            call()


class _Reader(BytesIO):
    """A file that is open for reading."""

    def __init__(self, number: int, disk: Disk) -> None:
        super().__init__(disk.data_of(number))
        self._number = number

    def fileno(self) -> int:
        return self._number

    def close(self) -> None:
        if not self.closed:
            super().close()
            os.close(self._number)


_CALLS: Final = (
    *(
        (os, name)
        for name in (
            "open",
            "close",
            "fstat",
            "fchmod",
            "write",
            "pwrite",
            "pread",
            "truncate",
            "ftruncate",
            "fsync",
            "fdatasync",
            "lstat",
            "stat",
            "readlink",
            "symlink",
            "link",
            "unlink",
            "mkdir",
            "replace",
            "rename",
            "listdir",
        )
    ),
    (fcntl, "flock"),
)

_FAIL: Final = frozenset({"open", "write", "pwrite", "fsync", "fdatasync", "replace", "rename"})
"""The calls that fail now and then on a failing disk."""


def _same_length(one: bytes, other: bytes) -> int:
    """Return how many bytes both begin with."""
    if other.startswith(one):
        return len(one)
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)


def _error(number: int, path: str = "") -> OSError:
    return OSError(number, os.strerror(number), path)
