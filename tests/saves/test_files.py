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


def test_ctrl_c_leaves_the_old_file_and_nothing_else(game, monkeypatch):
    def interrupted(_handle):
        raise KeyboardInterrupt

    monkeypatch.setattr(files.os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_file(game, b"new")
    assert game.read_bytes() == b"old"
    assert [path.name for path in game.parent.iterdir()] == ["game.json"]
