"""Remote clients at a house in this process: no socket, no thread, and lines cut by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from shared_tables import OWNER, TableScene

from engine.game import UNKNOWN
from host.guest import Account
from net.hosting.remote_guest import RemoteGuest
from net.joining.client import RemoteClient
from net.joining.connection import Inbox, game_of
from net.joining.dialogue import Arrived, LineDown, LineEvent, LineUp, Take, fault_reason
from net.joining.reasons import JoinReason
from net.wire import (
    PROTOCOL,
    FaultNews,
    HelloRequest,
    LeaveRequest,
    Ping,
    Pong,
    WelcomeNews,
    WireMessage,
    news_from,
    to_line,
)
from play.controller import Controller
from play.controls import TypedControls
from play.playback import Pace
from programs.thinking import think_in_loop


class HouseLine:
    """One line to a house: what it says arrives as soon as the loop runs."""

    def __init__(self, scene: TableScene, account: Account, hear: Callable[[bytes], None]) -> None:
        self._scene = scene
        self._hear = hear
        self.is_cut = False
        self.guest = RemoteGuest(scene.house, account, self)

    def wake(self) -> None:
        self._scene.loop.soon(self._read)

    def close(self) -> None:
        self.wake()

    def send(self, message: WireMessage) -> None:
        line = to_line(message)
        self._scene.loop.soon(lambda: self._receive(line))

    def cut(self) -> None:
        """Lose all that is on the way."""
        if not self.is_cut:
            self.is_cut = True
            self.guest.lost()

    def _receive(self, line: bytes) -> None:
        if not self.is_cut:
            self._scene.seconds += 1  # so many messages are no flood
            self.guest.receive(line)

    def _read(self) -> None:
        while not self.is_cut and (line := self.guest.next_line()) is not None:
            self._hear(line)


class HouseLink:
    """The link of a client to a house, cut and mended by a test."""

    def __init__(self, scene: TableScene, account: Account, hello: HelloRequest) -> None:
        self.scene = scene
        self.account = account
        self.hello = hello
        self.welcome: WelcomeNews | None = None
        self.number = -1
        self.take: Take | None = None
        self.line: HouseLine | None = None
        self._early: list[LineEvent] = []
        self.open()

    def open(self) -> None:
        """Open a line and say hello; it is up once the loop has run."""
        self.line = HouseLine(self.scene, self.account, self._hear)
        self.line.send(self.hello)

    def cut(self, tries: int = 1) -> None:
        """Let the line break down."""
        assert self.take and self.line
        self.line.cut()
        self.take(LineDown(tries, JoinReason.GONE))
        self.scene.run()

    def mend(self) -> None:
        """Open the next line."""
        self.open()
        self.scene.run()

    def send(self, line: int, message: WireMessage) -> None:
        if line == self.number and self.line:
            self.line.send(message)

    def reject(self, line: int) -> None:
        raise AssertionError("a client found that a table's message makes no sense")

    def close(self) -> None:
        if self.line:
            self.line.send(LeaveRequest())
            self.scene.loop.soon(self.line.cut)

    def _hear(self, line: bytes) -> None:
        message = news_from(line)
        if isinstance(message, WelcomeNews):
            self.welcome = message
            self.hello = msgspec.structs.replace(self.hello, token=message.token)
            self.number += 1
            self._tell(LineUp(self.number, message))
        elif isinstance(message, Ping):
            self.send(self.number, Pong())
        elif isinstance(message, FaultNews):
            self._tell(LineDown(1, fault_reason(message)))
        else:
            self._tell(Arrived(message, len(line)))

    def connect(self, take: Take) -> None:
        """Let a client be told; its line is up."""
        self.take = take
        for event in self._early:
            take(event)

    def _tell(self, event: LineEvent) -> None:
        if self.take:
            self.take(event)
        else:
            self._early.append(event)


class FarPerson:
    """A person at a house: a client, and the controller of a line mode."""

    def __init__(self, scene: TableScene, account: Account = OWNER, **hello: Any) -> None:
        name = f"client{len(scene.house.guests)}"
        self.scene = scene
        self.link = HouseLink(scene, account, HelloRequest(PROTOCOL, name, **hello))
        while self.link.welcome is None:
            scene.run()
        game, options = game_of(self.link.welcome)
        inbox = Inbox(scene.loop)
        self.link.connect(inbox.put)
        self.client: RemoteClient[Any] = RemoteClient(
            game, options, self.link.welcome, inbox, self.link, "zoe@zoe", "zoe"
        )
        self.controller: Controller[Any] | None = None

    def sit(self) -> Controller[Any]:
        """Return the controller of the game, which has begun."""
        game = self.client.timeline.game
        self.controller = Controller(
            self.client,
            TypedControls(lambda typed, _view: game.parse(typed)),
            self.scene.loop,
            Pace(0, shows=False),
            think_in_loop,
        )
        self.controller.begin()
        self.scene.run()
        return self.controller


def unknown_at_most(plays: list[Any], whole: list[Any]) -> bool:
    """Whether moves are those of a whole game, but for what one may not know of it."""
    return len(plays) == len(whole) and all(
        one == other or (one.seat == other.seat and one.move is UNKNOWN)
        for one, other in zip(plays, whole, strict=True)
    )
