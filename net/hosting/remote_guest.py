"""A guest at the end of a line: its requests are read and its news written, within limits.

Its mailbox holds at most one view and one list of people, each the newest, made when the line has
room for it, and a few phrases; so a slow reader costs the table little and delays nobody. What
others say never ends a line.
"""

from __future__ import annotations

from collections import deque
from typing import Any, Final

import msgspec

from engine.reasons import IllegalMove
from engine.table import known_event
from engine.updates import Said
from host.beginning import PAUSE_SECONDS
from host.guest import Account, Guest, LineClosed, LineReason, News, Welcome, WholeGame
from host.house import House
from host.requests import Asked, Hello, Misread
from host.seating import GRACE_SECONDS
from net import wire
from net.hosting.line_end import Line, LineEnd
from net.hosting.messages import (
    asked_of,
    clocks_news,
    event_json,
    message_of,
    place_news,
    series_news,
    sign_of,
)
from net.view_updates import ViewWriter

MOST_SAID: Final = 12
"""The most phrases that wait for a line; others are dropped, those of spectators first."""

MOST_VIEWS_UNSEEN: Final = 64
"""The views whose confirmations, late ones too, do not count as messages."""

MOST_TRIPS: Final = 5
"""The newest measures of a line's round trip, of which the middle one counts."""


