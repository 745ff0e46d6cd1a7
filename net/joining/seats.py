"""The seats of this account at shared tables: taken by a name, come back to by a token.

Each token has a file of its own, which is locked while a program plays its seat. So another program
of the same account comes back to a seat that nobody plays here, and takes none from another member
of the family.
"""

from __future__ import annotations

import fcntl
import os
import re
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from engine.client import ADDRESS
from net.joining.connection import Joined, join, new_client
from net.joining.handed import handed_address, own_server
from net.joining.line import Address, UnixAddress
from net.joining.reasons import JoinReason, NotJoined
from net.joining.ssh import ssh_address
from net.joining.tables import ServerSign, TableSign, ask_sign, sign_on
from net.joining.web import is_web, web_address
from net.names.names import find_table
from net.names.sockets import AT_SERVER
from net.wire import PROTOCOL, HelloRequest
from saves.files import OWN_FILE, make_folder
from saves.home import tables_folder
from saves.passwords import Password

MOST_FILES: Final = 100
"""The tokens that are kept; with more, the oldest ones that nobody plays with are removed."""

_SERVER: Final = re.compile(r"[a-z0-9][a-z0-9:.+_-]{0,120}")
_TABLE: Final = re.compile(r"[a-z0-9][a-z0-9@:._-]{0,90}")
_MOST_BYTES: Final = 64


class HeldToken:
    """A token that this program alone comes back with, until it is released or the program ends."""

    def __init__(self, path: Path, handle: int, token: str) -> None:
        self.token = token
        self._path = path
        self._handle = handle

    def release(self) -> None:
        """Let another program come back with it."""
        os.close(self._handle)

    def forget(self) -> None:
        """Remove it: there is no such seat any more."""
        with suppress(OSError):
            self._path.unlink()
        self.release()


class TokenBook:
    """The tokens by server, which is the account of the keeper, and by the name of the table."""

    def __init__(self, folder: Path | None = None) -> None:
        """Keep tokens in a folder, in that of the user's data if none is given."""
        self._folder = folder or tables_folder()

    def find(self, server: str, table: str) -> HeldToken | None:
        """Return the token of a seat at a table that no program plays now, None for none."""
        table = table.replace(AT_SERVER, ":")
        if not _are_plain(server, table):
            return None
        for path in sorted(self._folder.glob(f"{server}-{table}-[0-9].json")):
            if (handle := _lock(path, os.O_RDWR)) is not None:
                if token := _read(handle):
                    return HeldToken(path, handle, token)
                os.close(handle)
        return None

    def last_table(self, server: str) -> str:
        """Return the table of a server at which a seat was taken last, empty for none."""
        if not _SERVER.fullmatch(server):
            return ""
        own = [path for _time, path in sorted(self._by_age()) if path.name.startswith(f"{server}-")]
        table = own[-1].stem.removeprefix(f"{server}-").rpartition("-")[0] if own else ""
        return table.replace(":", AT_SERVER)

    def keep(self, server: str, table: str, seat: int, token: str) -> HeldToken | None:
        """Keep the token of a seat, held; None where that cannot be.

        A token that is not kept costs nothing but to be asked for the seat's account.
        """
        table = table.replace(AT_SERVER, ":")
        if not _are_plain(server, table):
            return None
        path = self._folder / f"{server}-{table}-{seat}.json"
        with suppress(OSError):
            make_folder(self._folder)
            self._sweep()
        handle = _lock(path, os.O_RDWR | os.O_CREAT)
        if handle is None:
            return None
        try:
            data = msgspec.json.encode(token)
            os.truncate(handle, 0)
            os.pwrite(handle, data, 0)
        except OSError:
            os.close(handle)
            return None
        return HeldToken(path, handle, token)

    def _sweep(self) -> None:
        """Remove the oldest tokens where there are too many."""
        by_age = sorted(self._by_age(), reverse=True)
        for _time, path in by_age[MOST_FILES - 1 :]:
            if (handle := _lock(path, os.O_RDWR)) is not None:
                HeldToken(path, handle, "").forget()

    def _by_age(self) -> Iterator[tuple[int, Path]]:
        for path in self._folder.glob("*.json"):
            with suppress(OSError):
                yield path.lstat().st_mtime_ns, path


