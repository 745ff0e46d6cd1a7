"""Thousands of damaged files: each is refused, or loads and is written back equal."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from duels import stirred
from games_on_disk import NOW
from reasons import is_of_reasons
from zens import new_table, play_on

from engine.shuffle import Lots
from engine.zen.options import ZenOptions
from saves.document import Fault
from saves.reading import read_record
from saves.record import Record

BATCHES = 4
MANY = [pytest.param(batch, marks=pytest.mark.slow) for batch in range(BATCHES, 40)]
FILES_A_BATCH = 300
VALUES = [
    None,
    True,
    0,
    -1,
    3,
    2**70,
    1.5,
    "",
    "15^ 20^",
    "\x00",
    "é",
    [],
    {},
    [[]],
    {"a": 1},
    "duel",
    "blocked",
]


def originals() -> list[bytes]:
    """Return a game of each kind."""
    zen = play_on(new_table(ZenOptions(2, "hand"), 5), 40)
    zen.take_back(30)
    play_on(zen, 12)
    return [Record.new(table, NOW).to_bytes() for table in (stirred(5, 6, "lots"), zen)]


def places(document, path=()):
    """Yield the path of every value in the document."""
    yield path
    inner = (
        document.items()
        if isinstance(document, dict)
        else enumerate(document)
        if isinstance(document, list)
        else ()
    )
    for key, value in inner:
        yield from places(value, (*path, key))


def damaged_bytes(data: bytes, lots: Lots) -> bytes:
    """Change, remove, repeat or insert some bytes."""
    at = lots.below(len(data))
    length = 1 + lots.below(lots.below(40) + 1)
    kind = lots.below(4)
    if kind == 0:
        return data[:at]
    if kind == 1:
        return data[:at] + data[at + length :]
    if kind == 2:
        return data[: at + length] + data[at:]
    return data[:at] + bytes(lots.below(256) for _ in range(length)) + data[at + length :]


def damaged_document(data: bytes, lots: Lots) -> bytes:
    """Replace, remove or repeat one value."""
    document = json.loads(data)
    paths = list(places(document))[1:]
    *parents, last = paths[lots.below(len(paths))]
    inner = document
    for key in parents:
        inner = inner[key]
    kind = lots.below(4)
    if kind == 0:
        del inner[last]
    elif kind == 1 and isinstance(inner, list):
        inner.insert(last, inner[last])
    elif kind == 2 and isinstance(inner, dict):
        inner[f"{last} too"] = inner[last]
    else:
        inner[last] = VALUES[lots.below(len(VALUES))]
    return json.dumps(document).encode()


@pytest.mark.parametrize("batch", [*range(BATCHES), *MANY])
def test_a_damaged_file_is_refused_or_written_back_equal(batch):
    data, ends = originals()[batch % 2], Counter()
    for number in range(FILES_A_BATCH):
        lots = Lots(batch, number)
        damaged = (damaged_bytes if number % 2 else damaged_document)(data, lots)
        try:
            record = read_record(damaged)
        except Fault as fault:
            assert str(fault).startswith(("$", "byte ", "line "))
            assert "\n" not in str(fault)
            assert is_of_reasons(fault.sentence), str(fault)
            ends["refused"] += 1
        else:
            assert json.loads(record.to_bytes()) == json.loads(damaged)
            assert read_record(record.to_bytes()).to_bytes() == record.to_bytes()
            ends["loaded"] += 1
    assert ends["refused"] > FILES_A_BATCH // 2
    assert ends["loaded"] > 0
