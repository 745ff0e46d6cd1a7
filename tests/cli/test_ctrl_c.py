"""Ctrl-C at any moment of a command: status 130, not a word, and nothing left half done."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from duels import new_table, play_on
from games_on_disk import saved_game
from interrupted import FIRST, calls_of, endings
from line_programs import environment

from saves.files import read_file
from saves.reading import read_record

PLAYERS = ["--north", "greedy", "--south", "random"]
COMMANDS = {
    "saves": ["saves"],
    "check": ["check", "../game.json"],
    "replay": ["replay", "--print", "../game.json"],
    "duel": ["console", "--seed", "1", *PLAYERS, "--save", "game.json"],
    "zen": ["console", "zen", "--seed", "1", "--black", "random", "--save", "game.json"],
    "talk": ["--talk"],
    "legal": ["legal", "zen"],
    "perft": ["perft", "zen", "--depth", "2"],
    "arena": ["arena", "duel", "greedy", "random", "--deals", "1", "--jobs", "1"],
}


def interrupt(folder: Path, command: str, times: int) -> None:
    """Interrupt a command at moments chosen by lot, the same ones every time."""
    (home := folder / "tapis-home" / "games").mkdir(parents=True)
    for where in (folder, home):
        saved_game(where, play_on(new_table(8), turns=20))
    calls = calls_of(folder, COMMANDS[command])
    moments = Random(command).sample(range(FIRST, calls), times)
    for ending in endings(folder, COMMANDS[command], moments):
        assert (ending.status, ending.errors) == (130, b""), ending.folder
        left = {file.name for file in ending.folder.iterdir()}
        assert left <= {"out", "errors", "game.json", ".game.json.lock"}  # which nobody holds
        if "game.json" in left:
            read_record(read_file(ending.folder / "game.json"))


@pytest.mark.parametrize("command", ["saves", "duel", "zen", "talk", "legal", "arena"])
def test_ctrl_c_ends_a_command_with_130_and_nothing_said(tmp_path, command):
    interrupt(tmp_path, command, times=2)


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_ctrl_c_ends_a_command_with_130_at_many_moments(tmp_path, command):
    interrupt(tmp_path, command, times=30)


FOLLOWS = "\nselect.select([], [], [], 20)\nprint('too late')"
"""Waits, as for a line; what is interrupted does not get there."""

SWALLOWED = {
    "let go": "class Held:\n def __del__(self): signal.raise_signal(2)\nHeld()",
    "weak": "class Held: pass\nheld = Held()\n"
    "reference = weakref.ref(held, lambda _: signal.raise_signal(2))\ndel held",
}


def run_with_ctrl_c(script: str, before: str = "") -> tuple[int, bytes]:
    """Run a script as the command is run; return status and all it wrote."""
    lines = "".join(f"\n  {line}" for line in script.splitlines())
    whole = (
        "import select, signal, sys, weakref\nimport cli.command\n"
        f"def run(_arguments):{lines}\n  return 0\n"
        "cli.command.run = run\nfrom cli.__main__ import main\nsys.exit(main())"
    )
    run = subprocess.run(
        ["sh", "-c", before + 'exec "$0" -c "$1"', sys.executable, whole],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment(),
        timeout=60,
    )
    return run.returncode, run.stdout


@pytest.mark.parametrize("script", SWALLOWED.values(), ids=SWALLOWED)
def test_ctrl_c_is_heard_where_python_would_only_print_it(script):
    assert run_with_ctrl_c(script + FOLLOWS) == (130, b"")


def test_a_second_ctrl_c_does_not_interrupt_what_is_brought_to_an_end():
    script = (
        "try:\n signal.raise_signal(2)\nfinally:\n"
        " signal.raise_signal(2)\n print('ended', flush=True)"
    )
    assert run_with_ctrl_c(script) == (130, b"ended\n")


def test_ctrl_c_that_somebody_caught_is_told_by_the_status():
    script = "try:\n signal.raise_signal(2)\nexcept BaseException:\n pass"
    assert run_with_ctrl_c(script) == (130, b"")


def test_ctrl_c_when_all_is_done_is_not_heard():
    script = "import atexit\natexit.register(signal.raise_signal, 2)"
    assert run_with_ctrl_c(script) == (0, b"")


def test_other_faults_that_python_ignores_are_printed_as_ever():
    script = "class Held:\n def __del__(self): raise ValueError('heard')\nHeld()"
    status, said = run_with_ctrl_c(script)
    assert (status, b"ValueError: heard" in said) == (0, True)


def test_ctrl_c_stays_ignored_where_it_was_from_the_start():
    """A shell's `&` and `nohup` want it so."""
    script = "signal.raise_signal(2)\nprint('goes on', flush=True)"
    assert run_with_ctrl_c(script, "trap '' INT; ") == (0, b"goes on\n")
