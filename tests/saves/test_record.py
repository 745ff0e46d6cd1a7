"""A game as a file: the round trip, what is kept, and every way a file can be wrong."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from duels import deal_from, new_table, play_on, seeds, stirred
from games_on_disk import NOW
from hypothesis import given, settings
from hypothesis import strategies as st
from reasons import is_of_reasons

from engine.duel.game import DUEL
from engine.duel.moves import parse_turn
from engine.duel.state import DuelOptions
from engine.game import CHANCE
from engine.series import SeriesPlace
from engine.table import EventKind, Sitter, Table
from saves.document import Fault
from saves.reading import read_record
from saves.record import FORMAT, MAX_NOTE, PERSON, VERSION, Note, Record, UnfinishedMove

FIXTURES = Path(__file__).parent / "fixtures"


def same(one: Table, other: Table) -> bool:
    return (
        one.states == other.states
        and one.plays == other.plays
        and one.events == other.events
        and one.sitters == other.sitters
        and one.outcome == other.outcome
    )


@settings(max_examples=40)
@given(seeds, st.integers(0, 60), st.sampled_from(["north", "south", "lots"]))
def test_a_game_reads_back_as_it_was(seed, turns, first):
    table = stirred(seed, turns, first)
    data = Record.new(table, NOW).to_bytes()
    read = read_record(data)
    assert same(read.table, table)
    assert read.to_bytes() == data


def test_the_seed_is_kept_only_while_chance_is_to_come():
    table = Table(DUEL, DuelOptions("lots"), [Sitter("A"), Sitter("B")])
    table.seed = 77
    assert json.loads(Record.new(table, NOW).to_bytes())["seed"] == 77
    assert read_record(Record.new(table, NOW).to_bytes()).table.seed == 77
    table.draw_lots()
    assert json.loads(Record.new(table, NOW).to_bytes())["seed"] is None


def test_times_are_written_in_utc():
    zone = timezone(timedelta(hours=2))
    record = Record.new(new_table(1), datetime(2026, 11, 21, 10, 54, tzinfo=zone))
    assert record.created == "2026-11-21T08:54:00Z"
    record.stamp(datetime(2027, 1, 1, tzinfo=UTC))
    assert (record.created, record.saved) == ("2026-11-21T08:54:00Z", "2027-01-01T00:00:00Z")


def document() -> dict:
    table = stirred(5, 9)
    return json.loads(Record.new(table, NOW).to_bytes())


def read(changed: dict) -> Record:
    return read_record(json.dumps(changed).encode())


def test_unknown_fields_are_kept_at_every_level():
    changed = document()
    changed["mood"] = {"of": ["the", "day"]}
    changed["players"][0]["colour"] = "gold"
    changed["events"][0]["why"] = "slip"
    changed["options"]["rule"] = "ours"
    record = read(changed)
    assert json.loads(record.to_bytes()) == changed
    play_on(record.table)
    record.table.sit(0, Sitter("Max", "greedy", 3))
    again = json.loads(record.to_bytes())
    assert again["mood"] == changed["mood"]
    assert again["players"][0] == {"name": "Max", "kind": "greedy", "seed": 3, "colour": "gold"}
    assert again["events"][0] == changed["events"][0]
    assert again["options"] == changed["options"]
    assert read(again).table.outcome


def test_unknown_fields_of_the_result_are_kept():
    changed = json.loads(Record.new(play_on(new_table(4)), NOW).to_bytes())
    changed["outcome"]["applause"] = True
    assert json.loads(read(changed).to_bytes()) == changed


def test_an_event_may_leave_out_what_it_has_nothing_to_say_of():
    changed = document()
    changed["events"].append({"kind": "hint", "at": 12})
    changed["events"][-1]["seat"] = None
    assert json.loads(read(changed).to_bytes()) == changed


def put(path: str, value: object):
    """Return a change: the value at a path like `moves.3`; `...` removes it."""

    def change(document: dict) -> None:
        *parents, last = [int(key) if key.lstrip("-").isdigit() else key for key in path.split(".")]
        inner = document
        for key in parents:
            inner = inner[key]
        if value is ...:
            del inner[last]
        else:
            inner[last] = value

    return change


def add(path: str, value: object):
    return lambda document: document[path].append(value)


FAULTS = [
    (put("format", "chess"), "$.format: not a game file"),
    (put("format", ...), "$.format: not a game file"),
    (put("version", VERSION + 1), f"$.version: {VERSION + 1} is newer than this program reads"),
    (put("version", 0), "$.version: expected a number"),
    (put("version", "1"), "$.version: expected a number"),
    (put("version", True), "$.version: expected a number"),
    (put("version", ...), "$.version: expected a number"),
    (put("game", "chess"), '$.game: unknown game "chess"'),
    (put("game", 3), "$.game: 3 is not a possible value"),
    (put("rules", 2), "$.rules: version 2 is unknown, 1 is known"),
    (put("options", []), "$.options: [] is not a possible value"),
    (put("options", {"first": "west"}), '$.options.first: "west" is not a possible value'),
    (put("players", [{"name": "A"}]), "$.players: 2 players are needed, not 1"),
    (put("players.1.name", ...), "$.players[1].name: missing"),
    (put("players.0.name", None), "$.players[0].name: null is not a possible value"),
    (put("players.0.seed", 1.5), "$.players[0].seed: 1.5 is not a possible value"),
    (put("moves", "15^"), '$.moves: "15^" is not a possible value'),
    (put("moves.2", 15), "$.moves[2]: 15 is not a possible value"),
    (put("moves.2", "59^ 02^"), "$.moves[2]: "),
    (put("moves.2", "hello"), "$.moves[2]: 'hello' is not a turn"),
    (put("moves.0", "deal 02 / 03"), "$.moves[0]: NORD: 1 cards instead of 58"),
    (put("moves.0", "15^ 20^"), "$.moves[0]: 15^ 20^ is not a move that can be made now"),
    (put("moves", []), "$.events[3].at: 12 is not a number of moves from 0 to 0"),
    (put("moves", ...), "$.moves: missing"),
    (put("events", None), "$.events: null is not a possible value"),
    (put("events.0.kind", "cheat"), '$.events[0].kind: "cheat" is not a possible value'),
    (put("events.0.at", -1), "$.events[0].at: -1 is not a number of moves"),
    (put("events.0.seat", 2), "$.events[0].seat: there is no seat 2"),
    (put("events.0.moves.0", "02^"), "$.events[0].moves[0]: "),
    (add("events", {"kind": "forfeit", "at": 12}), "$.events[4].seat: missing"),
    (add("events", {"kind": "forfeit", "at": 3, "seat": 0}), "$.events[4].at: 3 is before"),
    (add("events", {"kind": "forfeit", "at": 12, "seat": 0}), '$.outcome: the moves give {"winn'),
    (add("events", {"kind": "hint", "at": 11}), "$.events[4].at: 11 is before what happened"),
    (add("events", {"kind": "take-back", "at": 12}), "$.events[4].moves: nothing was taken back"),
    (add("events", {"kind": "hint", "at": 12, "moves": ["%%"]}), "$.events[4].moves: only a"),
    (add("events", {"kind": "seat", "at": 12, "seat": 0}), "$.events[4]: a change of seat needs"),
    (add("events", {"kind": "branch", "at": 12}), "$.events[4]: branch comes before all"),
    (add("events", {"kind": "x - at y", "at": 12}), '$.events[4].kind: "x - at y" is'),
    (put("saved", "0001-01-01T00:00:00+14:00"), '$.saved: "0001-01-01T00:00:00+14:00" is not a'),
    (put("outcome", {"winners": [], "why": "x", "points": []}), "$.outcome: the moves give no"),
    (put("outcome", "won"), '$.outcome: "won" is not a possible value'),
    (put("outcome", ...), "$.outcome: missing"),
    (put("events.0.moves.0", {"`$.x`": 1}), '$.events[0].moves[0]: {"`$.x`": 1} is not a possible'),
    (put("events.0.sitter", {"kind": "`$.x`"}), "$.events[0].sitter.name: missing"),
    (put("seed", 4), "$.seed: nothing is left to chance"),
    (put("seed", "4"), '$.seed: "4" is not a possible value'),
    (put("created", "yesterday"), '$.created: "yesterday" is not a time'),
    (put("saved", "2026-11-21T08:54:00"), '$.saved: "2026-11-21T08:54:00" is not a time'),
    (put("program", 1), "$.program: 1 is not a possible value"),
    (put("notes", {}), "$.notes: {} is not a possible value"),
    (put("notes", [{"at": 2}]), "$.notes[0].by: missing"),
    (put("notes", [{"at": -1, "by": PERSON}]), "$.notes[0].at: -1 is not a possible value"),
    (put("notes", [{"at": 2, "by": PERSON, "sign": "!!"}]), '$.notes[0].sign: "!!" is not a'),
    (put("notes", [{"at": 2, "by": PERSON, "text": MAX_NOTE * "ab"}]), "$.notes[0].text: longer"),
    (put("notes", 2 * [{"at": 2, "by": PERSON}]), '$.notes[1]: two notes by "person" after move 2'),
    (put("times", [None, "3"]), '$.times[1]: "3" is not a possible value'),
    (put("times", [None, -3]), "$.times[1]: -3"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "fault"), FAULTS)
def test_a_wrong_file_is_refused_with_place_and_reason(change, fault):
    changed = document()
    assert read(changed)
    change(changed)
    with pytest.raises(Fault) as refused:
        read(changed)
    assert str(refused.value).startswith(fault)
    assert is_of_reasons(refused.value.sentence)


@pytest.mark.parametrize("whole", [b"[]", b"null", b"3", b'"tapis-vert"', b"{}"])
def test_a_document_that_is_no_game_is_refused(whole):
    with pytest.raises(Fault, match="not a game file"):
        read_record(whole)


def test_an_illegal_move_in_the_middle_is_named_with_its_reason():
    table = Table(DUEL, DuelOptions("north"), [Sitter("A"), Sitter("B")])
    table.play(CHANCE, deal_from([15, 20, 23, 32, 41, 48], [3, 12, 17, 19, 28, 39]))
    table.play(0, parse_turn("20^ 23^ 32^ 41^"))
    changed = json.loads(Record.new(table, NOW).to_bytes())
    changed["moves"].append("03v 17^' 28^ 19^")
    with pytest.raises(Fault) as refused:
        read(changed)
    assert str(refused.value) == "$.moves[2]: 19^ cannot go on an ascending pile at 28"


def test_moves_after_the_end_are_refused():
    changed = json.loads(Record.new(play_on(new_table(4)), NOW).to_bytes())
    changed["moves"].append("15^ 20^")
    with pytest.raises(Fault, match=r"^\$\.moves\[\d+\]: the game is over$"):
        read(changed)


def test_a_result_that_the_moves_do_not_give_is_refused():
    changed = json.loads(Record.new(play_on(new_table(4)), NOW).to_bytes())
    changed["outcome"]["winners"] = [1 - changed["outcome"]["winners"][0]]
    with pytest.raises(Fault, match=r"^\$\.outcome: the moves give \{"):
        read(changed)


def test_a_move_has_one_way_to_be_written():
    changed = document()
    changed["moves"][1] = changed["moves"][1].replace(" ", "  ")
    with pytest.raises(Fault, match=r'^\$\.moves\[1\]: ".*" should be written ".*"$'):
        read(changed)


def test_two_forfeits_in_a_row_are_refused():
    table = play_on(new_table(4), turns=3)
    table.forfeit(1, "left")
    changed = json.loads(Record.new(table, NOW).to_bytes())
    changed["events"].insert(0, changed["events"][0])
    with pytest.raises(Fault, match=r"^\$\.events\[0\]\.at: the game went on after the forfeit"):
        read(changed)


def test_a_forfeit_after_the_end_is_refused():
    changed = json.loads(Record.new(play_on(new_table(4)), NOW).to_bytes())
    changed["events"].append({"kind": "forfeit", "at": len(changed["moves"]), "seat": 0})
    with pytest.raises(Fault, match=r"^\$\.events\[0\]: the game is over$"):
        read(changed)


@pytest.mark.parametrize("game", ["", "-zen", "-hearts", "-war", "-notes", "-lines"])
@pytest.mark.parametrize("version", range(1, VERSION + 1))
def test_every_version_ever_written_is_still_read(version, game):
    data = (FIXTURES / f"version-{version}{game}.json").read_bytes()
    assert json.loads(data)["format"] == FORMAT
    assert json.loads(data)["version"] == version
    record = read_record(data)
    kinds = {event.kind for event in record.table.events}
    assert kinds >= {EventKind.TAKE_BACK, EventKind.HINT, EventKind.SEAT}
    assert json.loads(record.to_bytes()) == json.loads(data) | {"version": VERSION}


def orders(value):
    """Return the keys of every object in a document, in order."""
    if isinstance(value, dict):
        return [list(value), [orders(inner) for inner in value.values()]]
    return [orders(inner) for inner in value] if isinstance(value, list) else None


def test_fields_stay_in_the_order_in_which_they_were_read():
    changed = document()
    changed["mood"] = {"z": 1, "a": {"y": 1, "b": 2}}
    changed["players"][0] = {"colour": "gold", "kind": "human", "age": 9, "name": "Zoé"}
    changed["events"][0] = dict(reversed(changed["events"][0].items()))
    changed["options"] = {"rule": "ours", **changed["options"]}
    changed["also"] = None
    assert orders(json.loads(read(changed).to_bytes())) == orders(changed)


def test_fields_of_what_has_changed_stay_where_they_were_and_new_ones_come_last():
    changed = document()
    changed["players"][0] = {"colour": "gold", "name": "Zoé", "age": 9, "kind": "human"}
    record = read(changed)
    record.table.sit(0, Sitter("Max", "greedy", 3))
    again = json.loads(record.to_bytes())
    assert list(again["players"][0]) == ["colour", "name", "age", "kind", "seed"]
    assert list(again) == list(changed)


def test_the_place_in_a_row_of_games_and_a_begun_move_read_back():
    record = Record.new(play_on(new_table(4), turns=3), NOW)
    assert {"series", "draft"}.isdisjoint(json.loads(record.to_bytes()))
    record.series = SeriesPlace(2, 5, (1, 0))
    record.unfinished = UnfinishedMove(1, 4, ("15^", "20^'"))
    read = read_record(record.to_bytes())
    assert (read.series, read.unfinished) == (record.series, record.unfinished)
    assert read.to_bytes() == record.to_bytes()
    play_on(read.table, turns=1)
    document = json.loads(read.to_bytes())
    assert "draft" not in document
    assert document["series"] == {"number": 2, "games": 5, "score": [1, 0]}


@pytest.mark.parametrize(
    ("series", "fault"),
    [
        ({"number": 0, "games": 5, "score": [0, 0]}, "$.series.number: 0 is not a number from 1"),
        ({"number": 6, "games": 5, "score": [0, 0]}, "$.series.number: 6 is not a number from 1"),
        ({"number": 2, "games": 5, "score": [0]}, "$.series.score: expected the games won before"),
        ({"number": 2, "games": 5, "score": [2, 0]}, "$.series.score: expected the games won"),
        ({"number": 2, "games": 5, "score": [-1, 0]}, "$.series.score: expected the games won"),
        ({"number": 2, "games": 5}, "$.series.score: missing"),
        (3, "$.series: 3 is not a possible value"),
    ],
)
def test_a_place_in_a_row_that_cannot_be_is_refused(series, fault):
    document = json.loads(Record.new(new_table(4), NOW).to_bytes())
    with pytest.raises(Fault) as refused:
        read_record(json.dumps({**document, "series": series}).encode())
    assert str(refused.value).startswith(fault)
    assert is_of_reasons(refused.value.sentence)


def test_notes_read_back_and_what_others_wrote_is_kept():
    changed = document()
    changed["notes"] = [
        {"mood": 1, "text": "Hm.", "by": PERSON, "at": 3},
        {"at": 3, "by": "analysis", "sign": "?", "loss": 12.5},
        {"at": 0, "by": PERSON, "sign": "", "text": "A fine game."},
    ]
    record = read(changed)
    assert json.loads(record.to_bytes()) == changed
    assert orders(json.loads(record.to_bytes())) == orders(changed)
    record.notes = (Note(3, PERSON, "!?"), *record.notes[1:])
    changed["notes"][0] = {"mood": 1, "by": PERSON, "at": 3, "sign": "!?"}
    assert json.loads(record.to_bytes()) == changed
    record.notes = ()
    assert "notes" not in json.loads(record.to_bytes())


def test_what_is_noted_of_moves_that_are_gone_is_dropped():
    changed = document()
    count = len(changed["moves"])
    changed["notes"] = [{"at": at, "by": PERSON, "text": "x"} for at in (count, count + 1)]
    changed["times"] = [None, *range(1, count + 3)]
    record = read(changed)
    assert record.notes == (Note(count, PERSON, "", "x"),)
    assert json.loads(record.to_bytes())["times"] == [None, *range(1, count)]
    record.table.take_back(count - 2)
    again = json.loads(record.to_bytes())
    assert "notes" not in again
    assert again["times"] == [None, *range(1, count - 2)]
