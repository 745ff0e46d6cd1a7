"""The plan of a shared table, made of the setup of a new game."""

from __future__ import annotations

from engine.table import HUMAN
from net.hosting.plan import HostPlan, SeatPlan
from play.setup import Setup


def plan_of(setup: Setup) -> HostPlan:
    """Return the plan of a table for a new game: other people's seats are free to be taken.

    Where a person would play alone, the computer players' seats are free too.
    """
    people = setup.kinds.count(HUMAN)
    seats = [SeatPlan() if kind == HUMAN or people < 2 else SeatPlan(kind) for kind in setup.kinds]
    first = {"first": setup.first} if setup.first else {}
    return HostPlan(game=setup.game, options={**setup.values, **first}, seats=tuple(seats))