class RemoteGuest(LineEnd[wire.ClientMessage], Guest):
    """A guest at the end of a line, with its limits and its mailbox."""

    def __init__(self, house: House, account: Account, line: Line) -> None:
        """Let an account come to a house on a new line, which may be closed at once."""
        Guest.__init__(self, account, house.room.loop.now())
        LineEnd.__init__(self, line, house.room.loop.now)
        self._house = house
        self._views: ViewWriter[Any] | None = None
        self._said: deque[Said] = deque()
        self._has_people = self._has_view = False
        self._unseen: dict[int, float] = {}
        self._trips: deque[float] = deque(maxlen=MOST_TRIPS)
        house.arrive(self)

    # From the line

    def lost(self) -> None:
        self._give_up()
        self._house.lost(self)

    def _is_free(self, message: wire.ClientMessage | None) -> bool:
        if isinstance(message, wire.SeenRequest) and message.view in self._unseen:
            self._measure(self.heard - self._unseen.pop(message.view))
            return True
        return super()._is_free(message)

    def _measure(self, seconds: float) -> None:
        """Take a round trip of the line into account; the middle one of the newest counts."""
        self._trips.append(seconds)
        self.trip = sorted(self._trips)[(len(self._trips) - 1) // 2]

    def _read(self, line: bytes) -> wire.ClientMessage:
        return wire.request_from(line)

    def _take(self, message: wire.ClientMessage) -> None:
        house = self._house
        house.heard(self)
        if isinstance(message, wire.OpeningRequest):
            self._begin(message)
        elif not self.is_in:
            raise LineClosed(LineReason.MESSAGE)
        elif isinstance(message, wire.NumberedRequest):
            of = message.game_number if isinstance(message, wire.RequestOfGame) else 0
            house.ask(self, message.number, self._asked(message), of)
        elif isinstance(message, wire.SeenRequest):
            if self._views is not None:
                self._views.confirm(message.view)
        elif isinstance(message, wire.CutRequest):
            house.beginning.cutting.hear(self, message.table, message.seal, message.value)
        elif isinstance(message, wire.Ping):
            self.send(wire.Pong())
        elif isinstance(message, wire.LeaveRequest):
            house.leave(self)

    def _asked(self, message: wire.NumberedRequest) -> Asked:
        """Return what a message asks for."""
        seat = -1 if self.seat is None else self.seat
        try:
            return asked_of(message, seat, self._house.room.rules)
        except IllegalMove as why:
            return Misread(seat, why)

    def _begin(self, message: wire.OpeningRequest) -> None:
        if message.protocol != wire.PROTOCOL:
            raise LineClosed(LineReason.PROTOCOL)
        if isinstance(message, wire.HelloRequest):
            _protocol, *hello, _table = msgspec.structs.astuple(message)
            self._house.come(self, Hello(*hello))
        elif isinstance(message, wire.LookRequest):
            self._house.look(self)
            self.end(sign_of(self._house))
        else:
            self._house.end_for(self)

    # From the host

    def moved(self) -> None:
        """Count one message less: a move that was made, which the game had waited for."""
        self._messages.give_back()

    def tell(self, news: News) -> None:
        """Put news of the host into the mailbox."""
        if isinstance(news, Said):
            self._say(news)
        elif isinstance(news, WholeGame):
            number, record = news
            self._post(lambda: wire.RecordNews(number, record()))
        else:
            self.send(self._welcome(news) if isinstance(news, Welcome) else message_of(news))

    def begin_anew(self, welcome: Welcome) -> None:
        self._views = self._views and ViewWriter(self._house.room.rules, self._views.number)
        said = [wire.SaidNews(one.phrase, one.seat) for one in self._said]
        self._forget()
        for message in (*said, self._welcome(welcome)):
            self.send(message)
        self.people_changed()

    def people_changed(self) -> None:
        if not self.is_closed:
            self._has_people = True
            self._line.wake()

    def game_changed(self) -> None:
        """Let the newest view follow, in place of one that waits."""
        if not self.is_closed:
            self._has_view = True
            self._line.wake()

    # To the line

    @property
    def _is_greeted(self) -> bool:
        return self.is_in

    def _next(self) -> wire.WireMessage | None:
        """Return the next message: news, people, the view, then phrases."""
        if self._news:
            return super()._next()
        if self._has_people:
            self._has_people = False
            places, watchers, has_begun = self._house.people_now
            clocks = clocks_news(self._house)
            return wire.PeopleNews(tuple(map(place_news, places)), watchers, has_begun, clocks)
        if self._has_view:
            self._has_view = False
            return self._view()
        if self._said:
            said = self._said.popleft()
            return wire.SaidNews(said.phrase, said.seat)
        return None

    def _say(self, said: Said) -> None:
        """Let a phrase follow all else; where many wait, one of a spectator is dropped first."""
        if self.is_closed:
            return
        self._said.append(said)
        if len(self._said) > MOST_SAID:
            self._said.remove(next((one for one in self._said if one.seat is None), self._said[0]))
        self._line.wake()

    def _forget(self) -> None:
        self._said.clear()
        self._has_people = self._has_view = False

    def _view(self) -> wire.ViewNews:
        table = self._house.game.table
        if self._views is None:
            self._views = ViewWriter(table.game)
        is_over = table.outcome is not None
        told = (known_event(one, self.seat, is_over=is_over) for one in table.events)
        news = self._views.write(
            table.view(self.seat), *table.seen, [event_json(event) for event in told]
        )
        self._unseen[news.view] = self._now()
        if len(self._unseen) > MOST_VIEWS_UNSEEN:
            del self._unseen[next(iter(self._unseen))]
        clocks = clocks_news(self._house)
        return msgspec.structs.replace(news, clocks=clocks) if clocks else news

    def _welcome(self, welcome: Welcome) -> wire.WelcomeNews:
        room, place = self._house.room, self._house.room.series
        return wire.WelcomeNews(
            protocol=wire.PROTOCOL,
            table=room.opening.table,
            game=room.rules.key,
            rules=room.rules.rules_version,
            options=room.rules.written_options(room.options),
            seat=self.seat,
            token=welcome.token,
            is_owner=room.seating.owns(self),
            patience=room.opening.plan.claim,
            grace=GRACE_SECONDS,
            answered=welcome.answered,
            game_number=max(room.number, 1),
            series=series_news(place),
            pause=PAUSE_SECONDS,
            race_time=room.opening.plan.race_time,
            is_known=room.is_known,
            clock=room.opening.plan.clock,
            address=room.address,
            has_password=room.has_password,
        )
