"""The local client: the seats of all people at this keyboard, at a table in this process."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Generic, TypeVar

from engine.client import (
    Answered,
    Ended,
    Hear,
    HintGiven,
    Moved,
    NoticeChanged,
    Offer,
    Offered,
    Refused,
    Resynced,
    Seated,
    TakenBack,
    Update,
)
from engine.game import Play, Step, View
from engine.loop import Call, Loop
from engine.reasons import Forfeit, IllegalMove, Reason, TableReason
from engine.table import Change, EventKind, Seen, Table
from engine.timeline import TableTimeline
from host.race import RaceClock
from host.save_queue import DiskNotice, SaveQueue
from host.session import Session
from programs.thinking import Think, think

M = TypeVar("M")


class LocalClient(Generic[M]):
    """The client of a table in this process, whose computer players think here when asked."""

    def __init__(
        self,
        session: Session,
        loop: Loop,
        say_why: Callable[[Forfeit], str] = str,
        think: Think = think,
    ) -> None:
        """Make the client of a session.

        Args:
            session: The game.
            loop: The event loop.
            say_why: Returns the text of a forfeit for the record; if it raises, there is none.
            think: How computer players think: in a thread, or as a call of the loop.
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
        self._news: list[Update] = []
        self._number = 0
        self._sending: set[int] = set()
        self._thinking: dict[int, tuple[Seen, Call]] = {}
        self._keeping = SaveQueue(
            lambda: session.is_behind, session.complain, loop, partial(self._hear, NoticeChanged())
        )
        self._race = RaceClock(
            table, loop, self._play_late, lambda: bool(self.own_seats or self._thinking)
        )
        session.when_answered(partial(loop.soon, self._keeping.answered))
        session.offers.listen(self._heard_offer)
        table.watch(None, self._heard)
        self._keeping.watch()
        self._race.watch()

    @property
    def computers(self) -> frozenset[int]:
        """The seats of computer players of a kind that this program knows."""
        others = frozenset(range(len(self._table.seats))) - self.own_seats
        return frozenset(seat for seat in others if self.session.computer(seat))

    @property
    def thinking(self) -> frozenset[int]:
        """The seats of `computers` that are thinking now."""
        return frozenset(self._thinking)

    @property
    def is_sending(self) -> bool:
        """Whether a person's move is waiting until the ones before it are on the disk."""
        return bool(self._sending)

    @property
    def notice(self) -> Reason | None:
        """What is wrong with the disk, None while nothing is."""
        return DiskNotice.SLOW if self._keeping.is_slow else None

    @property
    def banner(self) -> Reason | None:
        """The fault that nothing is saved, while the disk does not answer."""
        return DiskNotice.UNKEPT if self._keeping.is_unkept else None

    @property
    def offer(self) -> Offer | None:
        """The take-back that people are asked to agree to, None while none is offered."""
        return self.session.offers.offer

    @property
    def company(self) -> None:
        """Nobody plays from elsewhere at a table at home."""

    def listen(self, hear: Hear) -> None:
        """Call `hear` with every update from now on."""
        self._hearers.append(hear)

    def submit(self, seat: int, move: M) -> int:
        """Submit a move, chosen on the timeline as it is now; return its number."""
        self._number += 1
        number, seen = self._number, self._table.seen
        self._sending.add(number)
        self._keeping.once_saved(lambda: self._play(number, seat, move, seen))
        return number

    def play_out(self) -> None:
        """Make all moves up to the end at once; they are saved together."""
        if self._table.outcome is None:
            self.stop_thinking()
            self._table.unwatch(self._heard)
            self._table.play_out()
            self._table.watch(None, self._heard)
            self._keeping.watch()
            self._news.append(Resynced())
            if self._table.outcome:
                self._news.append(Ended(self._table.outcome))
            self._tell()

    def ask(self, seat: int) -> None:
        """Let the computer player of a seat choose its move and make it."""
        player = self.session.computer(seat)
        if player is None or seat in self._thinking:
            return
        seen = self._table.seen

        def answered(make: Call) -> None:
            self._race.react(partial(self._make_once_saved, seat, seen, make))

        self._thinking[seat] = (
            seen,
            self._think(
                player.choose,
                self._table.view(seat),
                self._loop,
                lambda move: answered(lambda: self._play_unasked(seat, move, seen)),
                lambda why: answered(lambda: self._give_up(seat, self._say_why(why))),
            ),
        )
        self._race.watch()

    def stop_thinking(self) -> None:
        """Stop all players that think; their moves that wait for the disk are dropped."""
        for seat in self.thinking:
            self._stop_thinking(seat)
        self._keeping.drop()
        self._sending.clear()
        self._race.stop()
        self._race.watch()

    def ask_take_back(self, seat: int) -> int:
        """Take back the last move of `seat`; the people at one keyboard need not be asked."""
        self._number += 1
        self.stop_thinking()
        try:
            self.session.offers.ask(seat)
        except IllegalMove as why:
            self._news.append(Refused(self._number, why))
        self._tell()
        return self._number

    def answer(self, offer: Offer, yes: bool) -> None:
        """Accept or decline the offer of another seat, for all people here."""
        for seat in self.own_seats:
            self.session.offers.answer(seat, offer, yes)

    def note_hint(self, seat: int, move: M) -> None:
        """Note that a seat was given a hint, only once unless moves are taken back."""
        self.session.note_hint(seat, self._table.game.format(move))
        self._tell()

    def keep_draft(self, seat: int, steps: tuple[Step, ...]) -> None:
        """Keep the steps of an unfinished move with the game."""
        self.session.keep_draft(seat, steps)

    def draft(self, seat: int) -> tuple[Step, ...]:
        """Return the kept steps of a seat's unfinished move; none if its turn is over."""
        return self.session.draft(seat)

    def resign(self, seat: int) -> None:
        """Resign for a seat."""
        self.stop_thinking()
        self._give_up(seat, "")

    async def record(self) -> Table[M]:
        """Return the whole game with all its secrets. Raises `ValueError` while it is in play."""
        if self._table.outcome is None:
            raise ValueError("the game is in play")
        return self._table

    def close(self) -> None:
        """Leave the table; the game is saved, with a move that waits for the disk."""
        self._hearers.clear()
        self._table.unwatch(self._heard)
        self.session.offers.unlisten(self._heard_offer)
        self._keeping.leave()
        self.stop_thinking()
        self._race.stop()
        self.session.close()

    def _play(self, number: int, seat: int, move: M, seen: Seen) -> None:
        self._sending.discard(number)
        try:
            self._table.play(seat, move, seen)
        except IllegalMove as why:
            self._news.append(Refused(number, why))
        self._tell()

    def _make_once_saved(self, seat: int, seen: Seen, make: Call) -> None:
        """Carry out a player's answer once the moves before are on the disk, if it still counts."""
        if seat in self._thinking and self._thinking[seat][0] is seen:
            self._keeping.once_saved(partial(self._make_asked, seat, seen, make))

    def _make_asked(self, seat: int, seen: Seen, make: Call) -> None:
        """Carry out a player's answer, unless it was stopped or asked again since `seen`."""
        if seat in self._thinking and self._thinking[seat][0] is seen:
            del self._thinking[seat]
            make()

    def _play_unasked(self, seat: int, move: M, seen: Seen) -> None:
        """Make a move of a computer player or the clock; a stale one is dropped."""
        if self._table.outcome is None:
            try:
                self._table.play(seat, move, seen)
            except IllegalMove as why:
                if why.reason is not TableReason.STALE:
                    raise
        self._tell()

    def _play_late(self, late: Play, then: Call) -> None:
        """Make the move of a seat that ran out of time in a race."""
        seen = self._table.seen

        def play() -> None:
            self._play_unasked(*late, seen)
            then()

        self._keeping.once_saved(play)

    def _stop_thinking(self, seat: int) -> None:
        if seat in self._thinking:
            _seen, stop = self._thinking.pop(seat)
            stop()

    def _give_up(self, seat: int, text: str) -> None:
        if self._table.outcome is None:
            self._table.forfeit(seat, text)
        self._tell()

    def _heard(self, change: Change, view: View[M]) -> None:
        """Collect the update of a change, to be sent once the change is complete."""
        self._keeping.watch()
        self._race.watch()
        if not self._news:
            self._loop.soon(self._tell)
        if isinstance(change, Play):
            self._stop_thinking(change.seat)  # somebody moved for who is late
            at = len(self._table.plays) - 1
            self._news.append(Moved(at, self.timeline.plays[at]))
        elif change.kind is EventKind.TAKE_BACK:
            self._news.append(TakenBack(change.at, change.seat))
        elif change.kind is EventKind.SEAT and change.seat is not None:
            self._news.append(Seated(change.seat, self._table.sitters[change.seat]))
        elif change.kind is EventKind.HINT and change.seat is not None:
            self._news.append(HintGiven(change.seat, self.timeline.events[-1].text))
        is_end = isinstance(change, Play) or change.kind is EventKind.FORFEIT
        if is_end and view.outcome is not None:
            self._news.append(Ended(view.outcome))

    def _heard_offer(self, update: Offered | Answered) -> None:
        self._news.append(update)
        self._loop.soon(self._tell)

    def _tell(self) -> None:
        """Send all collected updates."""
        while self._news:
            self._hear(self._news.pop(0))

    def _hear(self, update: Update) -> None:
        for hear in tuple(self._hearers):
            hear(update)
