"""Words on the standard streams: lines, and what goes wrong."""

from __future__ import annotations

import io
import os
import select
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import BinaryIO, Final

from words.plain_text import printable, shortened, without_accents
from words.translation import _


class BadUse(Exception):
    """The command cannot be carried out as given; the text says why."""


class NotLetIn(BadUse):
    """A password is missing or wrong."""


class OutputClosed(Exception):
    """Standard output is closed or full, so nobody can be told."""


def write_out(data: bytes) -> None:
    """Write to standard output at once. Nothing is left to flush when it is closed.

    Raises `OutputClosed`.
    """
    while data:
        try:
            data = data[os.write(1, data) :]
        except BlockingIOError:
            select.select([], [1], [])
        except OSError:
            raise OutputClosed from None


def write_text(text: str) -> None:
    """Write on standard output; what its encoding has not is escaped. Raises `OutputClosed`."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    write_out(text.encode(encoding, "backslashreplace"))


def say(text: str) -> None:
    """Write a line without control codes on standard output. Raises `OutputClosed`."""
    write_text(f"{printable(text)}\n")


def say_json(document: object) -> None:
    """Write a JSON document on standard output, over several lines. Raises `OutputClosed`."""
    import json  # it takes long to load, and most commands need none

    for line in json.dumps(document, indent=1).splitlines():
        say(line)


def write_error(text: str) -> None:
    """Write on standard error at once; errors are ignored."""
    encoding = getattr(sys.stderr, "encoding", None) or "utf-8"
    with suppress(OSError):  # nobody can be told
        os.write(2, text.encode(encoding, "backslashreplace"))


def talks(options: Namespace) -> bool:
    """Whether everything is to be said in lines: by `--talk`, or by the environment."""
    return options.talk or os.environ.get("ACCESSIBLE", "") not in ("", "0")


def has_terminal() -> bool:
    """Whether both input and output are a terminal."""
    return bool(sys.stdin and sys.stdin.isatty() and sys.stdout.isatty())


def need_terminal(options: Namespace) -> None:
    """Raise `BadUse` where the screen is wanted and there is no terminal."""
    if not (has_terminal() or talks(options)):
        raise BadUse(_("the table needs a terminal (use ssh -t); tapis --talk needs none"))


def complain(text: str) -> None:
    """Write one line on standard error, if there is one."""
    if sys.stderr is not None:
        write_error(shortened(f"tapis: {printable(text)}") + "\n")


MAX_LINE: Final = 1 << 20
"""The most bytes of an input line. A longer line is wrong, and is skipped without being kept."""

TOO_LONG: Final = b"(too long)"
"""Stands for a line that is too long; no turn looks like it."""

FINISHED: Final = 0
STOPPED: Final = 1


def standard_input() -> BinaryIO:
    """Return standard input, or an empty stream if it is closed."""
    if sys.stdin is None:
        return io.BytesIO()
    os.set_blocking(sys.stdin.fileno(), True)
    return sys.stdin.buffer


def has_input(source: BinaryIO, seconds: float | None, bell: int | None = None) -> bool:
    """Wait for input or its end, at most some seconds; return whether there is any.

    None waits without limit.

    Input at the `bell`, another file descriptor, ends the wait too. A source without a file
    descriptor is never waited for.
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


class TypedLines:
    """The lines of a source; the next one can be looked at before it is taken."""

    def __init__(self, source: BinaryIO) -> None:
        self._source = source
        self._ahead: list[bytes | None] = []

    @property
    def is_terminal(self) -> bool:
        """Whether somebody sits at a terminal."""
        return self._source.isatty()

    @property
    def has_ahead(self) -> bool:
        """Whether the next line was looked at, and not taken."""
        return bool(self._ahead)

    def wait(self, seconds: float | None, bell: int | None) -> bool:
        """Wait for a line as `has_input` does; return whether there is one, or the end."""
        return self.has_ahead or has_input(self._source, seconds, bell)

    def look(self) -> bytes | None:
        """Return the next line, which stays the next one; None at the end of input."""
        if not self._ahead:
            self._ahead.append(read_line(self._source))
        return self._ahead[0]

    def take(self) -> bytes | None:
        """Return the next line, None at the end of input."""
        return self._ahead.pop() if self._ahead else read_line(self._source)


class Dialogue(TypedLines):
    """Typed lines, the prompts before them, and answers on lines of their own.

    Attributes:
        said_last: The lines that were said last.
    """

    def __init__(self, source: BinaryIO, write: Callable[[bytes], None]) -> None:
        super().__init__(source)
        self.said_last: tuple[str, ...] = ()
        self._write = write
        self._has_prompt = False

    def say(self, *lines: str) -> None:
        """Write lines, on lines of their own."""
        if lines and self._has_prompt:
            self._write(b"\n")
            self._has_prompt = False
        self._write(encoded(lines))
        self.said_last = lines

    def ask(self, prompt: str) -> None:
        """Write a prompt, unless there is one."""
        if not self._has_prompt:
            self._write(encoded_text(prompt))
            self._has_prompt = True

    def take(self) -> bytes | None:
        """Return the next line, None at the end of input; at a terminal a line is ended then."""
        self._has_prompt = False
        line = super().take()
        if line is None and self.is_terminal:
            self._write(b"\n")
        return line


def encoded(lines: Iterable[str]) -> bytes:
    """Return the lines as bytes for standard output; without accents where it has none."""
    return encoded_text("".join(f"{printable(line)}\n" for line in lines))


def encoded_text(text: str) -> bytes:
    """Return a text as bytes for standard output; without accents where it has none."""
    from words.glyphs import is_plain  # it takes long to load, and a strict duel needs none

    if not is_plain():
        try:
            return text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
        except UnicodeEncodeError:
            pass
    return without_accents(text).encode("ascii", "ignore")
