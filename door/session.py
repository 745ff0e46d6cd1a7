"""One session of ssh: what was asked for, and then a stay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import asyncssh

from door.stay import Asked, Stay
from words.translation import mark

if TYPE_CHECKING:
    import asyncio

    from door.house import House, Visitor

TALK: Final = "talk"
"""The command that may be asked for: the program in words, line by line."""

REFUSED: Final = 2

NO_COMMAND: Final = mark(
    "Only talk can be asked for: ssh HOST talk plays in words, ssh HOST opens the table."
)


class DoorSession(asyncssh.SSHServerSession[bytes]):
    """A session, from what is asked for to its end."""

    def __init__(self, house: House, loop: asyncio.AbstractEventLoop, visitor: Visitor) -> None:
        """Be a session of a visitor."""
        self._house = house
        self._loop = loop
        self._visitor = visitor
        self._term = ""
        self._size = (0, 0)
        self._stay: Stay | None = None

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._person = chan

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], _modes: Mapping[int, int]
    ) -> bool:
        self._term, self._size = term_type or "xterm", term_size[:2]
        return True

    def shell_requested(self) -> bool:
        return True

    def exec_requested(self, _command: str) -> bool:
        return True

    def session_started(self) -> None:
        """Let the person in, or say why not."""
        command = self._person.get_command()
        asked = Asked(
            self._person.get_environment(), self._term, self._size, is_talk=command is not None
        )
        self._stay = Stay(self._house, self._loop, self._person, self._visitor, asked)
        if command is not None and command.split() != [TALK]:
            self._stay.refuse(NO_COMMAND, REFUSED)
        else:
            self._stay.begin()

    def data_received(self, data: bytes, datatype: int | None) -> None:
        if self._stay:
            self._stay.type(data)

    def eof_received(self) -> bool:
        if self._stay:
            self._stay.end_typing()
        return True

    def terminal_size_changed(self, width: int, height: int, *_pixels: int) -> None:
        if self._stay:
            self._stay.resize(width, height)

    def pause_writing(self) -> None:
        if self._stay:
            self._stay.pause()

    def resume_writing(self) -> None:
        if self._stay:
            self._stay.resume()

    def connection_lost(self, _error: Exception | None) -> None:
        if self._stay:
            self._stay.lose()
