"""Thousands of damaged files: each is refused, or loads and is written back equal.

The schema accepts what loads, and refuses a wrong type, a missing field and a number out of range.
A whole run has 12,000 files, of which 2,040 at least are refused for such a fault.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from duels import stirred
from file_schema import PAGE, schema, text
from games_on_disk import NOW
from jsonschema import Draft202012Validator
from reasons import is_of_reasons
from tried import tried
from zens import new_table, play_on

from engine.shuffle import Lots
from engine.zen.options import ZenOptions
from saves.canonical import canonical
from saves.document import Fault
from saves.reading import read_record
from saves.reasons import FileReason
from saves.record import PERSON, Record

BATCHES = 4
ALL_BATCHES = 40
MANY = [pytest.param(batch, marks=pytest.mark.slow) for batch in range(BATCHES, ALL_BATCHES)]
FILES_A_BATCH = 300
OF_FORM_A_BATCH = 51
assert ALL_BATCHES * FILES_A_BATCH >= 10_000
assert ALL_BATCHES * OF_FORM_A_BATCH >= 2_000
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


FIXTURES = sorted(Path(__file__).with_name("fixtures").glob("*.json"))
SCHEMA = Draft202012Validator(schema())
OF_FORM = {
    reason.value
    for reason in (
        *(FileReason.MISSING, FileReason.NOT_POSSIBLE, FileReason.UNKNOWN_GAME),
        *(FileReason.UNKNOWN_RULES, FileReason.NO_GAME_FILE, FileReason.NO_VERSION),
        FileReason.NO_SITTER,
    )
}
"""The faults of a file that a schema can find: a wrong type, a missing field, a wrong number."""


def originals() -> list[bytes]:
    """Return games of all kinds, with all that files can have."""
    games = []
    for data in (*played(), *(file.read_bytes() for file in FIXTURES)):
        record = read_record(data)
        record.variations = tuple(tried(record.table, at, 2) for at in (2, len(record.table.plays)))
        document = json.loads(record.to_bytes())
        document["lines"][0] |= {"mood": 1, "notes": [{"at": 3, "by": PERSON, "sign": "?!"}]}
        document["notes"] = [
            {"at": 1, "by": PERSON, "sign": "!?", "text": "Brave.", "mood": [1]},
            {"at": 2, "by": "analysis", "sign": "?"},
        ]
        document["times"] = [None, None, 2.5, 0]
        games.append(json.dumps(document).encode())
    return games


def played() -> list[bytes]:
    """Return a duel and a game of Zen, played by lot."""
    zen = play_on(new_table(ZenOptions(2, "hand"), 5), 40)
    zen.take_back(30)
    play_on(zen, 12)
    return [Record.new(table, NOW).to_bytes() for table in (stirred(5, 6, "lots"), zen)]


def lines_of(document):
    """Return two variations of a game, each with two notes and a field that nobody knows."""
    table = read_record(json.dumps(document).encode()).table
    record = Record.new(table, NOW)
    record.variations = tuple(tried(table, at, 2) for at in (2, len(table.plays)))
    return [
        {"mood": 1, **line, "notes": [{"at": line["at"] + 1, "by": by, "why": by} for by in "ba"]}
        for line in json.loads(record.to_bytes())["lines"]
    ]


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
    games = originals()
    data, ends = games[batch % len(games)], Counter()
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
            if fault.sentence.facts["why"].text in OF_FORM:
                assert not SCHEMA.is_valid(json.loads(damaged)), str(fault)
                ends["of form"] += 1
        else:
            document, again = json.loads(damaged), json.loads(record.to_bytes())
            SCHEMA.validate(document)
            SCHEMA.validate(again)
            for name in ("notes", "times", "lines"):  # one of moves that are gone is dropped
                document.pop(name, None), again.pop(name, None)
            assert again == document
            assert read_record(record.to_bytes()).to_bytes() == record.to_bytes()
            assert canonical(read_record(canonical(record))) == canonical(record)
            ends["loaded"] += 1
    assert ends["refused"] > FILES_A_BATCH // 2
    assert ends["loaded"] > 0
    assert ends["of form"] >= OF_FORM_A_BATCH


def test_the_schema_in_the_documentation_is_that_of_the_program():
    assert PAGE.read_text(encoding="utf-8") == text(), "make schema"
    Draft202012Validator.check_schema(schema())


@pytest.mark.parametrize("file", FIXTURES, ids=lambda file: file.stem)
def test_a_game_has_one_canonical_form(file):
    document = json.loads(file.read_bytes())
    document |= {
        "mood": {"z": 1, "a": [{"y": 1, "b": 2}]},
        "notes": [{"by": "x", "at": 2, "why": 1}, {"text": "", "by": PERSON, "at": 2}],
        "created": "2026-11-21T10:54:00+02:00",
        "draft": None,
        "lines": lines_of(document),
    }
    document["players"][0]["age"] = 9
    document["events"][0]["sitter"] = None
    SCHEMA.validate(document)
    one = read_record(json.dumps(document).encode())
    turned = dict(reversed(document.items())) | {"created": "2026-11-21T08:54:00Z"}
    del turned["draft"]
    turned["events"] = [{**document["events"][0]}, *document["events"][1:]]
    del turned["events"][0]["sitter"]
    turned["notes"] = [{"at": 2, "by": PERSON}, {"at": 2, "why": 1, "sign": "", "by": "x"}]
    turned["lines"] = lines_of(document)[::-1]
    for line in turned["lines"]:
        line["notes"].reverse()
    other = read_record(json.dumps(turned).encode())
    data = canonical(one)
    assert data == canonical(other) == canonical(read_record(data))
    again, kept = json.loads(data), read_record(data)
    assert (again["mood"], again["players"][0]["age"]) == (document["mood"], 9)
    assert (kept.table.plays, kept.table.events) == (one.table.plays, one.table.events)
    assert list(again)[-1] == "mood"
    assert [line["mood"] for line in again["lines"]] == [1, 1]
    assert [note["why"] for note in again["lines"][1]["notes"]] == ["a", "b"]
