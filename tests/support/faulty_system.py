"""The system calls of a save: counted, and failing where a test wants them to.

While a `System` is entered, the calls that concern one folder go through it; all others are left
alone. Nothing waits for the real disk.
"""

from __future__ import annotations

import errno
import fcntl
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

BY_PATH = ("open", "lstat", "stat", "readlink", "unlink", "mkdir", "replace")
BY_HANDLE = ("fstat", "fchmod", "write", "pwrite", "truncate", "fsync", "close")
DONE_FIRST = ("close", "fsync", "replace")
"""These may be carried out and fail all the same."""

SHORT = -1
"""Instead of an error: half of the bytes are written."""


class Call(NamedTuple):
    """One call, and what it is about: `file`, `temporary`, `lock` or `folder`."""

    name: str
    about: str


class Killed(BaseException):
    """The process ends here; none of its calls comes through any more."""


class Fault(NamedTuple):
    """What goes wrong.

    Attributes:
        at: At which call, counted from 0 on.
        error: The number of the error, or `SHORT`.
        for_good: Whether each such call fails from then on.
        is_done: Whether it is carried out before it fails.
    """

    at: int
    error: int
    for_good: bool = False
    is_done: bool = False


class System:
    """The system calls that concern a folder."""

    def __init__(self, folder: Path, *faults: Fault, killed_at: int | None = None) -> None:
        self.calls: list[Call] = []
        self.is_killed = False
        self._folder = str(folder)
        self._faults = faults
        self._killed_at = killed_at
        self._failing: dict[Call, Fault] = {}
        self._handles: dict[int, str] = {}
        self._patch = pytest.MonkeyPatch()

    @property
    def left_open(self) -> list[str]:
        """What was opened and not closed; a game's file is read, and closed by its reader."""
        return [about for about in self._handles.values() if about != "file"]

    def heal(self) -> None:
        """Let nothing fail any more."""
        self._faults = ()
        self._failing.clear()

    def bury(self) -> None:
        """Close what a killed process had open."""
        for handle, about in self._handles.items():
            if about != "file":
                os.close(handle)
        self._handles.clear()

    def is_done(self, call: Call, arguments: tuple[Any, ...], result: Any) -> None:
        """Hear of a call that was carried out."""

    def has_failed(self, call: Call, arguments: tuple[Any, ...]) -> None:
        """Hear of a call that failed."""

    def __enter__(self) -> System:
        for name in (*BY_PATH, *BY_HANDLE):
            self._replace(os, name)
        self._replace(fcntl, "flock")
        return self

    def __exit__(self, *_: object) -> None:
        self._patch.undo()

    def _replace(self, module: Any, name: str) -> None:
        real = getattr(module, name)

        def call(subject: Any, *rest: Any, **more: Any) -> Any:
            about = self._about(subject)
            if about is None:
                return real(subject, *rest, **more)
            return self._call(Call(name, about), real, subject, *rest, **more)

        self._patch.setattr(module, name, call)

    def _about(self, subject: Any) -> str | None:
        if isinstance(subject, int):
            return self._handles.get(subject)
        name = os.fspath(subject)
        if name == self._folder:
            return "folder"
        if not name.startswith(f"{self._folder}/"):
            return None
        return {".tmp": "temporary", ".lock": "lock"}.get(Path(name).suffix, "file")

    def _call(self, call: Call, real: Callable[..., Any], *arguments: Any, **more: Any) -> Any:
        number = len(self.calls)
        self.calls.append(call)
        if number == self._killed_at:
            self.is_killed = True
        if self.is_killed:
            raise Killed
        for fault in self._faults:
            if fault.at == number:
                self._failing[call] = fault
        fault = self._failing.get(call)
        if fault is None:
            return self._carried_out(call, real, *arguments, **more)
        if not fault.for_good:
            del self._failing[call]
        if fault.error == SHORT:
            handle, data, *_ = arguments
            return self._carried_out(call, real, handle, bytes(data)[: len(data) // 2 or 1])
        if fault.is_done or call.name == "close":  # a failed `close` has closed
            self._carried_out(call, real, *arguments, **more)
        self.has_failed(call, arguments)
        raise OSError(fault.error, os.strerror(fault.error), str(arguments[0]))

    def _carried_out(
        self, call: Call, real: Callable[..., Any], *arguments: Any, **more: Any
    ) -> Any:
        result = None if call.name == "fsync" else real(*arguments, **more)
        if call.name == "open":
            self._handles[result] = call.about
        elif call.name == "close":
            del self._handles[arguments[0]]
        self.is_done(call, arguments, result)
        return result


ERRORS = (errno.EIO, errno.EINVAL, errno.EACCES, errno.EROFS, errno.ENOSPC, errno.EMFILE)
LOOKING = ("lstat", "stat", "readlink")
"""What only looks at a name fails in fewer ways."""


def faults_at(number: int, call: Call) -> list[Fault]:
    """Return all that can go wrong at a call."""
    errors = (errno.EIO, errno.EACCES) if call.name in LOOKING else ERRORS
    faults = [Fault(number, error, good) for error in errors for good in (False, True)]
    faults.append(Fault(number, errno.EINTR))
    if call.name == "flock":
        faults.append(Fault(number, errno.EAGAIN))
    if call.name == "write":
        faults += [Fault(number, SHORT), Fault(number, SHORT, for_good=True)]
    if call.name in DONE_FIRST:
        faults += [Fault(number, errno.EIO, good, is_done=True) for good in (False, True)]
    return faults
