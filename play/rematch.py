"""The setup of a game that follows another one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from engine.table import HUMAN, Table
from play.setup import Setup


def setup_of(table: Table[Any]) -> Setup:
    """Return the setup of a new game like this one; who played elsewhere is a person here."""
    options = asdict(table.options)
    first = options.pop("first", "")
    called = zip(table.sitters, table.seats, strict=True)
    names = tuple(one.name if one.is_person else seat for one, seat in called)
    kinds = tuple(HUMAN if sitter.is_person else sitter.kind for sitter in table.sitters)
    return Setup(table.game.key, kinds, names, first, more=tuple(options.items()))


def seatings(setup: Setup) -> list[tuple[str, ...]]:
    """Return who may sit where in a game that goes on from another one: kinds of player by seat.

    First as it was, then one person at each seat in turn, then people alone, then computer players
    alone. A computer player keeps its seat; where people sat, one of the usual kind plays.
    """
    seats = range(len(setup.kinds))
    usual = next(kind for kind in setup.description.kinds[::-1] if kind != HUMAN)
    computers = tuple(usual if kind == HUMAN else kind for kind in setup.kinds)
    alone = (tuple(HUMAN if at == seat else computers[at] for at in seats) for seat in seats)
    return list(dict.fromkeys([setup.kinds, *alone, (HUMAN,) * len(seats), computers]))


def reseated(setup: Setup, kinds: Sequence[str]) -> Setup:
    """Return the setup with these kinds of player by seat.

    A person keeps the seat's name; who played alone and plays alone takes the name along.
    """
    was, now = (_alone(kinds) for kinds in (setup.kinds, kinds))
    seats = setup.seats()
    there = zip(setup.kinds, setup.names, seats, strict=True)
    names = tuple(name if kind == HUMAN else place for kind, name, place in there)
    if was is not None and now is not None and names[was] != seats[was]:
        names = (*seats[:now], names[was], *seats[now + 1 :])
    return setup._replace(kinds=tuple(kinds), names=names)


def _alone(kinds: Sequence[str]) -> int | None:
    """Return the seat of the only person, None where there is none or more than one."""
    people = [seat for seat, kind in enumerate(kinds) if kind == HUMAN]
    return people[0] if len(people) == 1 else None
