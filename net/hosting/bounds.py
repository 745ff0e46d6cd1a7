"""The bounds of what somebody from afar may ask of a new table at a server."""

from __future__ import annotations

from typing import Final

from msgspec.structs import asdict, replace

from engine.client import plain_name
from host.plan import FREE, BadPlan, HostPlan, SeatPlan, StartReason, TablePlan
from host.seating import sealed

LEAST_CLAIM, MOST_CLAIM = 10, 3600
MOST_STAY: Final = 600
MOST_GAMES: Final = 100
"""The bounds of what may be asked of a server: seconds of patience and of staying, and games."""


def hosted(plan: TablePlan, name: str, token: str) -> HostPlan:
    """Return the plan of a table that somebody from afar asks for, within bounds.

    The first free seat is kept for whoever comes with the token. Raises `BadPlan`.
    """
    who = plain_name(name, "guest")
    seats = [SeatPlan(seat.kind, plain_name(seat.name, seat.kind)) for seat in plan.seats]
    opener = next((at for at, seat in enumerate(seats) if seat.kind == FREE), None)
    if opener is None:
        raise BadPlan(StartReason.NONE_FREE)
    seats[opener] = SeatPlan(FREE, who)
    bounded = replace(
        plan,
        seats=tuple(seats),
        name=plan.name or who,
        owner=who,
        claim=min(max(plan.claim, LEAST_CLAIM), MOST_CLAIM),
        stay=min(max(plan.stay, 0), MOST_STAY),
        games=min(plan.games, MOST_GAMES),
    )
    return HostPlan(**asdict(bounded), opener=opener, token=sealed(token))
