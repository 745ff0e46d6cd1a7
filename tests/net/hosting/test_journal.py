"""The journal of a table: on the disk when it says so, and read again after any kill."""

from __future__ import annotations

import errno
import fcntl
import os
import threading
from functools import partial
from pathlib import Path

import pytest
from games_on_disk import NOW
from shared_tables import plain_files

from host.entries import CloseEntry, Entry, MoveEntry, OpenEntry, encoded
from host.plan import HostPlan, SeatPlan
from net.hosting import journal as limits
from net.hosting import journal_files as journals
from net.hosting.journal import GATHERING, Journal, JournalFault, JournalWriter, entries_of
from net.hosting.journal_files import AlreadyAlive, JournalThread, LockedJournal
from net.names.journals import (
    JOURNAL_VERSION,
    LAST_LINE,
    journal_paths,
    killed_tables,
    sweep_journals,
)
from play.manual_loop import ManualLoop
from saves.lock import LockGroup

FIRST = OpenEntry(
    version=JOURNAL_VERSION,
    table="zoe",
    plan=HostPlan(game="duel", seats=(SeatPlan(),) * 2),
    account="unix:7",
)
PATIENCE = 60


def created(folder: Path) -> LockedJournal:
    return LockedJournal.create(FIRST, NOW, LockGroup(), folder)


def reopened(path: Path) -> tuple[LockedJournal, list[Entry]]:
    return LockedJournal.reopen(path, NOW, LockGroup())


class Opened:
    """A journal that is open, with its file, in a process of its own."""

    def __init__(
        self,
        file: LockedJournal,
        writer: JournalWriter | None = None,
        loop: ManualLoop | None = None,
    ) -> None:
        self.loop = loop or ManualLoop()
        self.file, self.path = file, file.path
        self.writer = writer or JournalWriter(self.loop, JournalThread(self.loop))
        self.journal = Journal(file, file.length, self.writer)
        self.errors: list[OSError | None] = []

    def write(self, *numbers: int) -> None:
        for number in numbers:
            self.journal.append(move(number), self.errors.append)

    def wait(self, count: int) -> list[OSError | None]:
        """Return the newest errors once so many have been told."""
        while len(self.errors) < count:
            self.loop.wait(PATIENCE)
            self.loop.run()
        return self.errors[-count:]

    def append(self, *numbers: int) -> list[OSError | None]:
        self.errors.clear()
        self.write(*numbers)
        return self.wait(len(numbers))

    def close(self) -> None:
        told: list[OSError | None] = []
        self.journal.close(told.append)
        while not told:
            self.loop.wait(PATIENCE)
            self.loop.run()


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "tables"


@pytest.fixture
def journal(folder):
    made = Opened(created(folder))
    yield made
    made.close()


def move(number: int) -> MoveEntry:
    return MoveEntry(by=0, client="a", number=number, seat=0, move=f"move {number}")


def entries_in(path: Path) -> list[Entry]:
    return entries_of(path.read_bytes())[0]


def test_what_is_written_is_read_again_in_order(journal):
    assert journal.append(*range(50)) == [None] * 50
    assert entries_in(journal.path) == [FIRST, *map(move, range(50))]
    assert journal.path.stat().st_mode & 0o777 == 0o600
    lock = f".{journal.path.name}.lock"
    assert plain_files(journal.path.parent) == [lock, journal.path.name]


class HeldFile:
    """A file in memory whose disk is counted, and may fail."""

    def __init__(self, calls: list[str], name: str) -> None:
        self.data, self.error = b"", None
        self._calls, self._name = calls, name

    def _call(self, what: str) -> None:
        self._calls.append(f"{what} {self._name}")
        if self.error:
            raise self.error

    def write(self, data, at):
        self._call("write")
        self.data = self.data[:at].ljust(at, b"?") + data

    def sync(self):
        self._call("sync")

    def cut(self, length):
        self._call("cut")
        self.data = self.data[:length]

    def release(self):
        self._calls.append(f"release {self._name}")


class Disk:
    """Carries out one pass of a writer after the other, when a test says so."""

    def __init__(self) -> None:
        self.passes = []

    def __call__(self, journals, done):
        self.passes.append((journals, done))

    def answer(self, seconds: float = 0.0) -> None:
        journals, done = self.passes.pop(0)
        for step in (Journal.write, Journal.sync):
            for journal in journals:
                step(journal)
        done(seconds)


