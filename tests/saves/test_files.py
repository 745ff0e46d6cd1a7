"""Writing whole files: the steps and their order, what is planted in the way, Ctrl-C."""

from __future__ import annotations

import errno
import os
import stat

import pytest

from saves import files
from saves.files import NO_SYNC, NotSynced, make_folder, write_file


@pytest.fixture
def game(tmp_path):
    file = tmp_path / "game.json"
    file.write_bytes(b"old")
    return file


@pytest.fixture
def temporary(tmp_path):
    return tmp_path / ".game.json.tmp"


def test_a_file_is_on_disk_before_it_takes_its_place_and_its_folder_after(game, monkeypatch):
    steps = []
    fsync, replace = os.fsync, os.replace

    def recorded_fsync(handle):
        status = os.fstat(handle)
        is_folder = stat.S_ISDIR(status.st_mode)
        assert not is_folder or os.path.samestat(status, game.parent.stat())
        steps.append("folder synced" if is_folder else f"{status.st_size} bytes synced")
        fsync(handle)

    def recorded_replace(one, other):
        steps.append(f"{game.read_text()} replaced")
        replace(one, other)

    monkeypatch.setattr(files.os, "fsync", recorded_fsync)
    monkeypatch.setattr(files.os, "replace", recorded_replace)
    write_file(game, b"newer")
    assert steps == ["5 bytes synced", "old replaced", "folder synced"]
    assert game.read_bytes() == b"newer"


@pytest.mark.parametrize("exists", [True, False])
def test_a_link_planted_beside_a_game_is_not_written_through(game, temporary, exists):
    bystander = game.with_name("bystander")
    if exists:
        bystander.write_bytes(b"precious")
    temporary.symlink_to(bystander)
    write_file(game, b"new")
    assert game.read_bytes() == b"new"
    assert not game.is_symlink()
    assert bystander.exists() == exists
    assert not exists or bystander.read_bytes() == b"precious"
    assert not temporary.exists()


def test_a_second_name_planted_beside_a_game_is_not_written_through(game, temporary):
    bystander = game.with_name("bystander")
    bystander.write_bytes(b"precious")
    bystander.chmod(0o644)
    temporary.hardlink_to(bystander)
    write_file(game, b"new")
    assert game.read_bytes() == b"new"
    assert bystander.read_bytes() == b"precious"
    assert bystander.stat().st_nlink == 1
    assert stat.S_IMODE(bystander.stat().st_mode) == 0o644


def test_another_name_of_a_game_keeps_what_the_game_was(game):
    copy = game.with_name("copy.json")
    copy.hardlink_to(game)
    write_file(game, b"new")
    assert (game.read_bytes(), copy.read_bytes()) == (b"new", b"old")


def test_a_pipe_planted_beside_a_game_is_no_trap(game, temporary, impatient):
    os.mkfifo(temporary)
    write_file(game, b"new")
    assert game.read_bytes() == b"new"
    assert game.is_file()
    assert not temporary.exists()


def test_a_link_that_nobody_can_look_at_for_a_moment_is_not_replaced(game, monkeypatch):
    link, lstat = game.with_name("link.json"), os.lstat
    link.symlink_to(game)

    def blind(name, **more):
        if os.fspath(name) == str(link):
            monkeypatch.undo()
            raise OSError(errno.EIO, os.strerror(errno.EIO), name)
        return lstat(name, **more)

    monkeypatch.setattr(os, "lstat", blind)
    with pytest.raises(OSError, match="Input/output error"):
        write_file(link, b"new")
    assert link.is_symlink()
    assert game.read_bytes() == b"old"


