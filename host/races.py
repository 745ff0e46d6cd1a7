"""The races of a game: the fastest reaction comes first, however far away it was made."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

from engine.game import Play
from engine.loop import Call, OneTimer, Stoppable
from engine.reasons import Explained, IllegalMove, TableReason
from engine.shuffle import Lots
from engine.table import Seen
from host.game import PendingChange

if TYPE_CHECKING:
    from host.host import Host

AGAIN_SECONDS: Final = 1.0
"""The seconds after which a move that could not be kept is tried again."""

LONGEST_RACE: Final = 10
"""How many times as long as usual a race may take at most."""

MOST_TRIP: Final = 0.5
"""The longest round trip of a line, in seconds, that a race makes up for."""

_MOMENT: Final = 0.0005
"""A wait in seconds that is none."""


class Answer(NamedTuple):
    """The move of a seat in a race: its reaction in seconds, its place by arrival, and the move."""

    seconds: float
    arrival: int
    make: Call


class Races:
    """The races of a hosted game: the order of the moves in each, and the clock for the late.

    The reaction of a seat is what its client measured, within what its line allows: at most the
    time from the beginning of the race to the arrival of the move, at least that time less the
    round trip of the line, of which `MOST_TRIP` counts at most. So nobody gains more than this trip
    by a lie. A move waits until no other seat can have been faster.
    """

    seconds: ClassVar[float] = 3.0
    """The seconds that every seat usually has in a race."""

    def __init__(self, host: Host[Any, Any]) -> None:
        """Watch the game of a host; nothing happens before `changed`."""
        self._host = host
        self._game = host.game
        self._began = 0.0
        self._epoch: int | None = None
        self._answered: set[int] = set()
        self._waiting: list[Answer] = []
        self._arrivals = 0
        self._wait = OneTimer(host.loop)
        self._clock: Stoppable | None = None

    @property
    def is_lot(self) -> bool:
        """Whether there is a race that lots decide."""
        return self._late is not None and not self._host.race_time()

    def changed(self) -> None:
        """Watch the game: a race may have begun or ended; call it after every change."""
        is_race, epoch = self._late is not None, self._game.table.epoch
        if not is_race or epoch != self._epoch:
            self._make_waiting()
            self._began, self._epoch = self._host.loop.now(), epoch if is_race else None
            self._answered.clear()
        else:
            self._make_due()
        if not is_race or not (self.is_lot or self._host.is_awaited()):
            self._stop_clock()
        elif self._host.is_awaited():
            self.start_clock()

    def answer(self, seat: int, seen: Seen, make: Call, claimed: int | None = None) -> None:
        """Make a move: at once, or in a race when no other seat can have been faster.

        `claimed` is the reaction in milliseconds that the client measured, None if it does not
        measure any.
        """
        table = self._game.table
        is_racer = self._epoch is not None and seat in table.to_move
        if not is_racer or self.is_lot or not table.is_fresh(seat, seen):
            make()
            return
        self._answered.add(seat)
        self._arrivals += 1
        passed = self._host.loop.now() - self._began
        least = max(passed - self._trip(seat), 0.0)
        seconds = least
        if claimed is not None:
            seconds = min(max(claimed, least * 1000), passed * 1000) / 1000
        self._waiting.append(Answer(seconds, self._arrivals, make))
        self._make_due()

    def start_clock(self) -> None:
        """Start the clock of the race unless it runs; it waits for the longest line."""
        if self._clock is None:
            seconds = self.seconds * self._host.race_time()
            if seconds:
                seconds += max(map(self._trip, self._game.table.to_move), default=0.0)
            self._clock = self._host.loop.later(seconds, self._time_is_up)

    def stop(self) -> None:
        """Stop the clock, and forget the race; its time begins anew with the next `changed`."""
        self._wait.stop()
        self._stop_clock()
        self._waiting.clear()
        self._epoch = None

    def _stop_clock(self) -> None:
        if self._clock:
            self._clock.stop()
            self._clock = None

    # The order

    def _trip(self, seat: int) -> float:
        return min(self._host.trip(seat), MOST_TRIP)

    @property
    def _unanswered(self) -> Iterator[int]:
        return (seat for seat in self._game.table.to_move if seat not in self._answered)

    def _make_due(self) -> None:
        """Make the moves before which no other one can come any more, the fastest first."""
        self._wait.stop()
        while self._waiting:
            first = min(self._waiting)
            longest = max(map(self._trip, self._unanswered), default=0.0)
            left = self._began + first.seconds + longest - self._host.loop.now()
            if left > _MOMENT:
                self._wait.start(left, self._make_due)
                return
            self._waiting.remove(first)
            first.make()

    def _make_waiting(self) -> None:
        """Make the moves that wait, the fastest first: nothing faster is awaited any more."""
        self._wait.stop()
        waiting, self._waiting = sorted(self._waiting), []
        for one in waiting:
            one.make()

    # The late

    @property
    def _late(self) -> Play | None:
        """The move that is made when the time is up, None where there is no race."""
        return self._game.table.view(None).timeout_play

    def _time_is_up(self) -> None:
        self._make_waiting()
        self._move_for_the_late()

    def _move_for_the_late(self) -> None:
        """Move for one seat that is late, then for the next unless the clock was stopped.

        It is the next one in the game's order; where lots decide, one by lot.
        """
        late, clock, host, table = self._late, self._clock, self._host, self._game.table
        if late is None:
            return
        if self.is_lot:
            movers = table.to_move
            late = late._replace(seat=movers[Lots(host.fresh_seed(), 0).below(len(movers))])

        def prepare() -> PendingChange:
            if self._late is None or late.seat not in table.to_move:
                raise IllegalMove(TableReason.STALE)
            return self._game.move(late.seat, late.move, table.seen)

        def go_on() -> None:
            if self._clock is clock:
                self._move_for_the_late()

        def refuse(why: Explained) -> None:
            if why.reason is TableReason.STALE:
                go_on()
            else:
                host.loop.later(AGAIN_SECONDS, go_on)

        host.queue.add(prepare, go_on, refuse)