class Tables:
    """Three journals with one writer, without a thread, a file or a clock."""

    def __init__(self) -> None:
        self.now, self.calls, self.told, self.disk = 100.0, [], [], Disk()
        self.loop = ManualLoop(lambda: self.now)
        writer = JournalWriter(self.loop, self.disk)
        self.files = [HeldFile(self.calls, name) for name in "abc"]
        self.journals = [Journal(file, 0, writer) for file in self.files]

    def write(self, table: int, number: int) -> None:
        self.journals[table].append(
            move(number), lambda error: self.told.append((table, number, error))
        )


def test_all_journals_are_written_in_one_pass_then_synced_and_each_table_is_told():
    tables = Tables()
    tables.write(0, 1)
    for number in (2, 3):
        for table in range(3):
            tables.write(table, number)
    tables.disk.answer()
    assert tables.told == [(0, 1, None)]
    tables.calls.clear()
    tables.disk.answer()
    assert tables.calls == [f"{step} {name}" for step in ("write", "sync") for name in "abc"]
    assert tables.told[1:] == [(table, number, None) for table in range(3) for number in (2, 3)]
    assert entries_of(encoded(FIRST) + tables.files[0].data)[0][1:] == [*map(move, (1, 2, 3))]
    assert tables.disk.passes == []


def test_the_files_of_the_last_pass_alone_are_open_and_a_removed_one_takes_no_line(folder):
    loop = ManualLoop()
    writer = JournalWriter(loop, JournalThread(loop))
    first, second = (Opened(created(folder), writer, loop) for _table in range(2))

    def is_open(one: Opened) -> bool:
        handles = Path("/proc/self/fd").iterdir()
        return any(handle.readlink() == one.path for handle in handles if handle.is_symlink())

    for one, other in ((first, second), (second, first), (second, first)):
        assert one.append(1) == [None]
        assert is_open(one)
        assert not is_open(other)
    second.path.unlink()
    [error] = second.append(2)
    assert error.errno == errno.ENOENT
    assert first.append(2) == [None]
    first.close()
    second.close()


def test_between_two_passes_of_a_slow_disk_is_a_pause_and_none_where_it_is_fast():
    tables = Tables()
    for seconds, pause in ((0.0001, 0.0), (0.002, 0.002), (3.0, GATHERING)):
        tables.write(0, 1)
        tables.disk.answer(seconds)
        tables.write(1, 2)
        assert len(tables.disk.passes) == (pause == 0)
        tables.now += pause + 1e-9
        tables.loop.run()
        tables.disk.answer()


def test_an_error_of_one_journal_is_told_to_its_table_alone():
    tables = Tables()
    tables.files[1].error = OSError(errno.EIO, "no such luck")
    for table in range(3):
        tables.write(table, 1)
    tables.disk.answer()
    tables.disk.answer()
    assert tables.told == [(0, 1, None), (1, 1, tables.files[1].error), (2, 1, None)]


def test_a_table_that_fails_when_it_is_told_keeps_the_others_waiting_for_nothing():
    tables = Tables()
    tables.write(0, 1)

    def fail(_error):
        raise LookupError

    tables.journals[1].append(move(2), fail)
    tables.write(2, 2)
    tables.disk.answer()
    tables.write(0, 3)
    with pytest.raises(LookupError):
        tables.disk.answer()
    assert tables.told == [(0, 1, None), (2, 2, None)]
    tables.disk.answer()
    assert tables.told[2:] == [(0, 3, None)]


def test_no_pass_begins_before_each_table_is_told_of_the_one_before():
    tables = Tables()
    tables.write(2, 0)  # the pass that the others wait for
    tables.journals[0].append(move(1), lambda _error: tables.write(0, 2))
    tables.write(1, 3)
    tables.disk.answer()
    tables.write(1, 4)
    while tables.disk.passes:
        tables.disk.answer()
    for file, numbers in ((tables.files[0], (1, 2)), (tables.files[1], (3, 4))):
        assert entries_of(encoded(FIRST) + file.data)[0][1:] == [*map(move, numbers)]
    assert {*tables.told} == {(2, 0, None), (0, 2, None), (1, 3, None), (1, 4, None)}


