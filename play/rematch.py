"""The setup of a game that follows another one."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from engine.game import CHANCE
from engine.sides import side_of
from engine.table import Table
from play.setup import Setup


def first_side(table: Table[Any]) -> int:
    """Return the number of the side that made the first move."""
    first = next((play.seat for play in table.plays if play.seat != CHANCE), 0)
    return side_of(table.game.sides(table.options), first)


def setup_of(table: Table[Any]) -> Setup:
    """Return the setup of a new game like this one."""
    options = asdict(table.options)
    first = options.pop("first", "")
    called = zip(table.sitters, table.seats, strict=True)
    names = tuple(one.name if one.is_person else seat for one, seat in called)
    kinds = tuple(sitter.kind for sitter in table.sitters)
    return Setup(table.game.key, kinds, names, first, more=tuple(options.items()))
