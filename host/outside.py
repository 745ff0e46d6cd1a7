"""The inputs from outside a game: the time, and a seed that nobody can guess."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from datetime import datetime

    from engine.table import Table


def now() -> datetime:
    """Return the time now, with its zone."""
    from datetime import UTC, datetime

    return datetime.now(UTC)


def fresh_seed() -> int:
    """Return a seed of 53 bits from the system, which every JSON reader keeps exactly."""
    return int.from_bytes(os.urandom(8), "big") >> 11


def let_chance_play(table: Table[Any]) -> None:
    """Give a table from a file a seed if it has none, and make the moves of chance that are due.

    A file keeps no seed once chance has no more moves; after a take-back it may have some again.
    """
    if table.seed is None:
        table.seed = fresh_seed()
    table.draw_lots()
