"""The nearest client: all seats of people at this keyboard, at a table of this process."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Generic, TypeVar

from engine.client import (
    Ended,
    Hear,
    Hinted,
    Moved,
    Noticed,
    Offer,
    Refused,
    Seated,
    TakenBack,
    Update,
)
from engine.game import Forfeit, IllegalMove, Play, Reason, Step, TableReason, View
from engine.table import Change, EventKind, Seen, Table
from engine.timeline import TableTimeline
from net.session import Session
from play.keeping import Disk, Keeping
from play.loop import Call, Loop
from play.race import RaceClock
from play.thinking import Think, think

M = TypeVar("M")


class LocalClient(Generic[M]):
    """Plays the seats of the people here, and lets the computer players think when asked."""

    def __init__(
        self,
        session: Session,
        loop: Loop,
        say_why: Callable[[Forfeit], str] = str,
        think: Think = think,
    ) -> None:
        """Sit down.

        Args:
            session: The game.
            loop: Makes the calls.
            say_why: Writes for the record why a player gave up; if it raises, nobody has.
            think: How computer players think.
        """
        table: Table[M] = session.table
        self.session = session
        self.mine = frozenset(session.people)
        eyes = self.mine or frozenset(range(len(table.seats)))
        self.timeline: TableTimeline[M] = TableTimeline(table, eyes)
        self._table = table
        self._loop = loop
        self._say_why = say_why
        self._think = think
        self._hearers: list[Hear] = []
        self._news: list[Update] = []
        self._number = 0
        self._sending: set[int] = set()
        self._thinking: dict[int, tuple[Seen, Call]] = {}
        self._keeping = Keeping(
            lambda: session.is_behind, session.complain, loop, partial(self._hear, Noticed())
        )
        self._race = RaceClock(table, loop, self._play_late)
        session.when_answered(partial(loop.soon, self._keeping.answered))
        table.watch(None, self._heard)
        self._keeping.watch()
        self._race.watch()

    @property
    def computers(self) -> frozenset[int]:
        """The seats of the players that think here; those known to this program."""
        others = frozenset(range(len(self._table.seats))) - self.mine
        return frozenset(seat for seat in others if self.session.computer(seat))

    @property
    def thinking(self) -> frozenset[int]:
        """The seats that were asked, and have neither answered nor been stopped."""
        return frozenset(self._thinking)

    @property
    def is_sending(self) -> bool:
        """Whether a move of a person waits until the ones before are on the disk."""
        return bool(self._sending)

    @property
    def notice(self) -> Reason | None:
        """What is to be said of the disk, None while all is well."""
        return Disk.SLOW if self._keeping.is_slow else None

    @property
    def banner(self) -> Reason | None:
        """That nothing is kept now, while the disk does not answer."""
        return Disk.UNKEPT if self._keeping.is_unkept else None

    def listen(self, hear: Hear) -> None:
        """Tell of every update from now on."""
        self._hearers.append(hear)

    def submit(self, seat: int, move: M) -> int:
        """Make a move, chosen on the timeline as it is now; return the number it goes by."""
        self._number += 1
        number, seen = self._number, self._table.seen
        self._sending.add(number)
        self._keeping.once_saved(lambda: self._play(number, seat, move, seen))
        return number

    def ask(self, seat: int) -> None:
        """Let a computer player think of its move, and make it."""
        player = self.session.computer(seat)
        if player is None or seat in self._thinking:
            return
        seen = self._table.seen

        def answered(make: Call) -> None:
            self._keeping.once_saved(partial(self._make_asked, seat, seen, make))

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

    def hush(self) -> None:
        """Stop every player that thinks; a move that waits is not made any more."""
        for seat in self.thinking:
            self._stop_thinking(seat)
        self._keeping.drop()
        self._sending.clear()
        self._race.stop()
        self._race.watch()

    def ask_take_back(self, seat: int) -> int:
        """Go back before the last move of `seat`; at home that needs nobody's yes."""
        self._number += 1
        self.hush()
        to = self._table.last_turn(seat)
        if to is not None:
            self._table.take_back(to, seat)
        self._tell()
        return self._number

    def answer(self, offer: Offer, yes: bool) -> None:
        """Answer an offer; at home nobody has to."""

    def note_hint(self, seat: int, move: M) -> None:
        """Note that a seat was given a hint, once as long as nothing is taken back."""
        self.session.note_hint(seat, self._table.game.format(move))
        self._tell()

    def keep_draft(self, seat: int, steps: tuple[Step, ...]) -> None:
        """Keep the steps of a move that is left unfinished with the game."""
        self.session.keep_draft(seat, steps)

    def draft(self, seat: int) -> tuple[Step, ...]:
        """Return the steps of the move that a seat left unfinished, if it still is to be made."""
        return self.session.draft(seat)

    def resign(self, seat: int) -> None:
        """Give the game up for a seat."""
        self.hush()
        self._give_up(seat, "")

    async def record(self) -> Table[M]:
        """Return the whole game. Raises `ValueError` while it is in play."""
        if self._table.outcome is None:
            raise ValueError("the game is in play")
        return self._table

    def close(self) -> None:
        """Leave the table; the game is kept, with a move that waits for the disk."""
        self._hearers.clear()
        self._table.unwatch(self._heard)
        self._keeping.leave()
        self.hush()
        self._race.stop()
        self.session.close()

    def _play(self, number: int, seat: int, move: M, seen: Seen) -> None:
        self._sending.discard(number)
        try:
            self._table.play(seat, move, seen)
        except IllegalMove as why:
            self._news.append(Refused(number, why))
        self._tell()

    def _make_asked(self, seat: int, seen: Seen, make: Call) -> None:
        """Make what a player answered, unless it was stopped or asked anew since it had `seen`."""
        if seat in self._thinking and self._thinking[seat][0] is seen:
            del self._thinking[seat]
            make()

    def _play_unasked(self, seat: int, move: M, seen: Seen) -> None:
        """Make a move that no person here chose; one for a table that has gone on is dropped."""
        if self._table.outcome is None:
            try:
                self._table.play(seat, move, seen)
            except IllegalMove as why:
                if why.reason is not TableReason.STALE:
                    raise
        self._tell()

    def _play_late(self, late: Play, then: Call) -> None:
        """Make a move for somebody who is late in a race."""
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
        """Note what happened; it is told once all of it is done."""
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
            self._news.append(Hinted(change.seat, self.timeline.events[-1].text))
        is_end = isinstance(change, Play) or change.kind is EventKind.FORFEIT
        if is_end and view.outcome is not None:
            self._news.append(Ended(view.outcome))

    def _tell(self) -> None:
        """Tell all that happened and was not told yet."""
        while self._news:
            self._hear(self._news.pop(0))

    def _hear(self, update: Update) -> None:
        for hear in tuple(self._hearers):
            hear(update)
