"""The clocks of a game at a shared table: what each seat is charged, and whose flag has fallen.

The time is always handed in. A clock runs while its seat is to move, and until the move has come.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.clock import ClockTimes, TimeControl

MOST_GIVEN_BACK: Final = 1.0
"""The most seconds of a line's delay that are given back after a move."""

LOOK_SECONDS: Final = 1.0
"""The seconds after which running clocks are looked at again, at the latest."""

MOST_LATE: Final = 3.0
"""A look that comes later than this finds a table that stood still itself; it counts as usual."""

_MILLI: Final = 1000


class GameClock:
    """The clocks of a game, one for each seat.

    Attributes:
        control: The time that each seat has.
    """

    def __init__(self, control: TimeControl, seats: int) -> None:
        """Begin with whole clocks that stand."""
        self.control = control
        self._left = [float(control.start)] * seats
        self._spent = [0.0] * seats
        self._running: Mapping[int, float] = {}
        self._arrived: set[int] = set()
        self._paid = 0
        self._last: float | None = None

    def look(self, running: Mapping[int, float], now: float) -> bool:
        """Charge the seats that ran until now; let these run, each with its line's round trip.

        Returns whether other ones run now. With seconds a move, a seat that stops has the whole
        time for its next turn.
        """
        self._charge(now)
        before, self._running = self._running, dict(running)
        for seat in before.keys() - running.keys():
            self._end_turn(seat)
        self._last = now if running else None
        return before.keys() != running.keys()

    def arrived(self, seat: int, now: float) -> None:
        """Stop the clock of a seat whose move has come, until it is answered."""
        self._charge(now)
        self._arrived.add(seat)

    def answered(self, seat: int, now: float) -> None:
        """Let the clock of a seat run on after an answer, if it is still to move."""
        self._charge(now)
        self._arrived.discard(seat)

    def moved(self, seat: int, at: int) -> None:
        """Note that a seat made move number `at`, from 0."""
        self._left[seat] = self._left_after(seat, at)
        self._paid = max(self._paid, at + 1)
        self._spent[seat] = 0.0

    def kept_after(self, seat: int, at: int) -> tuple[int, ...]:
        """Return all times as the journal keeps them, once this seat makes move number `at`."""
        left = [*self._left]
        left[seat] = self._left_after(seat, at)
        return _kept(left)

    @property
    def kept(self) -> tuple[int, ...]:
        """All times as the journal keeps them, in milliseconds."""
        return _kept(self._left)

    def restore(self, kept: Sequence[int], moves: int = 0) -> None:
        """Take the times of a journal; the first `moves` moves have had what a move adds."""
        if len(kept) == len(self._left):
            self._left = [milli / _MILLI for milli in kept]
            self._paid = max(self._paid, moves)

    def times(self, now: float) -> ClockTimes:
        """Return the times now, of all seats."""
        self._charge(now)
        return ClockTimes(tuple(max(left, 0.0) for left in self._left), self._counting)

    @property
    def until_flag(self) -> float | None:
        """The seconds after the last look in which the next flag falls, None while none can.

        A move may still be on its way; so a clock that shows nothing has its line's delay left.
        """
        return min((self._left[at] + self._given_back(at) for at in self._counting), default=None)

    @property
    def fallen(self) -> int | None:
        """The seat whose flag has fallen, None for none."""
        lefts = ((at, self._left[at] + self._given_back(at)) for at in self._counting)
        return next((at for at, left in lefts if left <= 0), None)

    @property
    def _counting(self) -> frozenset[int]:
        return frozenset(self._running) - self._arrived

    def _charge(self, now: float) -> None:
        if self._last is None:
            return
        passed = max(now - self._last, 0.0)
        if passed > MOST_LATE:
            passed = LOOK_SECONDS
        self._last = now
        for seat in self._counting:
            self._left[seat] -= passed
            self._spent[seat] += passed

    def _given_back(self, seat: int) -> float:
        return min(self._running.get(seat, 0.0), MOST_GIVEN_BACK)

    def _left_after(self, seat: int, at: int) -> float:
        """Return the seconds left after a move; one that was taken back adds nothing again."""
        left = self._left[seat] + min(self._given_back(seat), self._spent[seat])
        is_paid = bool(self.control.minutes) and at < self._paid
        return left if is_paid else self.control.after_move(left)

    def _end_turn(self, seat: int) -> None:
        self._spent[seat] = 0.0
        if not self.control.minutes:
            self._left[seat] = float(self.control.start)


def _kept(left: Sequence[float]) -> tuple[int, ...]:
    return tuple(max(round(seconds * _MILLI), 0) for seconds in left)
