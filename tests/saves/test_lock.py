"""One owner for a game in play, named to others; a dead owner's lock is none."""

from __future__ import annotations

import errno
import fcntl
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from games_on_disk import NOW
from line_programs import environment, read_until

from saves import lock as locks
from saves.lock import GameLock, Held, Holder, LockGroup, holder_of, is_held

HOLD = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from saves.lock import GameLock
lock = GameLock(Path(sys.argv[1]), datetime(2026, 11, 21, tzinfo=UTC))
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def other(tmp_path):
    """A process that holds the lock of `game.json`."""
    command = [sys.executable, "-c", HOLD, str(tmp_path / "game.json")]
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, env=environment(), bufsize=0)
    assert read_until(process.stdout, b"\n") == b"held\n"
    yield process
    process.kill()
    process.communicate()


def test_a_second_owner_is_refused_with_the_name_of_the_first(tmp_path, other):
    game = tmp_path / "game.json"
    with pytest.raises(Held) as refused:
        GameLock(game, NOW)
    assert refused.value.holder == Holder(
        socket.gethostname(), other.pid, "2026-11-21T00:00:00+00:00"
    )
    assert holder_of(game) == refused.value.holder
    assert str(refused.value) == (
        f"{game} is in play: process {other.pid} on {socket.gethostname()}"
        " since 2026-11-21T00:00:00+00:00"
    )


def test_the_lock_of_a_dead_owner_is_no_lock(tmp_path, other):
    game = tmp_path / "game.json"
    other.kill()
    other.wait()
    assert (tmp_path / ".game.json.lock").exists()
    assert holder_of(game) is None
    lock = GameLock(game, NOW)
    assert holder_of(game).process == os.getpid()
    lock.release()


def test_two_names_of_one_file_are_one_game(tmp_path):
    game, link = tmp_path / "game.json", tmp_path / "link.json"
    link.symlink_to(game)
    lock = GameLock(game, NOW)
    with pytest.raises(Held):
        GameLock(link, NOW)
    lock.release()


def test_an_owner_that_cannot_be_read_is_still_an_owner(tmp_path):
    game = tmp_path / "game.json"
    lock = GameLock(game, NOW)
    (tmp_path / ".game.json.lock").write_text("{")
    with pytest.raises(Held, match=r"is in play: another process$"):
        GameLock(game, NOW)
    assert holder_of(game) is None
    assert is_held(game)
    lock.release()
    assert not is_held(game)


def test_a_lock_removed_from_under_its_owner_is_not_removed_for_the_next_one(tmp_path):
    game, side = tmp_path / "game.json", tmp_path / ".game.json.lock"
    first = GameLock(game, NOW)
    side.unlink()
    second = GameLock(game, NOW)
    first.release()
    assert side.exists()
    second.release()
    assert not side.exists()


def test_a_link_in_place_of_the_side_file_is_not_followed(tmp_path):
    game, bystander = tmp_path / "game.json", tmp_path / "bystander"
    bystander.write_text("precious")
    (tmp_path / ".game.json.lock").symlink_to(bystander)
    with pytest.raises(OSError, match="symbolic link"):
        GameLock(game, NOW)
    assert bystander.read_text() == "precious"
    (tmp_path / ".game.json.lock").unlink()
    (tmp_path / ".game.json.lock").symlink_to(tmp_path / "nowhere")
    with pytest.raises(OSError, match="symbolic link"):
        GameLock(game, NOW)
    assert not (tmp_path / "nowhere").exists()


def test_a_pipe_in_place_of_the_side_file_is_no_lock_and_never_hangs(tmp_path, impatient):
    os.mkfifo(tmp_path / ".game.json.lock")
    with pytest.raises(OSError, match="not a regular file"):
        GameLock(tmp_path / "game.json", NOW)
    assert holder_of(tmp_path / "game.json") is None


def test_a_side_file_removed_before_it_was_locked_is_made_again(tmp_path, monkeypatch, impatient):
    game, side = tmp_path / "game.json", tmp_path / ".game.json.lock"
    flock = fcntl.flock

    def removed_before(handle, kind):
        monkeypatch.undo()
        side.unlink()  # its owner gave it back just now
        flock(handle, kind)

    monkeypatch.setattr(locks.fcntl, "flock", removed_before)
    lock = GameLock(game, NOW)
    assert holder_of(game).process == os.getpid()
    with pytest.raises(Held):
        GameLock(game, NOW)
    lock.release()
    assert list(tmp_path.iterdir()) == []