def sit_down(
    address: Address, hello: HelloRequest, book: TokenBook
) -> tuple[Joined, HeldToken | None]:
    """Join a table, with the token of a seat that was left there, and keep the one that it gives.

    Where no table is named it is first the one at which a seat was left. Raises `NotJoined`.
    """
    if hello.watch:
        return join(address, hello), None
    table = address.name or book.last_table(address.server)
    kept = None if hello.token else book.find(address.server, table)
    joined: Joined | None = None
    if kept:
        try:
            joined = join(address, msgspec.structs.replace(hello, token=kept.token, table=table))
        except NotJoined as why:
            if why.reason is JoinReason.NO_SUCH_SEAT:
                kept.forget()
            else:
                kept.release()
                if address.name or why.reason not in (JoinReason.CLOSING, JoinReason.GONE):
                    raise
        else:
            kept.release()
    joined = joined or join(address, hello)
    seat, token = joined.welcome.seat, joined.welcome.token
    if seat is None or not token:
        return joined, None
    return joined, book.keep(address.server, joined.hello.table, seat, token)


def _are_plain(server: str, table: str) -> bool:
    """Whether a file can be named by a server and a table."""
    return bool(_SERVER.fullmatch(server) and _TABLE.fullmatch(table))


def _lock(path: Path, flags: int) -> int | None:
    """Return the handle of a token's file, locked; None if it is missing, strange or locked."""
    try:
        handle = os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, OWN_FILE)
    except OSError:
        return None
    try:
        about = os.fstat(handle)
        is_own = stat.S_ISREG(about.st_mode) and about.st_uid == os.getuid()
        if is_own and about.st_nlink == 1:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.fchmod(handle, OWN_FILE)
            return handle
    except OSError:
        pass
    os.close(handle)
    return None


def _read(handle: int) -> str:
    """Return the token of a file, "" for none."""
    try:
        return msgspec.json.decode(os.pread(handle, _MOST_BYTES, 0), type=str)
    except (OSError, msgspec.DecodeError):
        return ""


class Access(NamedTuple):
    """What a person brings to a table of another machine.

    Attributes:
        may_ask: Whether ssh may ask the person something on the terminal.
        password: The password of the table or its server.
        is_insecure: Whether a line that is not encrypted may leave this machine.
    """

    may_ask: bool = False
    password: Password = Password()
    is_insecure: bool = False


AT_HOME: Final = Access()


class SeatAt(NamedTuple):
    """A place at a table that was joined a moment ago, and the token it keeps."""

    joined: Joined
    token: HeldToken | None


def sit_at(
    table: str,
    name: str,
    *,
    watch: bool = False,
    back: bool = False,
    player: str = "",
    token: str = "",
    seat: int | None = None,
    access: Access = AT_HOME,
) -> SeatAt:
    """Join a table. Raises `NotJoined`.

    Args:
        table: The name of the table, `NAME@OWNER` where others have one too, or its address.
        name: The name of the person.
        watch: Whether to watch without a seat.
        back: Whether to come back to the seat of this account though its line is still open.
        player: The level or program that plays here, empty for a person.
        token: The token of the seat to be taken, where it is known.
        seat: The free seat that is wished for, None for any.
        access: What is brought to a table of another machine.
    """
    address = address_of(table, access)
    hello = HelloRequest(
        PROTOCOL,
        client=new_client(),
        name=name,
        token=token,
        watch=watch,
        back=back,
        player=player,
        seat=seat,
        cuts=not watch,
        table=address.name,
    )
    return SeatAt(*sit_down(address, hello, TokenBook()))


def has_left_seat(table: str) -> bool:
    """Whether a seat at a table was left that no program of this account plays now."""
    try:
        address = address_of(table)
    except NotJoined:
        return False
    held = TokenBook().find(address.server, address.name)
    if held:
        held.release()
    return held is not None


def sign_at(table: str, access: Access = AT_HOME) -> TableSign | None:
    """Return the description of a table, without a place there; None if it is silent.

    The only table of a server needs no name; of several the error names each. To another machine,
    and to a server, a line of its own is opened for it. Raises `NotJoined`.
    """
    if ADDRESS in table or AT_SERVER in table or own_server():
        found = sign_on(address_of(table, access))
    else:
        found = ask_sign(find_table(table))
    if not isinstance(found, ServerSign):
        return found
    if not found.tables:
        raise NotJoined(JoinReason.GONE)
    if len(found.tables) > 1:
        raise NotJoined(JoinReason.WHICH, tables=", ".join(one.name for one in found.tables))
    return found.tables[0]


def address_of(table: str, access: Access = AT_HOME) -> Address:
    """Return where a table is, from its name or address. Raises `NotJoined`."""
    if is_web(table):
        return web_address(table, access.password, is_insecure=access.is_insecure)
    if ADDRESS in table:
        return ssh_address(table, may_ask=access.may_ask)
    if own_server():
        return handed_address(table)
    server, _, table_there = table.partition(AT_SERVER)
    at = find_table(server)
    return UnixAddress(at.path, at.uid, table_there)
