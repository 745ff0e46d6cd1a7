"""What a disk may hold after a power failure: all that POSIX allows, and not only what is usual.

What a file holds is sure once it was synced, and what a folder names once the folder was. Until
then each may be as it was or as it became, whatever else got through, and a file may be cut short
or full of zeros.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from faulty_system import Call, Fault, System


class _Data:
    """What one file holds, in memory and on the disk."""

    def __init__(self) -> None:
        self.written = b""
        self.is_synced = False
        self.is_lost = False  # after a failed sync, or close, no later one is to be believed

    def after_the_failure(self) -> set[bytes]:
        if self.is_synced:
            return {self.written}
        size = len(self.written)
        return {b"", self.written[: size // 2], bytes(size), self.written}


class Recorder(System):
    """A system that knows after each call what the disk may hold."""

    def __init__(self, folder: Path, *faults: Fault) -> None:
        super().__init__(folder, *faults)
        self.held: list[set[bytes | None]] = []
        self._open: dict[int, _Data] = {}
        self._named: dict[str, _Data | None] = {}
        self._may_be_named: dict[str, set[_Data | None]] = {}

    def there_was(self, path: Path, data: bytes) -> None:
        """Put a file on the disk before all else."""
        path.write_bytes(data)
        old = _Data()
        old.written, old.is_synced = data, True
        self._named[str(path)] = old
        self._may_be_named[str(path)] = {old}

    def may_hold(self, path: Path) -> Iterator[bytes | None]:
        """Yield all that may be found under a name if the power fails now; None is no file."""
        for data in self._may_be_named.get(str(path), {None}):
            yield from {None} if data is None else data.after_the_failure()

    def is_done(self, call: Call, arguments: tuple[Any, ...], result: Any) -> None:
        subject = arguments[0]
        if call.name == "open" and arguments[1] & os.O_CREAT:
            made = self._named.get(str(subject)) or _Data()
            self._open[result] = made
            self._name(subject, made)
        elif call.name in ("write", "pwrite") and subject in self._open:
            data = self._open[subject]
            data.written += bytes(arguments[1][:result])
            data.is_synced = False
        elif call.name == "fsync" and call.about == "folder":
            self._may_be_named = {name: {data} for name, data in self._named.items()}
        elif call.name == "fsync":
            data = self._open[subject]
            data.is_synced = not data.is_lost
        elif call.name == "unlink":
            self._name(subject, None)
        elif call.name == "replace":
            self._name(arguments[1], self._named[str(subject)])
            self._name(subject, None)

    def has_failed(self, call: Call, arguments: tuple[Any, ...]) -> None:
        if call.name in ("fsync", "close") and call.about == "temporary":
            data = self._open[arguments[0]]
            data.is_synced, data.is_lost = False, True

    def _name(self, path: Any, data: _Data | None) -> None:
        self._named[str(path)] = data
        self._may_be_named.setdefault(str(path), {None}).add(data)
