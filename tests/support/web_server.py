"""A door to other machines for tests: in a thread of this process, with an echo behind it."""

from __future__ import annotations

import asyncio
import ssl
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from websockets.sync.client import ClientConnection, connect

from net.hosting.certificates import own_certificate
from net.hosting.listen import Listen
from net.hosting.messages import fault_of
from net.hosting.web_door import WebDoor
from net.wire import to_line
from saves.passwords import Password

T = TypeVar("T")


class Echo:
    """The end of a line that sends all back."""

    def __init__(self, line: Any) -> None:
        self._line = line
        self._waiting: deque[bytes] = deque()

    def receive(self, line: bytes) -> None:
        self._waiting.append(line + b"\n")
        self._line.wake()

    def next_line(self) -> bytes | None:
        return self._waiting.popleft() if self._waiting else None

    def lost(self) -> None:
        pass

    def close(self, reason: Any = None) -> None:
        self._waiting.append(to_line(fault_of(reason)))
        self._line.close()


class WebServer:
    """A door with an echo; `entered` has the account of each line whose first message came."""

    def __init__(self, password: str = "", **listen: Any) -> None:
        self._lines = ExitStack()
        self.entered: list[Any] = []
        self.faults: list[Any] = []
        self.loop = asyncio.new_event_loop()
        self.loop.set_exception_handler(lambda _loop, context: self.faults.append(context))
        self._thread = threading.Thread(target=self.loop.run_forever)
        self._thread.start()

        def enter(_first: bytes, account: Any, line: Any) -> Any:
            self.entered.append(account)
            return Echo(line)

        def opened() -> WebDoor:
            how = Listen(**{"address": "127.0.0.1", **listen})
            door = WebDoor(self.loop, how, Password(password), enter, datetime.now(UTC))
            door.open()
            return door

        try:
            self.door = self.do(opened)
        except BaseException:
            self._stop()
            raise

    @property
    def address(self) -> str:
        return self.door.address("t")

    def do(self, call: Callable[[], T]) -> T:
        """Make a call in the loop, and return its result."""

        async def run() -> T:
            return call()

        return asyncio.run_coroutine_threadsafe(run(), self.loop).result(10)

    def connect(self, password: str = "", **how: Any) -> ClientConnection:
        """Return a line by a client that is none of ours."""
        scheme = "wss" if self.door.context else "ws"
        user = f"somebody:{password}@" if password else ""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT) if self.door.context else None
        if context:
            context.load_verify_locations(own_certificate(datetime.now(UTC)))
            context.check_hostname = False
        uri = f"{scheme}://{user}127.0.0.1:{self.door.port}/t"
        return self._lines.enter_context(connect(uri, ssl=context, proxy=None, **how))

    def close(self) -> None:
        self._lines.close()
        self.do(self.door.close)
        self._stop()

    def _stop(self) -> None:
        async def end() -> None:
            tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
            for task in tasks:
                task.cancel()
            await asyncio.sleep(0)

        asyncio.run_coroutine_threadsafe(end(), self.loop).result(10)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join()
        self.loop.close()


@contextmanager
def web_server(password: str = "", **listen: Any) -> Iterator[WebServer]:
    server = WebServer(password, **listen)
    try:
        yield server
    finally:
        server.close()
    assert [str(fault) for fault in server.faults] == []


def own_pem() -> Path:
    """Return the file of the own certificate, with its key."""
    return own_certificate(datetime.now(UTC))
