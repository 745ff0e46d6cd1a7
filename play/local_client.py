"""The local client: the seats of all people at this keyboard, and a host in this process."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Generic, TypeVar

from engine.game import Step, View
from engine.loop import Call, Loop
from engine.reasons import Forfeit, Reason
from engine.table import Table
from engine.timeline import TableTimeline
from engine.updates import (
    NOTHING,
    Answered,
    Hear,
    NoticeChanged,
    Offer,
    Offered,
    Refused,
    Told,
    Update,
    news_since,
)
from host.file_keeper import DiskNotice, FileKeeper
from host.guest import Done, Listener, News
from host.host import Host
from host.requests import AnswerOffer, Asked, GiveHint, PlayOut, Resign, Submit, TakeBack
from host.session import Session
from programs.thinking import Think, Thought, think

M = TypeVar("M")


class LocalClient(Generic[M]):
    """The client of a host in this process; its computer players think here when asked."""

    def __init__(
        self,
        session: Session,
        loop: Loop,
        say_why: Callable[[Forfeit], str] = str,
        think: Think = think,
        race_time: Callable[[], int] = lambda: 1,
    ) -> None:
        """Make the client of a session.

        Args:
            session: The game.
            loop: The event loop.
            say_why: Returns the text of a forfeit for the record; if it raises, there is none.
            think: How computer players think: in a thread, or as a call of the loop.
            race_time: See `Host`.
        """
        table: Table[M] = session.table
        self.session = session
        self.own_seats = frozenset(session.people)
        visible = self.own_seats or frozenset(range(len(table.seats)))
        self.timeline: TableTimeline[M] = TableTimeline(table, visible)
        self._table = table
        self._loop = loop
        self._say_why = say_why
        self._think = think
        self._hearers: list[Hear] = []
        self._number = 0
        self._sending: set[int] = set()
        self._quiet: set[int] = set()
        self._leap = 0
        self._told = Told(len(table.plays), table.epoch, table.outcome is not None)
        self._events_told = len(table.events)
        self._keeper = FileKeeper(session, loop, partial(self._hear, NoticeChanged()))
        self._host: Host[M, Listener] = Host(
            table,
            keep=self._keeper.append,
            choose=self._choose,
            loop=loop,
            fresh_seed=session.outside.fresh_seed,
            is_played_here=self._is_computer,
            is_awaited=lambda: bool(self.own_seats or self.thinking),
            race_time=race_time,
        )
        self._host.guests.append(self)
        session.when_answered(partial(loop.soon, self._keeper.answered))
        self._keeper.watch()
        self._host.watch_game()

    @property
    def computers(self) -> frozenset[int]:
        """The seats of computer players of a kind that this program knows."""
        return frozenset(filter(self._is_computer, range(len(self._table.seats))))

    @property
    def thinking(self) -> frozenset[int]:
        """The seats of `computers` that are thinking now."""
        return self._host.computers.thinking

    @property
    def is_sending(self) -> bool:
        """Whether a person's move is waiting until it is on the disk."""
        return bool(self._sending)

    @property
    def notice(self) -> Reason | None:
        """The fault of the disk, None while there is none."""
        return DiskNotice.SLOW if self._keeper.is_slow else None

    @property
    def banner(self) -> Reason | None:
        """The fault that nothing is saved, while the disk does not answer."""
        return DiskNotice.UNKEPT if self._keeper.is_unkept else None

    @property
    def offer(self) -> Offer | None:
        """The take-back that people are asked to agree to, None while none is offered."""
        return self._host.game.offers.offer

    @property
    def company(self) -> None:
        """Nobody plays from elsewhere at a table at home."""

    def listen(self, hear: Hear) -> None:
        """Call `hear` with every update from now on."""
        self._hearers.append(hear)

    def submit(self, seat: int, move: M) -> int:
        """Submit a move, chosen on the timeline as it is now; return its number."""
        self._sending.add(self._number + 1)
        return self._ask(Submit(seat, move, self._table.seen))

    def play_out(self) -> None:
        """Make all moves up to the end at once; they are saved together."""
        if self._table.outcome is None:
            self._leap = self._number + 1
            self._ask(PlayOut())

    def ask(self, seat: int) -> None:
        """Let the computer player of a seat choose its move and make it."""
        self._host.computers.ask(seat)

    def stop_thinking(self) -> None:
        """Stop all players that think; a race begins its time anew."""
        self._host.computers.stop()
        self._host.races.stop()
        self._host.watch_game()

    def ask_take_back(self, seat: int) -> int:
        """Take back the last move of `seat`; the people at one keyboard need not be asked."""
        self.stop_thinking()
        return self._ask(TakeBack(seat))

    def answer(self, offer: Offer, yes: bool) -> None:
        """Accept or decline the offer of another seat, for all people here."""
        if offer == self.offer:
            for seat in sorted(self.own_seats - {offer.seat}):
                self._quiet.add(self._number + 1)
                self._ask(AnswerOffer(seat, offer.number, yes))

    def note_hint(self, seat: int, move: M) -> None:
        """Note that a seat was given a hint, only once unless moves are taken back."""
        self._quiet.add(self._number + 1)
        self._ask(GiveHint(seat, move))

    def keep_draft(self, seat: int, steps: tuple[Step, ...]) -> None:
        """Keep the steps of an unfinished move with the game."""
        self.session.keep_draft(seat, steps)

    def draft(self, seat: int) -> tuple[Step, ...]:
        """Return the kept steps of a seat's unfinished move; none if its turn is over."""
        return self.session.draft(seat)

    def resign(self, seat: int) -> None:
        """Resign for a seat."""
        self.stop_thinking()
        self._quiet.add(self._number + 1)
        self._ask(Resign(seat))

    async def record(self) -> Table[M]:
        """Return the whole game with all its secrets. Raises `ValueError` while it is in play."""
        if self._table.outcome is None:
            raise ValueError("the game is in play")
        return self._table

    def close(self) -> None:
        """Leave the table; the game is saved, with a move that waits for the disk."""
        self._hearers.clear()
        self._keeper.leave()
        self._host.guests.clear()
        self._host.stop()
        self.session.close()

    # News of the host

    def tell(self, news: News) -> None:
        """Take what came of a request."""
        if isinstance(news, Done):
            self._sending.discard(news.number)
            if news.number == self._leap:
                self._told = self._told._replace(moves=NOTHING)
        elif isinstance(news, Refused):
            self._sending.discard(news.number)
            if news.number not in self._quiet:
                self._hear(news)
        elif isinstance(news, Offered | Answered):
            self._hear(news)

    def game_changed(self) -> None:
        """Tell the changes of the game."""
        table, before, known = self._table, self._told, self._events_told
        now, outcome = table.seen, table.outcome
        self._told, self._events_told = Told(*now, outcome is not None), len(table.events)
        events = self.timeline.events[known:] if known != self._events_told else ()
        for update in news_since(before, now, outcome, self.timeline, events):
            self._hear(update)

    def _ask(self, asked: Asked) -> int:
        self._number += 1
        self._host.ask(self, self._number, asked)
        return self._number

    def _is_computer(self, seat: int) -> bool:
        return seat not in self.own_seats and self.session.computer(seat) is not None

    def _choose(
        self,
        _game: object,
        seat: int,
        _sitter: object,
        view: View[M],
        chosen: Callable[[M], None],
        gave_up: Callable[[str], None],
    ) -> Call:
        """Let the player of a seat choose, a program too; see `Choose`."""
        player = self.session.computer(seat)
        assert player
        return self._think(
            Thought(
                player.choose, view, self._loop, chosen, lambda why: gave_up(self._say_why(why))
            )
        )

    def _hear(self, update: Update) -> None:
        for hear in tuple(self._hearers):
            hear(update)
