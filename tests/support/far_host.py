"""A game that a host in this process plays with far clients: no socket, and everything at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import msgspec

from engine.table import Table, known_event
from host.game import Kept, PendingChange
from host.guest import News
from host.host import Host
from net.hosting.messages import asked_of, message_of
from net.joining.client import RemoteClient
from net.joining.connection import Inbox
from net.joining.dialogue import Arrived, LineUp, Take
from net.view_updates import ViewWriter
from net.wire import (
    PROTOCOL,
    PeopleNews,
    RecordNews,
    RecordRequest,
    SeenRequest,
    TableMessage,
    WelcomeNews,
    WireMessage,
    news_from,
    to_line,
)
from net.wire_parts import PlaceNews
from saves.record import Record


class AtOnce:
    """A loop that makes every call at once, and none later."""

    def soon(self, call: Callable[[], None]) -> None:
        call()

    def later(self, seconds: float, call: Callable[[], None]) -> AtOnce:
        return self

    def stop(self) -> None: ...

    def now(self) -> float:
        return 0.0


def keep_at_once(_deed: PendingChange, kept: Kept) -> None:
    kept(None)


def choose_at_once(game, _seat, sitter, view, chosen, _gave_up):
    chosen(game.computer_players[sitter.kind](sitter.seed).choose(view))
    return lambda: None


class Server:
    """A host whose computer players move at once, and all that it sends."""

    def __init__(self, table: Table[Any]) -> None:
        self.table = table
        self.sent = ""
        self.host: Host[Any, Any] = Host(
            table,
            keep=keep_at_once,
            choose=choose_at_once,
            loop=AtOnce(),
            fresh_seed=lambda: 7,
            is_played_here=lambda seat: not table.sitters[seat].is_person,
            is_awaited=lambda: False,
            race_time=lambda: 1,
        )


class FarEar:
    """The link of a far client: what it asks is asked of the host, and what is told is sent."""

    def __init__(self, server: Server, mine: frozenset[int], take: Take) -> None:
        self.server = server
        self.own_seats = mine
        self.seat = min(mine, default=None)
        self._take = take
        self._writer: ViewWriter[Any] = ViewWriter(server.table.game)

    @property
    def welcome(self) -> WelcomeNews:
        table = self.server.table
        return WelcomeNews(
            protocol=PROTOCOL,
            table="zoe",
            game=table.game.key,
            rules=table.game.rules_version,
            options=asdict(table.options),
            seat=self.seat,
        )

    def begin(self) -> None:
        """Let the line be open, all seats be taken and the first view arrive."""
        table = self.server.table
        self.server.host.guests.append(self)
        self._take(LineUp(0, self.welcome))
        places = tuple(
            PlaceNews(sitter.name, "person" if sitter.is_person else "computer")
            for sitter in table.sitters
        )
        self._send(PeopleNews(places=places, has_begun=True))
        self.game_changed()

    def send(self, _line: int, message: WireMessage) -> None:
        if isinstance(message, SeenRequest):
            self._writer.confirm(message.view)
            return
        host, number = self.server.host, message.number  # type: ignore[attr-defined]
        if isinstance(message, RecordRequest):
            record = Record(self.server.table, "", "", "", {}).to_bytes()
            self._send(RecordNews(number, msgspec.Raw(msgspec.json.format(record, indent=-1))))
        else:
            host.ask(self, number, asked_of(message, self.seat, self.server.table.game))

    def reject(self, _line: int) -> None:
        raise AssertionError("a client found that a host's message makes no sense")

    def close(self) -> None:
        if self in self.server.host.guests:
            self.server.host.guests.remove(self)

    def tell(self, news: News) -> None:
        self._send(message_of(news))

    def game_changed(self) -> None:
        table = self.server.table
        is_over = table.outcome is not None
        events = [
            msgspec.to_builtins(known_event(event, self.seat, is_over=is_over))
            for event in table.events
        ]
        self._send(self._writer.write(table.view(self.seat), *table.seen, events))
        self.server.host.computers.ask_all()

    def _send(self, message: TableMessage) -> None:
        line = to_line(message)
        self.server.sent += line.decode()
        self._take(Arrived(news_from(line), len(line)))


def far(
    server: Server, mine: frozenset[int], kind: type[RemoteClient[Any]] = RemoteClient
) -> Callable[[object], Any]:
    """Return what connects a table screen to a server; whatever its loop is, all is at once."""

    def connect(_loop: object) -> Any:
        inbox, table = Inbox(AtOnce()), server.table
        ear = FarEar(server, mine, inbox.put)
        client = kind(table.game, table.options, ear.welcome, inbox, ear)
        ear.begin()
        return client

    return connect
