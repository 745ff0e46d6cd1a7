"""Words on the standard streams: lines, and what goes wrong."""

from __future__ import annotations

import os
import select
import sys
from contextlib import suppress

from words.plain_text import printable, shortened


class BadUse(Exception):
    """The command cannot be carried out as given; the text says why."""


class OutputClosed(Exception):
    """Standard output takes no more; there is nobody to tell."""


def write_out(data: bytes) -> None:
    """Write to standard output at once, so that nothing is left to flush when it is closed.

    Raises `OutputClosed`.
    """
    while data:
        try:
            data = data[os.write(1, data) :]
        except BlockingIOError:
            select.select([], [1], [])
        except OSError:
            raise OutputClosed from None


def say(text: str) -> None:
    """Write one line on standard output, no letter of it a control code. Raises `OutputClosed`."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    write_out(f"{printable(text)}\n".encode(encoding, "backslashreplace"))


def write_error(text: str) -> None:
    """Write on standard error at once, so that nothing is left to flush; or not, if it is full."""
    encoding = getattr(sys.stderr, "encoding", None) or "utf-8"
    with suppress(OSError):  # nobody can be told
        os.write(2, text.encode(encoding, "backslashreplace"))


def complain(text: str) -> None:
    """Write one line on standard error, if there is one."""
    if sys.stderr is not None:
        write_error(shortened(f"tapis: {printable(text)}") + "\n")
