"""What surrounds a game: the time, a seed that nobody can guess, and the memory it is played in."""

from __future__ import annotations

import gc
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


def collect_again() -> None:
    """Collect garbage again where that was put off; what was built till now is left alone."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()
