"""The client of a shared table: the requests of a seat, and the updates that it receives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from engine import updates
from engine.game import Game, Step, View
from engine.loop import Loop, OneTimer
from engine.reasons import HouseReason, IllegalMove, Reason
from engine.table import Seen, Table
from engine.timeline import ReceivedTimeline
from engine.updates import Hear, Offer, Refused, Update
from net import wire
from net.joining.company import RemoteCompany
from net.joining.connection import Connection, Inbox, Joined, options_of
from net.joining.dialogue import LineDown, LineEvent, LineUp
from net.joining.reasons import CERTAIN, NOTICES, JoinReason, LineNotice, RequestReason, refusal_of
from net.joining.reception import MOST_MOVES, Reception, StrangeNews
from net.joining.requests import FarRecord, Outbox

M = TypeVar("M")


class RemoteClient(Generic[M]):
    """One seat of a shared table, or a spectator's place, over a line that may break.

    Before `company.has_begun` the timeline has no view. Other attributes are as in `Client`.

    Attributes:
        company: The others at the table.
        is_lost: Whether the line is down for good.
        loop: The event loop in which everything happens.
        checks: The functions that read every view before it is believed.
    """

    patient_tries: ClassVar[int] = 2
    """The attempts to open the line again after which people are told."""

    word_seconds: ClassVar[float] = 0.5
    """The seconds that a move waits for its answer before people are told."""

    computers: ClassVar[frozenset[int]] = frozenset()
    thinking: ClassVar[frozenset[int]] = frozenset()

    def __init__(
        self,
        game: Game[M],
        options: Any,
        welcome: wire.WelcomeNews,
        inbox: Inbox,
        link: Connection,
        table: str = "",
        owner: str = "",
    ) -> None:
        """Make the client of a table that has said welcome.

        Args:
            game: The game.
            options: Its options.
            welcome: The welcome of the table.
            inbox: The events of the connection; another client may have handled earlier ones.
            link: The connection, whose events go to the inbox.
            table: The name by which others join the table.
            owner: The name of the owner as the system knows it.
        """
        self.own_seats = frozenset() if welcome.seat is None else frozenset({welcome.seat})
        self.timeline: ReceivedTimeline[M] = ReceivedTimeline(game, options, (), self.own_seats)
        self.offer: Offer | None = None
        self.notice: Reason | None = None
        self.banner: Reason | None = None
        self.checks: list[Callable[[View[M]], object]] = []
        self.loop = inbox.loop
        self.company = RemoteCompany(self, welcome, table, owner)
        self._reception: Reception[M] = Reception(self.timeline, welcome.seat, self.checks)
        self._record: FarRecord[M] = FarRecord(game, self.own_seats)
        self._outbox = Outbox()
        self.is_lost = False
        self._drafts: dict[int, tuple[Seen, tuple[Step, ...]]] = {}
        self._hearers: list[Hear] = []
        self._seat = welcome.seat
        self._slow = OneTimer(self.loop)
        self._line = 0
        self._race_since: float | None = None
        self._before: list[RemoteClient[M]] = []
        self._following: RemoteClient[M] | None = None
        self._is_followed = False
        self._link = link
        self._inbox = inbox
        inbox.handle = self._handle_event

    @classmethod
    def at(cls, joined: Joined, loop: Loop) -> RemoteClient[Any]:
        """Return the client of a table that was joined a moment ago; messages begin to arrive."""
        at, inbox = joined.address, Inbox(loop)
        link = Connection(joined, inbox.put)
        link.start()
        name = at.called(joined.hello.table)
        return cls(joined.game, joined.options, joined.welcome, inbox, link, name, at.owner)

    @property
    def is_sending(self) -> bool:
        """Whether a submitted move has not been answered yet, or its view has not arrived."""
        return self._outbox.has_move

    @property
    def is_asking(self) -> bool:
        """Whether anything asked of the table, as the record at the end, is not answered yet."""
        return bool(self._outbox.waiting)

    @property
    def position(self) -> Seen | None:
        """The number of moves and the epoch of the newest view, None before the first."""
        return self._reception.position

    def listen(self, hear: Hear) -> None:
        """Call `hear` with every update from now on."""
        self._hearers.append(hear)

    def unlisten(self, hear: Hear) -> None:
        """No longer call `hear`."""
        self._hearers = [other for other in self._hearers if other != hear]

    def submit(self, seat: int, move: M) -> int:
        """Submit a move, chosen on the timeline as it is now; return its number."""
        self._slow.start(self.word_seconds, self._say_slow)
        now, since = self.position or Seen(0, 0), self._race_since
        reaction = None if since is None else round((self.loop.now() - since) * 1000)
        text = self.timeline.game.format_wire(move)
        return self.ask_table(wire.MoveRequest, *now, text, reaction)

    def play_out(self) -> None:
        """Do nothing: at a shared table each makes their own moves."""

    def ask(self, seat: int) -> None:
        """Do nothing: the table asks its computer players itself."""

    def stop_thinking(self) -> None:
        """Do nothing: no computer player thinks here."""

    def ask_take_back(self, seat: int) -> int:
        """Ask to take back the last move of the own seat; return the number of the request."""
        return self.ask_table(wire.TakeBackRequest)

    def answer(self, offer: Offer, yes: bool) -> None:
        """Accept or decline the offer of another seat."""
        if offer == self.offer:
            self.ask_table(wire.AnswerRequest, offer.number, yes)

    def note_hint(self, seat: int, move: M) -> None:
        """Let the record note that this seat was given a hint."""
        self.ask_table(wire.HintRequest, self.timeline.game.format_wire(move))

    def resign(self, seat: int) -> None:
        """Resign."""
        self.ask_table(wire.ResignRequest)

    def keep_draft(self, seat: int, steps: tuple[Step, ...]) -> None:
        """Keep the steps of an unfinished move in memory."""
        if self.position:
            self._drafts[seat] = self.position, steps

    def draft(self, seat: int) -> tuple[Step, ...]:
        """Return the kept steps of a seat's unfinished move; none if its turn is over."""
        kept, steps = self._drafts.get(seat, (None, ()))
        return steps if kept == self.position else ()

    async def record(self) -> Table[M]:
        """Return the whole game. Raises `ValueError` while it is in play, or for a wrong one."""
        return await self._record.table()

    def follow(self) -> RemoteClient[M]:
        """Hand the place over to the client of the newest game at the table, and return it."""
        client = self
        while client._following:
            client._is_followed = True
            client = client._following
        return client

    def close(self) -> None:
        """Leave the table, unless the place was handed over; the seat remains with its player."""
        self._slow.stop()
        self.company.stop_seconds()
        self._hearers.clear()
        if self._following is None:
            self._inbox.is_closed = True
            self._link.close()
        elif not self._is_followed:
            self._following.close()

    def ask_table(
        self, request: Callable[..., wire.NumberedRequest], *fields: object, at_once: bool = False
    ) -> int:
        """Send a request; one that makes sense only `at_once` is refused while the line is down."""
        number = self._outbox.next_number()
        late = HouseReason.OTHER_GAME if self._following else None
        full = RequestReason.TOO_MUCH if self._outbox.is_full else None
        down = RequestReason.NO_LINE if at_once and not self.company.is_connected else None
        if why := late or full or down:
            self.loop.soon(lambda: self.tell(Refused(number, IllegalMove(why))))
            return number
        asked = request(number, *fields)
        if isinstance(asked, wire.RequestOfGame):
            asked = msgspec.structs.replace(asked, game_number=self.company.game_number)
        self._outbox.add(number, asked)
        if self.company.is_connected:
            self._link.send(self._line, asked)
        return number

    def _handle_event(self, event: LineEvent) -> None:
        if isinstance(event, LineUp):
            self._line_up(event)
        elif isinstance(event, LineDown):
            self._line_down(event)
        elif self.company.is_connected:
            self._handle(event.message)

    def _line_up(self, up: LineUp) -> None:
        """Begin with a new line, or go on with another game or seat: all unanswered is sent again.

        Requests to an earlier game are forgotten.
        """
        welcome, at = up.welcome, self.timeline
        options = options_of(welcome, at.game)
        place = self.company.game_number, self._seat, at.options
        if (welcome.game_number, welcome.seat, options) != place:
            self._give_way(up, options)
            return
        self._line = up.line
        self._reception.begin_line()
        self._outbox.begin_line()
        was_down = self.company.back()
        for request in self._outbox.waiting:
            self._link.send(up.line, request)
        self._set_notice(None, None)
        if was_down:
            self.tell(updates.Reconnected())

    def _give_way(self, up: LineUp, options: Any) -> None:
        """Go on with the client of the game, or the seat, that the table goes on with.

        Without options, and where that is none of its games, the table is lost.
        """
        at, link, welcome = self.company, self._link, up.welcome
        is_later = welcome.game_number > at.game_number - (self.position is None)
        is_alike = (welcome.seat is None) == (self._seat is None)
        if options is None or not is_later or not is_alike:
            self._line_down(LineDown(0, JoinReason.OTHER_GAME))
            link.close()
            return
        self._following = following = type(self)(
            self.timeline.game, options, welcome, self._inbox, link, at.table, at.owner
        )
        following.checks += self.checks
        following._before = [*self._before, self]
        following._outbox.number = self._outbox.number
        following.company.cuts = at.cuts
        self.offer = None
        self._slow.stop()
        self.company.stop_seconds()
        self._record.refused()
        self._set_notice(None, None)
        following._line_up(up)
        if self.position is None:  # the game has not begun, and there is nothing to see
            following._announce()

    def _line_down(self, down: LineDown) -> None:
        was_up = self.company.is_connected
        is_stopped = self.company.lost(down.seconds, down.back)
        self.offer = None
        if was_up:
            self.tell(updates.Disconnected())
        is_over = self.position is not None and self.timeline.outcome is not None
        notice = LineNotice.STOPPED if is_stopped else NOTICES.get(down.why, LineNotice.DOWN)
        if self.notice is LineNotice.CLOSED:
            notice = LineNotice.CLOSED
        if down.is_final:
            self.is_lost = True
            self._set_notice(down.why, LineNotice.SHORT)
        elif not is_over and (notice in CERTAIN or down.tries >= self.patient_tries):
            self._set_notice(notice, LineNotice.SHORT)
            self.company.count_seconds()

    def _set_notice(self, notice: Reason | None, banner: Reason | None) -> None:
        if (notice, banner) != (self.notice, self.banner):
            self.notice, self.banner = notice, banner
            self.tell(updates.NoticeChanged())

    def _handle(self, message: wire.TableMessage) -> None:
        """Handle a message; a line on which one makes no sense is ended."""
        if isinstance(message, wire.WelcomeNews):
            self._line_up(LineUp(self._line, message))
            return
        was_sending = self.is_sending
        try:
            told = self._updates_of(message)
        except StrangeNews:
            self._link.reject(self._line)
            self._line_down(LineDown(self.patient_tries, JoinReason.STRANGE))
            return
        if not told and was_sending != self.is_sending:  # else whoever waited for it waits on
            told = [updates.NoticeChanged()]
        for update in told:
            self.tell(update)
        if not self.is_sending:
            self._slow.stop()
            if self.notice is LineNotice.SENT:
                self._set_notice(None, None)

    def _say_slow(self) -> None:
        """Say that a move waits, unless something worse is said."""
        if self.is_sending and self.notice is None:
            self._set_notice(LineNotice.SENT, None)

    def _updates_of(self, message: wire.TableMessage) -> list[Update]:
        """Take over a message; return the updates. Raises `StrangeNews`."""
        if isinstance(message, wire.ViewNews):
            return self._see(message)
        if isinstance(message, wire.PeopleNews):
            return self.company.seated(message)
        if isinstance(message, wire.DoneNews):
            self._outbox.done(message.number, self._reception.newest)
        if isinstance(message, wire.RefusedNews):
            return self._refused(message)
        if isinstance(message, wire.OfferedNews):
            return self._offered(message)
        if isinstance(message, wire.AnsweredNews):
            return self._answered(message)
        if isinstance(message, wire.SaidNews):
            return self.company.heard(message)
        if isinstance(message, wire.CutNews):
            self._link.send(self._line, self.company.cuts.answer(message, self._seat))
        if isinstance(message, wire.RecordNews):
            self._outbox.refused(message.number)
            self._record.arrived(message.record)
            return self.company.check_deal(bytes(message.record))
        return []

    def _see(self, message: wire.ViewNews) -> list[Update]:
        """Take a view, confirm it, and ask for the record once the game is over."""
        had_begun, before = self.company.has_begun, self.position
        if message.clocks:
            self.company.timed(message.clocks)
        news = self._reception.take(message)
        self.company.saw()
        self._link.send(self._line, wire.SeenRequest(view=message.view))
        self._outbox.seen(self._reception.newest)
        self._watch_race(is_new=before is None or before.epoch != message.epoch)
        if before and before.epoch != message.epoch:
            self._record.forget()
        if self.timeline.outcome is not None and not self._record.is_asked:
            self._record.is_asked = True
            self.ask_table(wire.RecordRequest)
        if self.company.has_begun == had_begun:
            return news
        self._announce()
        return [*news, updates.PresenceChanged()]

    def _watch_race(self, *, is_new: bool) -> None:
        """Note when a race arrives: reactions count from then on."""
        timeline, seat = self.timeline, self._seat
        is_race = seat is not None and timeline.view(seat).timeout_play is not None
        if not is_race:
            self._race_since = None
        elif is_new or self._race_since is None:
            self._race_since = self.loop.now()

    def _announce(self) -> None:
        """Tell the hearers of the game before that this client has the place."""
        while self._before:
            self._before.pop(0).tell(updates.Continued())

    def _refused(self, message: wire.RefusedNews) -> list[Update]:
        request = self._outbox.refused(message.number)
        if isinstance(request, wire.RecordRequest):
            self._record.refused()
        untold = wire.RecordRequest | wire.HintRequest | wire.AnswerRequest
        if request is None or isinstance(request, untold):
            return []
        return [Refused(message.number, refusal_of(message))]

    def _offered(self, message: wire.OfferedNews) -> list[Update]:
        if message.seat not in range(len(self.timeline.seats)) or not 0 <= message.to <= MOST_MOVES:
            raise StrangeNews("an impossible offer")
        self.offer = Offer(message.seat, message.to, message.offer)
        return [updates.Offered(self.offer)]

    def _answered(self, message: wire.AnsweredNews) -> list[Update]:
        if self.offer is None or message.offer != self.offer.number:
            return []
        offer, self.offer = self.offer, None
        return [updates.Answered(offer, message.yes)]

    def tell(self, update: Update) -> None:
        """Tell all that listen."""
        for hear in tuple(self._hearers):
            hear(update)
