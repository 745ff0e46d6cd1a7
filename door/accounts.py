"""The folder of a door: its host key, a folder for each account and guest, and its message."""

from __future__ import annotations

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
from saves.files import make_folder, read_file

GUEST_SECONDS: Final = 24 * 60 * 60.0
"""The seconds that the folder of a guest is kept after its last session."""

LONGEST_MESSAGE: Final = 4000
"""The letters of the message of the day that are shown."""

_PREFIX: Final = "SHA256:"


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
        for needed in (self._accounts, self._guests):
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
        name = fingerprint.removeprefix(_PREFIX).replace("/", "_").replace("+", "-")
        folder = self._accounts / name
        make_folder(folder)
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
        folder = self._guests / sha256(token.encode()).hexdigest()
        make_folder(folder)
        return folder

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

    def message(self) -> str:
        """Return the message of the day, without signs that would steer a terminal."""
        try:
            text = read_file(self.folder / "motd").decode("utf-8", "replace")
        except OSError:
            return ""
        kept = "".join(sign for sign in text if sign == "\n" or sign.isprintable())
        return kept[:LONGEST_MESSAGE]
