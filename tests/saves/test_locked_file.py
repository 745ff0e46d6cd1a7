"""What happens to a game's file during play: removed, made anew, exchanged, held by another one."""

from __future__ import annotations

import errno
import os
import stat

import pytest
from duels import new_table
from games_on_disk import NOW, saved_game

from saves import files, locked_file
from saves.autosave import Autosave, BackgroundAutosave, SavingResumed
from saves.files import NotSynced
from saves.lock import GameLock, Held, holder_of
from saves.locked_file import SavedElsewhere
from saves.reading import read_record
from saves.record import Record, as_copy

PRECIOUS = b'{"precious": true}'


class Game:
    """A game that is kept in a file."""

    def __init__(self, path, kind=Autosave, *, is_new=True, is_kept=True):
        self.path = path
        self.told = []
        if is_new:
            self.record = Record.new(new_table(3), NOW)
        else:
            self.record = read_record(path.read_bytes())
        self.keeper = kind(path, lambda: NOW, self.told.append, must_be_new=is_new)
        if is_kept:
            self.keeper.keep(self.record)

    def turn(self):
        table = self.record.table
        table.note_hint(0, str(len(table.events)))

    def is_in(self, path):
        return path.read_bytes() == self.record.to_bytes()

    @property
    def news(self):
        return [type(told) for told in self.told]


@pytest.fixture
def bystander(tmp_path):
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    file = folder / "precious.json"
    file.write_bytes(PRECIOUS)
    return file


@pytest.fixture
def path(tmp_path):
    folder = tmp_path / "games"
    folder.mkdir()
    return folder / "game.json"


@pytest.fixture
def game(path):
    game = Game(path)
    yield game
    game.keeper.close()


def beside(path, number=2):
    return path.with_name(f"game {number}.json")


def by_renaming(path, bystander):
    other = path.with_name("incoming")
    other.write_bytes(bystander.read_bytes())
    other.replace(path)


def by_removing_and_writing(path, bystander):
    path.unlink()
    path.write_bytes(bystander.read_bytes())


def by_writing_into_it(path, bystander):
    path.write_bytes(bystander.read_bytes())


def by_a_link(path, bystander):
    path.unlink()
    path.symlink_to(bystander)


def by_a_link_to_nothing(path, bystander):
    path.unlink()
    path.symlink_to(bystander.with_name("nothing"))


def by_a_second_name(path, bystander):
    path.unlink()
    path.hardlink_to(bystander)


def by_a_folder(path, bystander):
    path.unlink()
    path.mkdir()


def by_a_pipe(path, bystander):
    path.unlink()
    os.mkfifo(path)


def by_another_one_of_the_same_size(path, bystander):
    path.write_bytes(b"x" * path.stat().st_size)


EXCHANGES = [
    by_another_one_of_the_same_size,
    by_renaming,
    by_removing_and_writing,
    by_writing_into_it,
    by_a_link,
    by_a_link_to_nothing,
    by_a_second_name,
    by_a_folder,
    by_a_pipe,
]


@pytest.mark.parametrize("exchange", EXCHANGES)
def test_what_is_in_the_place_of_a_game_is_left_alone(game, path, exchange, bystander, impatient):
    game.turn()
    exchange(path, bystander)
    there = path.lstat()
    game.turn()
    game.turn()
    is_left_alone(game, path, there, bystander)


@pytest.mark.parametrize("kind", [Autosave, BackgroundAutosave])
@pytest.mark.parametrize("exchange", EXCHANGES)
def test_what_comes_there_before_the_first_save_is_left_alone_too(
    kind, exchange, path, bystander, impatient
):
    saved_game(path.parent, new_table(3))
    game = Game(path, kind, is_new=False, is_kept=False)
    exchange(path, bystander)
    there = path.lstat()
    game.keeper.keep(game.record)
    game.turn()
    is_left_alone(game, path, there, bystander)


def is_left_alone(game, path, there, bystander):
    game.keeper.close()
    assert game.news == [SavedElsewhere]
    assert (game.told[0].path, game.told[0].other) == (path, beside(path))
    assert not game.told[0].is_held
    assert game.is_in(beside(path))
    assert (path.lstat().st_ino, path.lstat().st_mtime_ns) == (there.st_ino, there.st_mtime_ns)
    assert bystander.read_bytes() == PRECIOUS
    assert set(bystander.parent.iterdir()) == {bystander}
    assert set(path.parent.iterdir()) == {path, beside(path)}


def test_a_game_beside_its_place_holds_the_lock_there_and_no_other(game, path, bystander):
    by_renaming(path, bystander)
    game.turn()
    with pytest.raises(Held):
        GameLock(beside(path), NOW)
    GameLock(path, NOW).release()
    by_renaming(beside(path), bystander)
    game.turn()
    assert [told.other for told in game.told] == [beside(path), beside(path, 3)]
    assert game.told[1].path == beside(path)
    assert game.is_in(beside(path, 3))