def test_a_journal_is_closed_once_all_is_written_and_another_goes_on():
    tables, told = Tables(), []
    tables.write(0, 1)
    tables.write(0, 2)
    tables.journals[0].close(told.append)
    tables.journals[1].close(told.append)
    assert (told, tables.calls) == ([None], ["release b"])
    tables.disk.answer()
    tables.disk.answer()
    assert tables.calls[1:] == ["write a", "sync a"] * 2 + ["release a"]
    assert (told, tables.disk.passes) == ([None, None], [])
    tables.write(0, 3)  # what a table that is open again would lose
    assert tables.told[-1][:2] == (0, 3)
    assert tables.told[-1][2].errno == errno.EBADF
    assert not tables.disk.passes
    tables.write(2, 1)
    tables.disk.answer()
    assert tables.told[-1] == (2, 1, None)


def test_without_room_for_a_thread_the_reason_is_told_and_the_next_entry_tries_again(
    journal, monkeypatch
):
    def fail(_thread):
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", fail)
        [error] = journal.append(1)
    assert error.errno == errno.EAGAIN
    assert journal.append(2) == [None]
    assert entries_in(journal.path) == [FIRST, move(2)]


def test_a_new_journal_is_on_the_disk_with_its_name(folder, monkeypatch):
    calls = []
    for name in ("fdatasync", "fsync"):
        real = getattr(os, name)
        monkeypatch.setattr(journals.os, name, partial(_noting, calls, name, real))
    created(folder).release()
    assert calls[-2:] == ["fdatasync", "fsync"]


def _noting(calls, name, real, handle):
    calls.append(name)
    real(handle)


@pytest.mark.parametrize("cut", [1, 5, 40])
def test_a_torn_last_line_is_dropped_and_writing_goes_on(folder, cut):
    journal = Opened(created(folder))
    journal.append(1, 2)
    journal.close()
    data = journal.path.read_bytes()
    journal.path.write_bytes(data[:-cut])
    file, entries = reopened(journal.path)
    assert entries == [FIRST, move(1)]
    again = Opened(file)
    again.append(3)
    again.close()
    assert entries_in(journal.path) == [FIRST, move(1), move(3)]


@pytest.mark.parametrize(
    "tail", [bytes(99), bytes(99) + b"\n", b'{"do":"move"', b"[]\n"], ids=range(4)
)
def test_what_a_power_failure_left_behind_the_last_line_is_dropped(folder, tail):
    journal = Opened(created(folder))
    journal.append(1)
    journal.close()
    with journal.path.open("ab") as file:
        file.write(tail)
    again, entries = reopened(journal.path)
    again.release()
    assert entries == [FIRST, move(1)]
    assert journal.path.read_bytes() == encoded(FIRST) + encoded(move(1))


@pytest.mark.parametrize("name", ["pwrite", "fdatasync"])
def test_after_a_failure_the_file_ends_where_it_did_and_the_next_is_tried(
    journal, monkeypatch, name
):
    journal.append(1)
    before = journal.path.read_bytes()
    real, failing = getattr(os, name), [True]

    def fails(handle, *rest):
        if failing and failing.pop():
            if name == "pwrite":
                real(handle, bytes(rest[0])[:5], rest[1])  # half of it got through
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(handle, *rest)

    monkeypatch.setattr(journals.os, name, fails)
    assert journal.append(2)[0].errno == errno.ENOSPC
    assert journal.path.read_bytes() == before
    assert journal.append(3) == [None]
    assert entries_in(journal.path) == [FIRST, move(1), move(3)]


def test_a_file_that_cannot_be_mended_takes_nothing_until_it_can(journal, monkeypatch):
    journal.append(1)
    real_write, real_cut, is_broken = os.pwrite, os.ftruncate, [True]

    def write(handle, data, at):
        if is_broken:
            real_write(handle, bytes(data)[:9], at)
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return real_write(handle, data, at)

    def cut(handle, length):
        if is_broken:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        real_cut(handle, length)

    monkeypatch.setattr(journals.os, "pwrite", write)
    monkeypatch.setattr(journals.os, "ftruncate", cut)
    assert [journal.append(n)[0].errno for n in (2, 3)] == [errno.EIO] * 2
    is_broken.clear()
    assert journal.append(4) == [None]
    assert entries_in(journal.path) == [FIRST, move(1), move(4)]


def test_short_writes_are_gone_on_with(journal, monkeypatch):
    real = os.pwrite
    monkeypatch.setattr(
        journals.os, "pwrite", lambda handle, data, at: real(handle, bytes(data)[:7], at)
    )
    assert journal.append(1, 2) == [None, None]
    assert entries_in(journal.path) == [FIRST, move(1), move(2)]


