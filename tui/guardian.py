"""The guardian of the terminal: a process that gives it back where the program dies and does not.

It is forked before much is loaded, shares the program's memory, and waits at a pipe. The system
closes that pipe however the program dies.
"""

from __future__ import annotations

import os
import signal
import termios
import tty
from contextlib import suppress
from typing import Any, Final, NoReturn, TypeAlias

TAKEN: Final = b"t"
GIVEN_BACK: Final = b"g"

GIVE_BACK: Final = (
    b"\x1b[?2026l"  # painted lines are shown at once
    b"\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?2004l\x1b[?1004l"  # mouse, pastes, focus
    b"\x1b[<u\x1b[0m\x1b[?7h\x1b[?1049l\x1b[?25h"  # keys, style, wrapping, the screen, the cursor
)
"""What undoes all that the driver asks a terminal for."""

OFF: Final = termios.ECHO | termios.ICANON | termios.IEXTEN | termios.ISIG
"""The settings without which the driver hears each key."""

Settings: TypeAlias = list[Any]

DEAF_TO: Final = (
    *(signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGPIPE),
    *(signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU, signal.SIGWINCH),
)


class Guardian:
    """Our end of the pipe to a guardian."""

    def __init__(self) -> None:
        """Start a guardian of the terminal at standard input. Raises `OSError`."""
        try:
            before = _settings()
        except termios.error as gone:
            raise OSError(*gone.args) from gone
        ear, self._mouth = os.pipe()
        try:
            self._process = os.fork()
        except OSError:
            os.close(ear)
            os.close(self._mouth)
            raise
        if not self._process:
            _guard(ear, before)
        os.close(ear)

    def note_taken(self) -> None:
        """Note that the terminal is the program's, from now on or already."""
        self._tell(TAKEN)

    def note_given_back(self) -> None:
        """Note that the terminal is as it was before."""
        self._tell(GIVEN_BACK)

    def end(self) -> None:
        """End the guardian, once it has given the terminal back if the program has not."""
        os.close(self._mouth)
        with suppress(ChildProcessError):
            os.waitpid(self._process, 0)

    def _tell(self, what: bytes) -> None:
        with suppress(OSError):  # somebody has killed it
            os.write(self._mouth, what)


def _guard(ear: int, before: Settings) -> NoReturn:
    """Be the guardian, to the end of the program."""
    try:
        for number in DEAF_TO:
            signal.signal(number, signal.SIG_IGN)
        os.closerange(3, ear)
        os.closerange(ear + 1, 256)
        told = GIVEN_BACK
        while heard := os.read(ear, 64):
            told = heard[-1:]
            if told == TAKEN and not _are_ours(now := _settings()):
                before = now
        if told == TAKEN:
            _give_back(before)
    finally:
        os._exit(0)


def _settings() -> Settings:
    return termios.tcgetattr(0)


def _are_ours(settings: Settings) -> bool:
    """Say whether these are the driver's: no shell that reads a line takes Ctrl-C as a letter."""
    return not settings[tty.LFLAG] & OFF


def _give_back(before: Settings) -> None:
    """Give the terminal back; settings that somebody else, a shell, has changed stay."""
    with suppress(OSError):
        os.write(2, GIVE_BACK)
    with suppress(termios.error):
        if _are_ours(_settings()):
            termios.tcsetattr(0, termios.TCSANOW, before)