def test_ctrl_c_leaves_the_old_file_and_nothing_else(game, monkeypatch):
    def interrupted(_handle):
        raise KeyboardInterrupt

    monkeypatch.setattr(files.os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_file(game, b"new")
    assert game.read_bytes() == b"old"
    assert [path.name for path in game.parent.iterdir()] == ["game.json"]


def mode_of(path):
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture(params=[0, 0o022, 0o077, 0o277], ids=oct)
def mask(request):
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def test_a_new_file_is_for_the_user_alone_and_an_old_one_keeps_its_mode(game, mask):
    game.chmod(0o644)
    write_file(game, b"new")
    write_file(game.with_name("other.json"), b"new")
    assert (mode_of(game), mode_of(game.with_name("other.json"))) == (0o644, 0o600)


def test_nobody_else_can_read_a_file_while_it_is_written(game, monkeypatch, temporary):
    modes, fchmod = [], os.fchmod

    def watched(handle, mode):
        modes.append(mode_of(temporary))
        fchmod(handle, mode)

    monkeypatch.setattr(files.os, "fchmod", watched)
    before = os.umask(0)
    write_file(game, b"new")
    os.umask(before)
    assert modes == [0o600]


def test_a_file_system_without_modes_is_no_failure(game, monkeypatch):
    def refused(*_):
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(files.os, "fchmod", refused)
    write_file(game, b"new")
    assert game.read_bytes() == b"new"


def test_new_folders_are_for_the_user_alone_and_old_ones_stay_as_they_are(tmp_path):
    tmp_path.chmod(0o755)
    before = os.umask(0)
    make_folder(tmp_path / "one" / "two")
    make_folder(tmp_path / "one" / "two")
    os.umask(before)
    modes = [mode_of(tmp_path / place) for place in ("", "one", "one/two")]
    assert modes == [0o755, 0o700, 0o700]


def test_a_new_folder_is_on_disk_too(tmp_path, monkeypatch):
    synced, fsync = [], os.fsync

    def watched(handle):
        synced.append(os.fstat(handle).st_ino)
        fsync(handle)

    monkeypatch.setattr(files.os, "fsync", watched)
    make_folder(tmp_path / "one" / "two")
    assert synced == [tmp_path.stat().st_ino, (tmp_path / "one").stat().st_ino]


@pytest.mark.parametrize("there", ["file", "link to nothing"])
def test_a_folder_in_whose_place_something_is_cannot_be_made(tmp_path, there):
    place = tmp_path / "place"
    if there == "file":
        place.write_bytes(b"precious")
    else:
        place.symlink_to(tmp_path / "nowhere")
    for folder in (place, place / "inside"):
        with pytest.raises(OSError, match=r"File exists|Not a directory"):
            make_folder(folder)


def failing_for_folders(number):
    fsync = os.fsync

    def failing(handle):
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(number, os.strerror(number))
        fsync(handle)

    return failing


@pytest.mark.parametrize("number", sorted(NO_SYNC), ids=errno.errorcode.get)
def test_a_folder_that_cannot_be_synced_is_no_failure(game, monkeypatch, number):
    monkeypatch.setattr(files.os, "fsync", failing_for_folders(number))
    write_file(game, b"new")
    assert game.read_bytes() == b"new"


@pytest.mark.parametrize("number", [errno.EIO, errno.EROFS, errno.ENOSPC], ids=errno.errorcode.get)
def test_a_folder_whose_sync_fails_leaves_the_new_file_and_says_that_it_may_not_last(
    game, monkeypatch, number
):
    monkeypatch.setattr(files.os, "fsync", failing_for_folders(number))
    with pytest.raises(NotSynced) as failure:
        write_file(game, b"new")
    assert failure.value.errno == number
    assert game.read_bytes() == b"new"


def test_a_folder_that_may_be_written_but_not_read_is_no_failure(game, monkeypatch):
    opened = os.open

    def refused(path, *rest):
        if os.fspath(path) == str(game.parent):  # mode 0300; the superuser would not notice
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return opened(path, *rest)

    monkeypatch.setattr(files.os, "open", refused)
    write_file(game, b"new")
    assert game.read_bytes() == b"new"


def test_a_failed_sync_is_not_tried_again_on_the_same_file(game, monkeypatch):
    synced = []

    def failing(handle):
        synced.append(handle)
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(files.os, "fsync", failing)
    with pytest.raises(OSError, match="Input/output error"):
        write_file(game, b"new")
    assert len(synced) == 1
    assert game.read_bytes() == b"old"
