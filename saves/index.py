"""What files were found to hold, remembered from one listing to the next.

Nothing but lists believes it: a game is opened from its file. It may be thrown away at any time.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from engine.version import __version__
from saves.folder import Mark
from saves.header import Header
from saves.sentence import Sentence

MAX_BYTES: Final = 16 * 1024 * 1024
"""A larger index is none: that of 10,000 games has less than 3 MB."""


class Known(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What a file was found to hold: a header, or else a fault; and whether moves were played."""

    header: Header | None
    fault: Sentence | None
    is_checked: bool

    def __post_init__(self) -> None:
        """Raise `ValueError` for what is neither, and for a fault that cannot be said."""
        if (self.header is None) != bool(self.fault):
            raise ValueError("a header, or else a fault")
        try:
            str(self.fault)
        except (LookupError, AttributeError, TypeError) as error:
            raise ValueError("a sentence without its facts") from error


class _Content(msgspec.Struct, array_like=True):
    """The whole of the file; what another version wrote is not read."""

    version: str
    known: list[tuple[Mark, Known]]


class Index:
    """A small file beside a folder of games; missing, damaged or foreign it is as good as empty."""

    def __init__(self, path: Path) -> None:
        """Read what is remembered there."""
        self._path = path
        self._known: dict[Mark, Known] = {}
        self._has_news = False
        with suppress(OSError, ValueError, RecursionError):
            content = msgspec.json.decode(_read(path), type=_Content)
            if content.version == __version__:
                self._known = dict(content.known)

    def get(self, mark: Mark) -> Known | None:
        """Return what a file with this mark holds, None if that is not known."""
        return self._known.get(mark)

    def put(self, mark: Mark, known: Known) -> None:
        """Remember what the file with this mark holds."""
        self._known[mark] = known
        self._has_news = True

    def keep(self, marks: Iterable[Mark]) -> None:
        """Write what is known of these files, if there is anything new; or not, where none can."""
        if not self._has_news:
            return
        self._has_news = False
        known = self._known  # another thread may put more into it meanwhile
        kept = [(mark, found) for mark in marks if (found := known.get(mark))]
        self._known = dict(kept)
        with suppress(OSError):
            _write(self._path, msgspec.json.encode(_Content(__version__, kept)))


def _read(path: Path) -> bytes:
    """Return the bytes of a regular file that is not too large. Raises `OSError`, `ValueError`."""
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as file:
        about = os.fstat(file.fileno())
        if not stat.S_ISREG(about.st_mode) or about.st_size > MAX_BYTES:
            raise ValueError("not an index")
        return file.read(MAX_BYTES)


def _write(path: Path, data: bytes) -> None:
    """Put the bytes in place, for us alone to read. Raises `OSError`.

    Nothing is synced, and of two who write at once the last one wins: what is lost is found anew.
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
