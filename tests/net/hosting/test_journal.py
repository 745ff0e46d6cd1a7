"""The journal of a table: on the disk when it says so, and read again after any kill."""

from __future__ import annotations

import errno
import os
import threading
from functools import partial

import pytest
from shared_tables import plain_files

from host.entries import CloseEntry, MoveEntry, OpenEntry
from host.plan import HostPlan, SeatPlan
from net.hosting import journal as journals
from net.hosting.journal import (
    AlreadyAlive,
    Journal,
    JournalFault,
    encoded,
    read_journal,
)
from net.names.journals import JOURNAL_VERSION, LAST_LINE, journal_paths, killed_tables

FIRST = OpenEntry(
    version=JOURNAL_VERSION,
    table="zoe",
    plan=HostPlan(game="duel", seats=(SeatPlan(),) * 2),
    account="unix:7",
)
PATIENCE = 60


class WaitingLoop:
    """Makes calls at once, in whatever thread they come."""

    def soon(self, call):
        call()

    def later(self, seconds, call):
        raise AssertionError


class Told:
    """What was told of appended entries."""

    def __init__(self) -> None:
        self.errors: list[OSError | None] = []
        self._came = threading.Semaphore(0)

    def __call__(self, error):
        self.errors.append(error)
        self._came.release()

    def wait(self, count: int = 1) -> list[OSError | None]:
        for _ in range(count):
            assert self._came.acquire(timeout=PATIENCE)
        return self.errors


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "tables"


@pytest.fixture
def journal(folder):
    made = Journal.create(FIRST, WaitingLoop(), folder)
    yield made
    made.close()


def move(number: int) -> MoveEntry:
    return MoveEntry(by=0, client="a", number=number, seat=0, move=f"move {number}")


def append(journal: Journal, *numbers: int) -> list[OSError | None]:
    told = Told()
    for number in numbers:
        journal.append(move(number), told)
    return told.wait(len(numbers))


def test_what_is_written_is_read_again_in_order(journal):
    assert append(journal, *range(50)) == [None] * 50
    assert read_journal(journal.path) == [FIRST, *map(move, range(50))]
    assert journal.path.stat().st_mode & 0o777 == 0o600
    assert plain_files(journal.path.parent) == [journal.path.name]


def test_what_comes_while_the_disk_works_is_synced_together(journal, monkeypatch):
    gate, syncs, sync = threading.Event(), [], os.fdatasync

    def slow(handle):
        syncs.append(handle)
        assert gate.wait(PATIENCE)
        sync(handle)

    monkeypatch.setattr(journals.os, "fdatasync", slow)
    told = Told()
    for number in range(30):
        journal.append(move(number), told)
    assert told.errors == []
    gate.set()
    told.wait(30)
    assert 1 <= len(syncs) <= 2


def test_nobody_is_told_before_the_sync(journal, monkeypatch):
    order = []
    sync = os.fdatasync
    monkeypatch.setattr(
        journals.os, "fdatasync", lambda handle: (sync(handle), order.append("sync"))
    )
    told = Told()
    journal.append(move(1), lambda error: (order.append("told"), told(error)))
    told.wait()
    assert order == ["sync", "told"]


def test_a_new_journal_is_on_the_disk_with_its_name(folder, monkeypatch):
    calls = []
    for name in ("fdatasync", "fsync"):
        real = getattr(os, name)
        monkeypatch.setattr(journals.os, name, partial(_noting, calls, name, real))
    Journal.create(FIRST, WaitingLoop(), folder).close()
    assert calls[-2:] == ["fdatasync", "fsync"]


def _noting(calls, name, real, handle):
    calls.append(name)
    real(handle)


@pytest.mark.parametrize("cut", [1, 5, 40])
def test_a_torn_last_line_is_dropped_and_writing_goes_on(folder, cut):
    journal = Journal.create(FIRST, WaitingLoop(), folder)
    append(journal, 1, 2)
    journal.close()
    data = journal.path.read_bytes()
    journal.path.write_bytes(data[:-cut])
    again, entries = Journal.reopen(journal.path, WaitingLoop())
    assert entries == [FIRST, move(1)]
    append(again, 3)
    again.close()
    assert read_journal(journal.path) == [FIRST, move(1), move(3)]


@pytest.mark.parametrize(
    "tail", [bytes(99), bytes(99) + b"\n", b'{"do":"move"', b"[]\n"], ids=range(4)
)
def test_what_a_power_failure_left_behind_the_last_line_is_dropped(folder, tail):
    journal = Journal.create(FIRST, WaitingLoop(), folder)
    append(journal, 1)
    journal.close()
    with journal.path.open("ab") as file:
        file.write(tail)
    again, entries = Journal.reopen(journal.path, WaitingLoop())
    again.close()
    assert entries == [FIRST, move(1)]
    assert journal.path.read_bytes() == encoded(FIRST) + encoded(move(1))


