"""The disk of a simulated world: files in memory, behind the system calls that the program makes.

While a disk is mounted, each call about a path below `ROOT` comes here, and all others are left
alone. What POSIX allows after a power failure may be found then: what a file holds is sure once it
was synced, what a folder names once the folder was, and a handle and a lock end with their process.
"""

from __future__ import annotations

import errno
import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from world_files import FIRST_HANDLE, FOLDER, Files, system_error
from world_parts import Chance, Killed

import saves.autosave
import saves.files
import saves.lock
from engine.loop import Call

ROOT: Final = "/simulated"
GAMES_FOLDER: Final = Path(f"{ROOT}/games")
TABLES_FOLDER: Final = Path(f"{ROOT}/tables")


class Disk(Files):
    """A disk with folders of files.

    Attributes:
        is_failing: Whether now and then a call fails.
        sync_seconds: How long it takes until something is on the disk.
        calls_left: The number of calls after which the process of `doomed` is killed.
    """

    def __init__(self, chance: Chance) -> None:
        super().__init__(chance)
        self.is_failing = False
        self.sync_seconds = 0.002
        self.doomed: object = None
        self.calls_left = 0
        for folder in (ROOT, str(GAMES_FOLDER), str(TABLES_FOLDER)):
            self._names[folder] = self._inode(FOLDER)

    @property
    def paths(self) -> list[str]:
        """The names of all files and links."""
        return [name for name, inode in self._names.items() if inode.mode != FOLDER]

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
                    if subject >= FIRST_HANDLE:
                        self._look_out(name)
                        raise system_error(errno.EBADF)
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
            raise system_error(errno.EIO)

    def _open_to_read(self, path: Any, *args: Any, **more: Any) -> Any:
        """Open a file for reading, as `open` does."""
        name = os.fspath(path)
        if not (isinstance(name, str) and name.startswith(ROOT)):
            return open(path, *args, **more)  # noqa: PTH123
        return _Reader(os.open(self._followed(name), os.O_RDONLY), self)


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
