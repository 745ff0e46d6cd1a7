"""The door: a server of ssh whose every session is the program, for whoever comes."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import asyncssh

from door.accounts import Accounts
from door.forks import Forks
from door.house import House, HouseRules, Visitor
from door.session import DoorSession
from door.tables import Tables
from engine.reasons import Explained, Explanation, Reason
from net.hosting.beside import ServerBeside
from net.hosting.limits import origin_of
from net.hosting.server import AsyncioLoop
from saves.files import write_file
from words.errors import system_words

if TYPE_CHECKING:
    from door.web import WebDoor
    from net.hosting.listen import Listen

GUESTS: Final = frozenset({"guest", "invite", "invité"})
"""The names by which people come in without a key, even if they have one."""

PORT: Final = 2222
SERVER: Final = "door"
"""The name of a server of tables that the door starts itself, if nothing else has it."""

LOGIN_SECONDS: Final = 30
ALIVE_SECONDS: Final = 15
"""How often a silent line is asked whether it is still there; three times without answer end it."""

LAST_SECONDS: Final = 1.0
"""The seconds that connections have for the last that is said on them."""

SWEEP_SECONDS: Final = 60 * 60.0
"""The seconds between two looks for guests who are long gone."""

BANS_SECONDS: Final = 1.0
"""The seconds between two looks at the bans."""

Report: TypeAlias = Callable[[Explanation], None]

_KEY_KIND: Final = "ssh-ed25519"


class DoorReason(Reason):
    """Why there is no door."""

    HELD = "Another door has the folder {folder}."
    HAS_CODE = "{folder} may not hold {place}, from where this program loads its parts."
    NO_KEY = "{file} is no private key that can be read."
    LOST = "The process that plays has ended. Start the door again."


class NoDoor(Explained):
    """An error: the door cannot be opened, or had to close."""


class DoorPlan(NamedTuple):
    """The plan of a door.

    Attributes:
        folder: The folder of its accounts and its key.
        address: The address of this machine where it listens, "" for all.
        port: The port; 0 takes a free one.
        rules: The rules for those inside.
        server: The name of this user's server of tables where people meet; "" starts one.
        web: Where and how it listens to browsers, None where it does not.
    """

    folder: Path
    address: str = ""
    port: int = PORT
    rules: HouseRules = HouseRules()
    server: str = ""
    web: Listen | None = None


class Opened(NamedTuple):
    """How people come in.

    Attributes:
        port: The port for ssh.
        fingerprint: The fingerprint of the door's key.
        page: The port for browsers, 0 for none.
    """

    port: int
    fingerprint: str
    page: int


class Door:
    """The lines of ssh to a house.

    Attributes:
        house: The people inside.
        loop: The loop in which all happens.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, house: House) -> None:
        """Be a door that nobody has come to."""
        self.house = house
        self.loop = loop
        self._lines: set[asyncssh.SSHServerConnection] = set()

    def server(self) -> DoorServer:
        """Return the server of a new connection."""
        return DoorServer(self)

    def take(self, line: asyncssh.SSHServerConnection, origin: str) -> bool:
        """Count a connection from an address; return whether it may stay."""
        if self.house.gate.enter(origin, self.loop.time()):
            return False
        self._lines.add(line)
        return True

    def lose(self, line: asyncssh.SSHServerConnection, origin: str) -> None:
        """Note that a connection has ended, whether it might stay or not."""
        if line in self._lines:
            self._lines.remove(line)
            self.house.gate.leave(origin)

    async def close(self) -> None:
        """Close all connections, after what was said on them."""
        lines = [*self._lines]
        for line in lines:
            line.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_SECONDS):
                await asyncio.gather(*(line.wait_closed() for line in lines))


