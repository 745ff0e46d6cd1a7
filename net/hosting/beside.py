"""A server of tables in a process beside the one that starts it, which ends when that one does."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from engine.reasons import Explained
from net.hosting.open_table import why_not
from net.hosting.serve import NotServed, ServerPlan, serve
from net.names.sockets import TableSocket
from net.names.starting import StartNews, news_from
from programs.spawn import spawn

_PROCESS: Final = "net.hosting.beside"
_AGAIN_SECONDS: Final = 0.1
_MOST_TRIES: Final = 200
"""The times that a server is tried whose folder another one has: it may be about to end."""

START_SECONDS: Final = 60.0


class ServerBeside:
    """A server in a process of its own.

    Attributes:
        lost: Called if it has ended by itself.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, name: str, folder: Path) -> None:
        """Start a server of this name, with all its files in a folder. Raises `OSError`."""
        self.lost: Callable[[], None] = lambda: None
        self._loop = loop
        home = str(folder.absolute())
        self._process = spawn(_PROCESS, {**os.environ, "TAPIS_HOME": home})
        assert self._process.stdin
        self._process.stdin.write(json.dumps(name).encode() + b"\n")
        self._process.stdin.flush()

    async def opened(self) -> str:
        """Wait until it listens; return the name under which it is found. Raises `NotStarted`."""
        assert self._process.stdout
        waiting = asyncio.to_thread(self._process.stdout.readline)
        try:
            news = news_from(await asyncio.wait_for(waiting, START_SECONDS))
        except TimeoutError:
            self._process.kill()
            news = news_from(b"")
        self._loop.add_reader(self._process.stdout.fileno(), self._hear_end)
        return news.table

    async def close(self) -> None:
        """End it; all its tables are found again by the next one in its folder."""
        assert self._process.stdin
        assert self._process.stdout
        self._loop.remove_reader(self._process.stdout.fileno())
        self._process.stdin.close()
        await asyncio.to_thread(self._process.wait)
        self._process.stdout.close()

    def _hear_end(self) -> None:
        assert self._process.stdout
        self._loop.remove_reader(self._process.stdout.fileno())
        self.lost()


def main() -> None:
    """Serve under the name that standard input says, until its other end is closed."""
    name = json.loads(sys.stdin.buffer.readline())
    for _try in range(_MOST_TRIES):
        try:
            asyncio.run(serve(ServerPlan(name, may_be_renamed=True), _say_ready))
        except NotServed:
            time.sleep(_AGAIN_SECONDS)
            continue
        except (Explained, OSError) as error:
            _say(StartNews(why=[*why_not(error)]))
        return
    _say(StartNews())


def _say_ready(at: TableSocket, _count: int, _address: str) -> None:
    asyncio.get_running_loop().add_reader(0, _end_if_alone)
    _say(StartNews(at.name, str(at.path), os.getpid()))


def _end_if_alone() -> None:
    if not os.read(0, 1):
        asyncio.get_running_loop().remove_reader(0)
        signal.raise_signal(signal.SIGTERM)


def _say(news: StartNews) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(news) + b"\n")
    sys.stdout.buffer.flush()
