"""The orders of a process to listen to other machines: given at its start, kept for its next one.

A password is never kept: after a restart it comes from its file or from the settings again.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from engine.reasons import Explained
from host.plan import StartReason
from net.names.journals import listen_beside
from saves.files import read_file, write_file
from saves.passwords import NoPassword, Password, password_in_file, password_in_settings

if TYPE_CHECKING:
    from net.hosting.server import Enter
    from net.hosting.web_door import WebDoor


class Listen(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where and how a process listens to other machines.

    Attributes:
        address: The own address, empty for all of them.
        port: The port, 0 for a free one.
        certificate: The path of the certificate, empty for the own one.
        key: The path of its key, empty where the certificate's file has it.
        is_plain: Whether nothing is encrypted.
        password_file: The path of the file with the password, empty for none.
        has_password: Whether a password is asked for.
    """

    address: str = ""
    port: int = 0
    certificate: str = ""
    key: str = ""
    is_plain: bool = False
    password_file: str = ""
    has_password: bool = False


class NotOnline(Explained):
    """An error: a process cannot listen to other machines."""


def open_web(
    listen: Listen, password: Password, enter: Enter, loop: asyncio.AbstractEventLoop, now: datetime
) -> WebDoor:
    """Return the door to other machines; nobody comes in before it is opened.

    Raises `NotOnline`, `OSError`.
    """
    from net.hosting.web_door import WebDoor

    try:
        return WebDoor(loop, listen, password, enter, now)
    except ImportError:  # a certificate is read by a further package
        from words.installing import to_install

        raise NotOnline(StartReason.NOT_ONLINE, command=to_install("online")) from None


def open_again(
    journal: Path, enter: Enter, loop: asyncio.AbstractEventLoop, now: datetime
) -> tuple[Listen, WebDoor] | None:
    """Return how the table of a journal listened, and its door to other machines, as before.

    None where there was none, or there can be none: the table is open to this machine all the same.
    """
    kept = _kept(journal)
    if kept is None:
        return None
    with suppress(NotOnline, OSError):
        return kept[0], open_web(*kept, enter, loop, now)
    return None


def keep_listening(journal: Path, listen: Listen) -> None:
    """Keep beside a journal how its table listens, apart from the password."""
    with suppress(OSError):
        write_file(listen_beside(journal), msgspec.json.encode(listen))


def _kept(journal: Path) -> tuple[Listen, Password] | None:
    """Return how the table of a journal listened, and its password.

    None if it did not, or if its password was a typed one, which nothing knows any more.
    """
    try:
        listen = msgspec.json.decode(read_file(listen_beside(journal)), type=Listen)
        if not listen.has_password:
            return listen, Password()
        if listen.password_file:
            return listen, password_in_file(Path(listen.password_file))
        password = password_in_settings()
    except (OSError, ValueError, NoPassword):
        return None
    return (listen, password) if password else None
