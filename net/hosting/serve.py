"""The process of a server: a lobby and many tables, which are all found again after a stop."""

from __future__ import annotations

import asyncio
import gc
import resource
import signal
import socket
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine.loop import Loop
from engine.reasons import Explained, Reason
from host.guest import LineReason
from host.rate import Rates
from net.hosting.faults import LOG, note_fault
from net.hosting.limits import Gate
from net.hosting.listen import Listen, open_web
from net.hosting.lobby import MOST_TABLES, Lobby, NewTable
from net.hosting.messages import fault_of
from net.hosting.open_table import Shared, shared_here, why_not
from net.hosting.served_table import ServedTable
from net.hosting.server import Entrance, Listening, account_of
from net.hosting.start import Order
from net.names.journals import journal_paths, sweep_journals
from net.names.sockets import (
    ClaimedName,
    ProcessSocket,
    TableSocket,
    own_account,
    table_name,
)
from net.wire import to_line
from saves.files import make_folder
from saves.home import servers_folder
from saves.lock import GameLock, Held
from saves.passwords import Password

if TYPE_CHECKING:
    from net.hosting.web_door import WebDoor

NAME: Final = "server"
"""The name of a server that was given none."""

BACK_SECONDS: Final = 60
"""The seconds after which a server that is stopped is usually back."""

MOST_MOVES: Final = 20
"""The moves of a table's guests in a second."""

MOST_REOPENED: Final = 3
REOPENED_SECONDS: Final = 600.0
"""The times that a table which crashes is opened again in these seconds."""

COLLECT_SECONDS: Final = 600.0
"""The seconds between two searches for all old garbage."""

_NEVER: Final = 2**31 - 1

END_SECONDS: Final = 20.0
"""The seconds that all tables have for their end."""


class ServeReason(Reason):
    """Why there is no server."""

    HELD = "A server of this name runs already."


class NotServed(Explained):
    """An error: the server cannot run."""


class ServerPlan(NamedTuple):
    """The plan of a server.

    Attributes:
        name: Its name, under which people of this machine find it.
        most_tables: The most tables that it has at once.
        back: The seconds after which it is there again, which it says when it is stopped.
        listen: How other machines come in, None where they do not.
        password: The password that they need.
        may_be_renamed: Whether it gets another name where a server or table has this one.
    """

    name: str = NAME
    most_tables: int = MOST_TABLES
    back: int = BACK_SECONDS
    listen: Listen | None = None
    password: Password = Password()
    may_be_renamed: bool = False


class ServedNames:
    """The names of a server's tables, which lead to the server's own socket; see `Names`."""

    def __init__(self, server: ClaimedName) -> None:
        """Begin without a table."""
        self._server = server
        self._taken = {server.at.name}

    def claim(self, wanted: str, *, exactly: bool = False) -> ClaimedName:
        """Give a table a free name like the wanted one; see `Names`."""
        base, number = wanted if exactly else table_name(wanted), 1
        name = base
        while name in self._taken:
            number += 1
            name = f"{base}-{number}"
        self._taken.add(name)
        return self._server._replace(at=self._server.at._replace(name=name))

    def give_up(self, name: ClaimedName) -> None:
        """Let a name be free."""
        self._taken.discard(name.at.name)


