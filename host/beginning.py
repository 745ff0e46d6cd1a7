"""The beginning of a shared table's games: the first as planned, others after the one before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec

from engine.games import find_game
from engine.names import free_name
from engine.series import SeriesPlace, first_side, moved_on, next_first
from engine.table import Table
from host.entries import BeginEntry
from host.outside import Outside, let_chance_play
from host.plan import HostPlan, new_game
from host.seating import Chair
from host.shared_game import SharedGame, one_line
from saves.record import Record


def first_game(
    plan: HostPlan, chairs: Sequence[Chair], outside: Outside, series: SeriesPlace | None
) -> BeginEntry:
    """Return the entry of a table's first game, between those on its chairs."""
    return begun(
        _new_table(plan, chairs, [chair.name for chair in chairs], outside), outside, series
    )


def next_game(
    game: SharedGame, plan: HostPlan, chairs: Sequence[Chair], outside: Outside
) -> BeginEntry:
    """Return the entry of the game that follows one that is over, as it goes at home.

    The other side begins, or with `changes_places` all move on by one seat. After the last game of
    a series a new series begins.
    """
    table, series = game.table, game.record.series
    changes = series.changes_places if series else plan.changes_places
    options = table.options
    if first := next_first(game.game.key, first_side(table), changes_places=changes):
        options = replace(options, first=first)
    plan = msgspec.structs.replace(plan, options=msgspec.to_builtins(options), seed=None, deal="")
    there = moved_on(chairs) if changes else chairs
    names = [chair.name for chair in there]
    for seat, chair in enumerate(there):
        if chair.is_replaced or (changes and chair.kind == "computer"):  # no name of a seat
            names[seat] = free_name(chair.level, [*names[:seat], *names[seat + 1 :]])
    new = _new_table(plan, there, names, outside)
    after = series and series.after(table.outcome, game.game.sides(table.options))
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
