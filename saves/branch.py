"""Branches: a new game that continues from a position of another one."""

from __future__ import annotations

from typing import Any, TypeVar

from engine.game import Play, State
from engine.shuffle import Lots
from engine.table import Event, EventKind, Table

M = TypeVar("M")


def branch(table: Table[M], at: int, known: frozenset[int], seed: int) -> Table[M]:
    """Return a new game that continues after `at` moves of a table.

    The cards that none of the `known` seats has seen by then are dealt anew, from `seed`. Raises
    `ValueError` if the game is over there.
    """
    states = [*table.states[:-1], table.state]
    if states[at].outcome:
        raise ValueError("the game is over here")
    new = Table(table.game, table.options, table.sitters)
    for play in _redrawn(states[0], states[at], table.plays[:at], known, Lots(seed, at)):
        new.play(*play)
    new.events.append(Event(EventKind.BRANCH, at))
    new.seed = seed
    new.draw_lots()
    return new


def _redrawn(
    first: State[Any], here: State[Any], before: list[Play], known: frozenset[int], lots: Lots
) -> list[Play]:
    """Return the moves up to here with the hidden cards dealt anew, so that the game goes on.

    Everybody knows that it is not over, whatever the hidden cards are.
    """
    while True:
        plays, again = here.redraw(before, known, lots), first
        for play in plays:
            again = again.play(*play)
        if again.outcome is None:
            return plays
