"""Recordings of sessions, as asciicasts (version 2), each in the folder of its account."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Final

from door.streams import Person
from saves.confined import bytes_in
from saves.files import make_folder, read_file, status_of

FOLDER: Final = "casts"
"""The folder of the recordings in that of an account."""

MOST_BYTES: Final = 4_000_000
"""The bytes of a recording; it ends there, and the session goes on."""

_SUFFIX: Final = ".cast"
_NAME: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9]{6}(?:-[0-9]+)?")


class NoRoom(Exception):
    """An error: the account has no room for a recording."""


class Recording:
    """A recording that is being made."""

    def __init__(self, file: IO[str], now: Callable[[], float]) -> None:
        """Write to a new file, which is closed at the end; `now` returns the seconds of a clock."""
        self._file = file
        self._now = now
        self._began = now()
        self._left = MOST_BYTES
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode

    @classmethod
    def begun(
        cls, account: Path, quota: int, term: str, size: tuple[int, int], now: Callable[[], float]
    ) -> Recording:
        """Begin a recording in the folder of an account.

        Args:
            account: The folder.
            quota: The bytes that it may hold.
            term: The kind of terminal.
            size: Its columns and rows.
            now: Returns the seconds of a clock.

        Raises:
            NoRoom: It could grow over the quota.
            OSError: The file cannot be made.
        """
        if bytes_in(str(account)) + MOST_BYTES > quota:
            raise NoRoom
        folder = account / FOLDER
        make_folder(folder)
        date = datetime.now(UTC)
        name = date.strftime("%Y-%m-%d-%H%M%S")
        path, number = folder / f"{name}{_SUFFIX}", 1
        while status_of(path):
            number += 1
            path = folder / f"{name}-{number}{_SUFFIX}"
        recording = cls(path.open("x", encoding="utf-8"), now)
        head = {"version": 2, "width": size[0], "height": size[1]}
        recording._write({**head, "timestamp": int(date.timestamp()), "env": {"TERM": term}})
        return recording

    def show(self, data: bytes) -> None:
        """Keep what is painted."""
        if text := self._decode(data):
            self._note("o", text)

    def resize(self, columns: int, rows: int) -> None:
        """Keep a new size."""
        self._note("r", f"{columns}x{rows}")

    def close(self) -> None:
        """End the recording."""
        if not self._file.closed:
            try:
                self._file.close()
            except OSError:  # the disk is full: what is there can be shown
                self._left = 0

    def _note(self, kind: str, text: str) -> None:
        self._write([round(self._now() - self._began, 6), kind, text])

    def _write(self, line: object) -> None:
        written = json.dumps(line, ensure_ascii=False) + "\n"
        self._left -= len(written.encode())
        if self._left < 0 or self._file.closed:
            self.close()
            return
        try:
            self._file.write(written)
        except OSError:
            self._left = 0


class Shown:
    """The line to a person, all that is painted on it being recorded."""

    def __init__(self, person: Person, recording: Recording) -> None:
        """Record what a person is sent."""
        self._person = person
        self._recording = recording
        self.pause_reading = person.pause_reading
        self.resume_reading = person.resume_reading

    def write(self, data: bytes) -> None:
        """Send and record what the program said."""
        self._recording.show(data)
        self._person.write(data)


def names(account: Path) -> list[str]:
    """Return the names of the recordings of an account, the oldest first."""
    found = (path.stem for path in (account / FOLDER).glob(f"*{_SUFFIX}"))
    return sorted(name for name in found if _NAME.fullmatch(name))


def read(account: Path, name: str) -> bytes:
    """Return a recording. Raises `FileNotFoundError` for a name that is none, `OSError`."""
    return read_file(_path(account, name))


def remove(account: Path, name: str) -> None:
    """Remove a recording. Raises `FileNotFoundError` for a name that is none, `OSError`."""
    _path(account, name).unlink()


def _path(account: Path, name: str) -> Path:
    if name not in names(account):
        raise FileNotFoundError(name)
    return account / FOLDER / f"{name}{_SUFFIX}"
