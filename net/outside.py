"""What comes from outside of every game: the time, and a seed nobody can guess."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from datetime import datetime

    from engine.table import Table


def now() -> datetime:
    """Return the time."""
    from datetime import UTC, datetime

    return datetime.now(UTC)


def fresh_seed() -> int:
    """Return a seed of 53 bits from the system: every JSON reader keeps it exactly."""
    return int.from_bytes(os.urandom(8), "big") >> 11


def let_chance_play(table: Table[Any]) -> None:
    """Give a table that comes from a file a seed if it has none, and draw the lots that are due.

    A file keeps no seed once nothing is left to chance; after a take-back something may be again.
    """
    if table.seed is None:
        table.seed = fresh_seed()
    table.draw_lots()
