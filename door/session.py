"""One session of ssh: the program at the person's terminal, or its lines without one."""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

import asyncssh

from door.streams import Streams
from door.visit import Visit, resize
from words.translation import language_of, mark, said_in

if TYPE_CHECKING:
    import asyncio

    from door.forks import Forks

TALK: Final = "talk"
"""The command that may be asked for: the program in words, line by line."""

REFUSED: Final = 2
FULL: Final = 1
_KILLED: Final = 128

NO_COMMAND: Final = mark(
    "Only talk can be asked for: ssh HOST talk plays in words, ssh HOST opens the table."
)
TAKEN: Final = mark("All places are taken. Come back later.")
TAKEN_THERE: Final = mark("Too many people play from your address. Come back later.")
NO_VISIT: Final = mark("The door cannot let you in just now. Come back later.")

_TERM: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,39}")
_VALUE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.@:-]{0,63}")
_TAKEN: Final = ("LANG", "NO_COLOR", "COLORTERM", "ACCESSIBLE", "TAPIS_ASCII")
_LOCALE: Final = "LC_"
_OURS: Final = ("PATH", "TZ")
_SIZE: Final = (80, 24)
_LARGEST: Final = 1000


class House(Protocol):
    """The door, as its sessions see it."""

    forks: Forks

    def enter(self, origin: str) -> str:
        """Count a session from an address; return why it may not begin, "" if it may."""

    def leave(self, origin: str) -> None:
        """Note that a session which was let in has ended."""

    def folder_of(self, fingerprint: str) -> Path:
        """Return the folder of a key's account, or without one a new guest's. Raises `OSError`."""


class DoorSession(asyncssh.SSHServerSession[bytes]):
    """A session: what was asked for, then the streams of a visit."""

    def __init__(
        self, house: House, loop: asyncio.AbstractEventLoop, fingerprint: str, origin: str
    ) -> None:
        """Be a session of the account of a key, "" for a guest."""
        self._house = house
        self._loop = loop
        self._fingerprint = fingerprint
        self._origin = origin
        self._term = ""
        self._size = _SIZE
        self._streams: Streams | None = None
        self._number = 0
        self._status: int | None = None
        self._is_inside = self._is_silent = False

    # What is asked for

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._person = chan

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], _modes: Mapping[int, int]
    ) -> bool:
        self._term = term_type if _TERM.fullmatch(term_type) else "xterm"
        self._size = _size(*term_size[:2])
        return True

    def shell_requested(self) -> bool:
        return True

    def exec_requested(self, _command: str) -> bool:
        return True

    def session_started(self) -> None:
        """Let the person in, or say why not."""
        command = self._person.get_command()
        if command is not None and command.split() != [TALK]:
            self._refuse(NO_COMMAND, REFUSED)
        elif why := self._house.enter(self._origin):
            self._refuse(why, FULL)
        else:
            self._is_inside = True
            try:
                self._begin(is_talk=command is not None or not self._term)
            except OSError:
                self._refuse(NO_VISIT, FULL)

    def _begin(self, *, is_talk: bool) -> None:
        """Ask for a visit; a socket is the line of somebody without a terminal."""
        folder = self._house.folder_of(self._fingerprint)
        if self._term:
            ours, theirs = os.openpty()
            resize(ours, *self._size)
        else:
            ours, theirs = (end.detach() for end in socket.socketpair())
        visit = Visit(
            0,
            str(folder),
            ("--talk",) if is_talk else (),
            self._environment(folder),
            has_terminal=bool(self._term),
        )
        self._streams = Streams(self._loop, ours, self._person, self._hear_silence)
        self._number = self._house.forks.begin(visit, theirs, self._hear_end)

    def _environment(self, folder: Path) -> dict[str, str]:
        asked = self._asked()
        kept = {name: os.environ[name] for name in _OURS if name in os.environ}
        if not language_named(asked):
            kept["LANG"] = os.environ.get("LC_ALL") or os.environ.get("LANG") or "C.UTF-8"
        terminal = {"TERM": self._term} if self._term else {}
        return {**kept, **asked, **terminal, "HOME": str(folder), "TAPIS_HOME": str(folder)}

    def _asked(self) -> dict[str, str]:
        """Return what the person's own environment says of language and colours."""
        return {
            name: value
            for name, value in self._person.get_environment().items()
            if (name in _TAKEN or name.startswith(_LOCALE))
            and _VALUE.fullmatch(name)
            and _VALUE.fullmatch(value)
        }

    def _refuse(self, why: str, status: int) -> None:
        asked = self._asked()
        text = said_in(why, language_of(asked if language_named(asked) else os.environ))
        self._person.write_stderr(f"{text}\r\n".encode())
        self._person.exit(status)

    # To and fro

    def data_received(self, data: bytes, datatype: int | None) -> None:
        if self._streams:
            self._streams.type(data)

    def eof_received(self) -> bool:
        """Let a program without a terminal read the end; it still has something to say."""
        if self._streams:
            self._streams.end_typing(has_terminal=bool(self._term))
        return True

    def terminal_size_changed(self, width: int, height: int, *_pixels: int) -> None:
        if self._term and self._streams and self._streams.handle >= 0:
            with suppress(OSError):
                resize(self._streams.handle, *_size(width, height))

    def pause_writing(self) -> None:
        if self._streams:
            self._streams.pause()

    def resume_writing(self) -> None:
        if self._streams:
            self._streams.resume()

    # How it ends

    def _hear_silence(self) -> None:
        self._is_silent = True
        self._tell_end()

    def _hear_end(self, status: int) -> None:
        self._status = status
        if self._streams is None or self._streams.handle < 0:
            self._go()
        self._tell_end()

    def _tell_end(self) -> None:
        """Close the session, once all is said and the status is known."""
        if self._is_silent and self._status is not None and self._streams:
            self._streams.close()
            status = self._status
            self._person.exit(status if status >= 0 else _KILLED - status)
            self._go()

    def connection_lost(self, _error: Exception | None) -> None:
        """Hang up: the terminal goes, and the visit is told."""
        if self._streams:
            self._streams.close()
        if self._number and self._status is None:
            self._house.forks.hang_up(self._number)
        else:
            self._go()

    def _go(self) -> None:
        if self._is_inside:
            self._is_inside = False
            self._house.leave(self._origin)


def language_named(environment: Mapping[str, str]) -> bool:
    """Whether an environment says which language is spoken."""
    return any(environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))


def _size(columns: int, rows: int) -> tuple[int, int]:
    """Return a size that a terminal can have; some clients tell none."""
    if not (columns and rows):
        return _SIZE
    return min(columns, _LARGEST), min(rows, _LARGEST)
