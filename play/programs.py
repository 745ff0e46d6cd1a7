"""The external programs of a table; none from a file is started before a person agreed."""

from __future__ import annotations

from typing import Any

from engine.table import Table
from programs.players import command_of, is_known, is_program
from words.names import seat_name


def programs_of(table: Table[Any]) -> dict[tuple[str, ...], list[str]]:
    """Return the commands of the programs at a table, each with the names of its seats."""
    found: dict[tuple[str, ...], list[str]] = {}
    for seat, sitter in zip(table.seats, table.sitters, strict=True):
        if is_program(sitter.kind) and is_known(table.game, sitter.kind):
            name = seat_name(table.game.key, seat)
            found.setdefault(tuple(command_of(sitter.kind)), []).append(name)
    return found
