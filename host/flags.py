"""The clocks of a shared table in its loop: which ones run, when a flag falls, what is kept."""

from __future__ import annotations

from typing import Any, Final

from engine.clock import ClockTimes
from engine.game import Play
from engine.loop import Call, OneTimer
from engine.table import Change
from host import entries
from host.checks import ForfeitReason
from host.clock import LOOK_SECONDS
from host.entries import EntryBase, EntryKeeper
from host.game import PendingChange
from host.host import RequestQueue
from host.room import Room

SHORTEST: Final = 0.001
"""The shortest wait for a flag; the sum of many small times is never exact."""

NOTE_SECONDS: Final = 10.0
"""The seconds of thinking after which the times are kept, in case the table is killed."""

RETURN_SECONDS: Final = 30.0
"""The seconds that a player has to come back to a table that was killed, before the clock runs."""


class Flags:
    """Runs the clocks of a table's game: those of the people and programs that are to move.

    They stand in a race, and while no player is there. A table without a time control has none.
    """

    def __init__(
        self, room: Room, queue: RequestQueue[Any], journal: EntryKeeper, changed: Call
    ) -> None:
        """Run the clocks of a room's games; `changed` is called when others run than were told.

        Players of a game that was in play before the table was killed have time to come back.
        """
        self._room = room
        self._queue = queue
        self._journal = journal
        self._changed = changed
        self._timer = OneTimer(room.loop)
        self._missing = {at for at, chair in enumerate(room.seating.chairs) if chair.is_client}
        self._back_by: float | None = None
        self._noted = room.loop.now()
        self._is_falling = self._was_tried = False
        if room.game is None:
            self._missing.clear()

    def look(self) -> bool:
        """Let those clocks run that have to run now; return whether they are other ones.

        To be called after each change.
        """
        clock, now = self._room.clock, self._room.loop.now()
        if clock is None:
            return False
        running = self._running(now)
        has_changed = clock.look(running, now)
        if has_changed:
            self._noted, self._was_tried = now, False
        if running or (self._missing and self._back_by):
            left = clock.until_flag
            wait = LOOK_SECONDS
            if left is not None and not self._was_tried:  # the disk may be slow, or fail
                wait = min(max(left, SHORTEST), LOOK_SECONDS)
            self._timer.start(wait, self._tick)
        else:
            self._timer.stop()
        return has_changed

    def stop(self) -> None:
        """Let all clocks stand: the table ends."""
        self._timer.stop()

    def arrived(self, seat: int) -> None:
        """Stop the clock of a seat whose move has come."""
        if clock := self._room.clock:
            clock.arrived(seat, self._room.loop.now())

    def answered(self, seat: int) -> None:
        """Note that the move of a seat was answered."""
        if clock := self._room.clock:
            clock.answered(seat, self._room.loop.now())
            self.look()

    def moved(self, change: Change, at: int) -> None:
        """Note a change of the game that was made, when `at` moves stood on the table."""
        clock = self._room.clock
        if clock and isinstance(change, Play) and self._has_clock(change.seat):
            clock.moved(change.seat, at)
        self.look()

    def kept(self, change: Change) -> tuple[int, ...]:
        """Return the times that the journal keeps with a change that is about to be made."""
        clock, game = self._room.clock, self._room.game
        if clock is None or game is None or not isinstance(change, Play):
            return ()
        self.look()
        at = len(game.table.plays)
        return clock.kept_after(change.seat, at) if self._has_clock(change.seat) else clock.kept

    @property
    def times(self) -> ClockTimes | None:
        """The times now, None where nothing is timed."""
        clock = self._room.clock
        if clock is None:
            return None
        left, running = clock.times(self._room.loop.now())
        shown = (one if self._has_clock(seat) else None for seat, one in enumerate(left))
        return ClockTimes(tuple(shown), running)

    def _has_clock(self, seat: int) -> bool:
        chair = self._room.seating.chairs[seat] if seat >= 0 else None
        return chair is not None and chair.is_client and not chair.is_replaced

    def _running(self, now: float) -> dict[int, float]:
        """Return the seats whose clocks run, each with the round trip of its line."""
        room = self._room
        chairs = room.seating.chairs
        there = {at for at, chair in enumerate(chairs) if chair.guest}
        if not there or not room.to_move or self._is_race:
            return {}
        self._missing -= there
        if self._missing:
            self._back_by = self._back_by or now + RETURN_SECONDS
            if now >= self._back_by:
                self._missing.clear()
        seats = [at for at in room.to_move if self._has_clock(at) and at not in self._missing]
        lines = ((seat, chairs[seat].guest) for seat in seats)
        return {seat: guest.trip if guest else 0.0 for seat, guest in lines}

    @property
    def _is_race(self) -> bool:
        assert self._room.game
        return self._room.game.table.view(None).timeout_play is not None

    def _tick(self) -> None:
        if self.look():
            self._changed()
        clock, now = self._room.clock, self._room.loop.now()
        if clock and clock.fallen is not None and not self._is_falling:
            self._is_falling = self._was_tried = True
            self._queue.add(self._fall, self._fallen, self._not_fallen)
        elif clock and now - self._noted >= NOTE_SECONDS and self._journal.has_room:
            self._noted = now
            self._queue.add(self._note, _nothing, _ignore)

    def _fall(self) -> PendingChange | None:
        """Return the loss of the seat whose flag has fallen, if it has still not moved."""
        clock, game = self._room.clock, self._room.game
        self.look()
        if clock is None or game is None or game.is_over or clock.fallen is None:
            return None
        return game.forfeit(clock.fallen, ForfeitReason.TIME.value)

    def _fallen(self) -> None:
        self._is_falling = False

    def _not_fallen(self, _why: object) -> None:
        self._is_falling = False  # the disk failed; the next look tries again

    def _note(self) -> EntryBase | None:
        clock = self._room.clock
        return entries.ClockEntry(clocks=clock.kept) if clock and self._room.to_move else None


def _nothing() -> None:
    """Do nothing once the times are kept."""


def _ignore(_why: object) -> None:
    """Keep the times a little later, if the disk failed."""
