"""The processes of visits, found by the folders in which they stand."""

from __future__ import annotations

import contextlib
import os
import select
from pathlib import Path

END_SECONDS = 2.0
"""The time in which a visit ends whose line is closed."""


def visits_in(folder: Path) -> list[int]:
    """Return the processes that stand in a folder."""
    found = []
    for place in Path("/proc").glob("[0-9]*/cwd"):
        with contextlib.suppress(OSError):
            if place.readlink() == folder:
                found.append(int(place.parent.name))
    return found


def ends_within(handle: int, seconds: float) -> bool:
    """Whether the process of a handle ends in time; the handle is closed."""
    try:
        return bool(select.select([handle], [], [], seconds)[0])
    finally:
        os.close(handle)