class DoorServer(asyncssh.SSHServer):
    """One connection: its key is its account, and no password is ever asked for."""

    def __init__(self, door: Door) -> None:
        """Be the server of a connection that is not made yet."""
        self._door = door
        self._shown = ""
        self._account = ""
        self._origin = ""

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._line = conn
        self._origin = origin_of(str(conn.get_extra_info("peername", ("",))[0]))
        if not self._door.take(conn, self._origin):
            conn.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._door.lose(self._line, self._origin)

    def begin_auth(self, username: str) -> bool:
        """Let a guest by name come in at once."""
        self._shown = ""
        return username not in GUESTS

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Take any key: that its owner has it is checked before anybody comes in."""
        self._shown = key.get_fingerprint("sha256")
        return True

    def kbdint_auth_supported(self) -> bool:
        """Whether people without a key come in: a client asks for this after its keys."""
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> bool:
        """Let a guest in without a question. A key that was only shown is not theirs."""
        self._shown = ""
        return True

    def auth_completed(self) -> None:
        """Keep the account: that of the key which was checked last."""
        self._account = self._shown

    def session_requested(self) -> DoorSession:
        name = str(self._line.get_extra_info("username") or "")
        visitor = Visitor(self._account, self._origin, name)
        return DoorSession(self._door.house, self._door.loop, visitor)


async def serve(
    plan: DoorPlan, module: str, ready: Callable[[Opened], None], report: Report
) -> None:
    """Let people in until the process is told to stop; all games are kept then.

    Args:
        plan: What is wanted.
        module: The module whose `main` waits for visits in a process of its own.
        ready: Called once it is open.
        report: Called with what is wrong with a file that the keeper has changed meanwhile.

    Raises:
        ImportError: The packages for browsers are missing.
        NoDoor: The folder is another door's or holds code, its key is none, a ban cannot be read,
            or nothing plays.
        NotStarted: There is no server of tables.
        OSError: The folder cannot be written, or the port not be had.
    """
    loop = asyncio.get_running_loop()
    _refuse_code(plan.folder)
    accounts = Accounts(plan.folder)
    try:
        lock = accounts.claim()
    except BlockingIOError:
        raise NoDoor(DoorReason.HELD, folder=str(accounts.folder)) from None
    try:
        key = host_key(accounts.host_key)
        house = House(AsyncioLoop(loop), plan.rules, accounts)
        for fault in house.read_bans():
            raise NoDoor(fault.reason, **fault.facts)
        door = Door(loop, house)
        async with AsyncExitStack() as undo:
            beside = None
            if not plan.server:
                beside = ServerBeside(loop, SERVER, accounts.tables)
                undo.push_async_callback(beside.close)
            house.tables = Tables(loop, await beside.opened() if beside else plan.server)
            web = _web(plan, house, loop)
            acceptor = await _listen(plan, door, key)
            house.forks = Forks(loop, module)  # nobody was let in yet: nothing was awaited
            undo.push_async_callback(door.close)
            undo.push_async_callback(house.forks.close)
            undo.callback(acceptor.close)
            page = 0
            if web and plan.web:
                undo.callback(web.close)
                page = await web.open(plan.web)
            ready(Opened(acceptor.get_port(), key.get_fingerprint("sha256"), page))
            await _stay_open(house, beside, report)
    finally:
        os.close(lock)


def _web(plan: DoorPlan, house: House, loop: asyncio.AbstractEventLoop) -> WebDoor | None:
    """Return the door for browsers if one is wanted; nobody comes in before it is opened.

    Raises `ImportError` without its packages.
    """
    if plan.web is None:
        return None
    from door.web import WebDoor

    return WebDoor(house, is_plain=plan.web.is_plain, loop=loop)


def _refuse_code(folder: Path) -> None:
    """Raise `NoDoor` for a folder that holds code: visits may read all of that."""
    real = folder.resolve()
    for place in sys.path:
        if place.startswith("/") and Path(place).resolve().is_relative_to(real):
            raise NoDoor(DoorReason.HAS_CODE, folder=str(folder), place=place)


async def _stay_open(house: House, beside: ServerBeside | None, report: Report) -> None:
    """Wait until the process is told to stop. Raises `NoDoor` if another process of it ends."""
    loop = asyncio.get_running_loop()
    told: asyncio.Future[bool] = loop.create_future()

    def stop(is_lost: bool) -> None:
        if not told.done():
            told.set_result(is_lost)

    house.forks.lost = lambda: stop(is_lost=True)
    if beside:
        beside.lost = house.forks.lost
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        loop.add_signal_handler(number, stop, False)
    minding = [loop.create_task(task) for task in (_sweep(house), _mind_bans(house, report))]
    is_lost = await told
    for task in minding:
        task.cancel()
    if is_lost:
        raise NoDoor(DoorReason.LOST)


async def _listen(plan: DoorPlan, door: Door, key: asyncssh.SSHKey) -> asyncssh.SSHAcceptor:
    """Listen for connections. Raises `OSError` with the system's own message."""
    listening = asyncssh.listen(
        plan.address,
        plan.port,
        server_factory=door.server,
        server_host_keys=[key],
        config=None,
        encoding=None,
        line_editor=False,
        password_auth=False,
        gss_host=None,
        x509_trusted_certs=None,
        agent_forwarding=False,
        login_timeout=LOGIN_SECONDS,
        keepalive_interval=ALIVE_SECONDS,
        keepalive_count_max=3,
    )
    try:
        return await listening
    except OSError as error:
        raise OSError(error.errno, system_words(error)) from None


async def _mind_bans(house: House, report: Report) -> None:
    """Let changes of the bans count soon, also for those inside; report what cannot be read."""
    while True:
        await asyncio.sleep(BANS_SECONDS)
        for fault in house.read_bans():
            report(fault)


async def _sweep(house: House) -> None:
    """Remove the folders of guests who are gone, now and every hour."""
    while True:
        await asyncio.to_thread(house.accounts.forget_guests, time.time(), house.guests())
        await asyncio.sleep(SWEEP_SECONDS)


def host_key(file: Path) -> asyncssh.SSHKey:
    """Return the key of the door, and make it the first time, private to the user.

    Raises `NoDoor` if the file is no key, `OSError`.
    """
    if not file.exists():
        write_file(file, asyncssh.generate_private_key(_KEY_KIND).export_private_key())
    try:
        return asyncssh.read_private_key(file)
    except asyncssh.KeyImportError:
        raise NoDoor(DoorReason.NO_KEY, file=str(file)) from None
