"""The journals of tables: the lines that wait, the passes that write them, and the answers.

A line that was reported as written survives a kill and a power failure. A reader drops the rest:
everything from the first line that is not whole.

Nothing here has a thread, a clock or a file; `net.hosting.journal_files` has them.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec

from engine.loop import Call, Loop, OneTimer
from engine.reasons import Explained
from host.entries import Entry, EntryBase, OpenEntry, encoded
from host.plan import StartReason
from net.names.journals import JOURNAL_VERSION, upgraded

if TYPE_CHECKING:
    from net.hosting.journal_files import LockedJournal

GATHERING: Final = 0.005
"""The most seconds after a sync in which new lines are gathered for the next one."""

MOST_TOGETHER: Final = 32
"""The most journals that are written in one pass, and so are open at once."""

FAST: Final = 0.0005
"""The seconds of a sync that is so fast that nothing is gathered, and no thread is needed."""

MOST_BYTES: Final = 64 * 1024 * 1024
"""The length at which a journal takes no more."""

ROOM_FOR_MOVES: Final = 8 * 1024 * 1024
"""The bytes at the end of it that are kept for moves; all else is refused there."""

Written: TypeAlias = Callable[["OSError | None"], None]
"""Told in the loop that an entry is on the disk, or why it is not."""


class JournalFault(Explained, ValueError):
    """An error: a file is no journal that this program can go on with."""


CarryOut: TypeAlias = "Callable[[Sequence[Journal], Callable[[float], None]], None]"
"""Lets journals `write`, then `sync`; then tells in the loop how many seconds that took.

It may tell so before it returns.
"""


class JournalWriter:
    """The writer of the journals of all tables of a process: together, in one pass after the other.

    Lines that come while the disk works are written in the next pass.
    """

    def __init__(self, loop: Loop, carry_out: CarryOut) -> None:
        """Write in this way, `carry_out`, for tables in this loop."""
        self._loop = loop
        self._carry_out = carry_out
        self._waiting: list[Journal] = []
        self._is_busy = False
        self._free_at = loop.now()
        self._pause = OneTimer(loop)

    def add(self, journal: Journal) -> None:
        """Write the lines that wait for a journal, soon."""
        self._waiting.append(journal)
        self._go_on()

    def _go_on(self) -> None:
        if self._is_busy or self._pause.is_running or not self._waiting:
            return
        if (seconds := self._free_at - self._loop.now()) > 0:
            self._pause.start(seconds, self._go_on)
            return
        self._is_busy = True
        journals, self._waiting = self._waiting[:MOST_TOGETHER], self._waiting[MOST_TOGETHER:]
        for journal in journals:
            journal.begin_pass()
        self._carry_out(journals, partial(self._done, journals))

    def _done(self, journals: Sequence[Journal], seconds: float) -> None:
        if seconds >= FAST and not self._waiting:
            self._free_at = self._loop.now() + min(seconds, GATHERING)
        try:
            self._settle(iter(journals))
        finally:
            self._is_busy = False
            self._go_on()

    def _settle(self, journals: Iterator[Journal]) -> None:
        """Settle journals one after the other, each whatever another one raises."""
        try:
            for journal in journals:
                journal.settle()
        except BaseException:
            self._settle(journals)
            raise


class Journal:
    """The journal of a living table: entries are written one after the other, and told of.

    Attributes:
        error: Why the lines of this pass are not on the disk, None if they are.
    """

    def __init__(self, file: LockedJournal, length: int, writer: JournalWriter) -> None:
        """Go on at the end of a file of this length."""
        self.error: OSError | None = None
        self._file = file
        self._length = length
        self._writer = writer
        self._lines: list[tuple[bytes, Written]] = []
        self._in_pass: list[tuple[bytes, Written]] = []
        self._unsettled = 0
        self._is_torn = False
        self._closed: Written | None = None

    @property
    def has_room(self) -> bool:
        """Whether there is room for more than moves."""
        return self._length + self._unsettled < MOST_BYTES - ROOM_FOR_MOVES

    def append(self, entry: EntryBase, written: Written) -> None:
        """Write an entry after those before, and tell in the loop when it is on the disk.

        `written` may be called before this returns. A closed journal takes nothing: its file may be
        that of a table which was opened again.
        """
        line = encoded(entry)
        if self._closed:
            written(OSError(errno.EBADF, os.strerror(errno.EBADF)))
            return
        if self._length + self._unsettled + len(line) > MOST_BYTES:
            written(OSError(errno.EFBIG, os.strerror(errno.EFBIG)))
            return
        self._lines.append((line, written))
        self._unsettled += len(line)
        if len(self._lines) == 1:
            self._writer.add(self)

    def close(self, closed: Written) -> None:
        """Give up the lock as soon as nothing has to be written any more, and tell so.

        A disk that does not answer keeps the lock until the process ends.
        """
        self._closed = closed
        if not self._unsettled:
            self._file.release()
            closed(None)

    def begin_pass(self) -> None:
        """Let all lines that wait be those of this pass."""
        self._in_pass, self._lines, self.error = self._lines, [], None

    def write(self) -> None:
        """Write the lines of this pass, in any thread; first cut off the rest of a failed pass."""
        self._try(self._write)

    def sync(self) -> None:
        """Wait until the lines are on the disk. After an error the file ends where it did."""
        if self.error is None:
            self._try(self._file.sync)
        if self._is_torn:
            with suppress(Exception):
                self._mend()

    def let_go(self) -> None:
        """Close the file until lines of a later pass are written, in any thread."""
        self._file.close()

    def settle(self) -> None:
        """Count the lines of this pass as written or not, and answer for each of them."""
        size = sum(len(line) for line, _written in self._in_pass)
        self._unsettled -= size
        if self.error is None:
            self._length += size
        for _line, written in self._in_pass:
            written(self.error)
        if self._closed:
            self.close(self._closed)

    def _write(self) -> None:
        if self._is_torn:
            self._mend()
        self._file.write(b"".join(line for line, _written in self._in_pass), self._length)

    def _mend(self) -> None:
        self._file.cut(self._length)
        self._is_torn = False

    def _try(self, step: Call) -> None:
        try:
            step()
        except Exception as fault:  # noqa: BLE001 - whatever it is, the tables stand
            self.error = fault if isinstance(fault, OSError) else OSError(errno.EIO, str(fault))
            self._is_torn = True


_decoder: Final = msgspec.json.Decoder(Entry, strict=True)


def entries_of(data: bytes) -> tuple[list[Entry], int]:
    """Return the whole entries of a journal's bytes, and the length up to their end.

    Raises `JournalFault`.
    """
    if len(data) > MOST_BYTES:
        raise JournalFault(StartReason.NO_JOURNAL)
    entries: list[Entry] = []
    length = 0
    version = _first(data.partition(b"\n")[0]).version
    while (end := data.find(b"\n", length)) >= 0:
        try:
            entries.append(_entry(data[length:end], version))
        except (ValueError, RecursionError):
            break
        length = end + 1
    return entries, length


def _first(line: bytes) -> OpenEntry:
    """Return the first entry of a journal. Raises `JournalFault`."""
    with suppress(ValueError, RecursionError):
        first = _entry(line, 1)
        if isinstance(first, OpenEntry) and 1 <= first.version <= JOURNAL_VERSION:
            return first
    raise JournalFault(StartReason.NO_JOURNAL)


def _entry(line: bytes, version: int) -> Entry:
    """Return the entry of a line of a journal of this version. Raises `ValueError`."""
    entry: Entry = _decoder.decode(upgraded(line) if version == 1 else line)
    return entry
