"""Game files as commands read them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cli.output import BadUse
from engine.table import Table
from saves.store import inspect_file
from words.translation import said


def read_table(path: Path) -> Table[Any]:
    """Return the table of the game in a file, every move checked. Raises `BadUse`."""
    saved = inspect_file(path)
    if saved.record is None:
        raise BadUse(f"{path}: {said(saved.error)}")
    return saved.record.table
