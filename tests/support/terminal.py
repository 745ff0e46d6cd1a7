"""A program in a pseudo-terminal: what it shows is read with pyte, what it sent is kept."""

from __future__ import annotations

import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import termios
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic

import pyte

PATIENCE = 60.0
"""Seconds that no test waits for, on the slowest machine."""
GLANCE = 0.02

# The first terminal that the leader of a session opens is the one that controls it.
CONNECT = 'exec "$@" <>"$0" >&0 2>&1'
CONNECT_DEAF = f'trap "" HUP; {CONNECT}'

# A shell that has the program as a job: Enter brings it back where it was stopped.
CONNECT_JOB = (
    'exec <>"$0" >&0 2>&1; set -m; "$@";'
    " while [ $? -gt 128 ]; do echo stopped; read -r _; fg >/dev/null; done"
)

SGR = re.compile(rb"\x1b\[([0-9;]*)m")
COLOUR = re.compile(rb"([34]8);(?:5;\d+|2;\d+;\d+;\d+)")


QUIET = 0.3
"""Seconds without a byte after which the screen of a program that only waits stands still."""


class Terminal:
    """Runs a command in a terminal of its own. No wait lasts longer than what it waits for."""

    def __init__(
        self,
        command: list[str],
        environment: dict[str, str],
        columns: int = 80,
        rows: int = 24,
        *,
        ignore_hangup: bool = False,
        under_a_shell: bool = False,
    ) -> None:
        self.sent = b""
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self._master, slave = os.openpty()
        self._slave: int | None = slave  # kept until the program has it open too
        self._set_size(columns, rows)
        script = CONNECT_DEAF if ignore_hangup else CONNECT_JOB if under_a_shell else CONNECT
        self._process = subprocess.Popen(
            ["sh", "-c", script, os.ttyname(slave), *command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=environment,
            start_new_session=True,
        )

    @property
    def process(self) -> int:
        """The number of the process that was started."""
        return self._process.pid

    @property
    def master(self) -> int:
        """The terminal's own side."""
        return self._master

    # What is seen

    def rows(self) -> list[str]:
        """Return the lines of the screen."""
        while self._read(0):
            pass
        return [row.rstrip() for row in self._screen.display]

    def text(self) -> str:
        """Return the screen."""
        return "\n".join(self.rows())

    def cell(self, column: int, row: int) -> str:
        """Return what stands in one cell of the screen."""
        return self._screen.buffer[row][column].data

    def styles(self) -> set[int]:
        """Return every number that was sent for a style; of a colour 38, for a ground 48."""
        styles = [COLOUR.sub(rb"\1", numbers) for numbers in SGR.findall(self.sent)]
        found = {number for numbers in styles for number in numbers.split(b";")}
        return {int(number or b"0") for number in found}

    def wait_for(self, *words: str) -> str:
        """Read until the screen shows all these words; return it."""
        self.wait_until(lambda: all(word in self.text() for word in words), f"no {words}")
        return self.text()

    def wait_until(self, condition: Callable[[], bool], fault: str) -> None:
        """Read until a condition holds; fail as soon as it cannot any more."""
        end = monotonic() + PATIENCE
        while not condition():
            over = monotonic() > end or self._process.poll() is not None
            assert self._read(GLANCE) or not over or condition(), f"{fault}:\n{self.text()}"

    def glance(self) -> None:
        """Read what comes in the next moment."""
        self._read(GLANCE)

    def settle(self) -> None:
        """Read on until nothing has come for a while: the frame that is on its way is whole."""
        while self._read(QUIET) or self._is_at_work():
            pass

    def still(self) -> list[str]:
        """Return the lines of the screen as soon as it stands still."""
        self.settle()
        return self.rows()

    def wipe(self) -> None:
        """Forget what was shown, as a terminal does on which something else was shown."""
        self._screen.reset()
        self.sent = b""

    # What is done

    def send(self, keys: bytes) -> None:
        """Type."""
        os.write(self._master, keys)

    def pour(self, keys: bytes) -> None:
        """Type any amount, and read meanwhile, for a terminal takes no more than is read."""
        os.set_blocking(self._master, False)
        while keys and self._process.poll() is None:
            if select.select([], [self._master], [], GLANCE)[1]:
                keys = keys[os.write(self._master, keys) :]
            self._read(0)
        os.set_blocking(self._master, True)

    def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size; the system tells the program."""
        self._screen.resize(rows, columns)
        self._set_size(columns, rows)

    def kill(self, number: int, *, whole_group: bool = False) -> None:
        """Send the program a signal, and those it started in its group too, if that is wanted."""
        (os.killpg if whole_group else os.kill)(self._process.pid, number)

    def kill_job(self, number: int) -> None:
        """Send a signal to the job that a shell has in the foreground."""
        os.killpg(os.tcgetpgrp(self._master), number)

    def close(self) -> None:
        """Take the terminal away, as a lost connection does."""
        self._let_go_of_slave()
        if self._master >= 0:
            os.close(self._master)
            self._master = -1

    def end(self) -> None:
        """Leave nothing behind, whatever state the program is in."""
        if self._process.poll() is None:
            self.kill(signal.SIGKILL)
            self._process.wait()
        self.close()

    # How it ends

    def exited(self, within: float = PATIENCE) -> int | None:
        """Return the exit status, None if the program still runs after so many seconds.

        All that it has sent before it ended is read then.
        """
        end = monotonic() + within
        while self._process.poll() is None and self._read(end - monotonic()):
            pass
        try:
            status = self._process.wait(max(end - monotonic(), 0))
        except subprocess.TimeoutExpired:
            return None
        while self._read(0):
            pass
        return status

    def _is_at_work(self) -> bool:
        """Say whether a thread has something to do, be it that it gets no processor for it yet."""
        for task in Path(f"/proc/{self._process.pid}/task").glob("*/stat"):
            with suppress(OSError):  # it has ended meanwhile
                if task.read_text().rpartition(")")[2].split()[0] == "R":
                    return True
        return False

    def _set_size(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def _let_go_of_slave(self) -> None:
        if self._slave is not None:
            os.close(self._slave)
            self._slave = None

    def _read(self, seconds: float) -> bool:
        """Read once, after at most so many seconds; return whether something came."""
        if self._master < 0 or not select.select([self._master], [], [], max(seconds, 0))[0]:
            return False
        try:
            got = os.read(self._master, 65536)
        except OSError:  # nobody has the terminal open any more
            return False
        self._let_go_of_slave()
        self.sent += got
        self._stream.feed(got)
        return bool(got)
