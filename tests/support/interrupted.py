"""Ctrl-C at a chosen call of a command, again and again, each time in a fork of its own.

Python tells of every call through its profiler, so a moment is a number and not a time: the same
number hits the same place again, be it in the middle of an import or while an object is let go of.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from line_programs import environment

FORKS = r"""
import os, sys, _signal  # no more than Python itself loads: the rest is loaded in the forks

folder, moments, *arguments = sys.argv[1:]

def watch(moment):
    calls = 0

    def count(frame, kind, _called):
        nonlocal calls
        calls += 1
        if calls == moment:
            _signal.raise_signal(_signal.SIGINT)
        elif not moment and kind == "return" and frame.f_code is main.__code__:
            os.write(2, b"%d" % calls)

    return count

for moment in map(int, moments.split()):
    if child := os.fork():
        print(moment, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
    else:
        break
else:
    sys.exit()

os.mkdir(f"{folder}/{moment}")
os.chdir(f"{folder}/{moment}")
for handle, name in ((1, "out"), (2, "errors")):
    os.dup2(os.open(name, os.O_WRONLY | os.O_CREAT), handle)
sys.argv = ["tapis", *arguments]
from cli.__main__ import main
sys.setprofile(watch(moment))
sys.exit(main())
"""

NEVER = 10**9
"""A call that no command gets to."""

FIRST = 3
"""The first call of the command; before, it is not yet begun."""


class Ending(NamedTuple):
    """How a command ended that was interrupted, and the folder it was started in."""

    status: int
    folder: Path

    @property
    def errors(self) -> bytes:
        """What it wrote on standard error."""
        return (self.folder / "errors").read_bytes()


def endings(folder: Path, command: Sequence[str], moments: Iterable[int]) -> list[Ending]:
    """Run a command once for each moment, interrupted then; at 0 never."""
    script = [sys.executable, "-c", FORKS, str(folder), " ".join(map(str, moments)), *command]
    run = subprocess.run(
        script, stdin=subprocess.DEVNULL, capture_output=True, env=environment(), timeout=600
    )
    assert run.returncode == 0, run.stderr.decode()
    lines = (line.split() for line in run.stdout.decode().splitlines())
    return [Ending(int(status), folder / moment) for moment, status in lines]


def calls_of(folder: Path, command: Sequence[str]) -> int:
    """Return how many calls a command makes from its beginning to its end.

    It has run before: what it keeps for the next time, compiled modules too, makes it shorter.
    """
    _first, whole = endings(folder, command, [NEVER, 0])
    return int(whole.errors)