@pytest.mark.parametrize("name", ["open", "pwrite", "fdatasync", "fsync"])
def test_a_journal_that_cannot_be_made_leaves_nothing(folder, monkeypatch, name):
    folder.mkdir()
    real = getattr(os, name)

    def fails(*arguments, **more):
        if name == "open" and not arguments[1] & os.O_CREAT:
            return real(*arguments, **more)
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(journals.os, name, fails)
    with pytest.raises(OSError, match="error"):
        created(folder)
    monkeypatch.undo()
    assert plain_files(folder) == []


def test_a_journal_has_an_end(journal, monkeypatch):
    monkeypatch.setattr(limits, "MOST_BYTES", journal.path.stat().st_size + 100)
    monkeypatch.setattr(limits, "ROOM_FOR_MOVES", 50)
    assert journal.journal.has_room
    assert journal.append(1) == [None]
    assert not journal.journal.has_room
    assert journal.append(2)[0].errno == errno.EFBIG


def test_a_living_table_is_found_by_its_lock_and_not_opened_twice(journal, folder):
    assert killed_tables(folder) == []
    with pytest.raises(AlreadyAlive):
        reopened(journal.path)
    journal.close()
    assert [(dead.table, dead.game, dead.path) for dead in killed_tables(folder)] == [
        ("zoe", "duel", journal.path)
    ]


def test_the_last_line_of_a_table_that_ended_in_order_is_known_without_its_entries():
    assert encoded(CloseEntry()) == LAST_LINE


def test_what_is_no_journal_of_a_dead_table_is_passed_over(folder):
    folder.mkdir()
    journal = created(folder)
    journal.write(encoded(CloseEntry()), journal.length)
    journal.close()
    journal.release()
    (folder / "link.journal").symlink_to(journal.path)
    (folder / "none.journal").write_bytes(b"")
    (folder / "other.journal").write_bytes(b'{"do":"move"}\n')
    (folder / "binary.journal").write_bytes(bytes(range(256)))
    (folder / "newer.journal").write_bytes(encoded(FIRST).replace(b'"version":4', b'"version":9'))
    os.mkfifo(folder / "pipe.journal")
    (folder / "folder.journal").mkdir()
    assert killed_tables(folder) == []
    with pytest.raises(JournalFault):
        reopened(folder / "newer.journal")


def test_what_a_table_left_that_was_killed_at_its_very_end_goes_with_the_next_one(folder):
    ended, killed, living = (created(folder) for _ in range(3))
    for journal in (ended, living):
        journal.write(encoded(CloseEntry()), journal.length)
        journal.close()
    ended.release()
    killed.release()
    sweep_journals(folder)
    newer = created(folder)
    paths = {journal.path for journal in (killed, living, newer)}
    assert {*journal_paths(folder)} == paths
    for journal in (living, newer):
        journal.release()


def test_a_journal_that_was_removed_in_the_meantime_is_not_opened(folder, monkeypatch):
    journal = created(folder)
    journal.release()
    lock = fcntl.flock

    def removing(handle, how):
        journal.path.unlink(missing_ok=True)
        lock(handle, how)

    monkeypatch.setattr(fcntl, "flock", removing)
    with pytest.raises(FileNotFoundError):
        reopened(journal.path)
    assert plain_files(folder) == []


def test_a_table_of_an_older_version_that_is_alive_is_not_taken_over(folder):
    journal = created(folder)
    journal.release()
    handle = os.open(journal.path, os.O_RDWR)
    fcntl.flock(handle, fcntl.LOCK_EX)
    with pytest.raises(AlreadyAlive):
        reopened(journal.path)
    os.close(handle)
    assert plain_files(folder) == [journal.path.name]


def test_what_a_killed_process_left_of_its_locks_goes_with_the_next_table(folder):
    locks = LockGroup()
    journals = [LockedJournal.create(FIRST, NOW, locks, folder) for _ in range(3)]
    sides = [folder / f".{journal.path.name}.lock" for journal in journals]
    assert len({side.stat().st_ino for side in sides}) == 1
    journals[0].path.unlink()
    [file] = {id(journal._lock._file): journal._lock._file for journal in journals}.values()
    os.close(file.handle)  # as a kill does
    assert {dead.path for dead in killed_tables(folder)} == {one.path for one in journals[1:]}
    again, _entries = reopened(journals[1].path)
    assert sides[1].stat().st_nlink == 1
    sweep_journals(folder)
    newer = created(folder)
    assert not sides[0].exists()
    assert {dead.path for dead in killed_tables(folder)} == {journals[2].path}
    again.release()
    newer.release()
