"""A confined process reaches the files of its one folder, and no other file, program or socket."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from line_programs import ROOT, environment

from play.saved_games import game_file_at, path_of
from saves import confined
from saves.confined import Confinement, is_confined, shown

SECRET = "the secret of another person"

TYPED = """
import os, sys
from pathlib import Path
from saves.confined import confine
from cli.command import run
os.chdir(os.environ["HOME"])
confine(Path(os.environ["HOME"]))
sys.exit(run(["--talk"]))
"""


@pytest.fixture
def world(tmp_path):
    for folder in ("mine/games", "other/games", "mine-not"):
        (tmp_path / folder).mkdir(parents=True)
    secrets = ["other/games/secret.json", "other/memory.json", "other/é.json", "host_key"]
    for name in (*secrets, "password", "mine-not/secret.json"):
        (tmp_path / name).write_text(SECRET)
    (tmp_path / "mine/own.txt").write_text("own")
    (tmp_path / "mine/to-root").symlink_to("/")
    (tmp_path / "mine/to-link").symlink_to("to-root")
    (tmp_path / "program").write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    (tmp_path / "program").chmod(0o700)
    return tmp_path


def everything(world):
    files = (path for path in world.rglob("*") if path.is_file() and "mine" not in path.parts)
    return {path: (path.read_bytes(), path.stat().st_mode) for path in files}


def of_person(world):
    mine = str(world / "mine")
    return environment(HOME=mine, TAPIS_HOME=mine, OTHER=str(world / "other"))


def test_two_thousand_attempts_reach_nothing_of_another_person_or_of_the_server(world):
    before = everything(world)
    script = [sys.executable, ROOT / "tests/support/confined_attempts.py", world]
    done = subprocess.run(script, env=of_person(world), capture_output=True, timeout=120)
    assert done.returncode == 0, done.stderr.decode()
    told = json.loads(done.stdout)
    assert told["done"] == []
    assert told["count"] > 2000
    assert not told["has_here"], "a module would be loaded from the folder of the person"
    assert everything(world) == before
    assert not (world / "mine/stolen").exists()


def test_what_is_typed_in_words_reaches_nothing_elsewhere(world):
    before = everything(world)
    paths = [
        *("../other/games/secret.json", "~/../other/games/secret.json", "to-root/etc/passwd"),
        *(f"{world}/host_key", f"to-root{world}/host_key", "/etc/passwd", "~root/x.json"),
        *("/proc/self/environ", "../mine-not/secret.json", "games/../../other/é.json"),
    ]
    words = ("resume", "replay", "save", "copy 1", "share picture", "delete")
    typed = [f"{word} {path}" for word in words for path in paths]
    typed = ["new duel", "begin", "save mine", "games", *typed, "host", "quit"]
    command = [sys.executable, "-c", TYPED]
    done = subprocess.run(
        command,
        input="\n".join(typed).encode(),
        env=of_person(world),
        capture_output=True,
        timeout=120,
    )
    said = (done.stdout + done.stderr).decode()
    assert "Traceback" not in said
    assert SECRET not in said
    assert "root:" not in said
    assert said.count("Permission denied") > 10
    assert "saved in ~/games/mine.json." in said
    assert "in ~/games." in said
    assert (world / "mine/games/mine.json").exists()
    assert everything(world) == before


def test_a_path_outside_is_refused_in_the_same_words_whether_it_is_there_or_not(
    tmp_path, monkeypatch
):
    mine = tmp_path / "mine"
    mine.mkdir()
    (tmp_path / "there.json").touch()
    monkeypatch.setattr(confined, "_confinement", Confinement(str(mine), (), 0))
    monkeypatch.chdir(mine)
    for name in ("there.json", "nothing.json"):
        with pytest.raises(PermissionError, match="Permission denied"):
            path_of(f"../{name}")
    assert path_of("own.json") == Path("own.json")


def test_a_path_is_told_without_the_place_of_its_folder_on_the_machine(tmp_path, monkeypatch):
    assert shown(tmp_path / "mine") == str(tmp_path / "mine")
    monkeypatch.setattr(confined, "_confinement", Confinement(str(tmp_path), (), 0))
    monkeypatch.chdir(tmp_path)
    told = [shown(Path(path)) for path in (tmp_path / "a/b.json", "a", tmp_path, "/elsewhere")]
    assert told == ["~/a/b.json", "~/a", "~", "/elsewhere"]


def test_which_accounts_the_machine_has_is_told_to_nobody_who_is_confined(tmp_path, monkeypatch):
    monkeypatch.setattr(confined, "_confinement", Confinement(str(tmp_path), (), 0))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    for account in ("root", "nobody-of-this-name"):
        assert path_of(f"~{account}/own.json") == Path(f"~{account}/own.json")
    assert path_of("~/own.json") == tmp_path / "own.json"


def test_usual_starts_are_confined_by_nothing():
    assert not is_confined()
    assert path_of("/etc/hosts") == Path("/etc/hosts")


def test_a_name_that_leads_to_no_game_file_finds_none(tmp_path):
    assert game_file_at("~nobody-of-this-name/game.json") is None
    assert game_file_at("a\0b.json") is None
    (tmp_path / "game.json").touch()
    assert game_file_at(str(tmp_path / "game.json")) == tmp_path / "game.json"


FULL = """
import errno, os, sys
from pathlib import Path
from saves.confined import confine
from saves.files import write_file
mine = Path(sys.argv[1])
confine(mine, quota=100_000)
written = 0
while written < 100:
    try:
        write_file(mine / f"{written}.json", bytes(10_000))
    except OSError as error:
        assert error.errno == errno.EDQUOT, error
        break
    written += 1
try:
    write_file(mine / "own.txt", b"changed")
except OSError as error:
    assert error.errno == errno.EDQUOT, error
hidden = [name for name in os.listdir(mine) if name[0] == "."]
print(written, (mine / "own.txt").read_text(), hidden)
(mine / "0.json").unlink()
write_file(mine / "own.txt", b"changed")
print((mine / "own.txt").read_text())
"""


def test_a_full_folder_takes_no_more_and_loses_nothing_until_there_is_room_again(world):
    script = [sys.executable, "-c", FULL, world / "mine"]
    done = subprocess.run(script, env=of_person(world), capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr.decode()
    first, second = done.stdout.decode().splitlines()
    count, rest = first.split(" ", 1)
    assert 5 <= int(count) <= 10, "as many as there is room for"
    assert rest == "own []", "the old file is whole, and no half of a new one is left"
    assert second == "changed"


def test_somebody_with_a_full_folder_is_told_so_and_plays_on(world):
    (world / "mine/games/big.json").write_bytes(bytes(200_000))
    script = TYPED.replace('["HOME"]))\nsys', '["HOME"]), quota=100_000)\nsys')
    typed = ["new duel", "begin", "save mine"]
    command = [sys.executable, "-c", script]
    done = subprocess.run(
        command,
        input="\n".join([*typed, "quit", ""]).encode(),
        env=of_person(world),
        capture_output=True,
        timeout=60,
    )
    said = done.stdout.decode() + done.stderr.decode()
    assert "~/games/mine.json: Disk quota exceeded; play goes on, unsaved" in said
