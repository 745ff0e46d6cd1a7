"""Saving in a thread: what is on the disk is known, and no fault ends it."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from duels import new_table, play_on
from games_on_disk import NOW
from slow_disk import PATIENCE, HeldDisk

from saves import autosave
from saves.autosave import BackgroundAutosave, SavingResumed, all_written
from saves.files import write_file
from saves.lock import GameLock, Held
from saves.reading import read_record
from saves.record import Record


class Kept:
    """A game that is saved in a thread."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.complaints: list[Exception] = []
        self._answers = threading.Semaphore(0)
        self.keeper = BackgroundAutosave(path, lambda: NOW, self.complaints.append)
        self.keeper.answered = self._answers.release
        self.record = Record.new(new_table(3), NOW)
        self.keeper.keep(self.record)

    def play(self) -> None:
        play_on(self.record.table, turns=1)

    def wait_for_an_answer(self) -> None:
        assert self._answers.acquire(timeout=PATIENCE)

    def is_whole(self) -> bool:
        return self.path.read_bytes() == self.record.to_bytes()


@pytest.fixture
def game(tmp_path):
    def begin() -> Kept:
        begun.append(Kept(tmp_path / "game.json"))
        return begun[-1]

    begun: list[Kept] = []
    yield begin
    for kept in begun:
        kept.keeper.close()


def test_after_the_answer_for_an_older_change_it_is_still_behind(game, monkeypatch):
    asked, may_write = threading.Semaphore(0), threading.Semaphore(0)

    def held(path, data):
        asked.release()
        assert may_write.acquire(timeout=PATIENCE)
        return write_file(path, data)

    monkeypatch.setattr(autosave, "write_game", held)
    kept = game()
    assert asked.acquire(timeout=PATIENCE)
    kept.play()
    for is_behind in (True, False):
        may_write.release()
        kept.wait_for_an_answer()
        assert kept.keeper.is_behind is is_behind
    assert kept.is_whole()


@pytest.mark.parametrize("fault", [MemoryError(), RuntimeError("odd"), ValueError(), KeyError(1)])
def test_any_exception_is_said_once_and_the_next_change_is_written(game, monkeypatch, fault):
    def fail(_path, _data):
        raise fault

    kept = game()
    kept.wait_for_an_answer()
    with monkeypatch.context() as patched:
        patched.setattr(autosave, "write_game", fail)
        for _ in range(2):
            kept.play()
            kept.wait_for_an_answer()
        assert not kept.keeper.is_behind
    assert kept.complaints == [fault]
    kept.play()
    kept.wait_for_an_answer()
    assert kept.is_whole()
    with monkeypatch.context() as patched:
        patched.setattr(autosave, "write_game", fail)
        kept.play()
        kept.wait_for_an_answer()
    assert [type(told) for told in kept.complaints] == [type(fault), SavingResumed, type(fault)]


def test_where_no_thread_can_be_started_it_is_said_and_the_next_change_tries_again(
    game, monkeypatch
):
    def fail(_thread):
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", fail)
        kept = game()
        kept.play()
    assert not kept.keeper.is_behind
    assert [str(complaint) for complaint in kept.complaints] == ["can't start new thread"]
    kept.play()
    kept.wait_for_an_answer()
    assert kept.is_whole()


def test_what_no_thread_could_write_is_written_at_the_end(game, monkeypatch):
    def fail(_thread):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", fail)
    kept = game()
    kept.play()
    kept.keeper.close()
    assert kept.is_whole()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_thread_that_ended_is_started_anew(game, monkeypatch):
    ended = threading.Event()

    def end(_path, _data):
        ended.set()
        raise SystemExit

    kept = game()
    kept.wait_for_an_answer()
    with monkeypatch.context() as patched:
        patched.setattr(autosave, "write_game", end)
        kept.play()
        assert ended.wait(PATIENCE)
        for thread in threading.enumerate():
            if thread.name == "autosave":
                thread.join()
    kept.play()
    kept.wait_for_an_answer()
    assert not kept.keeper.is_behind
    assert kept.is_whole()


def test_a_complaint_that_nobody_takes_harms_nothing(tmp_path, monkeypatch):
    def fail(*_):
        raise MemoryError

    keeper = BackgroundAutosave(tmp_path / "game.json", lambda: NOW, fail)
    keeper.answered = fail
    record = Record.new(new_table(3), NOW)
    with monkeypatch.context() as patched:
        patched.setattr(Record, "to_bytes", fail)
        keeper.keep(record)
    play_on(record.table, turns=2)
    keeper.close()
    assert (tmp_path / "game.json").read_bytes() == record.to_bytes()


def test_who_lets_go_waits_for_nothing_and_all_is_written_later(game, monkeypatch, tmp_path):
    disk = HeldDisk(monkeypatch)
    kept = game()
    disk.wait_for_a_write()
    kept.play()
    kept.keeper.let_go()
    kept.keeper.let_go()
    assert BackgroundAutosave.unfinished() == [kept.keeper]
    assert not all_written(0)
    with pytest.raises(Held):
        GameLock(kept.path, NOW)
    disk.let_go()
    assert all_written(PATIENCE)
    assert BackgroundAutosave.unfinished() == []
    assert len(read_record(kept.path.read_bytes()).table.plays) == 2
    assert list(tmp_path.iterdir()) == [kept.path]
