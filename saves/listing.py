"""The list of a folder's game files: its order at once, the content of each when asked for."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from engine.reasons import Sentence
from engine.version import __version__
from saves.document import Fault
from saves.files import read_file
from saves.header import LARGE, Header, header_of, read_header
from saves.lock import Holder, holder_of
from saves.reading import read_record
from saves.reasons import FileReason, plain_sentence, sentence
from saves.record import Record
from saves.store import FileMark, GameFile, SavedFile

MAX_INDEX_BYTES: Final = 16 * 1024 * 1024
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
        """Write the known facts of these files, if any is new; errors are ignored."""
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
        if not stat.S_ISREG(about.st_mode) or about.st_size > MAX_INDEX_BYTES:
            raise ValueError("not an index")
        return file.read(MAX_INDEX_BYTES)


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


_Read: TypeAlias = tuple[Header, Record | None]


class Listing:
    """A list of game files, the last written first; safe to use from several threads."""

    def __init__(self, folder: Path, files: Sequence[GameFile], index: Index) -> None:
        """List these files of a folder, with the content that the index remembers."""
        self._folder = folder
        self.files = files
        self._index = index
        self._known = [index.get(file.mark) if file.mark else None for file in files]
        self._holders: dict[int, Holder | None] = {}

    def __len__(self) -> int:
        return len(self.files)

    def __iter__(self) -> Iterator[SavedFile]:
        return map(self.inspect, range(len(self)))

    def path(self, at: int) -> Path:
        """Return the path of file number `at`."""
        return self._folder / self.files[at].name

    def is_large(self, at: int) -> bool:
        """Return whether reading file number `at` may take a noticeable moment."""
        mark = self.files[at].mark
        return mark is not None and mark.size > LARGE

    def known(self, at: int) -> SavedFile | None:
        """Return the remembered content of file number `at`, None if unknown; opens no file."""
        known = self._known[at]
        if known is None or (self.files[at].may_be_held and at not in self._holders):
            return None
        return SavedFile(self.path(at), known.header, known.fault, self._holders.get(at))

    def header(self, at: int) -> Header | None:
        """Return the remembered header of file number `at`, None if unknown; opens no file."""
        known = self._known[at]
        return known.header if known else None

    def is_damaged(self, at: int) -> bool:
        """Return whether a fault of file number `at` is remembered; opens no file."""
        known = self._known[at]
        return known is not None and known.header is None

    def is_checked(self, at: int) -> bool:
        """Return whether file number `at` needs no further check: it is right, or has a fault."""
        known = self._known[at]
        return known is not None and (known.is_checked or known.header is None)

    def inspect(self, at: int) -> SavedFile:
        """Return the content of file number `at`, remembered or read without replaying moves."""
        if self._known[at] is None:
            self._find(at, _in_short)
        if self.files[at].may_be_held and at not in self._holders:
            with suppress(OSError):
                self._holders[at] = holder_of(self.path(at))
            self._holders.setdefault(at, None)
        saved = self.known(at)
        assert saved is not None
        return saved

    def check(self, at: int) -> SavedFile:
        """Return the content of file number `at` now, with its record and every move checked."""
        record = self._find(at, _in_full)
        return self.inspect(at)._replace(record=record)

    def keep(self) -> None:
        """Remember the contents for the next listing."""
        self._index.keep(file.mark for file in self.files if file.mark)

    def _find(self, at: int, read: Callable[[bytes], _Read]) -> Record | None:
        """Read a file and remember its content, but not an error of the system, which may pass."""
        header, record, fault, may_pass = None, None, None, False
        try:
            header, record = read(read_file(self.path(at)))
        except Fault as error:
            fault = error.sentence
        except OSError as error:
            fault, may_pass = plain_sentence(error.strerror or str(error)), True
        except MemoryError:
            fault, may_pass = sentence(FileReason.NO_MEMORY), True
        known = IndexEntry(header, fault, record is not None)
        self._known[at] = known
        mark = self.files[at].mark
        if mark and not may_pass:
            self._index.put(mark, known)
        return record


def _in_short(data: bytes) -> _Read:
    return read_header(data), None


def _in_full(data: bytes) -> _Read:
    record = read_record(data)
    return header_of(record), record
