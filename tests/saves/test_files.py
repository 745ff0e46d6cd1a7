"""Writing whole files: the steps and their order, what is planted in the way, Ctrl-C."""

from __future__ import annotations

import os
import stat

import pytest

from saves import files
from saves.files import write_file


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
    with pytest.raises(OSError, match="symbolic link"):
        write_file(game, b"new")
    assert game.read_bytes() == b"old"
    assert bystander.exists() == exists
    assert not exists or bystander.read_bytes() == b"precious"
    write_file(game, b"new")
    assert game.read_bytes() == b"new"
    assert not temporary.exists()


def test_a_pipe_planted_beside_a_game_is_no_trap(game, temporary, impatient):
    os.mkfifo(temporary)
    with pytest.raises(OSError, match="No such device"):
        write_file(game, b"new")
    assert game.read_bytes() == b"old"
    write_file(game, b"new")
    assert game.read_bytes() == b"new"


def test_ctrl_c_leaves_the_old_file_and_nothing_else(game, monkeypatch):
    def interrupted(_handle):
        raise KeyboardInterrupt

    monkeypatch.setattr(files.os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_file(game, b"new")
    assert game.read_bytes() == b"old"
    assert [path.name for path in game.parent.iterdir()] == ["game.json"]
