"""The program in a terminal that sends what it wants, until it ends by whatever comes to it."""

from __future__ import annotations

import os
import signal
import termios
from pathlib import Path
from random import Random
from time import monotonic

from gibberish import SIZES, Size, gibberish
from line_programs import TAPIS, environment
from terminal import PATIENCE, Terminal

ALTERNATE, NORMAL, CTRL_C = b"\x1b[?1049h", b"\x1b[?1049l", b"\x03"
MODES = [
    (f"\x1b[?{mode}{on}".encode(), f"\x1b[?{mode}{off}".encode())
    for mode, on, off in (
        *((mode, "h", "l") for mode in (1000, 1003, 1004, 1006, 1015, 1049, 2004)),
        *((mode, "l", "h") for mode in (7, 25)),
    )
] + [(b"\x1b[>", b"\x1b[<u")]
"""What is on meanwhile, or off, each with what ends it: mouse, pastes, cursor and so on."""

AND_THEN = (
    'trap : INT QUIT TSTP; "$@"; status=$?; '
    'for _ in $(seq 9999); do read -r line; [ "$line" = over ] && break; done; exit $status'
)
"""Runs a program as a shell does: the terminal outlives it, until a line is typed."""

AFTER_ESC, AFTER_KEY = 0.25, 0.1
"""Seconds: a key that comes sooner after Esc is Alt and that key."""

SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGKILL, signal.SIGSEGV)
USUAL = Size(80, 24)
UNTAUGHT = (signal.SIGKILL, signal.SIGSEGV)
"""What ends a program without a word."""


class Soaked:
    """The program in a terminal, as the child of a shell that has the terminal afterwards."""

    def __init__(self, arguments: list[str], size: Size = USUAL) -> None:
        more = {"TMPDIR": os.environ["TMPDIR"]} if "TMPDIR" in os.environ else {}  # of tables
        shown = environment(
            TERM="xterm-256color", LANG="C.UTF-8", TEXTUAL_ANIMATIONS="none", **more
        )
        self.terminal = Terminal(["sh", "-c", AND_THEN, "sh", *TAPIS, *arguments], shown, *size)
        self._before = self._settings()

    def begin(self) -> None:
        """Wait until the program has taken the terminal."""
        self.terminal.wait_until(lambda: b"\x1b[?2004h" in self.terminal.sent, "no screen")

    def close(self) -> None:
        self.terminal.end()

    def send(self, given: bytes | Size) -> None:
        if isinstance(given, Size):
            self.terminal.resize(*given)
        else:
            self.terminal.pour(given)

    def end_by(self, key: bytes, size: Size = USUAL) -> None:
        """Leave by Esc and this key, typed again and again by somebody who waits for the end."""
        self.terminal.resize(*size)
        end = monotonic() + PATIENCE
        while not self.has_ended() and monotonic() < end:
            for typed, seconds in ((b"\x1b", AFTER_ESC), (key, AFTER_KEY), (key, AFTER_KEY)):
                if not self.has_ended():
                    self.terminal.send(typed)
                self.terminal.exited(within=seconds)

    def kill(self, number: int) -> None:
        """Send the program a signal, if it has not ended yet."""
        for process in self._program():
            os.kill(process, number)

    def has_ended(self) -> bool:
        """Say whether the program has ended; the shell waits for a line then."""
        return not self._program()

    def check_the_end(self, *, is_killed: bool = False) -> None:
        """Check that it ended well, unless it was killed, and left the terminal as it was."""
        terminal = self.terminal
        terminal.wait_until(self.has_ended, "it goes on")
        terminal.wait_until(lambda: not self._left() or not is_killed, "left on")
        terminal.settle()
        assert self._left() == []
        assert self._settings() == self._before
        terminal.send(b"\nover\n")
        status = terminal.exited(within=PATIENCE)
        sent = terminal.sent
        assert is_killed or status in (0, 130), sent[-9000:].decode(errors="replace")
        assert b"Traceback" not in sent and b"Error" not in sent

    def _left(self) -> list[bytes]:
        """Return what was not undone."""
        sent = self.terminal.sent
        left = [off for on, off in MODES if sent.rfind(on) > sent.rfind(off)]
        return left if self._settings() == self._before else [*left, b"its settings"]

    def _settings(self) -> list[object]:
        return termios.tcgetattr(self.terminal.master)

    def _program(self) -> list[int]:
        """Return the process of the program; none once it has ended."""
        shell = self.terminal.process
        try:
            found = Path(f"/proc/{shell}/task/{shell}/children").read_text()
        except OSError:
            return []
        return [int(process) for process in found.split()]


def soak(
    seed: int, arguments: list[str], *, count: int, longest_paste: int, most_signals: int = 1
) -> None:
    """Send inputs, begin again where they end the program, and end it by one of many ways."""
    lots = Random(seed)
    soaked = Soaked(arguments, Size(*lots.choice(SIZES)))
    try:
        stop = lots.randrange(count) if lots.randrange(3) < most_signals else count
        if stop:
            soaked.begin()
        for given in gibberish(seed, stop, longest_paste):
            soaked.send(given)
            if soaked.has_ended():
                soaked.check_the_end()
                soaked.close()
                soaked = Soaked(arguments, Size(*lots.choice(SIZES)))
                soaked.begin()
        if stop < count:
            number = lots.choice(SIGNALS)
            soaked.kill(number)
            soaked.check_the_end(is_killed=number in UNTAUGHT)
        else:
            soaked.end_by(lots.choice((b"q", CTRL_C)), Size(*lots.choice(SIZES)))
            soaked.check_the_end()
    finally:
        soaked.close()
