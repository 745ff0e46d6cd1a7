"""Autosave: every change on disk, faults said once, the old file never harmed."""

from __future__ import annotations

import errno
import threading
from datetime import timedelta

import pytest
from duels import new_table, play_on
from games_on_disk import NOW, saved_game

from engine.table import EventKind
from saves import autosave, files
from saves.autosave import Autosave, BackgroundAutosave
from saves.files import read_file, write_file
from saves.lock import GameLock, Held
from saves.locked_file import SavedElsewhere
from saves.reading import read_record
from saves.record import Record
from words.errors import os_text


class Clock:
    """A clock that goes on by a minute at each look."""

    def __init__(self):
        self.now = NOW

    def __call__(self):
        self.now += timedelta(minutes=1)
        return self.now


@pytest.fixture
def kept(tmp_path):
    complaints = []
    keeper = Autosave(tmp_path / "game.json", Clock(), complaints.append)
    record = Record.new(new_table(3), NOW)
    keeper.keep(record)
    yield record, tmp_path / "game.json", complaints
    keeper.close()


def test_each_change_is_on_disk_when_it_is_made(kept):
    record, path, complaints = kept
    for count in range(1, 4):
        play_on(record.table, turns=1)
        assert len(read_record(path.read_bytes()).table.plays) == 1 + count
    record.table.take_back(2, 0)
    record.table.note_hint(0, "x")
    assert [e.kind for e in read_record(path.read_bytes()).table.events] == [
        EventKind.TAKE_BACK,
        EventKind.HINT,
    ]
    assert complaints == []


def test_the_time_of_saving_goes_on_and_that_of_making_stays(kept):
    record, path, _ = kept
    before = read_record(path.read_bytes())
    play_on(record.table, turns=1)
    after = read_record(path.read_bytes())
    assert before.created == after.created == "2026-11-21T08:54:00Z"
    assert before.saved < after.saved


def test_a_folder_that_comes_back_is_used_again(tmp_path):
    complaints = []
    path = tmp_path / "later" / "game.json"
    keeper = Autosave(path, Clock(), complaints.append)
    record = Record.new(new_table(3), NOW)
    keeper.keep(record)
    assert len(complaints) == 1
    path.parent.mkdir()
    play_on(record.table, turns=1)
    assert len(read_record(path.read_bytes()).table.plays) == 2
    keeper.close()
    assert list(path.parent.iterdir()) == [path]


def test_there_are_never_two_writers(tmp_path):
    path = tmp_path / "later" / "game.json"
    complaints = []
    keeper = Autosave(path, Clock(), complaints.append)
    record = Record.new(new_table(3), NOW)
    keeper.keep(record)
    path.parent.mkdir()
    other = GameLock(path, NOW)  # another process was quicker when the folder came back
    play_on(record.table, turns=2)
    assert not path.exists()
    other.release()
    play_on(record.table, turns=1)
    assert not path.exists()
    beside = path.with_name("game 2.json")
    assert len(read_record(beside.read_bytes()).table.plays) == 4
    with pytest.raises(Held):
        Autosave(beside, Clock(), complaints.append)
    keeper.close()
    assert [type(told) for told in complaints] == [FileNotFoundError, SavedElsewhere]
    assert (complaints[1].path, complaints[1].other) == (path, beside)
    assert complaints[1].is_held


def test_a_file_that_is_too_large_is_not_read(tmp_path, monkeypatch):
    file, _ = saved_game(tmp_path, new_table(1))
    monkeypatch.setattr(files, "MAX_BYTES", 100)
    with pytest.raises(OSError, match="larger than 4 MiB"):
        read_file(file)


def test_what_could_not_be_read_again_is_not_written(kept, monkeypatch):
    record, path, complaints = kept
    before = path.read_bytes()
    monkeypatch.setattr(files, "MAX_BYTES", len(before))
    record.table.note_hint(0, "15^ 20^")
    assert path.read_bytes() == before
    assert [error.errno for error in complaints] == [errno.EFBIG]


def test_a_game_of_too_many_parts_to_be_read_again_is_not_written(kept, monkeypatch):
    record, path, complaints = kept
    before = path.read_bytes()
    monkeypatch.setattr(files, "MAX_PARTS", 1)
    record.table.note_hint(0, "15^ 20^")
    assert path.read_bytes() == before
    assert [*map(os_text, complaints)] == ["more than 1 commas and closing brackets"]


@pytest.mark.parametrize("kind", [Autosave, BackgroundAutosave])
def test_a_new_game_never_goes_over_a_file_that_appeared_meanwhile(kind, tmp_path):
    path, complaints = tmp_path / "game.json", []
    keeper = kind(path, Clock(), complaints.append, must_be_new=True)
    path.write_bytes(b"precious")
    record = Record.new(new_table(3), NOW)
    keeper.keep(record)
    play_on(record.table, turns=2)
    keeper.close()
    assert path.read_bytes() == b"precious"
    assert [type(told) for told in complaints] == [SavedElsewhere]
    assert complaints[0].other.read_bytes() == record.to_bytes()


class Disk:
    """Writes for autosave; the first write waits until it is let go."""

    def __init__(self):
        self.written = []
        self.busy, self.free = threading.Event(), threading.Event()

    def __call__(self, path, data):
        self.written.append(data)
        self.busy.set()
        assert self.free.wait(20)
        write_file(path, data)


@pytest.fixture
def disk(monkeypatch):
    disk = Disk()
    monkeypatch.setattr(autosave, "write_game", disk)
    yield disk
    disk.free.set()


def test_of_many_quick_changes_only_the_newest_waits(tmp_path, disk):
    path, complaints = tmp_path / "game.json", []
    keeper = BackgroundAutosave(path, Clock(), complaints.append)
    record = Record.new(new_table(3), NOW)
    keeper.keep(record)
    assert disk.busy.wait(20)
    for _ in range(4):
        play_on(record.table, turns=1)
    disk.free.set()
    keeper.close()
    assert path.read_bytes() == record.to_bytes()
    assert len(read_record(path.read_bytes()).table.plays) == 5
    assert len(disk.written) == 2
    assert complaints == []
    assert list(tmp_path.iterdir()) == [path]
