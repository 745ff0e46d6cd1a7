"""Programs at real tables for tests: remote clients in this process, and players there."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any

from engine.table import Sitter
from net.joining.client import RemoteClient
from net.joining.connection import new_client
from net.joining.far_player import FarPlayer
from net.joining.line import Address, UnixAddress
from net.joining.seats import TokenBook, sit_down
from net.names.starting import Started
from net.wire import PROTOCOL, HelloRequest
from play.manual_loop import ManualLoop
from programs.players import make_player
from programs.thinking import think_in_loop

WAIT = 60


class FarPlace:
    """A program at a table: its loop, its client, all it was told, and its token."""

    def __init__(
        self,
        table: Started | Address,
        by: Path | None = None,
        loop: ManualLoop | None = None,
        **hello: Any,
    ) -> None:
        """Sit down at a table, by its socket, another one that leads there, or its address.

        Places that play in turn may share a loop, so that none waits for another one's news.
        """
        self.loop = loop or ManualLoop()
        asks = HelloRequest(PROTOCOL, new_client(), **hello)
        address = table
        if isinstance(table, Started):
            address = UnixAddress(by or table.socket, os.getuid())
        joined, self.token = sit_down(address, asks, TokenBook())
        self.client: RemoteClient[Any] = RemoteClient.at(joined, self.loop)
        self.heard: list[Any] = []
        self.client.listen(self.heard.append)

    def until(self, is_so: Callable[[], object]) -> None:
        end = monotonic() + WAIT
        while not is_so():
            assert monotonic() < end
            self.loop.wait(0.2)
            self.loop.run()

    def has_heard(self, kind: type) -> bool:
        return any(isinstance(update, kind) for update in self.heard)

    def until_begun(self) -> None:
        self.until(lambda: self.client.company.has_begun)

    def leave(self) -> None:
        self.client.close()
        if self.token:
            self.token.release()


def players(*places: FarPlace, level: str = "greedy") -> list[FarPlayer]:
    """Return computer players at these places; they begin to play."""
    found = []
    for number, place in enumerate(places):
        game = place.client.timeline.game
        player = make_player(game, Sitter("x", level, number))
        found.append(FarPlayer(place.client, player, place.loop, lambda: 7, think_in_loop))
    return found


def no_line_is_left() -> bool:
    for thread in threading.enumerate():
        if thread.name == "line to a table":
            thread.join(WAIT)
    return all(thread.name != "line to a table" for thread in threading.enumerate())
