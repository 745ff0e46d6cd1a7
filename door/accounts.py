"""The folder of a door: its host key, a folder for each account and guest, and its message."""

from __future__ import annotations

import errno
import fcntl
import os
import secrets
import shutil
from collections.abc import Collection
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

from host.guest import DOOR, GUEST
from saves.files import make_folder, read_file, status_of, write_file
from saves.lock import is_held
from saves.store import scan

GUEST_SECONDS: Final = 24 * 60 * 60.0
"""The seconds that the folder of a guest is kept after its last session."""

LONGEST_MESSAGE: Final = 4000
"""The letters of the message of the day that are shown."""

BROWSER: Final = "browser."
"""The beginning of a browser's name among the keys; behind it stands the hash of its token."""

_PREFIX: Final = "SHA256:"
_GAMES: Final = "games"
_TOLD: Final = "message-told"
"""The file of an account with the sum of the last message that its person was told."""


class Accounts:
    """The files of a door.

    Attributes:
        folder: The folder that holds them all.
        host_key: The file of the key by which people know the door again.
        tables: The folder of the server of tables that the door starts.
    """

    def __init__(self, folder: Path) -> None:
        """Make the folders that are missing, private to the user. Raises `OSError`."""
        self.folder = folder.absolute()
        self.host_key = self.folder / "host_key"
        self.tables = self.folder / "tables"
        self._accounts = self.folder / "accounts"
        self._guests = self.folder / "guests"
        self._keys = self.folder / "keys"
        for needed in (self._accounts, self._guests, self._keys):
            make_folder(needed)

    def claim(self) -> int:
        """Take the folder for this process, as long as the file returned is open.

        Raises `BlockingIOError` if another door has it, `OSError`.
        """
        lock = os.open(self.folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(lock)
            raise
        return lock

    def of_key(self, fingerprint: str) -> Path:
        """Return the folder of the account of a key, and make it at its first visit.

        The fingerprint is OpenSSH's, `SHA256:` and base 64. Raises `OSError`.
        """
        if found := self.found(fingerprint):
            make_folder(found)
            return found
        folder = self._new_account(fingerprint)
        make_folder(folder)
        self._link(fingerprint, folder)
        return folder

    def found(self, fingerprint: str) -> Path | None:
        """Return the folder of the account that a key opens, None for a new key."""
        try:
            return self._accounts / (self._keys / name_of(fingerprint)).readlink().name
        except OSError:
            return None

    def keys_of(self, folder: Path) -> list[str]:
        """Return the names of the keys that open an account, the oldest first."""
        links = [
            (link.lstat().st_mtime_ns, link.name)
            for link in self._keys.iterdir()
            if link.is_symlink() and link.readlink().name == folder.name
        ]
        return [name for _time, name in sorted(links)]

    def bind(self, fingerprint: str, folder: Path) -> Path:
        """Let a key open an account, or a guest's folder, which becomes one; return its folder.

        Raises `FileExistsError` if the key opens another account with games, `OSError`.
        """
        found = self.found(fingerprint)
        if found == folder:
            return folder
        if found and has_games(found):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(found))
        if folder.parent == self._guests:
            account = self._new_account(fingerprint)
            folder.rename(account)
            if folder.name.startswith(BROWSER):
                self._link(folder.name, account)
            folder = account
        if found:
            (self._keys / name_of(fingerprint)).unlink()
        self._link(fingerprint, folder)
        return folder

    def unbind(self, name: str) -> None:
        """Let a key, by its name, open no account any more. Raises `OSError`."""
        (self._keys / name).unlink()

    def _link(self, fingerprint: str, folder: Path) -> None:
        (self._keys / name_of(fingerprint)).symlink_to(Path("..", "accounts", folder.name))

    def _new_account(self, fingerprint: str) -> Path:
        """Return the folder of a new account: that of its first key's name, if nobody has it."""
        folder = self._accounts / name_of(fingerprint)
        if os.path.lexists(folder):  # that key went, and the account stayed with another one
            folder = folder.with_name(f"{folder.name}.{secrets.token_hex(4)}")
        return folder

    def account_in(self, folder: Path) -> str:
        """Return the key of the account that has a folder, as tables know it."""
        return f"{DOOR if folder.parent == self._accounts else GUEST}{folder.name}"

    def of_a_guest(self) -> Path:
        """Return a new folder for somebody without a key. Raises `OSError`."""
        folder = self._guests / secrets.token_hex(16)
        make_folder(folder)
        return folder

    def of_a_token(self, token: str) -> Path:
        """Return the folder of the guest who has a secret token, and make it at the first visit.

        The token itself is kept nowhere. Raises `OSError`.
        """
        folder = self._guests / _browser(token)
        make_folder(folder)
        return folder

    def key_of(self, token: str) -> str:
        """Return a secret token as the key of its account, "" while it is that of a guest."""
        key = _browser(token)
        return key if self.found(key) else ""

    def note_left(self, guest: Path) -> None:
        """Note that a guest has left: the folder is kept for a day from now on."""
        with suppress(OSError):
            os.utime(guest)

    def forget_guests(self, now: float, inside: Collection[Path]) -> None:
        """Remove the folders of guests who left a day ago; `now` is the time of files.

        Those who are inside keep theirs, however long they stay.
        """
        for folder in self._guests.iterdir():
            with suppress(OSError):  # it is gone, or will be tried again
                is_old = folder.stat().st_mtime < now - GUEST_SECONDS
                if is_old and folder not in inside:
                    shutil.rmtree(folder)

    def read(self, name: str) -> str:
        """Return the text of a file of the keeper, "" if there is none. Raises `OSError`."""
        try:
            return read_file(self.folder / name).decode("utf-8", "replace")
        except FileNotFoundError:
            return ""

    def new_message(self, folder: Path) -> str:
        """Return the message of the day, "" if this account has been told it. Raises `OSError`."""
        message, seen = self.message(), folder / _TOLD
        told = sha256(message.encode()).digest()
        if not message or (status_of(seen) and read_file(seen) == told):
            return ""
        write_file(seen, told)
        return message

    def message(self) -> str:
        """Return the message of the day, without signs that would steer a terminal."""
        try:
            text = self.read("motd")
        except OSError:
            return ""
        kept = "".join(sign for sign in text if sign == "\n" or sign.isprintable())
        return kept[:LONGEST_MESSAGE]


def _browser(token: str) -> str:
    """Return the name of the browser that has a secret token."""
    return BROWSER + sha256(token.encode()).hexdigest()


def name_of(fingerprint: str) -> str:
    """Return a key's fingerprint as the name of a file.

    >>> name_of("SHA256:a/b+c")
    'a_b-c'
    """
    return fingerprint.removeprefix(_PREFIX).replace("/", "_").replace("+", "-")


def fingerprint_of(name: str) -> str:
    """Return the fingerprint of a key by its name; a browser has its name alone.

    >>> fingerprint_of("a_b-c")
    'SHA256:a/b+c'
    """
    if name.startswith(BROWSER):
        return name
    return _PREFIX + name.replace("_", "/").replace("-", "+")


def has_games(account: Path) -> bool:
    """Whether there are games in the folder of an account. Raises `OSError`."""
    return bool(scan(account / _GAMES))


def games_in_play(account: Path) -> list[Path]:
    """Return the games of an account that a process plays now, the last written first."""
    folder = account / _GAMES
    with suppress(OSError):
        files = (folder / file.name for file in scan(folder) if file.may_be_held)
        return [path for path in files if is_held(path)]
    return []
