"""A program with its keeper: started, asked how it ended, and ended with all that came of it."""

from __future__ import annotations

import errno
import os
import socket
import subprocess
import sys
import weakref
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final

from engine.game import Forfeit
from net.failures import Failure, Lack

KEEPER: Final = Path(__file__).with_name("keeper.py")
"""What is run beside each program."""

_ALONE: Final = ("-I", "-S")
"""Lets Python start soonest, and see nothing of the folder and the environment."""

_OURS: Final = (errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM)
"""Faults at the start of a program that are none of its own."""

_LONGEST: Final = 64
_SLOWEST: Final = 1.0
"""Seconds to wait for the end of what is killed; the system itself may hold it up."""


class Kept:
    """A running program beside its keeper, who ends it when told to, or when we end.

    Attributes:
        stdin, stdout: The program's, unbuffered.
        news: A handle that can be read from once the program has ended.
        end: Ends the program and all its descendants, also when nobody holds it any more.
    """

    def __init__(self, command: Sequence[str], *, show_errors: bool) -> None:
        """Start it; its standard error is ours or goes nowhere. Raises `Forfeit`, also `Lack`."""
        self._keeper, self._keeper_says = _start(command, show_errors)
        self.end = weakref.finalize(self, _end, self._keeper, self._keeper_says)
        assert self._keeper.stdin
        assert self._keeper.stdout
        self.stdin, self.stdout = self._keeper.stdin, self._keeper.stdout
        self.news = self._keeper_says.fileno()
        self._said = b""
        self._status: int | None = None
        if fault := self._next():
            self.end()
            raise (Lack if fault in _OURS else _not_started)(command[0], os.strerror(fault))
        self._keeper_says.setblocking(False)

    def status(self) -> int | None:
        """Return its exit status, negative for a signal, None while it runs.

        If its keeper was ended, and the program with it, the keeper's.
        """
        if self._status is None:
            with suppress(BlockingIOError):
                told = self._next()
                self._status = self._keeper.wait() if told is None else told
        return self._status

    def _next(self) -> int | None:
        """Return what the keeper says next, None if it has ended.

        Raises `BlockingIOError` if there is nothing yet.
        """
        while b"\n" not in self._said:
            piece = self._keeper_says.recv(_LONGEST)
            if not piece:
                return None
            self._said += piece
        line, _, self._said = self._said.partition(b"\n")
        return int(line)


def _start(
    command: Sequence[str], show_errors: bool
) -> tuple[subprocess.Popen[bytes], socket.socket]:
    """Start the keeper; return it, and where it says what happens. Raises `Forfeit`, `Lack`."""
    with ExitStack() as stack:
        try:
            ours, theirs = map(stack.enter_context, socket.socketpair())
            keeper = subprocess.Popen(  # noqa: S603 - a person named the program to be run
                [sys.executable, *_ALONE, KEEPER, str(theirs.fileno()), *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=None if show_errors else subprocess.DEVNULL,
                bufsize=0,
                start_new_session=True,
                pass_fds=[theirs.fileno()],
            )
        except OSError as error:
            raise Lack(command[0], error.strerror or str(error)) from None
        except ValueError as error:  # a word that cannot be handed to a program
            raise _not_started(command[0], str(error)) from None
        stack.pop_all()
        theirs.close()
    return keeper, ours


def _not_started(program: str, why: str) -> Forfeit:
    return Forfeit(Failure.NOT_STARTED, program=program, why=why)


def _end(keeper: subprocess.Popen[bytes], keeper_says: socket.socket) -> None:
    """Let the keeper end the program with all that came of it, and then itself."""
    keeper_says.settimeout(_SLOWEST)
    with suppress(OSError):
        keeper_says.shutdown(socket.SHUT_WR)
        while keeper_says.recv(_LONGEST):
            pass
    for end in (keeper.stdin, keeper.stdout, keeper_says):
        assert end
        end.close()
    with suppress(subprocess.TimeoutExpired):
        keeper.wait(_SLOWEST)
