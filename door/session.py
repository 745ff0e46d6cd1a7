"""One session of ssh: what was asked for, and then a stay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

import asyncssh

from door.errands import NO_KEY, REFUSED, errand
from door.house import BANNED
from door.person import Asked
from door.stay import FULL, NO_VISIT, Stay
from words.translation import mark

if TYPE_CHECKING:
    import asyncio

    from door.house import House, Visitor

TALK: Final = "talk"
"""The command that may be asked for: the program in words, line by line."""

RECORD: Final = "record"
"""The command that opens the table and records the session."""

NO_COMMAND: Final = mark(
    "ssh HOST opens the table. ssh HOST talk plays in words. ssh -t HOST record records. "
    "bind, keys and casts are asked for in the same way."
)
NO_TERMINAL: Final = mark("A recording needs a terminal: ssh -t HOST record.")


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
        command = (self._person.get_command() or "").split()
        is_recorded = command == [RECORD]
        asked = Asked(
            self._person.get_environment(),
            self._term,
            self._size,
            is_talk=command == [TALK],
            is_recorded=is_recorded,
        )
        self._stay = stay = Stay(self._house, self._loop, self._person, self._visitor, asked)
        if command in ([], [TALK]):
            stay.begin()
        elif not is_recorded:
            self._answer(stay, command)
        elif not self._visitor.key:
            stay.refuse(NO_KEY, REFUSED)
        elif not self._term:
            stay.refuse(NO_TERMINAL, REFUSED)
        else:
            stay.begin()

    def _answer(self, stay: Stay, command: Sequence[str]) -> None:
        """Do an errand, which needs no program."""
        if self._house.is_banned(self._visitor):
            stay.refuse(BANNED, REFUSED)
            return
        try:
            answer = errand(self._house, self._visitor, command, stay.in_words)
        except OSError:
            stay.refuse(NO_VISIT, FULL)
            return
        if answer is None:
            stay.refuse(NO_COMMAND, REFUSED)
            return
        end = "\r\n" if self._term else "\n"
        lines = (f"{line}{end}" for line in answer.text.splitlines())
        say = self._person.write_stderr if answer.status else self._person.write
        say(answer.data or "".join(lines).encode())
        self._person.exit(answer.status)

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
