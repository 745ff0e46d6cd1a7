"""Games as files for tests."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

from engine.table import Table
from saves.record import Record

NOW = datetime(2026, 11, 21, 8, 54, tzinfo=UTC)


def saved_game(folder: Path, table: Table, name: str = "game") -> tuple[Path, Record]:
    """Save the game in the folder and return its file and its record."""
    file = folder / f"{name}.json"
    record = Record.new(table, NOW)
    file.write_bytes(record.to_bytes())
    return file, record


def with_an_illegal_move(data: bytes) -> bytes:
    """Return the file of a duel, of two turns at least, in which the second is wrong."""
    document = json.loads(data)
    document["moves"][3] = "59^ 02^"
    return json.dumps(document).encode()
