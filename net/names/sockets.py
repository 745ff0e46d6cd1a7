"""The sockets of the tables of this machine: a folder for each user, which others may enter.

The owner of a folder and of a socket is checked each time, for anybody can make names in the
system's folder for temporary files.
"""

from __future__ import annotations

import errno
import fcntl
import os
import pwd
import re
import socket
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from engine.client import plain_name
from engine.reasons import Explained, Reason
from saves.reasons import FileReason


def unix_account(uid: int) -> str:
    """Return the account of a user of this machine.

    >>> unix_account(1000)
    'unix:1000'
    """
    return f"unix:{uid}"


def own_account() -> str:
    """Return the account that this program runs under."""
    return unix_account(os.getuid())


FOLDER_MODE: Final = 0o755
SOCKET_MODE: Final = 0o666
MOST_TABLES: Final = 20
"""The most tables of one user."""

MOST_NAME: Final = 24
"""The longest name of a table, in letters."""

AT_SERVER: Final = "/"
"""The sign between the name of a server and that of one of its tables."""

WAITING: Final = 1024
"""The connections that may wait in the system's line to be let in."""

LONGEST_PATH: Final = 107
"""The longest path of a Unix socket, in bytes."""

_PREFIX: Final = "tapis-"
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]*")
_LOCK: Final = ".lock"
_LOCK_SECONDS: Final = 2.0
_GLANCE_SECONDS: Final = 0.02
_GROUP_OR_OTHERS_WRITE: Final = stat.S_IWGRP | stat.S_IWOTH


class FolderReason(Reason):
    """Why a table cannot have a socket."""

    FOLDER = "{path} is not a private folder of yours."
    TOO_MANY = "You have {most} tables already."
    TAKEN = "Another table has its name now."


class TableSocket(NamedTuple):
    """The socket of a table: its name, its path, and the account that owns it."""

    name: str
    path: Path
    uid: int


class ClaimedName(NamedTuple):
    """The name that a table of this process has while the process listens.

    Attributes:
        at: The table's place.
        listening: The socket on which the process listens.
        mark: The mark that tells the socket from another one of the same name.
    """

    at: TableSocket
    listening: socket.socket
    mark: object

    @property
    def is_ours(self) -> bool:
        """Whether the name still leads to this socket."""
        return socket_mark(self.at.path) == self.mark


class NoSocket(Explained):
    """An error: a table cannot have a socket."""


def folder_of(uid: int) -> Path:
    """Return the folder of a user's sockets."""
    return Path(tempfile.gettempdir()) / f"{_PREFIX}{uid}"


def full_name(table: str, uid: int) -> str:
    """Return the name of a table with that of its owner: `NAME@OWNER`."""
    return f"{table}@{account_name(uid)}"


def account_name(uid: int) -> str:
    """Return the name of an account, its number where it has none."""
    try:
        return plain_name(pwd.getpwuid(uid).pw_name, str(uid))
    except KeyError:
        return str(uid)


def table_name(wanted: str) -> str:
    """Return a name as a socket can have it: small letters, digits and hyphens.

    >>> table_name("Zoé & Paul"), table_name("../..")
    ('zo-paul', 'table')
    """
    plain = re.sub(r"[^a-z0-9]+", "-", wanted.lower()).strip("-")
    return plain[:MOST_NAME].strip("-") or "table"


class ProcessSocket:
    """The one socket on which a process listens, under one name for each of its tables."""

    def __init__(self) -> None:
        """Begin without a table."""
        self._names: list[ClaimedName] = []

    def claim(self, wanted: str, *, exactly: bool = False) -> ClaimedName:
        """Give a table a free name like the wanted one; with `exactly` just this one.

        Raises `NoSocket`, `OSError`.
        """
        folder, base = _own_folder(), table_name(wanted)
        _check_length(folder / f"{base}-{MOST_TABLES}")
        with _locked(folder):
            if len(_sweep(folder)) >= MOST_TABLES:
                raise NoSocket(FolderReason.TOO_MANY, most=MOST_TABLES)
            if named := next((name for name in self._names if name.is_ours), None):
                listening = named.listening
                path = _named(named.at.path, folder, base, exactly)
            else:
                listening, path = _new_socket(folder, base, exactly)
        at = TableSocket(path.name, path, os.getuid())
        self._names.append(ClaimedName(at, listening, socket_mark(path)))
        return self._names[-1]

    def give_up(self, name: ClaimedName) -> None:
        """Give a name up, unless another table has it now; the last one closes the socket."""
        with suppress(OSError, NoSocket), _locked(name.at.path.parent):
            if name.is_ours:
                name.at.path.unlink()
        self._names.remove(name)
        if all(other.listening is not name.listening for other in self._names):
            name.listening.close()


