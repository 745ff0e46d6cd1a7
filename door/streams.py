"""Our end of the streams of a visit: bytes to and fro, and nothing ever waits."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Protocol

CHUNK: Final = 65536
MOST_TYPED: Final = 65536
"""The bytes that are kept for a visit that does not read; then its person is not heard."""


END_OF_TYPING: Final = b"\x04"
"""What a terminal takes for the end of what is typed, where lines are typed."""


class Person(Protocol):
    """The line to the person, as its streams see it."""

    def write(self, data: bytes) -> None:
        """Send what the program said."""

    def pause_reading(self) -> None:
        """Hear nothing of the person for a while."""

    def resume_reading(self) -> None:
        """Hear the person again."""


class Streams:
    """An open file, a terminal's master or a socket, between a person and a visit."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        handle: int,
        person: Person,
        silent: Callable[[], None],
    ) -> None:
        """Begin to copy; `silent` is called once, when the visit will say nothing more."""
        self._loop = loop
        self._handle = handle
        self._person = person
        self._silent = silent
        self._typed = bytearray()
        self._is_held = self._is_at_end = False
        self._is_typing = True
        os.set_blocking(handle, False)
        loop.add_reader(handle, self._read)

    @property
    def handle(self) -> int:
        """The open file, below zero once it is closed."""
        return self._handle

    def type(self, data: bytes) -> None:
        """Hand the visit what the person typed."""
        if self._handle < 0 or self._is_at_end:
            return
        if not self._typed:
            self._loop.add_writer(self._handle, self._write)
        self._typed += data
        if len(self._typed) > MOST_TYPED and not self._is_held:
            self._is_held = True
            self._person.pause_reading()

    def end_typing(self, *, has_terminal: bool) -> None:
        """Let the visit read that nothing more will be typed, after what was typed."""
        if has_terminal:
            self.type(END_OF_TYPING)
        else:
            self._is_typing = False
            self._finish()

    def pause(self) -> None:
        """Read nothing for a while: the person does not take more."""
        if self._handle >= 0:
            self._loop.remove_reader(self._handle)

    def resume(self) -> None:
        """Read again."""
        if self._handle >= 0 and not self._is_at_end:
            self._loop.add_reader(self._handle, self._read)

    def close(self) -> None:
        """Close the file; a terminal hangs up its visit."""
        if self._handle >= 0:
            self._loop.remove_reader(self._handle)
            self._loop.remove_writer(self._handle)
            os.close(self._handle)
            self._handle = -1

    def _read(self) -> None:
        try:
            data = os.read(self._handle, CHUNK)
        except BlockingIOError:
            return
        except OSError:  # nobody has the other end of the terminal open any more
            data = b""
        if data:
            with suppress(BrokenPipeError):
                self._person.write(data)
        else:
            self._is_at_end = True
            self._loop.remove_reader(self._handle)
            self._silent()

    def _write(self) -> None:
        try:
            del self._typed[: os.write(self._handle, self._typed)]
        except BlockingIOError:
            return
        except OSError:  # the visit has ended
            self._typed.clear()
        if not self._typed:
            self._loop.remove_writer(self._handle)
            self._finish()
            if self._is_held:
                self._is_held = False
                self._person.resume_reading()

    def _finish(self) -> None:
        """Close the way to a visit without a terminal, once all is on its way."""
        if not (self._is_typing or self._typed or self._handle < 0):
            with suppress(OSError), socket.socket(fileno=os.dup(self._handle)) as line:
                line.shutdown(socket.SHUT_WR)
