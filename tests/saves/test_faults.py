"""Whatever system call of a save fails: the file is whole, what is said is true, and it passes."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory

import pytest
from duels import new_table
from faulty_system import Call, Fault, Killed, System, faults_at
from games_on_disk import NOW

from saves.autosave import Autosave, BackgroundAutosave, SavingResumed
from saves.files import NotSynced
from saves.locked_file import SavedElsewhere
from saves.record import Record

WAYS = {
    "line mode": (Autosave, False),
    "screen": (BackgroundAutosave, False),
    "branch": (BackgroundAutosave, True),
}
"""How a game is kept, and whether its file must be new."""

Way = tuple[type[Autosave], bool]


@pytest.fixture
def written(monkeypatch):
    """Waits for a write of autosave, in whatever thread it is."""
    done = threading.Semaphore(0)
    write = Autosave._write

    def watched(keeper, data):
        try:
            write(keeper, data)
        finally:
            done.release()

    monkeypatch.setattr(Autosave, "_write", watched)
    return lambda: done.acquire(timeout=60)


@pytest.fixture
def folders(tmp_path):
    """New folders, in memory where there is such a place: they are many."""
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else tmp_path) as place:
        yield new_folders(Path(place))


def new_folders(place: Path) -> Iterator[Path]:
    for number in count():
        folder = place / str(number)
        folder.mkdir()
        yield folder


class Play:
    """A game that is kept, turn by turn, on a system that may fail."""

    def __init__(self, folder: Path, way: Way, written: Callable[[], bool], system: System) -> None:
        self.path = folder / "game.json"
        self.system = system
        self.told: list[Exception] = []
        self.record = Record.new(new_table(3), NOW)
        self.whole = [self.record.to_bytes()]
        self._kind, self._is_new = way
        self._written = written
        if not self._is_new:
            self.path.write_bytes(self.whole[0])

    def begin(self) -> None:
        """Open the file and keep the game, which is a turn further already."""
        self.record.table.note_hint(0, "0")
        self.whole.append(self.record.to_bytes())
        with self.system:
            self.keeper = self._kind(
                self.path, lambda: NOW, self.told.append, must_be_new=self._is_new
            )
            self.keeper.keep(self.record)
            assert self._written()

    def turn(self) -> None:
        with self.system:
            self.record.table.note_hint(0, str(len(self.whole)))
            self.whole.append(self.record.to_bytes())
            assert self._written()

    def end(self) -> None:
        with self.system:
            self.keeper.close()

    def check(self) -> bool:
        """Return whether it is said that all is saved; and see that this is so."""
        place, is_saved = self.path, True
        for told in self.told:
            place = told.other if isinstance(told, SavedElsewhere) else place
            is_saved = isinstance(told, (SavedElsewhere, SavingResumed, NotSynced))
        found = {path: path.read_bytes() for path in self.path.parent.glob("[!.]*")}
        assert set(found.values()) <= set(self.whole)
        if is_saved:
            assert found[place] == self.whole[-1]
        else:
            assert place in found or (self._is_new and not found)
            assert found.get(place) != self.whole[-1]
        return is_saved

    def is_played(self) -> None:
        """Play two turns with the fault and one when it is over."""
        self.begin()
        self.check()
        self.turn()
        self.check()
        self.system.heal()
        self.turn()
        assert self.check()
        self.end()
        assert self.system.left_open == []
        assert not list(self.path.parent.glob(".*"))


def calls_of(way: Way, written: Callable[[], bool], folder: Path, *faults: Fault) -> list[Call]:
    """Return the calls of the first two saves of a game."""
    system = System(folder, *faults)
    play = Play(folder, way, written, system)
    play.begin()
    play.turn()
    calls = list(system.calls)
    play.end()
    assert faults or (play.check() and play.told == [])
    return calls


@contextmanager
def named(*what: object) -> Iterator[None]:
    """Say of a failure what it was about."""
    try:
        yield
    except BaseException as error:
        error.add_note(repr(what))
        raise


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_a_fault_at_any_call_of_a_save(way, written, folders, impatient):
    for number, call in enumerate(calls_of(way, written, next(folders))):
        for fault in faults_at(number, call):
            folder = next(folders)
            with named(call, fault):
                Play(folder, way, written, System(folder, fault)).is_played()


@pytest.mark.slow
@pytest.mark.parametrize("is_new", [False, True])
def test_a_second_fault_at_any_later_call(is_new, written, folders):
    way = (Autosave, is_new)
    for number, call in enumerate(calls_of(way, written, next(folders))):
        for first in faults_at(number, call):
            calls = calls_of(way, written, next(folders), first)
            for later in range(number + 1, len(calls)):
                for for_good in (False, True):
                    folder, second = next(folders), Fault(later, errno.EIO, for_good)
                    with named(call, first, calls[later], second):
                        play = Play(folder, way, written, System(folder, first, second))
                        play.is_played()
                    rmtree(folder)


def dies(play: Play) -> None:
    """Play until the process is killed; then see what is there, and go on in another one."""
    saved, is_saved = 0, False
    with suppress(Killed):
        for step in (play.begin, play.turn):
            step()
            if play.check():
                saved, is_saved = len(play.whole) - 1, True
    assert play.system.is_killed
    play.whole.append(play.record.to_bytes())
    play.system.bury()
    found = [path.read_bytes() for path in play.path.parent.glob("[!.]*")]
    assert set(found) <= set(play.whole)
    assert not is_saved or set(found) & set(play.whole[saved:])
    after = System(play.path.parent)
    told = []
    with after:
        keeper = Autosave(play.path, lambda: NOW, told.append)
        keeper.keep(play.record)
        keeper.close()
    assert told == []
    assert play.path.read_bytes() == play.record.to_bytes()
    assert after.left_open == []
    assert not list(play.path.parent.glob(".*"))


def kill_everywhere(way: Way, written, folders: Iterator[Path], *faults: Fault) -> None:
    calls = calls_of(way, written, next(folders), *faults)
    begin = faults[0].at + 1 if faults else 0
    for number in range(begin, len(calls)):
        folder = next(folders)
        with named(faults, "killed at", number, calls[number]):
            dies(Play(folder, way, written, System(folder, *faults, killed_at=number)))
        rmtree(folder)


@pytest.mark.parametrize("is_new", [False, True])
def test_a_kill_at_any_call_of_a_save(is_new, written, folders):
    kill_everywhere((Autosave, is_new), written, folders)


@pytest.mark.slow
@pytest.mark.parametrize("is_new", [False, True])
def test_a_kill_after_any_fault(is_new, written, folders):
    way = (Autosave, is_new)
    for number, call in enumerate(calls_of(way, written, next(folders))):
        for fault in faults_at(number, call):
            kill_everywhere(way, written, folders, fault)


def test_a_fault_at_any_call_of_the_end_ends_the_game_all_the_same(written, folders):
    way = WAYS["line mode"]
    folder = next(folders)
    play = Play(folder, way, written, System(folder))
    play.begin()
    begin = len(play.system.calls)
    play.end()
    for number, call in enumerate(play.system.calls[begin:], begin):
        for fault in faults_at(number, call):
            folder = next(folders)
            play = Play(folder, way, written, System(folder, fault))
            play.begin()
            with named(call, fault):
                play.end()
                assert play.check()
                assert play.system.left_open == []
