"""The game files of a folder as a list: their order at once, what they hold when asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from saves.document import Fault
from saves.files import read_file
from saves.folder import File
from saves.header import LARGE, Header, header_of, read_header
from saves.index import Index, Known
from saves.lock import Holder, holder_of
from saves.reasons import FileReason
from saves.record import Record, read_record
from saves.sentence import plain_sentence, sentence
from saves.store import Saved

_Read: TypeAlias = tuple[Header, Record | None]


class Listing:
    """Game files, the last changed first. Several threads may ask."""

    def __init__(self, folder: Path, files: Sequence[File], index: Index) -> None:
        """List these files of a folder, with what the index remembers of them."""
        self._folder = folder
        self.files = files
        self._index = index
        self._known = [index.get(file.mark) if file.mark else None for file in files]
        self._holders: dict[int, Holder | None] = {}

    def __len__(self) -> int:
        return len(self.files)

    def __iter__(self) -> Iterator[Saved]:
        return map(self.look, range(len(self)))

    def path(self, at: int) -> Path:
        """Return the path of file number `at`."""
        return self._folder / self.files[at].name

    def is_large(self, at: int) -> bool:
        """Return whether reading file number `at` may take a moment that a person notices."""
        mark = self.files[at].mark
        return mark is not None and mark.size > LARGE

    def known(self, at: int) -> Saved | None:
        """Return what file number `at` is known to hold; no file is opened."""
        known = self._known[at]
        if known is None or (self.files[at].may_be_held and at not in self._holders):
            return None
        return Saved(self.path(at), known.header, known.fault, self._holders.get(at))

    def is_checked(self, at: int) -> bool:
        """Return whether all is known of file number `at`: that its moves are right, or a fault."""
        known = self._known[at]
        return known is not None and (known.is_checked or known.header is None)

    def look(self, at: int) -> Saved:
        """Return what file number `at` holds: by its header and structure, or as it is known."""
        if self._known[at] is None:
            self._find(at, _in_short)
        if self.files[at].may_be_held and at not in self._holders:
            with suppress(OSError):
                self._holders[at] = holder_of(self.path(at))
            self._holders.setdefault(at, None)
        saved = self.known(at)
        assert saved is not None
        return saved

    def check(self, at: int) -> Saved:
        """Return what file number `at` holds now, with its record: every move is checked."""
        record = self._find(at, _in_full)
        return replace(self.look(at), record=record)

    def keep(self) -> None:
        """Remember what was found for the next listing."""
        self._index.keep(file.mark for file in self.files if file.mark)

    def _find(self, at: int, read: Callable[[bytes], _Read]) -> Record | None:
        """Read a file and note what it holds; what the system says of it may pass, and is not."""
        header, record, fault, may_pass = None, None, None, False
        try:
            header, record = read(read_file(self.path(at)))
        except Fault as error:
            fault = error.sentence
        except OSError as error:
            fault, may_pass = plain_sentence(error.strerror or str(error)), True
        except MemoryError:
            fault, may_pass = sentence(FileReason.NO_MEMORY), True
        known = Known(header, fault, record is not None)
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