@pytest.mark.parametrize("name", ["pwrite", "fdatasync"])
def test_after_a_failure_the_file_ends_where_it_did_and_the_next_is_tried(
    journal, monkeypatch, name
):
    append(journal, 1)
    before = journal.path.read_bytes()
    real, failing = getattr(os, name), [True]

    def fails(handle, *rest):
        if failing and failing.pop():
            if name == "pwrite":
                real(handle, bytes(rest[0])[:5], rest[1])  # half of it got through
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(handle, *rest)

    monkeypatch.setattr(journals.os, name, fails)
    assert append(journal, 2)[0].errno == errno.ENOSPC
    assert journal.path.read_bytes() == before
    assert append(journal, 3) == [None]
    assert read_journal(journal.path) == [FIRST, move(1), move(3)]


def test_a_file_that_cannot_be_mended_takes_nothing_until_it_can(journal, monkeypatch):
    append(journal, 1)
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
    assert [append(journal, n)[0].errno for n in (2, 3)] == [errno.EIO] * 2
    is_broken.clear()
    assert append(journal, 4) == [None]
    assert read_journal(journal.path) == [FIRST, move(1), move(4)]


def test_short_writes_are_gone_on_with(journal, monkeypatch):
    real = os.pwrite
    monkeypatch.setattr(
        journals.os, "pwrite", lambda handle, data, at: real(handle, bytes(data)[:7], at)
    )
    assert append(journal, 1, 2) == [None, None]
    assert read_journal(journal.path) == [FIRST, move(1), move(2)]


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
        Journal.create(FIRST, WaitingLoop(), folder)
    monkeypatch.undo()
    assert plain_files(folder) == []


def test_a_journal_has_an_end(journal, monkeypatch):
    monkeypatch.setattr(journals, "MOST_BYTES", journal.path.stat().st_size + 100)
    monkeypatch.setattr(journals, "ROOM_FOR_MOVES", 50)
    assert journal.has_room
    assert append(journal, 1) == [None]
    assert not journal.has_room
    assert append(journal, 2)[0].errno == errno.EFBIG


def test_a_living_table_is_found_by_its_lock_and_not_opened_twice(journal, folder, monkeypatch):
    monkeypatch.setattr(journals, "_GLANCE_SECONDS", 0)
    assert killed_tables(folder) == []
    with pytest.raises(AlreadyAlive):
        Journal.reopen(journal.path, WaitingLoop())
    journal.close()
    assert [(dead.table, dead.game, dead.path) for dead in killed_tables(folder)] == [
        ("zoe", "duel", journal.path)
    ]


def test_the_last_line_of_a_table_that_ended_in_order_is_known_without_its_entries():
    assert encoded(CloseEntry()) == LAST_LINE


def test_what_is_no_journal_of_a_dead_table_is_passed_over(folder):
    folder.mkdir()
    journal = Journal.create(FIRST, WaitingLoop(), folder)
    told = Told()
    journal.append(CloseEntry(), told)
    told.wait()
    journal.close()
    (folder / "link.journal").symlink_to(journal.path)
    (folder / "none.journal").write_bytes(b"")
    (folder / "other.journal").write_bytes(b'{"do":"move"}\n')
    (folder / "binary.journal").write_bytes(bytes(range(256)))
    (folder / "newer.journal").write_bytes(encoded(FIRST).replace(b'"version":3', b'"version":9'))
    os.mkfifo(folder / "pipe.journal")
    (folder / "folder.journal").mkdir()
    assert killed_tables(folder) == []
    with pytest.raises(JournalFault):
        Journal.reopen(folder / "newer.journal", WaitingLoop())


def test_what_a_table_left_that_was_killed_at_its_very_end_goes_with_the_next_one(folder):
    ended, killed, living = (Journal.create(FIRST, WaitingLoop(), folder) for _ in range(3))
    for journal in (ended, living):
        told = Told()
        journal.append(CloseEntry(), told)
        told.wait()
    ended.close()
    killed.close()
    newer = Journal.create(FIRST, WaitingLoop(), folder)
    paths = {journal.path for journal in (killed, living, newer)}
    assert {*journal_paths(folder)} == paths
    for journal in (living, newer):
        journal.close()


def test_a_journal_that_was_removed_in_the_meantime_is_not_opened(folder, monkeypatch):
    journal = Journal.create(FIRST, WaitingLoop(), folder)
    journal.close()
    lock = journals.fcntl.flock

    def removing(handle, how):
        journal.path.unlink()
        lock(handle, how)

    monkeypatch.setattr(journals.fcntl, "flock", removing)
    with pytest.raises(FileNotFoundError):
        Journal.reopen(journal.path, WaitingLoop())


def test_there_is_no_list_without_a_folder(folder):
    assert killed_tables(folder) == []
