"""What a game after a game is made of."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from engine.game import CHANCE
from engine.table import Table
from tui.setup import Setup


def began(table: Table[Any]) -> int:
    """Return which side made the first move."""
    first = next((play.seat for play in table.plays if play.seat != CHANCE), 0)
    sides = table.game.sides(table.options)
    return next(number for number, side in enumerate(sides) if first in side)


def swapped_deal(table: Table[Any]) -> Any:
    """Return the deal of a duel the other way round."""
    from engine.duel.moves import Deal

    old = next(play.move for play in table.plays if isinstance(play.move, Deal))
    return Deal((old.decks[1], old.decks[0]))


def setup_of(table: Table[Any]) -> Setup:
    """Return what a new game like this one is made of."""
    key, options = table.game.key, asdict(table.options)
    first = options.pop("first", "")
    called = zip(table.sitters, table.seats, strict=True)
    names = tuple(one.name if one.is_person else seat for one, seat in called)
    kinds = tuple(sitter.kind for sitter in table.sitters)
    return Setup(kinds, names, first, game=key, more=tuple(options.items()))