def test_a_glance_at_the_holder_keeps_nobody_from_the_lock(tmp_path, monkeypatch):
    game, side = tmp_path / "game.json", tmp_path / ".game.json.lock"
    side.touch()
    glance = os.open(side, os.O_RDONLY)
    fcntl.flock(glance, fcntl.LOCK_SH)
    monkeypatch.setattr(time, "sleep", lambda _seconds: os.close(glance))
    lock = GameLock(game, NOW)
    assert holder_of(game).process == os.getpid()
    lock.release()


def test_who_is_held_off_does_not_wait_for_long(tmp_path, monkeypatch):
    game, waits = tmp_path / "game.json", []
    monkeypatch.setattr(time, "sleep", waits.append)
    lock = GameLock(game, NOW)
    with pytest.raises(Held):
        GameLock(game, NOW)
    lock.release()
    assert 0 < sum(waits) < 0.5


def test_a_longer_name_left_by_a_dead_owner_is_wiped(tmp_path):
    game = tmp_path / "game.json"
    (tmp_path / ".game.json.lock").write_text('{"host": "' + "h" * 2000 + '"}')
    lock = GameLock(game, NOW)
    assert holder_of(game) == Holder(socket.gethostname(), os.getpid(), "2026-11-21T08:54:00+00:00")
    lock.release()


def test_a_lock_on_a_full_disk_holds_without_a_name(tmp_path, monkeypatch):
    game = tmp_path / "game.json"

    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(locks.os, "pwrite", full)
    lock = GameLock(game, NOW)
    with pytest.raises(Held, match=r"is in play: another process$"):
        GameLock(game, NOW)
    assert holder_of(game) is None
    lock.release()
    assert list(tmp_path.iterdir()) == []
    monkeypatch.undo()
    later = GameLock(game, NOW)
    assert holder_of(game).process == os.getpid()
    later.release()


@pytest.mark.parametrize(
    "text",
    ["[" * 4096, '{"a":' * 800, "[]", "{}", "\x00" * 100, '{"host": 1, "process": 2, "since": 3}'],
)
def test_an_owner_s_name_that_is_no_name_is_no_traceback(tmp_path, text):
    game = tmp_path / "game.json"
    lock = GameLock(game, NOW)
    (tmp_path / ".game.json.lock").write_text(text)
    assert holder_of(game) is None
    with pytest.raises(Held) as refused:
        GameLock(game, NOW)
    assert refused.value.holder is None
    lock.release()


def test_what_has_no_name_has_no_holder_and_no_lock():
    assert holder_of(Path("/")) is None
    with pytest.raises(OSError, match="Is a directory"):
        GameLock(Path("/"), NOW)


def test_the_locks_of_a_process_share_an_open_file_and_each_is_given_up_alone(
    tmp_path, monkeypatch
):
    waited = []
    monkeypatch.setattr(locks.time, "sleep", waited.append)
    group, games = LockGroup(), [tmp_path / f"{number}.json" for number in range(3)]
    held = [GameLock(game, NOW, group) for game in games]
    assert len({side.stat().st_ino for side in tmp_path.glob(".*.lock")}) == 1
    for other in (group, LockGroup()):
        for game in games:
            assert holder_of(game).process == os.getpid()
            with pytest.raises(Held):
                GameLock(game, NOW, other)
        assert bool(waited) is (other is not group)  # nobody waits for oneself
    held[0].release()
    assert [is_held(game) for game in games] == [False, True, True]
    again = GameLock(games[0], NOW, group)
    for lock in (again, *held[1:]):
        lock.release()
    assert list(tmp_path.iterdir()) == []


def test_where_a_file_has_one_name_alone_each_lock_has_a_file(tmp_path, monkeypatch):
    def no_links(*_names, **_more):
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(locks.os, "link", no_links)
    group, games = LockGroup(), [tmp_path / f"{number}.json" for number in range(2)]
    held = [GameLock(game, NOW, group) for game in games]
    assert len({side.stat().st_ino for side in tmp_path.glob(".*.lock")}) == 2
    held[0].release()
    assert [is_held(game) for game in games] == [False, True]
    held[1].release()
    assert list(tmp_path.iterdir()) == []


def test_a_lock_of_a_dead_process_of_many_games_is_taken_from_the_others_alone(tmp_path):
    games, group = [tmp_path / f"{number}.json" for number in range(2)], LockGroup()
    file, _same = [GameLock(game, NOW, group)._file for game in games]
    os.close(file.handle)  # as a kill does
    lock = GameLock(games[0], NOW)
    assert [is_held(game) for game in games] == [True, False]
    assert holder_of(games[0]).process == os.getpid()
    lock.release()
    second = GameLock(games[1], NOW)
    second.release()
    assert list(tmp_path.iterdir()) == []
