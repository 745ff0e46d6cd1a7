"""A shared table in a test: what it sends, and what its client asks, all by hand and at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

import msgspec
from at_table import HandLoop

from engine.reasons import IllegalMove
from engine.table import Seen, Table, known_event
from engine.updates import Update
from net.joining.client import RemoteClient
from net.joining.connection import Inbox
from net.joining.dialogue import Arrived, LineDown, LineUp, Take
from net.joining.reasons import JoinReason
from net.view_updates import ViewWriter
from net.wire import (
    PROTOCOL,
    DoneNews,
    MoveRequest,
    PeopleNews,
    RefusedNews,
    SeenRequest,
    TableMessage,
    WelcomeNews,
    WireMessage,
    news_from,
    to_line,
)
from net.wire_parts import PlaceNews


def told(updates: Iterable[Update]) -> list[tuple[str, Update]]:
    """Return updates with their kinds, for those without a field are all equal."""
    return [(type(update).__name__, update) for update in updates]


class HandLink:
    """Keeps what a client sends."""

    def __init__(self, take: Take) -> None:
        self.take = take
        self.sent: list[tuple[int, WireMessage]] = []
        self.confirmed: list[int] = []
        self.rejected: list[int] = []
        self.is_closed = False

    def send(self, line: int, message: WireMessage) -> None:
        if isinstance(message, SeenRequest):
            self.confirmed.append(message.view)
        else:
            self.sent.append((line, message))

    def reject(self, line: int) -> None:
        self.rejected.append(line)

    def close(self) -> None:
        self.is_closed = True


class HandTable:
    """A table with one far client, which hears what a test sends it."""

    def __init__(self, table: Table[Any], seat: int | None = 0) -> None:
        self.table = table
        self.seat = seat
        self.loop = HandLoop()
        self.line = 0
        self.writer: ViewWriter[Any] = ViewWriter(table.game)
        self.answers: dict[int, DoneNews | RefusedNews] = {}
        inbox = Inbox(self.loop)
        self.link = HandLink(inbox.put)
        self.client: RemoteClient[Any] = RemoteClient(
            table.game, table.options, self.welcome(), inbox, self.link
        )
        self.heard: list[Update] = []
        self.client.listen(self.heard.append)

    def begin(self) -> None:
        """Let the line be open, all seats taken and the first view arrive."""
        self.up()
        self.people()
        self.view()
        self.news()

    def welcome(self, **changes: Any) -> WelcomeNews:
        table = self.table
        welcome = WelcomeNews(
            protocol=PROTOCOL,
            table="zoe",
            game=table.game.key,
            rules=table.game.rules_version,
            options=asdict(table.options),
            seat=self.seat,
            token="token",
        )
        return msgspec.structs.replace(welcome, **changes)

    def up(self, **changes: Any) -> None:
        """Open the next line."""
        self.writer = ViewWriter(self.table.game)
        assert self.link.take(LineUp(self.line, self.welcome(**changes)))
        self.loop.settle()

    def down(
        self,
        tries: int = 1,
        why: JoinReason = JoinReason.GONE,
        seconds: float = 0.0,
        back: int = 0,
    ) -> None:
        """Let the line be lost, or an attempt to open the next one fail."""
        if tries == 1:
            self.line += 1
        assert self.link.take(LineDown(tries, why, seconds, back))
        self.loop.settle()

    def send(self, message: TableMessage) -> None:
        """Send a message, by way of its line."""
        line = to_line(message)
        assert self.link.take(Arrived(news_from(line), len(line)))
        self.loop.settle()

    def people(self, *names: str, has_begun: bool = True) -> None:
        count = len(self.table.seats)
        names = names or ("Zoé", "Max", "Ada", "Leo", "Eve", "Tim", "Pia", "Jon")[:count]
        places = tuple(PlaceNews(name=name, kind="person") for name in names)
        self.send(PeopleNews(places=places, has_begun=has_begun))

    def seats(self, kind: str) -> None:
        """Let everybody else be of this kind."""
        places = [PlaceNews(name="Zoé", kind="person")]
        while len(places) < len(self.table.seats):
            places.append(PlaceNews(name=f"{kind} {len(places)}", kind=kind))
        self.send(PeopleNews(places=tuple(places), has_begun=True))

    def view(self) -> None:
        """Send the view of the client's seat as it is now."""
        table, is_over = self.table, self.table.outcome is not None
        events = [
            msgspec.to_builtins(known_event(event, self.seat, is_over=is_over))
            for event in table.events
        ]
        for number in self.link.confirmed:
            self.writer.confirm(number)
        self.link.confirmed.clear()
        self.send(self.writer.write(table.view(self.seat), *table.seen, events))

    def news(self) -> list[tuple[str, Update]]:
        """Return what was `told` since this was asked last, with all that is due."""
        self.loop.settle()
        news, self.heard[:] = [*self.heard], []
        return told(news)

    def requests(self) -> list[WireMessage]:
        """Return what was asked since this was asked last."""
        self.loop.settle()
        sent, self.link.sent[:] = [message for _line, message in self.link.sent], []
        return sent

    def answer_moves(self) -> None:
        """Carry out the moves that were asked for, each number once, and send what comes of it."""
        for request in self.requests():
            if isinstance(request, MoveRequest):
                if request.number not in self.answers:
                    self.answers[request.number] = self._answer(request)
                self.send(self.answers[request.number])
                self.view()

    def _answer(self, request: MoveRequest) -> DoneNews | RefusedNews:
        assert self.seat is not None
        move = self.table.game.parse_wire(request.move)
        try:
            self.table.play(self.seat, move, Seen(request.moves, request.epoch))
        except IllegalMove as why:
            facts = {name: str(fact) for name, fact in why.facts.items()}
            return RefusedNews(request.number, why.reason.code, str(why.reason.value), facts)
        return DoneNews(request.number)
