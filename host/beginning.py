"""The beginning of each game of a shared table: when it is due, who deals, and what it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any, Final

import msgspec

from engine.client import free_name
from engine.games import describe, find_game
from engine.loop import OneTimer
from engine.reasons import HouseReason, IllegalMove
from engine.series import SeriesPlace, first_deal, first_side, moved_on, next_first
from host import entries
from host.cutting import Cutting
from host.entries import EntryBase
from host.host import RequestQueue
from host.outside import Outside, let_chance_play
from host.plan import HostPlan, new_game
from host.room import Room
from host.seating import Chair
from saves.cut import CutDeal
from saves.record import Record

PAUSE_SECONDS: Final = 30
"""The seconds after a game of a series in which the next one begins by itself."""

AGAIN_SECONDS: Final = 2.0
"""The seconds after which a game is begun again whose beginning could not be kept."""


class Beginning:
    """Lets each game of a table begin when all its players are there, and have cut the cards.

    Attributes:
        cutting: The cut of the players.
    """

    def __init__(self, room: Room, queue: RequestQueue[Any], outside: Outside) -> None:
        """Put the games of a room on a queue, as soon as they are due."""
        self.cutting = Cutting(lambda: room.seating.chairs, room.loop, outside)
        self._room = room
        self._queue = queue
        self._outside = outside
        self._pause = OneTimer(room.loop)
        self._is_pause_over = False
        self._is_beginning = False

    def look(self) -> None:
        """Let a game begin that is due; the next one of a series does so by itself later."""
        if self._room.goes_on and not (self._pause.is_running or self._is_pause_over):
            self._pause.start(PAUSE_SECONDS, self._end_pause)
        if not self._is_due:
            self.cutting.stop()
        elif not (self._is_beginning or self._waits_for_cuts()):
            self._is_beginning = True
            self._queue.add(self._prepare, self._look_again, self._try_later)

    def stop(self) -> None:
        """Wait for no game of a series any more: it has begun, or the table ends."""
        self._pause.stop()
        self.cutting.stop()
        self._is_pause_over = False

    @property
    def _is_due(self) -> bool:
        """Whether a game is to begin: all seats are taken, or all players want another game."""
        room = self._room
        if room.game is None:
            return room.seating.is_full
        return room.is_over and room.seating.agree(silence=self._is_pause_over)

    def _waits_for_cuts(self) -> bool:
        """Say whether players are still to cut the cards; those of a plan or a pair are known."""
        room, plan = self._room, self._room.opening.plan
        if room.game is None:
            is_known = room.opening.is_resumed or plan.seed is not None or bool(plan.deal)
        else:
            place = next_place(room.record)
            is_known = place is not None and place.is_second
        return not is_known and self.cutting.is_waiting(room.number + 1, self.look)

    def _prepare(self) -> EntryBase | None:
        room, outside, cut = self._room, self._outside, self.cutting.deal
        if not self._is_due:  # somebody left in the meantime
            return None
        if cut is not None:
            outside = outside._replace(fresh_seed=lambda: cut.seed)
        if room.game is not None:
            if not room.files.is_saved:
                room.files.changed(room.record, is_over=True)  # a disk that failed is tried again
                raise IllegalMove(HouseReason.FAULT)
            return next_game(room.record, room.opening.plan, room.seating.chairs, outside, cut)
        if room.opening.is_resumed:
            return begun(room.files.resumed(), outside)
        plan, chairs = room.opening.plan, room.seating.chairs
        record = _new_record(plan, chairs, [chair.name for chair in chairs], outside)
        record.series, record.cut = room.series, cut
        return begun(record, outside)

    def _look_again(self) -> None:
        self._is_beginning = False
        self.look()

    def _try_later(self, _why: object) -> None:
        self._room.loop.later(AGAIN_SECONDS, self._look_again)

    def _end_pause(self) -> None:
        self._is_pause_over = True
        self.look()


def next_place(record: Record) -> SeriesPlace | None:
    """Return the place in a series of the game that follows one that is over, if it has one."""
    table, series = record.table, record.series
    return series and series.after(table.outcome, table.game.sides(table.options))


def next_game(
    record: Record,
    plan: HostPlan,
    chairs: Sequence[Chair],
    outside: Outside,
    cut: CutDeal | None = None,
) -> entries.BeginEntry:
    """Return the entry of the game that follows one that is over, as it goes at home.

    The other side begins, or with `changes_places` all move on by one seat. After the last game of
    a series a new series begins. The second game of a pair has the lots of the first, and its cut.
    """
    table, series = record.table, record.series
    changes = series.changes_places if series else plan.changes_places
    options, described = table.options, describe(table.game.key)
    if changes:
        options = replace(options, **described.moved_on(asdict(options)))
    if first := next_first(described.beginners, first_side(table), changes_places=changes):
        options = replace(options, first=first)
    place = next_place(record)
    seed, deal = None, ""
    if place and place.is_second and (again := first_deal(table)) is not None:
        seed, deal, cut = table.seed, table.game.format(again), record.cut
    plan = msgspec.structs.replace(plan, options=msgspec.to_builtins(options), seed=seed, deal=deal)
    there = moved_on(chairs) if changes else chairs
    names = [chair.name for chair in there]
    for seat, chair in enumerate(there):
        if chair.is_replaced or (changes and chair.kind == "computer"):  # no name of a seat
            names[seat] = free_name(chair.level, [*names[:seat], *names[seat + 1 :]])
    new = _new_record(plan, there, names, outside)
    new.series, new.cut = place, cut
    return begun(new, outside, moved_on=changes)


def begun(record: Record, outside: Outside, *, moved_on: bool = False) -> entries.BeginEntry:
    """Return the entry of a game that begins, with the moves of chance that are due.

    With `moved_on` all have moved on by one seat.
    """
    let_chance_play(record.table, outside.fresh_seed)
    line, seed = entries.one_line(record), record.table.seed
    return entries.BeginEntry(record=line, seed=seed, moved_on=moved_on)


def _new_record(
    plan: HostPlan, chairs: Sequence[Chair], names: Sequence[str], outside: Outside
) -> Record:
    """Return the record of a new game between the players on these chairs, with these names."""
    levels = find_game(plan.game).computer_players
    sitters = [
        replace(chair.sitter(levels), name=name) for chair, name in zip(chairs, names, strict=True)
    ]
    computers = {seat for seat, chair in enumerate(chairs) if chair.is_played_here}
    return Record.new(new_game(plan, sitters, computers, outside.fresh_seed), outside.now())
