"""What is typed, line by line, and how a line mode ends."""

from __future__ import annotations

import io
import os
import select
import sys
from typing import BinaryIO, Final

MAX_LINE: Final = 1 << 20
"""Bytes of an input line; a longer one is malformed, and read on without being kept."""

TOO_LONG: Final = b"(too long)"
"""Stands for such a line; no turn looks like it."""

FINISHED: Final = 0
STOPPED: Final = 1


def standard_input() -> BinaryIO:
    """Return where lines are typed; nothing where standard input is closed."""
    if sys.stdin is None:
        return io.BytesIO()
    os.set_blocking(sys.stdin.fileno(), True)
    return sys.stdin.buffer


def has_input(source: BinaryIO, seconds: float | None, bell: int | None = None) -> bool:
    """Wait until there is something to read, or the end, at most so long; return whether it came.

    Something to read at the `bell`, another file of the system, ends the wait too. What is no file
    of the system is never waited for.
    """
    try:
        handle = source.fileno()
    except OSError:
        return True
    if isinstance(source, io.BufferedReader):
        os.set_blocking(handle, False)
        try:
            if source.peek(1):
                return True
        finally:
            os.set_blocking(handle, True)
    handles = [handle] if bell is None else [handle, bell]
    return handle in select.select(handles, [], [], seconds)[0]


def read_line(source: BinaryIO) -> bytes | None:
    """Return the next line without its line feed and one carriage return before it.

    Only a line feed ends a line: None at the end of input, with or without bytes before it.
    """
    line = piece = source.readline(MAX_LINE)
    while len(piece) == MAX_LINE and not piece.endswith(b"\n"):
        piece, line = source.readline(MAX_LINE), TOO_LONG
    if not piece.endswith(b"\n"):
        return None
    return line.removesuffix(b"\n").removesuffix(b"\r")
