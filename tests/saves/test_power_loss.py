"""A power failure at any moment leaves a whole game, and all of what was said to be saved."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Any

import pytest
from duels import new_table
from faulty_system import Call, Fault, faults_at
from games_on_disk import NOW
from power_loss import Recorder

from saves.autosave import Autosave, SavingResumed
from saves.files import NO_SYNC, NotSynced
from saves.reading import read_record
from saves.record import Record

TURNS = 4


class Watched(Recorder):
    """A game that is saved while the power may fail after each call."""

    def __init__(self, folder: Path, *faults: Fault, is_new: bool = False) -> None:
        super().__init__(folder, *faults)
        self.file = folder / "game.json"
        self.record = Record.new(new_table(3), NOW)
        self.whole: list[bytes | None] = [None if is_new else self.record.to_bytes()]
        self.sure = 0
        self.told: list[Exception] = []
        self.moments = 0
        self._is_new = is_new
        if not is_new:
            self.there_was(self.file, self.whole[0])

    def is_done(self, call: Call, arguments: tuple[Any, ...], result: Any) -> None:
        super().is_done(call, arguments, result)
        self.look()

    def has_failed(self, call: Call, arguments: tuple[Any, ...]) -> None:
        super().has_failed(call, arguments)
        self.look()

    def look(self) -> None:
        """See that whatever may be found now is a game, and late enough."""
        self.moments += 1
        for found in self.may_hold(self.file):
            assert found in self.whole[self.sure :]

    def play(self, *, is_sure: bool = True) -> None:
        """Play some turns; after each, what is said to be saved is to outlast the failure."""
        table = self.record.table
        table.watch(None, lambda _event, _view: self.whole.append(self.record.to_bytes()))
        with self:
            keeper = Autosave(self.file, lambda: NOW, self.told.append, must_be_new=self._is_new)
            for turn in range(TURNS):
                table.note_hint(0, str(turn))
                if turn == 0:
                    keeper.keep(self.record)
                if is_sure and (not self.told or isinstance(self.told[-1], SavingResumed)):
                    self.sure = len(self.whole) - 1
                self.look()
            keeper.close()


@pytest.mark.parametrize("is_new", [False, True])
def test_a_power_failure_after_any_call_loses_nothing_that_was_saved(is_new, tmp_path):
    game = Watched(tmp_path, is_new=is_new)
    game.play()
    assert game.told == []
    assert game.sure == TURNS
    assert game.moments > 10 * TURNS
    for data in game.whole[1:]:
        assert read_record(data).table.events


def at(call: Call, folder: Path, is_new: bool) -> int:
    """Return where such a call is made first."""
    game = Watched(folder, is_new=is_new)
    game.play()
    (folder / "game.json").unlink()
    return game.calls.index(call)


@pytest.mark.parametrize("is_new", [False, True])
@pytest.mark.parametrize("name", ["open", "fsync"])
def test_where_no_folder_is_synced_a_power_failure_leaves_a_whole_game(name, is_new, tmp_path):
    number = at(Call(name, "folder"), tmp_path, is_new)
    error = errno.EACCES if name == "open" else errno.EINVAL
    game = Watched(tmp_path, Fault(number, error, for_good=True), is_new=is_new)
    game.play(is_sure=False)
    assert game.told == []
    assert {data is None for data in game.may_hold(game.file)} == {False, is_new}


@pytest.mark.parametrize("is_new", [False, True])
@pytest.mark.parametrize("name", ["fsync", "close"])
def test_a_file_whose_sync_failed_is_written_anew(name, is_new, tmp_path):
    number = at(Call(name, "temporary"), tmp_path, is_new)
    game = Watched(tmp_path, Fault(number, errno.EIO), is_new=is_new)
    game.play()
    assert [type(told) for told in game.told] == [OSError, SavingResumed]
    assert game.sure == TURNS


@pytest.mark.parametrize("is_new", [False, True])
def test_a_folder_whose_sync_failed_is_not_said_to_be_safe_until_it_is(is_new, tmp_path):
    number = at(Call("fsync", "folder"), tmp_path, is_new)
    game = Watched(tmp_path, Fault(number, errno.EIO), is_new=is_new)
    game.play()
    assert [type(told) for told in game.told] == [NotSynced, SavingResumed]
    assert game.sure == TURNS


@pytest.mark.slow
@pytest.mark.parametrize("is_new", [False, True])
def test_a_power_failure_after_any_fault(is_new, tmp_path):
    first = Watched(tmp_path, is_new=is_new)
    first.play()
    for number, call in enumerate(first.calls):
        for fault in faults_at(number, call):
            for file in tmp_path.iterdir():
                file.unlink()
            can_sync = call.about != "folder" or fault.error not in NO_SYNC
            Watched(tmp_path, fault, is_new=is_new).play(is_sure=can_sync)
