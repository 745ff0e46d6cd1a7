"""The beginning of a shared table's games: the first as planned, others after the one before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import msgspec

from engine.client import free_name
from engine.games import describe, find_game
from engine.loop import OneTimer
from engine.reasons import HouseReason, IllegalMove
from engine.series import SeriesPlace, first_side, moved_on, next_first
from engine.table import Table
from host.docket import Docket
from host.entries import BeginEntry, EntryBase, one_line
from host.outside import Outside, let_chance_play
from host.plan import HostPlan, new_game
from host.room import Room
from host.seating import Chair
from saves.record import Record

PAUSE_SECONDS: Final = 30
"""The seconds after a game of a series in which the next one begins by itself."""

AGAIN_SECONDS: Final = 2.0
"""The seconds after which a game is begun again whose beginning could not be kept."""


class Beginning:
    """Lets the games of a table begin, each when all who are needed for it are there."""

    def __init__(self, room: Room, docket: Docket[Any], outside: Outside) -> None:
        """Put the games of a room on a docket, as soon as they are due."""
        self._room = room
        self._docket = docket
        self._outside = outside
        self._pause = OneTimer(room.loop)
        self._is_pause_over = False
        self._is_beginning = False

    def look(self) -> None:
        """Let a game begin that is due; the next one of a series does so by itself later."""
        if self._room.goes_on and not (self._pause.is_running or self._is_pause_over):
            self._pause.start(PAUSE_SECONDS, self._end_pause)
        if self._is_due and not self._is_beginning:
            self._is_beginning = True
            self._docket.add(self._prepare, self._did, lambda _why: self._try_later())

    def stop(self) -> None:
        """Wait for no game of a series any more: it has begun, or the table ends."""
        self._pause.stop()
        self._is_pause_over = False

    @property
    def _is_due(self) -> bool:
        """Whether a game is to begin: every seat is taken, or all who are there want another."""
        room = self._room
        if room.game is None:
            return room.seating.is_full
        return room.is_over and room.seating.agree(silence=self._is_pause_over)

    def _prepare(self) -> EntryBase | None:
        room, outside = self._room, self._outside
        if not self._is_due:  # somebody left in the meantime
            return None
        if room.game is not None:
            if not room.files.is_saved:
                room.files.changed(room.record, is_over=True)  # a disk that failed is tried again
                raise IllegalMove(HouseReason.FAULT)
            return next_game(room.record, room.opening.plan, room.seating.chairs, outside)
        if room.opening.is_resumed:
            return begun(room.files.resumed(), outside)
        return first_game(room.opening.plan, room.seating.chairs, outside, room.series)

    def _did(self) -> None:
        self._is_beginning = False

    def _try_later(self) -> None:
        def again() -> None:
            self._is_beginning = False
            self.look()

        self._room.loop.later(AGAIN_SECONDS, again)

    def _end_pause(self) -> None:
        self._is_pause_over = True
        self.look()


def first_game(
    plan: HostPlan, chairs: Sequence[Chair], outside: Outside, series: SeriesPlace | None
) -> BeginEntry:
    """Return the entry of a table's first game, between those on its chairs."""
    return begun(
        _new_table(plan, chairs, [chair.name for chair in chairs], outside), outside, series
    )


def next_game(
    record: Record, plan: HostPlan, chairs: Sequence[Chair], outside: Outside
) -> BeginEntry:
    """Return the entry of the game that follows one that is over, as it goes at home.

    The other side begins, or with `changes_places` all move on by one seat. After the last game of
    a series a new series begins.
    """
    table, series = record.table, record.series
    changes = series.changes_places if series else plan.changes_places
    options = table.options
    sides = describe(table.game.key).beginners
    if first := next_first(sides, first_side(table), changes_places=changes):
        options = replace(options, first=first)
    plan = msgspec.structs.replace(plan, options=msgspec.to_builtins(options), seed=None, deal="")
    there = moved_on(chairs) if changes else chairs
    names = [chair.name for chair in there]
    for seat, chair in enumerate(there):
        if chair.is_replaced or (changes and chair.kind == "computer"):  # no name of a seat
            names[seat] = free_name(chair.level, [*names[:seat], *names[seat + 1 :]])
    new = _new_table(plan, there, names, outside)
    after = series and series.after(table.outcome, table.game.sides(table.options))
    return begun(new, outside, after, moved_on=changes)


def begun(
    game: Table[Any] | Record,
    outside: Outside,
    series: SeriesPlace | None = None,
    *,
    moved_on: bool = False,
) -> BeginEntry:
    """Return the entry of a game that begins: a new table, or the record of a saved one.

    A new one has this place in a series; with `moved_on` all have moved on by one seat.
    """
    if isinstance(game, Record):
        record = game
    else:
        record = Record.new(game, outside.now())
        record.series = series
    let_chance_play(record.table, outside.fresh_seed)
    return BeginEntry(record=one_line(record), seed=record.table.seed, moved_on=moved_on)


def _new_table(
    plan: HostPlan, chairs: Sequence[Chair], names: Sequence[str], outside: Outside
) -> Table[Any]:
    """Return the table of a new game between those on these chairs, called so."""
    seated = zip(chairs, names, strict=True)
    levels = find_game(plan.game).computer_players
    sitters = [replace(chair.sitter(levels), name=name) for chair, name in seated]
    computers = {seat for seat, chair in enumerate(chairs) if chair.is_played_here}
    return new_game(plan, sitters, computers, outside.fresh_seed)
