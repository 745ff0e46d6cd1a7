"""Words on the standard streams: lines, and what goes wrong."""

from __future__ import annotations

import os
import select
import sys
from contextlib import suppress
from typing import Final

LONGEST: Final = 200
"""Characters of a line that says what went wrong, however long the names are that it quotes."""

CUT: Final = "..."


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


def shortened(text: str, longest: int = LONGEST) -> str:
    """Return the text without its middle if it is too long; why it went wrong stands at the end.

    >>> shortened("/a/path/that/is/far/too/long/for/a/line: No such file", 30)
    '/a/path/that/...: No such file'
    """
    if len(text) <= longest:
        return text
    begin = (longest - len(CUT)) // 2
    return text[:begin] + CUT + text[begin + len(CUT) - longest :]


def printable(text: str) -> str:
    r"""Return the text with all that is no plain character written as an escape.

    >>> printable("a\x1b[1m\nb é")
    'a\\x1b[1m\\nb é'
    """
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


def os_text(error: OSError) -> str:
    """Return what the system says went wrong; or that it went well, but may not last."""
    from saves.files import NotSynced

    if isinstance(error, NotSynced):
        from tui.words import _

        words = _("written, but a power failure might still undo it ({why})")
        return words.format(why=cause(error))
    return cause(error)


def cause(error: OSError) -> str:
    """Return what the system says, in our language where we know it."""
    from tui.words import _

    return _(error.strerror or str(error))
