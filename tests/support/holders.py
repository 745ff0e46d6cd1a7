"""Processes that hold the lock of a game, whatever its lock file says."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from line_programs import read_until

HOLD = """
import fcntl, os, signal, sys
side, text, how = sys.argv[1:]
lock = os.open(side, os.O_RDWR | os.O_CREAT)
if how == "other user":
    os.setuid(65534)
if how == "deaf":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
fcntl.flock(lock, fcntl.LOCK_EX)
os.write(lock, text.encode())
if how == "child" and os.fork():
    os._exit(0)
os.write(1, b"held\\n")
sys.stdin.read()
"""


@contextmanager
def holder(game: Path, text: str = "", how: str = "") -> Iterator[subprocess.Popen[bytes]]:
    """Run a process that holds the lock of a game until it is ended, or the `with` block is.

    `how` is nothing, `deaf` to SIGTERM, of an `other user` (only root can do that), or `child`:
    the process took the lock and is gone, a child of it has it still.
    """
    side = game.with_name(f".{game.name}.lock")
    command = [sys.executable, "-S", "-E", "-c", HOLD, str(side), text, how]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, bufsize=0) as process:
        try:
            assert process.stdout is not None
            assert read_until(process.stdout, b"\n") == b"held\n"
            yield process
        finally:
            process.kill()
