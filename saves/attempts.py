"""The attempts of a person at the problems: a file of JSON lines that only grows.

A line is written whole and is on the disk before anything is told of it. What a kill or another
program left of a line is passed over by whoever reads, and the next line begins on its own.
"""

from __future__ import annotations

import errno
import json
import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from saves.files import MAX_BYTES, OWN_FILE, make_folder, read_file, sync_folder
from saves.home import home_folder
from saves.reasons import FileReason

NAME: Final = "problems.jsonl"
MAX_LINE: Final = 200
"""The most bytes of a line; a longer one is none of ours."""


class Attempt(NamedTuple):
    """A first answer to a problem.

    Attributes:
        game: The key of the game.
        problem: The id of the problem.
        is_solved: Whether the answer was right.
        at: When it was given, as ISO 8601 has it.
    """

    game: str
    problem: str
    is_solved: bool
    at: str = ""


def attempts_file() -> Path:
    """Return the file of the attempts."""
    return home_folder() / NAME


def read_attempts() -> list[Attempt]:
    """Return all attempts, the first one first; none without a file. Raises `OSError`."""
    try:
        data = read_file(attempts_file())
    except FileNotFoundError:
        return []
    return [*_read(data)]


def keep_attempt(attempt: Attempt) -> None:
    """Add an attempt to the file, on the disk when this returns. Raises `OSError`."""
    path = attempts_file()
    game, problem, is_solved, at = attempt
    document = {"game": game, "problem": problem, "solved": is_solved, "at": at}
    line = json.dumps(document).encode() + b"\n"
    make_folder(path.parent)
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_NONBLOCK
    handle = os.open(path, flags, OWN_FILE)
    try:
        there = os.fstat(handle)
        if not stat.S_ISREG(there.st_mode):
            raise OSError(errno.EINVAL, FileReason.NOT_A_FILE.value, str(path))
        size = there.st_size
        if size + len(line) > MAX_BYTES:
            raise OSError(errno.EFBIG, FileReason.TOO_LONG_A_FILE.value, str(path))
        if size and os.pread(handle, 1, size - 1) != b"\n":
            line = b"\n" + line
        if os.write(handle, line) != len(line):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        os.fsync(handle)
    finally:
        os.close(handle)
    if not size:
        with suppress(OSError):
            sync_folder(path.parent)


def _read(data: bytes) -> Iterator[Attempt]:
    for line in data.splitlines():
        if len(line) > MAX_LINE:
            continue
        try:
            entry = json.loads(line)
            game, problem, is_solved = entry["game"], entry["problem"], entry["solved"]
        except (ValueError, KeyError, TypeError, RecursionError):
            continue
        if isinstance(game, str) and isinstance(problem, str) and isinstance(is_solved, bool):
            at = entry.get("at")
            yield Attempt(game, problem, is_solved, at if isinstance(at, str) else "")
