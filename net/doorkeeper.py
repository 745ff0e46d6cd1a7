"""The line between a process of the program and the door that let its person in.

The program says whether it waits for another's move; the door says what will end the session. A
process that no door has forked has no such line, and says nothing.
"""

from __future__ import annotations

import socket
from contextlib import suppress
from typing import Final

import msgspec

from engine.reasons import Explanation, Reason

LONGEST_NEWS: Final = 4096
_MINUTE: Final = 60


class DoorNotice(Reason):
    """What the door tells the person in a session."""

    SILENT = "Are you there? Press a key, or this ends in {minutes} min."
    LONG = "You have been here for long: this ends in {minutes} min. The game is kept."


class Waits(msgspec.Struct, frozen=True, tag=True):
    """The news for the door whether the program waits for another's move.

    Attributes:
        is_waiting: Whether it does.
    """

    is_waiting: bool


class Ends(msgspec.Struct, frozen=True, tag=True):
    """The news for the program that its session will end.

    Attributes:
        why: The name of a `DoorNotice`.
        seconds: The seconds that are left.
    """

    why: str
    seconds: float

    @property
    def notice(self) -> Explanation:
        """What the person is told."""
        return Explanation(DoorNotice[self.why], {"minutes": in_minutes(self.seconds)})


def in_minutes(seconds: float) -> int:
    """Return seconds as minutes, rounded up."""
    return -int(-seconds // _MINUTE)


class Doorkeeper:
    """The program's end of the line.

    Attributes:
        handle: The open file, to wait at.
    """

    def __init__(self, handle: int) -> None:
        """Take an open file, a socket that keeps messages apart."""
        self.handle = handle
        self._line = socket.socket(fileno=handle)
        self._line.setblocking(False)
        self._is_waiting = False

    def note(self, is_waiting: bool) -> None:
        """Tell the door whether the program waits for another's move, if that has changed."""
        if is_waiting == self._is_waiting:
            return
        self._is_waiting = is_waiting
        with suppress(OSError):  # the door is gone, and the session will be
            self._line.send(msgspec.json.encode(Waits(is_waiting)))

    def hear(self) -> Ends | None:
        """Return the next news, None if there is none. Raises `EOFError` once the door is gone."""
        try:
            said = self._line.recv(LONGEST_NEWS)
        except BlockingIOError:
            return None
        except OSError:
            said = b""
        if not said:
            raise EOFError
        return msgspec.json.decode(said, type=Ends)


_doorkeeper: Doorkeeper | None = None


def keep(handle: int) -> None:
    """Take the line of this process, which was forked by a door."""
    global _doorkeeper  # noqa: PLW0603
    _doorkeeper = Doorkeeper(handle)


def doorkeeper() -> Doorkeeper | None:
    """Return the line to the door, None where there is no door."""
    return _doorkeeper


def note_waiting(is_waiting: bool) -> None:
    """Tell the door, if there is any, whether the program waits for another's move."""
    if _doorkeeper:
        _doorkeeper.note(is_waiting)
