"""Who holds a lock is what the system says; nobody else is ever ended."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest
from games_on_disk import NOW
from holders import holder

from saves.lock import GameLock, Held, Owner, end_owner, holder_of, owner_of

LIES = [-1, 0, 1, 2, 10**30, 2**31, "x", 1.5, True, None, [], {}, os.getpid(), "innocent"]


@pytest.fixture
def game(tmp_path) -> Path:
    return tmp_path / "game.json"


@pytest.fixture
def innocent():
    """A process that has nothing to do with any game."""
    with subprocess.Popen(["sleep", "100"]) as process:
        yield process
        process.kill()


def described(process: object, host: str = "box") -> str:
    return json.dumps({"host": host, "process": process, "since": "2026-11-21"})


def test_the_owner_is_the_process_that_the_system_names_and_it_is_ended(game):
    with holder(game) as process:
        owner = owner_of(game)
        name = Path(f"/proc/{process.pid}/comm").read_text().strip()
        assert owner == Owner(process.pid, name, os.geteuid())
        assert owner.is_of_this_user and not owner.is_this_process
        assert end_owner(game, owner)
        assert process.wait() == -signal.SIGTERM
        assert owner_of(game) is None
        assert not end_owner(game, owner)


def test_no_number_in_a_lock_file_is_believed(game, innocent):
    side = game.with_name(".game.json.lock")
    with holder(game) as process:
        owner = owner_of(game)
        assert owner.process == process.pid
        for lie in LIES:
            side.write_text(described(innocent.pid if lie == "innocent" else lie))
            assert owner_of(game) == owner
        for number in (-1, 0, 1, innocent.pid, os.getpid(), 10**30):
            assert not end_owner(game, Owner(number, "sleep", os.geteuid()))
        assert process.poll() is None
        assert end_owner(game, owner)
        process.wait()
    assert innocent.poll() is None


NO_DESCRIPTIONS = [
    *(described(lie) for lie in (-1, 0, 10**30, 2**31, "x", 1.5, True, None, [])),
    described(5).replace("5", "5" * 4000),
    described(5).replace("5", "1e9"),
    described(5, host="h" * 300),
    '{"process": ' + "[" * 4000,
]


def test_what_no_program_of_ours_wrote_is_no_description(game):
    side = game.with_name(".game.json.lock")
    with holder(game):
        side.write_text(described(2**31 - 1))
        assert holder_of(game).process == 2**31 - 1
        for text in NO_DESCRIPTIONS:
            side.write_text(text)
            assert holder_of(game) is None
        with pytest.raises(Held, match=r"is in play: another process$"):
            GameLock(game, NOW)


def test_a_link_in_place_of_the_lock_file_is_not_followed(game, tmp_path):
    with holder(tmp_path / "other.json", described(5)):
        game.with_name(".game.json.lock").symlink_to(tmp_path / ".other.json.lock")
        assert holder_of(game) is None
        assert owner_of(game) is None


def test_we_do_not_end_ourselves(game):
    lock = GameLock(game, NOW)
    owner = owner_of(game)
    assert owner.is_this_process
    assert not end_owner(game, owner)
    lock.release()
    assert owner_of(game) is None


def test_a_process_of_another_user_is_named_and_never_ended(game, monkeypatch):
    with holder(game) as process:
        mine = owner_of(game)
        monkeypatch.setattr(os, "geteuid", lambda: mine.user + 1)
        owner = owner_of(game)
        assert owner == mine
        assert not owner.is_of_this_user
        assert not end_owner(game, owner)
        assert process.poll() is None


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be two users")
def test_not_even_root_ends_a_process_of_another_user(game):
    with holder(game, how="other user") as process:
        owner = owner_of(game)
        assert (owner.process, owner.user) == (process.pid, 65534)
        assert not end_owner(game, owner)
        assert process.poll() is None


def test_of_a_lock_that_was_left_to_a_child_nobody_is_the_owner(game):
    with holder(game, how="child"):
        with pytest.raises(Held):
            GameLock(game, NOW)
        assert owner_of(game) is None


class System:
    """A folder like `/proc`, in which the process 4242 holds the lock of a game."""

    def __init__(self, folder: Path, game: Path) -> None:
        side = game.with_name(".game.json.lock")
        side.touch()
        about = side.stat()
        device = f"{os.major(about.st_dev):02x}:{os.minor(about.st_dev):02x}"
        self.place = f"{device}:{about.st_ino}"
        self.elsewhere = f"ff:ff:{about.st_ino}"
        self.folder = folder / "proc"
        for number, file in (("0", folder), ("3", side)):
            for part in ("fd", "fdinfo"):
                (self.folder / "4242" / part).mkdir(parents=True, exist_ok=True)
            (self.folder / "4242" / "fd" / number).symlink_to(file)
            (self.folder / "4242" / "fdinfo" / number).write_text("pos:\t0\n")
        (self.folder / "4242" / "comm").write_text("tapis\n")
        for number in ("0", "1"):
            (self.folder / number).symlink_to("4242")
        self.held(f"1: FLOCK  ADVISORY  WRITE 4242 {self.place} 0 EOF")

    def held(self, line: str, number: str = "3") -> None:
        (self.folder / "4242" / "fdinfo" / number).write_text(f"pos:\t0\nlock:\t{line}\n")

    def listed(self, *lines: str) -> None:
        text = "".join(f"{line} 0 EOF\n" for line in lines)
        (self.folder / "locks").write_text(text)


@pytest.fixture
def system(tmp_path, game) -> System:
    return System(tmp_path, game)


def test_where_the_system_lists_no_locks_nobody_is_the_owner(game, system):
    assert owner_of(game, system.folder) is None
    with holder(game) as process:
        owner = owner_of(game)
        assert owner_of(game, system.folder) is None
        assert not end_owner(game, owner, system.folder)
        assert process.poll() is None


def test_the_owner_is_found_among_many_lines(game, system):
    place = system.place
    system.listed(
        f"1: POSIX  ADVISORY  WRITE 77 {place}",
        "2: FLOCK  ADVISORY  WRITE 78 00:1a:5",
        f"3: -> FLOCK  ADVISORY  WRITE 79 {place}",
        f"4: FLOCK  ADVISORY  WRITE 4242 {place}",
        f"4: -> FLOCK  ADVISORY  WRITE 80 {place}",
    )
    assert owner_of(game, system.folder) == Owner(4242, "tapis", os.geteuid())


def test_a_file_system_with_several_devices_is_no_hindrance(game, system):
    system.listed(f"1: FLOCK  ADVISORY  WRITE 4242 {system.elsewhere}")
    assert owner_of(game, system.folder).process == 4242


@pytest.mark.parametrize(
    "line",
    [
        "1: -> FLOCK  ADVISORY  WRITE 4242 {place}",
        "1: POSIX  ADVISORY  WRITE 4242 {place}",
        "1: OFDLCK ADVISORY  WRITE -1 {place}",
        "1: LEASE  ACTIVE    WRITE 4242 {place}",
        "1: FLOCK  ADVISORY  READ  4242 {place}",
        "1: FLOCK  ADVISORY  WRITE 4242 fe:00:1",
        "1: FLOCK  ADVISORY  WRITE 4242 <none>:0",
        "1: FLOCK  ADVISORY  WRITE 0 {place}",
        "1: FLOCK  ADVISORY  WRITE 1 {place}",
        "1: FLOCK  ADVISORY  WRITE -1 {place}",
        "1: FLOCK  ADVISORY  WRITE 4243 {place}",
        "1: FLOCK",
        "\0\xff",
        "",
    ],
)
def test_a_line_that_names_no_process_for_this_lock_names_nobody(game, system, line):
    system.listed(line.format(place=system.place))
    assert owner_of(game, system.folder) is None


def test_a_process_is_the_owner_only_if_it_has_that_file_open_and_locked(game, system):
    line = f"1: FLOCK  ADVISORY  WRITE 4242 {system.place}"
    system.listed(line)
    system.held(f"{line} 0 EOF")
    assert owner_of(game, system.folder)
    system.held("2: FLOCK  ADVISORY  READ  4242 00:00:5 0 EOF")
    assert owner_of(game, system.folder) is None
    system.held(f"{line} 0 EOF", number="0")  # of another file
    assert owner_of(game, system.folder) is None
