"""Games as files for tests."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

from engine.table import Table
from saves.header import Header, HeaderOutcome
from saves.record import Record

NOW = datetime(2026, 11, 21, 8, 54, tzinfo=UTC)


def saved_game(
    folder: Path, table: Table, name: str = "game", moment: datetime = NOW
) -> tuple[Path, Record]:
    """Save the game, begun at a moment, in the folder; return its file and its record."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{name}.json"
    record = Record.new(table, moment)
    file.write_bytes(record.to_bytes())
    return file, record


def header(winners, names=("Zoé", "SUD"), kinds=("human", "greedy"), day=1, **more) -> Header:
    """Return the header of a game that was won so, of one in play for None."""
    fields = {"game": "duel", "sides": ((0,), (1,)), "turns": 9, "points": ()} | more
    ended = None
    if winners is not None:
        ended = HeaderOutcome(winners, (), "played out", fields["points"])
    time = f"2026-11-{day:02}T08:54:00Z"
    return Header(fields["game"], names, kinds, fields["sides"], fields["turns"], time, time, ended)


def with_an_illegal_move(data: bytes) -> bytes:
    """Return the file of a duel, of two turns at least, in which the second is wrong."""
    document = json.loads(data)
    document["moves"][3] = "59^ 02^"
    return json.dumps(document).encode()
