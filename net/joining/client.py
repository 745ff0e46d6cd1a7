"""The client of a shared table: what a seat may ask for, and the updates that it receives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Generic, TypeVar

from engine.client import (
    PHRASES,
    Answered,
    Disconnected,
    Hear,
    NoticeChanged,
    Offer,
    Offered,
    PresenceChanged,
    Reconnected,
    Refused,
    Said,
    Seated,
    Update,
)
from engine.game import Game, Step, View
from engine.loop import Loop, OneTimer
from engine.reasons import IllegalMove, Reason
from engine.table import Seen, Table
from engine.timeline import ReceivedTimeline
from net.joining.company import RemoteCompany
from net.joining.connection import Connection, Link
from net.joining.dialogue import LineDown, LineEvent, LineUp, Take
from net.joining.far_record import FarRecord
from net.joining.inbox import Inbox
from net.joining.joining import Joined, is_same_table
from net.joining.outbox import Outbox
from net.joining.people import People
from net.joining.reasons import NOTICES, JoinReason, LineNotice, RequestReason
from net.joining.reception import MOST_MOVES, Reception, StrangeNews
from net.joining.refusals import refusal_of
from net.wire import (
    AnsweredNews,
    AnswerRequest,
    DoneNews,
    HintRequest,
    MoveRequest,
    OfferedNews,
    PeopleNews,
    RecordNews,
    RecordRequest,
    RefusedNews,
    ResignRequest,
    SaidNews,
    SeenRequest,
    TableMessage,
    TakeBackRequest,
    ViewNews,
    WelcomeNews,
    WireMessage,
)

M = TypeVar("M")


class RemoteClient(Generic[M]):
    """One seat of a shared table, or a spectator's place, over a line that may break.

    Messages are read in a thread of the connection; everything else happens in the loop. Before
    the game has begun its timeline has no view: `company.has_begun` says so.

    Attributes:
        people: Who sits at the table.
        timeline: The game, as far as it is known here.
        own_seats: The seat that is played here; none for a spectator.
        offer: The take-back that people are asked to agree to, None while none is offered.
        notice: What is wrong with the line, to be shown first.
        banner: The same in short, to be shown until it is over.
        company: The others at the table.
        is_lost: Whether the line is down for good.
        checks: What reads every view before it is believed.
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
        welcome: WelcomeNews,
        loop: Loop,
        connect: Callable[[Take], Link],
        table: str = "",
        owner: str = "",
    ) -> None:
        """Make the client of a table that has said welcome.

        Args:
            game: The game.
            options: The options of the game.
            welcome: What the table said.
            loop: The event loop.
            connect: Returns the connection, given what takes its events, `LineUp` first.
            table: The name by which others join the table.
            owner: What its owner is called, as the system says, and not the table.
        """
        names, own = game.seats(options), welcome.seat
        self.own_seats = frozenset() if own is None else frozenset({own})
        self.people = People(names, own, tuple(game.computer_players))
        self.timeline: ReceivedTimeline[M] = ReceivedTimeline(
            game, options, self.people.sitters, self.own_seats
        )
        self.offer: Offer | None = None
        self.notice: Reason | None = None
        self.banner: Reason | None = None
        self.company = RemoteCompany(self, welcome, table, owner)
        self.checks: list[Callable[[View[M]], object]] = []
        self._reception: Reception[M] = Reception(self.timeline, own, self.checks)
        self._record: FarRecord[M] = FarRecord(game, self.own_seats)
        self._outbox = Outbox()
        self.is_lost = False
        self._drafts: dict[int, tuple[Seen, tuple[Step, ...]]] = {}
        self._hearers: list[Hear] = []
        self._loop = loop
        self._slow = OneTimer(loop)
        self._inbox = Inbox()
        self._line = 0
        self._is_closed = False
        self._link = connect(self._take)

    @classmethod
    def at(cls, joined: Joined, loop: Loop) -> RemoteClient[Any]:
        """Return the client of a table that was joined a moment ago; messages begin to arrive."""

        def connect(take: Take) -> Link:
            connection = Connection(joined, take)
            connection.start()
            return connection

        at = joined.address
        return cls(joined.game, joined.options, joined.welcome, loop, connect, at.table, at.owner)

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

    # What is asked of the table

    def submit(self, seat: int, move: M) -> int:
        """Submit a move, chosen on the timeline as it is now; return its number."""
        self._slow.start(self.word_seconds, self._say_slow)
        now = self.position or Seen(0, 0)
        text = self.timeline.game.format_wire(move)
        return self._ask(
            lambda number: MoveRequest(number=number, moves=now.moves, epoch=now.epoch, move=text)
        )

    def play_out(self) -> None:
        """Do nothing: at a shared table each makes their own moves."""

    def ask(self, seat: int) -> None:
        """Do nothing: the table asks its computer players itself."""

    def stop_thinking(self) -> None:
        """Do nothing: no computer player thinks here."""

    def ask_take_back(self, seat: int) -> int:
        """Ask to take back the last move of one's seat; return the number of the request."""
        return self._ask(lambda number: TakeBackRequest(number=number))

    def answer(self, offer: Offer, yes: bool) -> None:
        """Accept or decline the offer of another seat."""
        if offer == self.offer:
            self._ask(lambda number: AnswerRequest(number=number, offer=offer.number, yes=yes))

    def note_hint(self, seat: int, move: M) -> None:
        """Let the record note that this seat was given a hint."""
        text = self.timeline.game.format_wire(move)
        self._ask(lambda number: HintRequest(number=number, move=text))

    def resign(self, seat: int) -> None:
        """Resign."""
        self._ask(lambda number: ResignRequest(number=number))

    def ask_company(self, make: Callable[[int], WireMessage]) -> None:
        """Ask for something that makes sense only at once: it is refused while the line is down."""
        if self.company.is_connected:
            self._ask(make)
        else:
            self._refuse(self._outbox.next_number(), RequestReason.NO_LINE)

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
        if self.position is None or self.timeline.outcome is None:
            raise ValueError("the game is in play")
        return await self._record.table()

    def close(self) -> None:
        """Leave the table; the seat remains with its player."""
        self._is_closed = True
        self._slow.stop()
        self._hearers.clear()
        self._link.close()

    def _ask(self, make: Callable[[int], WireMessage]) -> int:
        number = self._outbox.next_number()
        if self._outbox.is_full:
            self._refuse(number, RequestReason.TOO_MUCH)
            return number
        request = make(number)
        self._outbox.add(number, request)
        if self.company.is_connected:
            self._link.send(self._line, request)
        return number

    def _refuse(self, number: int, reason: Reason) -> None:
        """Refuse a request here, as the table would: once the running call has returned."""
        self._loop.soon(lambda: self._tell(Refused(number, IllegalMove(reason))))

    # What arrives

    def _take(self, event: LineEvent) -> bool:
        """Take an event, in any thread; return whether there was room for it."""
        has_room = self._inbox.put(event)
        if has_room:
            self._loop.soon(self._handle_arrived)
        return has_room

    def _handle_arrived(self) -> None:
        """Handle all that has arrived."""
        while not self._is_closed and (event := self._inbox.take()):
            if isinstance(event, LineUp):
                self._line_up(event)
            elif isinstance(event, LineDown):
                self._line_down(event)
            elif self.company.is_connected:
                self._handle(event.message)

    def _line_up(self, up: LineUp) -> None:
        """Begin with a new line: what was not answered is sent again."""
        self._line = up.line
        timeline = self.timeline
        if not is_same_table(up.welcome, timeline.game, timeline.options, self.own_seats):
            self._line_down(LineDown(0, JoinReason.OTHER_GAME))
            self._link.close()
            return
        self._reception.begin_line()
        was_down, self.company.is_connected = not self.company.is_connected, True
        for request in self._outbox.waiting:
            self._link.send(up.line, request)
        self._set_notice(None, None)
        if was_down:
            self._tell(Reconnected())

    def _line_down(self, down: LineDown) -> None:
        was_up, self.company.is_connected = self.company.is_connected, False
        self.offer = None
        if was_up:
            self._tell(Disconnected())
        is_over = self.position is not None and self.timeline.outcome is not None
        if down.is_final:
            self.is_lost = True
            self._set_notice(down.why, LineNotice.SHORT)
        elif down.tries >= self.patient_tries and not is_over:
            self._set_notice(NOTICES.get(down.why, LineNotice.DOWN), LineNotice.SHORT)

    def _set_notice(self, notice: Reason | None, banner: Reason | None) -> None:
        if (notice, banner) != (self.notice, self.banner):
            self.notice, self.banner = notice, banner
            self._tell(NoticeChanged())

    def _handle(self, message: TableMessage) -> None:
        """Handle a message; a line on which one makes no sense is ended."""
        try:
            updates = self._updates_of(message)
        except StrangeNews:
            self._link.reject(self._line)
            self._line_down(LineDown(self.patient_tries, JoinReason.STRANGE))
            return
        for update in updates:
            self._tell(update)
        if not self.is_sending:
            self._slow.stop()
            if self.notice is LineNotice.SENT:
                self._set_notice(None, None)

    def _say_slow(self) -> None:
        """Say that a move waits, unless something worse is said."""
        if self.is_sending and self.notice is None and not self._is_closed:
            self._set_notice(LineNotice.SENT, None)

    def _updates_of(self, message: TableMessage) -> list[Update]:
        """Take over what a message says; return what is new. Raises `StrangeNews`."""
        if isinstance(message, ViewNews):
            return self._see(message)
        if isinstance(message, PeopleNews):
            news = self.people.take(message)
            self.timeline.sitters = self.people.sitters
            self.timeline.version += any(isinstance(one, Seated) for one in news)
            return news
        if isinstance(message, DoneNews):
            was_sending = self.is_sending
            self._outbox.done(message.number, self._reception.newest)
            return [NoticeChanged()] if was_sending != self.is_sending else []
        if isinstance(message, RefusedNews):
            return self._refused(message)
        if isinstance(message, OfferedNews):
            return self._offered(message)
        if isinstance(message, AnsweredNews):
            return self._answered(message)
        if isinstance(message, SaidNews):
            return self._said(message)
        if isinstance(message, RecordNews):
            self._outbox.refused(message.number)
            self._record.arrived(message.record)
        return []

    def _see(self, message: ViewNews) -> list[Update]:
        """Take a view, confirm it, and ask for the record once the game is over."""
        had_begun, before = self.company.has_begun, self.position
        news = self._reception.take(message)
        self._link.confirm(self._line, SeenRequest(view=message.view))
        self._outbox.seen(self._reception.newest)
        if before and before.epoch != message.epoch:
            self._record.forget()
        if self.timeline.outcome is not None and self._record.is_wanted:
            self._ask(self._record.request)
        return [*news, PresenceChanged()] if self.company.has_begun != had_begun else news

    def _refused(self, message: RefusedNews) -> list[Update]:
        request = self._outbox.refused(message.number)
        if isinstance(request, RecordRequest):
            self._record.refused()
        if request is None or isinstance(request, RecordRequest | HintRequest | AnswerRequest):
            return []
        return [Refused(message.number, refusal_of(message))]

    def _offered(self, message: OfferedNews) -> list[Update]:
        is_seat = 0 <= message.seat < len(self.timeline.seats)
        if not (is_seat and 0 <= message.to <= MOST_MOVES):
            raise StrangeNews("an impossible offer")
        self.offer = Offer(message.seat, message.to, message.offer)
        return [Offered(self.offer)]

    def _answered(self, message: AnsweredNews) -> list[Update]:
        if self.offer is None or message.offer != self.offer.number:
            return []
        offer, self.offer = self.offer, None
        return [Answered(offer, message.yes)]

    def _said(self, message: SaidNews) -> list[Update]:
        if message.seat not in (None, *range(len(self.timeline.seats))):
            raise StrangeNews("words of nobody")
        return [Said(message.seat, message.phrase)] if message.phrase in PHRASES else []

    def _tell(self, update: Update) -> None:
        for hear in tuple(self._hearers):
            hear(update)
