"""What goes wrong, in one line on standard error."""

from __future__ import annotations

import sys


class BadUse(Exception):
    """The command cannot be carried out as given; the text says why."""


def complain(text: str) -> None:
    """Write one line on standard error, if there is one."""
    if sys.stderr is None:
        return
    sys.stderr.write(f"tapis: {printable(text)}\n")
    sys.stderr.flush()


def printable(text: str) -> str:
    r"""Return the text with all that is no plain character written as an escape.

    >>> printable("a\x1b[1m\nb é")
    'a\\x1b[1m\\nb é'
    """
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


def os_text(error: OSError) -> str:
    """Return what the system says went wrong."""
    return error.strerror or str(error)