def test_a_name_that_another_game_is_about_to_take_is_not_free(game, path, bystander):
    beside(path).write_bytes(PRECIOUS)
    lock = GameLock(beside(path, 3), NOW)
    by_renaming(path, bystander)
    game.turn()
    lock.release()
    assert game.told[0].other == beside(path, 4)
    assert game.is_in(beside(path, 4))
    assert beside(path).read_bytes() == PRECIOUS


@pytest.mark.parametrize("letter", ["x", "é", "\udce9"])
def test_a_name_that_is_as_long_as_can_be_is_cut(letter, path, bystander):
    size = len(os.fsencode(letter))
    path = path.with_name(letter * (244 // size) + ".json")
    game = Game(path)
    by_renaming(path, bystander)
    game.turn()
    assert game.news == [SavedElsewhere]
    assert game.is_in(game.told[0].other)
    assert len(os.fsencode(game.told[0].other.name)) < 255
    game.keeper.close()


def test_a_file_that_was_only_touched_or_put_back_is_ours(game, path):
    os.utime(path, ns=(1, 1))
    game.turn()
    copy = path.with_name("copy")
    copy.write_bytes(path.read_bytes())
    copy.replace(path)
    game.turn()
    path.with_name("backup").hardlink_to(path)
    game.turn()
    assert game.told == []
    assert game.is_in(path)
    assert not beside(path).exists()


def test_a_file_that_a_failing_disk_does_not_show_stays_ours(game, path, monkeypatch):
    os.utime(path, ns=(1, 1))

    def fail(_path):
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with monkeypatch.context() as patched:
        patched.setattr(locked_file, "read_file", fail)
        game.turn()
    game.turn()
    assert game.news == [OSError, SavingResumed]
    assert game.is_in(path)
    assert not beside(path).exists()


def test_an_older_copy_that_was_put_back_is_not_written_over(game, path):
    old = path.read_bytes()
    game.turn()
    path.write_bytes(old)
    game.turn()
    assert game.news == [SavedElsewhere]
    assert path.read_bytes() == old
    assert game.is_in(beside(path))


def test_a_lock_that_was_removed_is_taken_anew(game, path):
    path.with_name(".game.json.lock").unlink()
    game.turn()
    assert game.told == []
    assert holder_of(path).process == os.getpid()
    with pytest.raises(Held):
        GameLock(path, NOW)


@pytest.mark.parametrize("depth", [1, 2])
def test_a_folder_that_was_removed_is_made_anew_for_the_user_alone(tmp_path, depth):
    folder = tmp_path / "one" / "two"
    folder.mkdir(parents=True)
    game = Game(folder / "game.json")
    gone = folder if depth == 1 else folder.parent
    gone.rename(tmp_path / "away")
    before = os.umask(0)
    game.turn()
    os.umask(before)
    assert game.told == []
    assert game.is_in(folder / "game.json")
    assert stat.S_IMODE(gone.stat().st_mode) == 0o700
    with pytest.raises(Held):
        GameLock(folder / "game.json", NOW)
    game.keeper.close()


def test_a_folder_that_cannot_be_made_anew_is_said_and_used_when_it_is_back(path, tmp_path):
    game = Game(path)
    path.parent.rename(tmp_path / "away")
    path.parent.write_bytes(b"in the way")
    game.turn()
    game.turn()
    assert game.news == [NotADirectoryError]
    path.parent.unlink()
    (tmp_path / "away").rename(path.parent)
    game.turn()
    assert game.news == [NotADirectoryError, SavingResumed]
    assert game.is_in(path)
    game.keeper.close()


def remove_the_lock(path):
    path.with_name(".game.json.lock").unlink()


def make_the_folder_anew(path):
    path.parent.rename(path.parent.with_name("away"))
    path.parent.mkdir()
    path.write_bytes((path.parent.with_name("away") / path.name).read_bytes())


@pytest.mark.parametrize("open_it_again", [remove_the_lock, make_the_folder_anew])
@pytest.mark.parametrize("is_over", [False, True])
def test_of_two_that_play_one_game_the_first_goes_on_beside(game, path, open_it_again, is_over):
    open_it_again(path)
    other = Game(path, is_new=False)
    other.turn()
    if is_over:
        other.keeper.close()
    for _ in range(3):
        game.turn()
    other.turn()
    other.keeper.close()
    assert other.news == []
    assert other.is_in(path) or is_over
    assert game.news == [SavedElsewhere]
    assert game.told[0].is_held == (not is_over)
    assert game.is_in(beside(path))


def test_a_link_to_a_game_stays_one_and_what_it_leads_to_is_known_again(path, bystander):
    file, _ = saved_game(bystander.parent, new_table(3))
    path.symlink_to(file)
    game = Game(path, is_new=False)
    game.turn()
    assert path.is_symlink()
    assert game.is_in(file)
    file.unlink()
    game.turn()
    assert path.is_symlink()
    assert game.is_in(file)
    by_renaming(file, bystander)
    game.turn()
    assert path.is_symlink()
    assert file.read_bytes() == PRECIOUS
    assert game.news == [SavedElsewhere]
    assert game.is_in(beside(path))
    game.keeper.close()


def test_a_link_is_not_replaced_while_nobody_can_look_at_it(path, bystander, monkeypatch):
    file, _ = saved_game(bystander.parent, new_table(3))
    path.symlink_to(file)
    game = Game(path, is_new=False)
    lstat = os.lstat

    def blind(name, **more):
        if os.fspath(name) == str(path):
            raise OSError(errno.EIO, os.strerror(errno.EIO), name)
        return lstat(name, **more)

    with monkeypatch.context() as patched:
        patched.setattr(os, "lstat", blind)
        game.turn()
    assert path.is_symlink()
    game.turn()
    assert path.is_symlink()
    assert game.is_in(file)
    assert game.news == [OSError, SavingResumed]
    game.keeper.close()


def full(*_):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_that_a_game_is_kept_beside_is_said_when_it_is(game, path, bystander, monkeypatch):
    by_renaming(path, bystander)
    with monkeypatch.context() as patched:
        patched.setattr(files.os, "fsync", full)
        game.turn()
        assert game.news == [OSError]
        assert game.keeper.saved_in is None
        by_renaming(beside(path), bystander)
        game.turn()
        assert game.news == [OSError]
    game.turn()
    assert game.news == [OSError, SavedElsewhere]
    assert (game.told[1].path, game.told[1].other) == (path, beside(path, 3))
    assert game.keeper.saved_in == beside(path, 3)
    assert game.is_in(beside(path, 3))


def test_a_fault_is_said_once_and_another_one_anew(game, monkeypatch):
    def fails_with(number):
        def fail(*_):
            raise OSError(number, os.strerror(number))

        monkeypatch.setattr(files.os, "fsync", fail)

    for number in (errno.ENOSPC, errno.ENOSPC, errno.EIO, errno.EIO, errno.ENOSPC):
        fails_with(number)
        game.turn()
    assert [told.errno for told in game.told] == [errno.ENOSPC, errno.EIO, errno.ENOSPC]


@pytest.mark.parametrize("error", [MemoryError(), RuntimeError("surprise"), ValueError("bytes")])
def test_whatever_goes_wrong_in_a_save_is_said_and_play_goes_on(game, path, monkeypatch, error):
    def fail(*_):
        raise error

    with monkeypatch.context() as patched:
        patched.setattr(files.os, "fsync", fail)
        game.turn()
    with monkeypatch.context() as patched:
        patched.setattr(Record, "to_bytes", fail)
        game.turn()
    assert game.told == [error]
    game.turn()
    assert game.news == [type(error), SavingResumed]
    assert game.is_in(path)


def failing_for_folders(error):
    fsync = os.fsync

    def failing(handle):
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise error
        fsync(handle)

    return failing


@pytest.mark.parametrize(
    "error", [OSError(errno.EIO, os.strerror(errno.EIO)), MemoryError()], ids=["EIO", "memory"]
)
@pytest.mark.parametrize("is_new", [True, False])
def test_a_failure_after_the_file_is_in_place_leaves_it_ours(path, monkeypatch, is_new, error):
    if not is_new:
        saved_game(path.parent, new_table(3))
    with monkeypatch.context() as patched:
        patched.setattr(files.os, "fsync", failing_for_folders(error))
        game = Game(path, is_new=is_new)
        for _ in range(3):
            assert game.is_in(path)
            game.turn()
        assert game.news == [NotSynced if isinstance(error, OSError) else MemoryError]
        assert (game.keeper.saved_in == path) == isinstance(error, OSError)
    game.turn()
    game.keeper.close()
    assert game.news[1:] == [SavingResumed]
    assert game.is_in(path)
    assert list(path.parent.iterdir()) == [path]


def test_a_copy_is_the_game_as_it_is_and_not_as_it_could_be_saved(game, path, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(files.os, "fsync", full)
        game.turn()
    assert not game.is_in(path)
    game.keeper.copy(copy := path.with_name("copy.json"))
    assert copy.read_bytes() == as_copy(game.record.to_bytes())


def test_a_second_name_of_something_in_the_place_of_the_lock_is_not_emptied(path, bystander):
    path.with_name(".game.json.lock").hardlink_to(bystander)
    game = Game(path)
    game.turn()
    assert bystander.read_bytes() == PRECIOUS
    assert bystander.stat().st_nlink == 1
    assert game.is_in(path)
    game.keeper.close()
