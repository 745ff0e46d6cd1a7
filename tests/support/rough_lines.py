"""A proxy between clients and a table that cuts, delays, doubles and swaps what goes over it.

It watches too: nothing that was acknowledged may ever be missing in what the table shows later.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Coroutine
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import Any

from engine.shuffle import Lots
from net.wire import LONGEST_NEWS

HELD_SECONDS = 0.05
"""The seconds for which a line waits for one to change places with."""


class PendingChange(Enum):
    """What is done to a line."""

    PASS = "pass"
    CUT = "cut"
    DELAY = "delay"
    TWICE = "twice"
    SWAP = "swap"


class Mischief:
    """Chooses by lot what is done to each line, each deed a limited number of times."""

    def __init__(self, lots: Lots, one_of: int = 8, **times: int) -> None:
        """Do something to one of so many lines; `times` says how often, by the deed's name."""
        self.is_on = False
        self.done: list[PendingChange] = []
        self._lots = lots
        self._one_of = one_of
        self._left = [PendingChange(name) for name, count in times.items() for _ in range(count)]

    def deed(self) -> PendingChange:
        """Return what is done to the next line."""
        if not self.is_on or not self._left or self._lots.below(self._one_of):
            return PendingChange.PASS
        self.done.append(self._left.pop(self._lots.below(len(self._left))))
        return self.done[-1]


class Witness:
    """Knows what was acknowledged, and what is wrong with what is shown afterwards.

    Attributes:
        acknowledged: The text of each move that was answered by `done`, by its number.
        moves: The number of moves that are known to stand.
        faults: What was shown without them.
    """

    def __init__(self) -> None:
        self.acknowledged: dict[int, str] = {}
        self.moves = 0
        self.faults: list[str] = []
        self._asked: dict[tuple[str, int], dict[str, Any]] = {}

    def said(self, client: str, line: bytes) -> str:
        """Note what a client says; return the name of the program."""
        message = json.loads(line)
        if message["cmd"] == "hello":
            return str(message["client"])
        if message["cmd"] == "move":
            self._asked[client, message["number"]] = message
        return client

    def heard(self, client: str, floor: int, line: bytes) -> None:
        """Note what the table says on a line that was opened when `floor` moves stood."""
        message = json.loads(line)
        if message["cmd"] == "done" and (asked := self._asked.get((client, message["number"]))):
            at, text = asked["moves"], asked["move"]
            if self.acknowledged.setdefault(at, text) != text:
                self.faults.append(f"two moves are number {at}")
            self.moves = max(self.moves, at + 1)
        elif message["cmd"] == "view":
            if message["moves"] < floor:
                self.faults.append(f"{floor} moves stood, {message['moves']} are shown")
            self.moves = max(self.moves, message["moves"])


class RoughLines:
    """Sockets that lead to a table by rough lines; all of it runs in one thread."""

    def __init__(self, mischief: Mischief, delay: float = 0.5) -> None:
        """Begin; `delay` is the seconds by which a line is late."""
        self.mischief = mischief
        self.witness = Witness()
        self._delay = delay
        self._loop = asyncio.new_event_loop()
        self._servers: list[asyncio.Server] = []
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()

    def lead(self, path: Path, table: Path) -> Path:
        """Listen at a path for a table's socket; return the path."""
        self._call(self._listen(path, table))
        return path

    def close(self) -> None:
        """End all lines and the thread."""
        self._call(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _call(self, work: Coroutine[Any, Any, Any]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(60)

    async def _listen(self, path: Path, table: Path) -> None:
        server = await asyncio.start_unix_server(self._taker(table), path, limit=LONGEST_NEWS)
        self._servers.append(server)

    async def _end(self) -> None:
        for server in self._servers:
            server.close()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.sleep(0)  # for what is closed

    def _taker(self, table: Path) -> Callable[..., Coroutine[Any, Any, None]]:
        async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            try:
                far, to_far = await asyncio.open_unix_connection(table, limit=LONGEST_NEWS)
            except OSError:
                writer.close()
                return
            line = RoughLine(self)
            pumps = {
                asyncio.ensure_future(line.pump(reader, to_far, line.said)),
                asyncio.ensure_future(line.pump(far, writer, line.heard)),
            }
            try:
                await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for pump in pumps:
                    pump.cancel()
                for end in (writer, to_far):
                    end.close()

        return take


class RoughLine:
    """One connection through the proxy."""

    def __init__(self, lines: RoughLines) -> None:
        self._lines = lines
        self._client = ""
        self._floor = lines.witness.moves

    def said(self, line: bytes) -> None:
        self._client = self._lines.witness.said(self._client, line)

    def heard(self, line: bytes) -> None:
        self._lines.witness.heard(self._client, self._floor, line)

    async def pump(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        note: Callable[[bytes], None],
    ) -> None:
        """Hand on every line, with mischief; end at the end of the line, or when it is cut."""
        with suppress(OSError):
            while (line := await reader.readline()).endswith(b"\n"):
                note(line)
                deed = self._lines.mischief.deed()
                if deed is PendingChange.CUT:
                    return
                if deed is PendingChange.DELAY:
                    await asyncio.sleep(self._lines._delay)
                elif deed is PendingChange.TWICE:
                    writer.write(line)
                elif deed is PendingChange.SWAP:
                    with suppress(TimeoutError):
                        later = await asyncio.wait_for(reader.readline(), HELD_SECONDS)
                        if later:
                            note(later)
                            writer.write(later)
                writer.write(line)
                await writer.drain()
