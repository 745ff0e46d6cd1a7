"""A process killed at any moment leaves a file that lacks at most the turn being typed."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest
from duels import new_table, play_on
from line_programs import environment, read_until, start

from cli.duel.console import PROMPT
from engine.shuffle import Lots
from saves.files import write_file
from saves.reading import read_record
from saves.store import Store

SEED = 8
MOMENTS = 15
MANY = [pytest.param(moment, marks=pytest.mark.slow) for moment in range(MOMENTS, 200)]


@pytest.fixture(scope="module")
def script() -> list[str]:
    table = play_on(new_table(SEED), ("greedy", "greedy"))
    return [table.move_text(at) for at in range(1, len(table.plays))]


@pytest.mark.parametrize("moment", [*range(MOMENTS), *MANY])
def test_kill(moment, script, tmp_path):
    lots = Lots(2026, moment)
    answered = lots.below(len(script))
    bytes_read = lots.below(30)
    file = tmp_path / "game.json"
    process = start("console", "--seed", SEED, "--save", file)
    read_until(process.stdout, PROMPT)
    for turn in script[:answered]:
        process.stdin.write(f"{turn}\n".encode())
        read_until(process.stdout, PROMPT)
    process.stdin.write(f"{script[answered]}\n".encode())
    seen = process.stdout.read(bytes_read) if bytes_read else b""
    process.kill()
    process.communicate()
    table = read_record(file.read_bytes()).table
    written = [table.move_text(at) for at in range(1, len(table.plays))]
    at_least = answered + bool(seen)
    assert written in [script[:count] for count in (at_least, answered + 1)]
    leftovers = {path.name for path in tmp_path.iterdir()} - {"game.json"}
    assert leftovers <= {".game.json.tmp", ".game.json.lock", "tapis-home"}


def test_a_killed_game_has_left_nothing_before_the_first_move_and_that_move_after_it(tmp_path):
    for typed, files in ((b"hint\n", 0), (b"pass KS KC 9S\n", 1)):
        process = start("console", "hearts", "--seed", SEED, "--lang", "en")
        read_until(process.stdout, b"South> ")
        process.stdin.write(typed)
        read_until(process.stdout, b"South> ")
        process.kill()
        process.communicate()
        kept = [path for path in Store().paths() if path.suffix == ".json"]
        assert len(kept) == files
        if kept:
            moves = read_record(kept[0].read_bytes()).table.plays
            assert any(play.seat == 0 for play in moves)


DIE_INSIDE = """
import os, signal, stat, sys

step, left = sys.argv[1], int(sys.argv[2])
temporary = None

def reached(now):
    global left
    left -= now == step
    return now == step and left == 0

def die():
    os.kill(os.getpid(), signal.SIGKILL)

def opened(path, *arguments, real=os.open, **more):
    global temporary
    handle = real(path, *arguments, **more)
    if str(path).endswith(".tmp"):
        temporary = handle
        if reached("opened"):
            die()
    return handle

def half(handle, data, real=os.write):
    if handle == temporary and reached("half written"):
        real(handle, data[: len(data) // 2])
        die()
    return real(handle, data)

def watched(name, before, after):
    real = getattr(os, name)
    def call(*arguments):
        kind = before(*arguments)
        if reached(kind):
            die()
        real(*arguments)
        if reached(after + kind):
            die()
    setattr(os, name, call)

os.open, os.write = opened, half
watched("fsync", lambda h: "folder" if stat.S_ISDIR(os.fstat(h).st_mode) else "file", "synced ")
watched("replace", lambda *_: "replace", "after ")

from cli.__main__ import main
sys.exit(main(["console", "--seed", sys.argv[3], "--save", sys.argv[4]]))
"""
STEPS = [
    "opened",
    "half written",
    "file",
    "synced file",
    "replace",
    "after replace",
    "folder",
    "synced folder",
]


@pytest.mark.parametrize("count", [1, 2, pytest.param(9, marks=pytest.mark.slow)])
@pytest.mark.parametrize("step", STEPS)
def test_killed_inside_a_write(step, count, script, tmp_path):
    file = tmp_path / "game.json"
    run = subprocess.run(
        [sys.executable, "-c", DIE_INSIDE, step, str(count), str(SEED), str(file)],
        input="".join(f"{turn}\n" for turn in script).encode(),
        capture_output=True,
        env=environment(),
        timeout=60,
    )
    assert (run.returncode, run.stderr) == (-signal.SIGKILL, b"")
    answered = run.stdout.decode().count(" cartes posées")
    assert answered == max(count - 2, 0)  # the first write is the deal
    if count == 1 and STEPS.index(step) <= STEPS.index("replace"):
        assert not file.exists()
    else:
        table = read_record(file.read_bytes()).table
        written = [table.move_text(at) for at in range(1, len(table.plays))]
        assert written in (script[:answered], script[: answered + 1])
    leftovers = {path.name for path in tmp_path.iterdir()} - {"game.json"}
    assert leftovers <= {".game.json.tmp", ".game.json.lock", "tapis-home"}
    write_file(file, b"next")  # what was left is in nobody's way
    assert {path.name for path in tmp_path.iterdir()} <= {"game.json", ".game.json.lock"}
