"""What comes from outside of every game: the time, and a seed nobody can guess."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime


def now() -> datetime:
    """Return the time."""
    from datetime import UTC, datetime

    return datetime.now(UTC)


def fresh_seed() -> int:
    """Return a seed of 53 bits from the system: every JSON reader keeps it exactly."""
    return int.from_bytes(os.urandom(8), "big") >> 11
