"""One owner for a game in play, named to others; a dead owner's lock is none."""

from __future__ import annotations

import os
import socket
import subprocess
import sys

import pytest
from games_on_disk import NOW
from programs import environment, read_until

from saves.lock import GameLock, Held, Holder, holder_of

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


def test_a_released_lock_leaves_nothing_behind(tmp_path):
    lock = GameLock(tmp_path / "game.json", NOW)
    with pytest.raises(Held):
        GameLock(tmp_path / "game.json", NOW)
    lock.release()
    assert list(tmp_path.iterdir()) == []
    assert holder_of(tmp_path / "game.json") is None


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
    lock.release()


def test_a_lock_removed_from_under_its_owner_is_not_removed_for_the_next_one(tmp_path):
    game, side = tmp_path / "game.json", tmp_path / ".game.json.lock"
    first = GameLock(game, NOW)
    side.unlink()
    second = GameLock(game, NOW)
    first.release()
    assert side.exists()
    second.release()
    assert not side.exists()
