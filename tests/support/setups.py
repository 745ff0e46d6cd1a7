"""New games of the duel for tests."""

from __future__ import annotations

from play.setup import Series, Setup

NAMES = ("NORD", "SUD")


def duel_setup(
    kinds: tuple[str, ...] = ("human", "casual"),
    names: tuple[str, ...] = NAMES,
    first: str = "lots",
    games: int = 1,
) -> Setup:
    """Return what a new duel is made of."""
    return Setup("duel", kinds, names, first, games, more=(("handicap", "none"),))


ALONE = Series(duel_setup(("human", "greedy"), first="north"))
"""A single duel against a computer, in which the person begins."""

KEPT = Series(duel_setup(("human", "greedy"), first="north", games=3), number=2)
"""The second one of three such duels: it is kept from its beginning."""