class UnixDoor:
    """The door of a server for people of its machine, and for those whom ssh lets in."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, listening: socket.socket, lobby: Lobby, gate: Gate
    ) -> None:
        """Let lines into a lobby from now on."""
        self._loop = loop
        self._gate = gate
        self._entrance = Entrance(loop, lobby.enter)
        self._listening = Listening(loop, listening, self._let_in)

    def close(self) -> None:
        """Let nobody in any more."""
        self._listening.close()

    def _let_in(self, found: list[tuple[socket.socket, Any]]) -> None:
        for connection, _address in found:
            try:
                account = account_of(connection)
            except OSError:
                connection.close()
                continue
            key = account.counted
            if key == own_account():  # who runs the server limits it anyway
                self._entrance.take(connection, account, _nothing)
            elif reason := self._gate.enter(key, self._loop.time()):
                with suppress(OSError), connection:
                    connection.send(to_line(fault_of(reason)), socket.MSG_DONTWAIT)
            else:
                self._entrance.take(connection, account, partial(self._gate.leave, key))


class Server:
    """A lobby, and the tables that were opened there.

    Attributes:
        lobby: The way of each line to a table.
        web: The door to other machines, None where there is none.
    """

    def __init__(self, plan: ServerPlan, shared: Shared) -> None:
        """Make a server without tables."""
        self.web: WebDoor | None = None
        self._shared = shared
        self._plan = plan
        self.lobby = Lobby(
            plan.name,
            shared.loop,
            shared.outside.new_token,
            self._open,
            lambda: shared.thinkers.waiting,
            self._reopen,
            plan.most_tables,
            own_account(),
        )
        self._shared = shared._replace(door=self.lobby)
        self._tables: list[ServedTable] = []
        self._serving: set[asyncio.Task[None]] = set()
        self._crashed: dict[str, str] = {}
        self._reopened = Rates(MOST_REOPENED, REOPENED_SECONDS)

    def restore(self) -> int:
        """Open all tables again that have a journal; return how many there are."""
        sweep_journals(self._shared.folder)
        for path in journal_paths(self._shared.folder):
            self._find_again(str(path))
        return len(self._tables)

    def _find_again(self, journal: str) -> None:
        """Open the table of a journal again; if there is none any more, the log says why."""
        try:
            self._begin(ServedTable(Order(journal=journal, account=""), self._shared))
        except Exception as error:  # noqa: BLE001 - no table keeps the others from opening
            LOG.error("journal %s: %s", Path(journal).name, why_not(error))

    def _reopen(self, table: str) -> None:
        """Open a table of this name again, if it has crashed, and not too often of late."""
        if table in self._crashed and self._reopened.take(table, self._shared.loop.now()):
            self._find_again(self._crashed.pop(table))

    async def stop(self) -> None:
        """Let no line in, and close all with a word about when the server is back.

        All journals stay.
        """
        if self.web:
            self.web.close()
        self.lobby.farewell(LineReason.BACK, self._plan.back)
        for table in self._tables:
            table.stop(LineReason.BACK, self._plan.back)
        if self._serving:
            await asyncio.wait(self._serving, timeout=END_SECONDS)

    def _open(self, new: NewTable) -> str:
        """Open a new table; return its name. Raises `Explained`, `OSError`."""
        table = ServedTable(Order(plan=new.plan, account=new.account), self._shared)
        self._begin(table)
        LOG.info("table %s opened: %s", table.at.name, new.plan.game)
        return table.at.name

    def _begin(self, table: ServedTable) -> None:
        self._tables.append(table)
        if self.web:
            table.reach_by(self.web)
        table.begin()
        task = asyncio.get_running_loop().create_task(table.last())
        self._serving.add(task)

        def ended(_task: object) -> None:
            self._serving.discard(task)
            self._tables.remove(table)
            if table.has_crashed:
                self._crashed[table.at.name] = table.journal
            LOG.info("table %s ended", table.at.name)

        task.add_done_callback(ended)


async def serve(plan: ServerPlan, ready: Callable[[TableSocket, int, str], object]) -> None:
    """Serve until SIGTERM or Ctrl-C, which wait while the server starts.

    `ready` is called with the server's place, how many tables were found again, and the address
    for other machines, empty for none. Raises `NotServed`, `NotOnline`, `NoSocket`, `OSError`.
    """
    loop = asyncio.get_running_loop()
    endings = {signal.SIGTERM, signal.SIGINT}
    signal.pthread_sigmask(signal.SIG_BLOCK, endings)
    loop.set_exception_handler(_note)
    end = asyncio.Event()
    with ExitStack() as undo:
        undo.callback(signal.pthread_sigmask, signal.SIG_UNBLOCK, endings)
        _let_files_be_open()
        folder = servers_folder() / table_name(plan.name)
        make_folder(folder)
        shared = shared_here(loop)
        undo.callback(shared.thinkers.close)
        try:
            undo.callback(GameLock(folder / NAME, shared.outside.now()).release)
        except Held:
            raise NotServed(ServeReason.HELD) from None
        sockets = ProcessSocket()
        claimed = sockets.claim(plan.name, exactly=not plan.may_be_renamed)
        undo.callback(sockets.give_up, claimed)
        plan = plan._replace(name=claimed.at.name)
        names = ServedNames(claimed)
        server = Server(plan, shared._replace(names=names, folder=folder, most_moves=MOST_MOVES))
        if plan.listen:
            now = shared.outside.now()
            web = open_web(plan.listen, plan.password, server.lobby.enter, loop, now)
            undo.callback(web.close)
            server.web, web.gate = web, server.lobby.gate
        gc.disable()
        count = server.restore()
        gc.enable()
        _collect_seldom(shared.loop)
        for ending in endings:
            loop.add_signal_handler(ending, end.set)
        door = UnixDoor(loop, claimed.listening, server.lobby, server.lobby.gate)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, endings)
        if server.web:
            server.web.open()
        ready(claimed.at, count, server.web.address("") if server.web else "")
        await end.wait()
        LOG.info("told to stop; back in about %s s", plan.back)
        door.close()
        await server.stop()


def _collect_seldom(loop: Loop) -> None:
    """Let all old garbage be looked for now and then only, for that stops every table."""
    gc.freeze()  # what is there at the start stays
    young, middle, _old = gc.get_threshold()
    gc.set_threshold(young, middle, _NEVER)

    def collect() -> None:
        gc.collect()
        loop.later(COLLECT_SECONDS, collect)

    loop.later(COLLECT_SECONDS, collect)


def _let_files_be_open() -> None:
    """Let the process have as many lines as the system lets it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < hard:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _note(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Write a fault of a call down without the words that it may have."""
    error = context.get("exception")
    if isinstance(error, BaseException):
        note_fault("a call", error)


def _nothing() -> None:
    """Count nothing."""
