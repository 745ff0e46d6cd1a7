"""The `tapis` command as a process, with nothing in its environment but what a test gives it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO
from unittest import mock

from cli.__main__ import main
from words.translation import set_language

ROOT = Path(__file__).parents[2]
TAPIS = [sys.executable, "-m", "cli"]
AT_ANY_TIME = {"TERM", "TAPIS_ASCII"}
"""What the command reads of its environment, and Python's own start does not."""


def environment(**more: str) -> dict[str, str]:
    kept = {
        name: os.environ[name]
        for name in ("PATH", "TAPIS_HOME", "HOME", "TZ", "TMPDIR")
        if name in os.environ
    }
    ours = {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", "LANG": "C.UTF-8"}
    return {**ours, **kept, **more}


def tapis(
    *arguments: object, typed: bytes = b"", **more: str
) -> subprocess.CompletedProcess[bytes]:
    """Run `tapis` to its end: in this process, for to start one is nine tenths of the work.

    Where it depends on how Python starts, it is a process of its own.
    """
    command, surroundings = [*map(str, arguments)], environment(**more)
    if not more.keys() <= AT_ANY_TIME:
        return tapis_alone(*command, typed=typed, **more)
    with ExitStack() as kept:
        typing, out, errors = (kept.enter_context(tempfile.TemporaryFile()) for _ in range(3))
        typing.write(typed)
        typing.seek(0)
        with _standard(typing, out, errors), mock.patch.dict(os.environ, surroundings, clear=True):
            status = _status_of(command)
        written = []
        for file in (out, errors):
            file.seek(0)
            written.append(file.read())
    return subprocess.CompletedProcess(command, status, *written)


def tapis_alone(
    *arguments: object, typed: bytes = b"", **more: str
) -> subprocess.CompletedProcess[bytes]:
    """Run `tapis` to its end in a process of its own."""
    command = [*TAPIS, *map(str, arguments)]
    return subprocess.run(
        command, input=typed, capture_output=True, env=environment(**more), timeout=60
    )


@contextmanager
def _standard(*files: IO[bytes]) -> Iterator[None]:
    """Let these be standard input, output and error, for Python and for the system."""
    names = ("stdin", "stdout", "stderr")
    kept = [os.dup(handle) for handle in range(3)]
    try:
        for handle, file in enumerate(files):
            os.dup2(file.fileno(), handle)
        with ExitStack() as streams:
            for handle, (name, mode) in enumerate(zip(names, "rww", strict=True)):
                stream = streams.enter_context(open(handle, mode, encoding="utf-8", closefd=False))
                streams.enter_context(mock.patch.object(sys, name, stream))
            yield
    finally:
        for handle, before in enumerate(kept):
            os.dup2(before, handle)
            os.close(before)


def _status_of(command: Sequence[str]) -> int:
    """Carry the command out as a fresh process would, and return its exit status."""
    set_language("en")
    try:
        return main([*command])
    except SystemExit as end:
        return int(end.code or 0)
    except Exception:  # noqa: BLE001 - Python says so at the end of a process
        traceback.print_exc()
        return 1


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


def cut_off(process: subprocess.Popen[bytes]) -> None:
    """Close the output of a process, and see that it ends silently with 1."""
    process.stdout.close()
    assert process.wait(timeout=60) == 1
    assert process.stderr.read() == b""
    process.stdin.close()
    process.stderr.close()
