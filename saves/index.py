"""The index of a folder: the headers of its files, remembered from one listing to the next.

Only lists use it; a game is always opened from its file. It may be deleted at any time.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from engine.reasons import Sentence
from engine.version import __version__
from saves.folder import FileMark
from saves.header import Header

MAX_BYTES: Final = 16 * 1024 * 1024
"""The size in bytes above which an index is ignored; one of 10,000 games has less than 3 MB."""


class IndexEntry(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The content of a file: a header or else a fault, and whether its moves were replayed."""

    header: Header | None
    fault: Sentence | None
    is_checked: bool

    def __post_init__(self) -> None:
        """Raise `ValueError` unless there is either a header or a fault that can be said."""
        if (self.header is None) != bool(self.fault):
            raise ValueError("a header, or else a fault")
        try:
            str(self.fault)
        except (LookupError, AttributeError, TypeError) as error:
            raise ValueError("a sentence without its facts") from error


class _IndexFile(msgspec.Struct, array_like=True):
    """The whole index file; one of another version is ignored."""

    version: str
    known: list[tuple[FileMark, IndexEntry]]


class Index:
    """The index file beside a folder of games; if missing or damaged, it counts as empty."""

    def __init__(self, path: Path) -> None:
        """Read the index file."""
        self._path = path
        self._known: dict[FileMark, IndexEntry] = {}
        self._has_news = False
        with suppress(OSError, ValueError, RecursionError):
            content = msgspec.json.decode(_read(path), type=_IndexFile)
            if content.version == __version__:
                self._known = dict(content.known)

    def get(self, mark: FileMark) -> IndexEntry | None:
        """Return the content of the file with this mark, None if it is not known."""
        return self._known.get(mark)

    def put(self, mark: FileMark, known: IndexEntry) -> None:
        """Remember the content of the file with this mark."""
        self._known[mark] = known
        self._has_news = True

    def keep(self, marks: Iterable[FileMark]) -> None:
        """Write what is known of these files, if anything is new; errors are ignored."""
        if not self._has_news:
            return
        self._has_news = False
        known = self._known  # another thread may put more into it meanwhile
        kept = [(mark, found) for mark in marks if (found := known.get(mark))]
        self._known = dict(kept)
        with suppress(OSError):
            _write(self._path, msgspec.json.encode(_IndexFile(__version__, kept)))


def _read(path: Path) -> bytes:
    """Return the bytes of a regular file that is not too large. Raises `OSError`, `ValueError`."""
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as file:
        about = os.fstat(file.fileno())
        if not stat.S_ISREG(about.st_mode) or about.st_size > MAX_BYTES:
            raise ValueError("not an index")
        return file.read(MAX_BYTES)


def _write(path: Path, data: bytes) -> None:
    """Replace the file, private to the user. Raises `OSError`.

    Nothing is synced, and the last of two simultaneous writers wins: lost entries are read anew.
    """
    temporary = path.with_name(f".{path.name}.tmp")
    temporary.unlink(missing_ok=True)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
    try:
        with os.fdopen(os.open(temporary, flags, 0o600), "wb") as file:
            file.write(data)
        temporary.replace(path)
    except OSError:
        with suppress(OSError):
            temporary.unlink()
        raise
