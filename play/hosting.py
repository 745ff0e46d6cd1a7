"""The plan of a shared table, made of the setup of a new game."""

from __future__ import annotations

from engine.table import HUMAN
from host.plan import HostPlan, SeatPlan
from play.setup import Setup
from words.player_names import level_name
from words.seat_names import seat_name


def seat_plan(game: str, seat: str, kind: str) -> SeatPlan:
    """Return the plan of a seat: free for a person, else a computer player named as at home."""
    if kind == HUMAN:
        return SeatPlan()
    return SeatPlan(kind, f"{seat_name(game, seat)} ({level_name(kind)})")


def plan_of(setup: Setup) -> HostPlan:
    """Return the plan of a table for a new game: other people's seats are free to be taken.

    Where a person would play alone, the computer players' seats are free too.
    """
    people = setup.kinds.count(HUMAN)
    seats = [
        seat_plan(setup.game, seat, HUMAN if people < 2 else kind)
        for seat, kind in zip(setup.seats(), setup.kinds, strict=True)
    ]
    return HostPlan(
        game=setup.game,
        options=setup.all_values,
        seats=tuple(seats),
        games=setup.games,
        changes_places=setup.changes_places,
    )
