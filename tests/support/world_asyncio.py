"""asyncio's loop for a process of a simulated world, and the sockets on which it listens."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from inspect import CORO_CREATED, getcoroutinestate
from itertools import count
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from world_disk import Disk
from world_parts import Broken, Due, Killed, ProcessLoop, VirtualLoop

from engine.loop import Call
from host.guest import GUEST, Account
from net.hosting import journal_files, serve, web_door

if TYPE_CHECKING:
    from world_lines import Connection, Way


class AsyncioProcess(ProcessLoop, asyncio.AbstractEventLoop):
    """The loop of a process that uses asyncio; nothing that it calls may raise anything."""

    def __init__(self, loop: VirtualLoop, disk: Disk, killed: Call) -> None:
        super().__init__(loop, disk, killed)
        self._raised: BaseException | None = None
        self._coroutines: list[Coroutine[Any, Any, Any]] = []

    def run(self, call: Call) -> None:
        """Make a call as this process, with this loop as the running one."""
        before = asyncio._get_running_loop()
        asyncio._set_running_loop(self)
        try:
            super().run(lambda: self._make(call))
        except Exception as error:
            raise Broken(f"a fault goes past all tables: {error!r}") from error
        finally:
            asyncio._set_running_loop(before)

    def _make(self, call: Call) -> None:
        call()
        if raised := self._raised:
            self._raised = None
            raise raised

    def die(self) -> None:
        super().die()
        for one in self._coroutines:
            if getcoroutinestate(one) == CORO_CREATED:
                one.close()  # it never began

    def time(self) -> float:
        return self.now()

    def call_soon(self, call: Callable[..., object], *args: object, context: Any = None) -> Due:
        return self.later(0.0, lambda: call(*args))

    def call_later(
        self, seconds: float, call: Callable[..., object], *args: object, context: Any = None
    ) -> Due:
        return self.later(seconds, lambda: call(*args))

    def call_at(
        self, when: float, call: Callable[..., object], *args: object, context: Any = None
    ) -> Due:
        return self.later(when - self.now(), lambda: call(*args))

    def get_debug(self) -> bool:
        return False

    def call_exception_handler(self, _context: object) -> None:
        """Ignore tasks that ended with the process."""

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self)

    def create_task(self, coroutine: Coroutine[Any, Any, Any], **_more: Any) -> asyncio.Task[Any]:
        watched = self._watched(coroutine)
        self._coroutines += [watched, coroutine]
        return asyncio.Task(watched, loop=self)

    async def _watched(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        try:
            return await coroutine
        except (Killed, Broken) as raised:  # a task would keep it
            self._raised = raised

    # Sockets

    def add_reader(self, listening: Listener, call: Call) -> None:
        listening.reader = lambda: self.soon(call)

    def remove_reader(self, listening: Listener) -> None:
        listening.reader = None

    async def connect_accepted_socket(self, factory: Any, connection: Connection) -> None:
        connection.attach(factory(), self)


class Listener:
    """A socket that listens.

    Attributes:
        reader: Called when somebody connects, None while nobody looks.
    """

    def __init__(self) -> None:
        self.reader: Call | None = None
        self._waiting: deque[Connection] = deque()

    def come(self, connection: Connection) -> None:
        """Let somebody connect."""
        if self.reader is None:
            connection.close()
            return
        self._waiting.append(connection)
        self.reader()

    def accept(self) -> tuple[Connection, tuple[str, int]]:
        if not self._waiting:
            raise BlockingIOError
        connection = self._waiting.popleft()
        return connection, (connection.way.host, 1024)

    def getsockname(self) -> tuple[str, int]:
        return "", 443

    def setblocking(self, _is_blocking: bool) -> None:
        pass

    def close(self) -> None:
        self.reader = None


class Doors:
    """The sockets of a server's process, and the accounts of its machine."""

    def __init__(self) -> None:
        self.web, self.unix = Listener(), Listener()


@contextmanager
def mounted_doors(doors: Callable[[], Doors]) -> Iterator[None]:
    """Let the program find the sockets of the process that is being opened."""
    numbers = count(1)
    lots = SimpleNamespace(token_hex=lambda size: f"{next(numbers):0{2 * size}x}")
    put: list[tuple[Any, str, Any]] = [
        (web_door, "_listening", lambda _address, _port: [doors().web]),
        (web_door, "secrets", lots),
        (journal_files, "secrets", lots),
        (serve, "account_of", lambda connection: _account(connection.way.uid)),
        (serve, "own_account", lambda: "unix:1000"),
    ]
    real = [(owner, name, getattr(owner, name)) for owner, name, _ours in put]
    for owner, name, ours in put:
        setattr(owner, name, ours)
    try:
        yield
    finally:
        for owner, name, own in real:
            setattr(owner, name, own)


def _account(uid: int) -> Account:
    return Account(f"unix:{uid}", f"u{uid}")


def stable_account(way: Way) -> Account:
    """Return an account that is the same on each line of this way."""
    return Account(f"{GUEST}{way.who}", way.who) if way.host else _account(way.uid)