def _new_socket(folder: Path, base: str, exactly: bool) -> tuple[socket.socket, Path]:
    """Return a socket that listens, and the name that it has in a folder."""
    new = folder / f".{os.getpid()}.new"
    _check_length(new)
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        new.unlink(missing_ok=True)
        listening.bind(str(new))
        new.chmod(SOCKET_MODE)
        listening.listen(WAITING)
        return listening, _named(new, folder, base, exactly)
    except BaseException:
        listening.close()
        raise
    finally:
        with suppress(OSError):
            new.unlink()


def tables_of(folder: Path) -> list[TableSocket]:
    """Return the sockets in the folder of a user, by name; none if it is not theirs alone."""
    owner = _owner(folder)
    if owner is None:
        return []
    found = []
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if not _NAME.fullmatch(entry.name) or len(entry.name) > MOST_NAME + 4:
                continue
            with suppress(OSError):
                about = entry.stat(follow_symlinks=False)
                if stat.S_ISSOCK(about.st_mode) and about.st_uid == owner:
                    found.append(TableSocket(entry.name, folder / entry.name, owner))
    return sorted(found)


def tables_here() -> list[TableSocket]:
    """Return the sockets of all users of this machine, the user's own first; some may be dead.

    The user's own dead ones are removed.
    """
    own = folder_of(os.getuid())
    with suppress(OSError, NoSocket):
        if _owner(own) == os.getuid():
            with _locked(own):
                _sweep(own)
    found = tables_of(own)
    with suppress(OSError):
        for folder in sorted(own.parent.glob(f"{_PREFIX}[0-9]*")):
            if folder != own:
                found += tables_of(folder)
    return found


def is_sound(table: TableSocket) -> bool:
    """Whether a socket still belongs to the owner of its folder; to be asked before connecting."""
    with suppress(OSError):
        about = table.path.lstat()
        is_theirs = stat.S_ISSOCK(about.st_mode) and about.st_uid == table.uid
        return is_theirs and _owner(table.path.parent) == table.uid
    return False


def socket_mark(path: Path) -> object:
    """Return which socket is at a path now, None if there is none."""
    try:
        about = path.lstat()
    except OSError:
        return None
    return about.st_dev, about.st_ino, about.st_mtime_ns


def _own_folder() -> Path:
    """Return the user's own folder, made if it is missing. Raises `NoSocket`, `OSError`."""
    folder = folder_of(os.getuid())
    with suppress(FileExistsError):
        folder.mkdir(FOLDER_MODE)
    if _owner(folder) != os.getuid():
        raise NoSocket(FolderReason.FOLDER, path=str(folder))
    if stat.S_IMODE(folder.lstat().st_mode) != FOLDER_MODE:
        folder.chmod(FOLDER_MODE)  # the mask of the user
    return folder


def _owner(folder: Path) -> int | None:
    """Return the user that the folder is named for, None unless it is theirs and theirs alone."""
    with suppress(OSError, ValueError):
        about = folder.lstat()
        uid = int(folder.name.removeprefix(_PREFIX))
        is_alone = stat.S_ISDIR(about.st_mode) and not about.st_mode & _GROUP_OR_OTHERS_WRITE
        if is_alone and about.st_uid == uid and folder.name == f"{_PREFIX}{uid}":
            return uid
    return None


def _named(name: Path, folder: Path, base: str, exactly: bool) -> Path:
    """Give a socket a free name: in one step, so that nobody finds it half made."""
    for number in range(1, MOST_TABLES + 2):
        path = folder / (base if number == 1 else f"{base}-{number}")
        try:
            os.link(name, path)
        except FileExistsError:
            if exactly:
                raise NoSocket(FolderReason.TAKEN) from None
            continue
        return path
    raise NoSocket(FolderReason.TOO_MANY, most=MOST_TABLES)


def _check_length(path: Path) -> None:
    if len(os.fsencode(path)) > LONGEST_PATH:
        raise OSError(errno.ENAMETOOLONG, os.strerror(errno.ENAMETOOLONG), str(path))


def _sweep(folder: Path) -> list[TableSocket]:
    """Remove the dead sockets of the user's locked folder; return the living ones."""
    living: list[TableSocket] = []
    known: dict[object, bool] = {}
    for table in tables_of(folder):
        mark = socket_mark(table.path)
        if mark not in known:
            known[mark] = is_alive(table.path)
        if known[mark]:
            living.append(table)
        else:
            with suppress(OSError):
                table.path.unlink()
    return living


def is_alive(path: Path) -> bool:
    """Whether a process listens at a socket; one that is stopped or overrun does."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.setblocking(False)
        try:
            probe.connect(str(path))
        except (ConnectionRefusedError, FileNotFoundError):
            return False
        except OSError:
            return True
    return True


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold the lock of the user's folder. Raises `OSError` if another process keeps it for long."""
    flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK
    handle = os.open(folder / _LOCK, flags, 0o600)
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, FileReason.NOT_A_FILE.value, str(folder / _LOCK))
        end = time.monotonic() + _LOCK_SECONDS
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > end:
                    raise
                time.sleep(_GLANCE_SECONDS)
        yield
    finally:
        os.close(handle)
