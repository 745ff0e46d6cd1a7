"""The door's side of its fork server: asks for visits, hears of their ends, ends them in time."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
import subprocess
from collections.abc import Callable
from typing import Final

import msgspec

from door.visit import LONGEST_REQUEST, End, Ended, Visit, VisitFiles, ask_for, ask_to_end
from programs.spawn import spawn

HANG_UP_SECONDS: Final = 1.8
"""The seconds that a visit whose line is closed has to keep its game."""


class Forks:
    """A fork server, and the visits under way in it.

    Attributes:
        lost: Called if the fork server has ended by itself.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, module: str) -> None:
        """Start the fork server, a module whose `main` waits for visits. Raises `OSError`."""
        self.lost: Callable[[], None] = lambda: None
        self._loop = loop
        self._numbers = 0
        self._ended: dict[int, Callable[[int], None]] = {}
        self._kills: dict[int, asyncio.TimerHandle] = {}
        self._none_left = asyncio.Event()
        self._is_closing = False
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process: subprocess.Popen[bytes] = spawn(
                module, stdin=theirs.fileno(), stderr=None
            )
        loop.add_reader(self._socket, self._hear)

    def begin(self, visit: Visit, files: VisitFiles, ended: Callable[[int], None]) -> int:
        """Begin a visit; close our copies of its files; return its number.

        Args:
            visit: What is asked for; its number is set here.
            files: The open files that its process gets.
            ended: Called once with its exit status, after its process has ended.

        Raises:
            OSError: The fork server is gone, or about to end.
        """
        if self._is_closing:
            files.close()
            raise OSError(errno.ESHUTDOWN, os.strerror(errno.ESHUTDOWN))
        self._numbers += 1
        number = self._numbers
        try:
            ask_for(self._socket, msgspec.structs.replace(visit, number=number), files)
        finally:
            files.close()
        self._ended[number] = ended
        self._none_left.clear()
        return number

    def hang_up(self, number: int) -> None:
        """End a visit as at the end of its line; kill it if it takes too long."""
        if number in self._ended and number not in self._kills:
            ask_to_end(self._socket, End(number))
            kill = End(number, is_kill=True)
            later = self._loop.call_later(HANG_UP_SECONDS, ask_to_end, self._socket, kill)
            self._kills[number] = later

    async def close(self) -> None:
        """End all visits, each with its game kept, and then the fork server."""
        self._is_closing = True
        for number in [*self._ended]:
            self.hang_up(number)
        if self._ended:
            await self._none_left.wait()
        self._loop.remove_reader(self._socket)
        self._socket.close()
        await asyncio.to_thread(self._process.wait)
        if self._process.stdout:
            self._process.stdout.close()

    def _hear(self) -> None:
        """Take the news of a visit that has ended."""
        said = self._socket.recv(LONGEST_REQUEST)
        if not said:
            self._loop.remove_reader(self._socket)
            self._is_closing = True
            for number in [*self._ended]:
                self._end(Ended(number, -1))
            self.lost()
            return
        self._end(msgspec.json.decode(said, type=Ended))

    def _end(self, news: Ended) -> None:
        if kill := self._kills.pop(news.number, None):
            kill.cancel()
        if ended := self._ended.pop(news.number, None):
            ended(news.status)
        if not self._ended:
            self._none_left.set()
