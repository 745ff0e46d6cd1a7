"""Who of a table is there: silent lines, players that are away, and for how long one waited."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar, Final

from engine.loop import Call, OneTimer
from host.guest import Guest
from host.room import Room
from host.seating import Chair
from host.told import LineReason

TICK: Final = 1.0
_MOST_LATE: Final = 3.0
"""A tick that comes later than this finds a table that was stopped itself, and counts for less."""


class Presence:
    """The clock of a table's lines; it stands still while nobody is connected."""

    away_seconds: ClassVar[float] = 20.0
    gone_seconds: ClassVar[float] = 30.0
    hello_seconds: ClassVar[float] = 10.0
    """The seconds that a new line has to say what it wants."""

    def __init__(self, room: Room, guests: Collection[Guest], changed: Call) -> None:
        """Make a clock for these lines that stands; `changed` is called when there is news."""
        self._room = room
        self._clock = room.loop.now
        self._guests = guests
        self._changed = changed
        self._timer = OneTimer(room.loop)
        self._last: float | None = None

    def watch(self) -> None:
        """Start the clock if it stands; to be called when a line comes."""
        if self._last is None:
            self._last = self._clock()
            self._timer.start(TICK, self._tick)

    def stop(self) -> None:
        """Stop the clock."""
        self._timer.stop()
        self._last = None

    def look(self) -> bool:
        """Set who is there by what was heard of them; return whether that has changed."""
        now, has_changed = self._clock(), False
        for chair in self._room.seating.chairs:
            presence = self._presence(chair, now)
            if presence != chair.presence:
                if presence == "gone":
                    chair.lost = now
                chair.presence, has_changed = presence, True
            if presence == "here":
                chair.absent = 0.0
        return has_changed

    def _tick(self) -> None:
        assert self._last is not None
        now = self._clock()
        passed = now - self._last
        if passed > _MOST_LATE:  # stopped, with all that was sent meanwhile unread
            for guest in self._guests:
                guest.heard += passed - TICK
                guest.came += passed - TICK
            passed = TICK
        self._last = now
        for guest in list(self._guests):
            self._look_at(guest, now)
        is_new = self.look()
        if self._wait(passed) or is_new:
            self._changed()
        if self._guests:
            self._timer.start(TICK, self._tick)
        else:
            self._last = None

    def _look_at(self, guest: Guest, now: float) -> None:
        is_dumb = not guest.is_in and now - guest.came >= self.hello_seconds
        if is_dumb or now - guest.heard >= self.gone_seconds:
            guest.close(LineReason.SILENT)
        else:
            guest.pass_second(now)

    def _presence(self, chair: Chair, now: float) -> str:
        if chair.kind == "computer":
            return "here"
        if chair.guest is None:
            return "gone"
        return "away" if now - chair.guest.heard >= self.away_seconds else "here"

    def _wait(self, seconds: float) -> bool:
        """Count the time for which somebody waits for others; return whether it is worth news."""
        chairs = self._room.seating.chairs
        if not any(chair.guest and chair.presence == "here" for chair in chairs):
            return False
        awaited = [chairs[seat] for seat in self._room.to_move if seat >= 0]
        is_news = False
        for chair in (one for one in awaited if one.is_absent):
            before = int(chair.waited)
            chair.waited += seconds
            chair.absent += seconds
            is_news = is_news or int(chair.waited) > before
        return is_news
