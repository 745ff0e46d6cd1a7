"""The `tapis` command as a process, with nothing in its environment but what a test gives it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
TAPIS = [sys.executable, "-m", "cli"]


def environment(**more: str) -> dict[str, str]:
    kept = {
        name: os.environ[name]
        for name in ("PATH", "TAPIS_HOME", "HOME", "TZ")
        if name in os.environ
    }
    ours = {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", "LANG": "C.UTF-8"}
    return {**ours, **kept, **more}


def tapis(
    *arguments: object, typed: bytes = b"", **more: str
) -> subprocess.CompletedProcess[bytes]:
    """Run `tapis` to its end."""
    command = [*TAPIS, *map(str, arguments)]
    return subprocess.run(
        command, input=typed, capture_output=True, env=environment(**more), timeout=60
    )


def with_few_files(count: int, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Run `tapis` to its end where only so many files may be open at once."""
    command = ["sh", "-c", f'ulimit -n {count} && exec "$@"', "sh", *TAPIS, *arguments]
    return subprocess.run(command, input=b"", capture_output=True, env=environment(), timeout=60)


def _with_sigint() -> None:
    """Let Ctrl-C work in the process also where the tests themselves ignore it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def start(*arguments: object, **more: str) -> subprocess.Popen[bytes]:
    """Start `tapis` with pipes to type and read by."""
    command = [*TAPIS, *map(str, arguments)]
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=pipe, env=environment(**more), bufsize=0
    )


def read_until(stream, end: bytes) -> bytes:
    """Read what comes until it ends so, or the stream ends."""
    seen = b""
    while not seen.endswith(end) and (byte := stream.read(1)):
        seen += byte
    return seen
