"""The process that has all of the program loaded and forks one for each visit.

It has one thread and holds nothing of a visit but its process: no terminal, so that a line that is
closed ends its visit, and no folder. It ends when the door's end of its socket closes.
"""

from __future__ import annotations

import gc
import os
import selectors
import signal
import socket
from contextlib import ExitStack, suppress
from importlib import import_module
from pkgutil import walk_packages

import msgspec

from door.visit import LONGEST_REQUEST, End, Ended, Visit, VisitFiles, become


def load_all(*packages: str) -> None:
    """Load all modules of some packages, by their names."""
    for package in map(import_module, packages):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)


def wait_for_visits(door: socket.socket) -> Visit | None:
    """Fork a process for each visit that the door asks for; return the visit in that process.

    In the server itself it returns None, once the door has closed its end. Everything that visits
    need is to be loaded before. All that is there is frozen, so that no collection copies it.
    """
    gc.collect()
    gc.freeze()
    return _Server(door).run()


class _Server:
    """The visits under way, by their processes."""

    def __init__(self, door: socket.socket) -> None:
        self._door = door
        self._numbers: dict[int, int] = {}

    def run(self) -> Visit | None:
        with ExitStack() as open_here:
            open_here.enter_context(self._door)
            woken, waking = (open_here.enter_context(end) for end in socket.socketpair())
            for end in (woken, waking):
                end.setblocking(False)
            signal.signal(signal.SIGCHLD, lambda _number, _frame: None)
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                signal.signal(number, signal.SIG_IGN)  # it ends with the door alone
            signal.set_wakeup_fd(waking.fileno(), warn_on_full_buffer=False)
            open_here.callback(signal.set_wakeup_fd, -1)
            heard = open_here.enter_context(selectors.DefaultSelector())
            for end in (self._door, woken):
                heard.register(end, selectors.EVENT_READ)
            while True:
                ready = [key.fileobj for key, _events in heard.select()]
                if woken in ready:
                    with suppress(BlockingIOError):
                        woken.recv(4096)
                    self._tell_ended()
                if self._door not in ready:
                    continue
                said, files, _flags, _from = socket.recv_fds(self._door, LONGEST_REQUEST, 3)
                if not said:
                    self._hang_up()
                    return None
                request = msgspec.json.decode(said, type=Visit | End)
                if isinstance(request, End):
                    self._end(request)
                elif files and (visit := self._fork(request, taken := VisitFiles(*files))):
                    open_here.close()  # before `become` closes all numbers
                    _become(visit, taken)
                    return visit

    def _fork(self, visit: Visit, files: VisitFiles) -> Visit | None:
        """Fork a process; return the visit in it, and None here."""
        try:
            process = os.fork()
        except OSError:
            files.close()
            self._tell(Ended(visit.number, -1))
            return None
        if not process:
            return visit
        files.close()
        self._numbers[process] = visit.number
        return None

    def _tell_ended(self) -> None:
        """Tell the door which visits have ended."""
        with suppress(ChildProcessError):
            while (found := os.waitpid(-1, os.WNOHANG))[0]:
                process, status = found
                number = self._numbers.pop(process)
                self._tell(Ended(number, os.waitstatus_to_exitcode(status)))

    def _tell(self, news: Ended) -> None:
        with suppress(OSError):  # the door has just closed
            self._door.send(msgspec.json.encode(news))

    def _end(self, end: End) -> None:
        """Let a visit end; its process is a child of ours, so its number is no other's."""
        for process, number in self._numbers.items():
            if number == end.number:
                os.kill(process, signal.SIGKILL if end.is_kill else signal.SIGHUP)

    def _hang_up(self) -> None:
        """Let all visits end as at the end of their lines: each keeps its game."""
        for process in self._numbers:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGHUP)


def _become(visit: Visit, files: VisitFiles) -> None:
    """Become the process of a visit, or end at once if its line was closed before."""
    try:
        become(visit, files)
    except OSError:
        os._exit(1)
