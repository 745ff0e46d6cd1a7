"""One open page of a browser: what it says goes to a stay, what is painted goes to it.

The messages are those of the terminal of `textual-serve`: lists in JSON from the page, and bytes to
paint for it. One is our own: `["said", words]`, the door's last words, which that terminal ignores.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import msgspec
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from door.person import Asked
from door.stay import Stay
from host.rate import Rate

if TYPE_CHECKING:
    from door.house import House, Visitor

LEFT: Final = 1000
NOT_UNDERSTOOD: Final = 1008
"""The codes with which a page is closed."""

SAID: Final = "said"

MOST_MESSAGES: Final = 3000
MESSAGE_SECONDS: Final = 10.0
"""The most messages in these seconds: a mouse that moves sends many."""

_TERMINAL: Final = "xterm-256color"
_COLOURS: Final = {"COLORTERM": "truecolor"}
_LOCALES: Final = {"en": "en_GB.UTF-8", "fr": "fr_FR.UTF-8"}


class WebSession:
    """An open page, as the person of a stay."""

    def __init__(
        self, house: House, line: ServerConnection, visitor: Visitor, language: str
    ) -> None:
        """Be the page of a visitor who speaks a language, "" for none of ours."""
        self._house = house
        self._line = line
        self._visitor = visitor
        self._language = language
        self._loop = asyncio.get_running_loop()
        self._messages = Rate(MOST_MESSAGES, MESSAGE_SECONDS)
        self._painted, self._told = bytearray(), bytearray()
        self._news, self._may_type = asyncio.Event(), asyncio.Event()
        self._may_type.set()
        self._is_over = False

    async def play(self, size: tuple[int, int]) -> None:
        """Let the person play at a terminal of a size, until the program or the line ends."""
        locale = {"LANG": _LOCALES[self._language]} if self._language else {}
        asked = Asked({**locale, **_COLOURS}, _TERMINAL, size)
        self._stay = Stay(self._house, self._loop, self, self._visitor, asked)
        painting = self._loop.create_task(self._paint())
        try:
            self._stay.begin()
            await self._listen()
        finally:
            self._stay.lose()
            painting.cancel()

    # To the program

    async def _listen(self) -> None:
        """Hand on what the page says, until its line is closed."""
        with suppress(ConnectionClosed):
            while True:
                await self._may_type.wait()
                said = await self._line.recv()
                if not (self._messages.take(self._loop.time()) and self._hear(said)):
                    await self._line.close(NOT_UNDERSTOOD)

    def _hear(self, said: str | bytes) -> bool:
        """Hand on one message; return whether it is one of a page."""
        try:
            message = msgspec.json.decode(said)
        except (msgspec.DecodeError, RecursionError):
            return False
        match message:
            case ["stdin", str(text)]:
                self._stay.type(text.encode())
            case ["resize", {"width": int(columns), "height": int(rows)}]:
                self._stay.resize(max(columns, 0), max(rows, 0))
            case ["ping" | "focus" | "blur", *_]:
                pass
            case _:
                return False
        return True

    def pause_reading(self) -> None:
        """Hear nothing of the page for a while; see `Person`."""
        self._may_type.clear()

    def resume_reading(self) -> None:
        """Hear the page again; see `Person`."""
        self._may_type.set()

    # To the page

    def write(self, data: bytes) -> None:
        """Send what the program said, which says no more meanwhile; see `Person`."""
        self._painted += data
        self._stay.pause()
        self._news.set()

    def write_stderr(self, data: bytes) -> None:
        """Send what the door says; see `Person`."""
        self._told += data
        self._news.set()

    def exit(self, status: int) -> None:
        """Close the line after all that was said; see `Person`."""
        self._is_over = True
        self._news.set()

    async def _paint(self) -> None:
        """Send what is said to a page that takes it, and close the line after the last of it.

        What the door says is painted, but for its last words: they outlive the terminal.
        """
        with suppress(ConnectionClosed):
            while True:
                await self._news.wait()
                self._news.clear()
                if not self._is_over:
                    self._painted += self._told
                    self._told.clear()
                data, self._painted = bytes(self._painted), bytearray()
                if data:
                    await self._line.send(data)
                if self._is_over:
                    break
                self._stay.resume()
            if self._told:
                last = [SAID, self._told.decode().strip()]
                await self._line.send(msgspec.json.encode(last).decode())
            await self._line.close(LEFT)
