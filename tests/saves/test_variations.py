"""The variations in a game's file: the round trip, what they leave alone, and what is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from duels import new_table, play_on
from every_game import DUEL, HEARTS, OPTIONS, WAR, ZEN, name_of, random_table
from games_on_disk import NOW
from hypothesis import given
from hypothesis import strategies as st
from reasons import is_of_reasons
from tried import tried

from engine.zen.options import ZenOptions
from saves import variations
from saves.canonical import canonical
from saves.document import Fault
from saves.header import read_header
from saves.reading import read_record
from saves.record import PERSON, Note, Record, Redrawn, Variation
from saves.share_line import read_share_line, share_line
from saves.variations import MAX_VARIATIONS, effort_of, opened

FIXTURE = Path(__file__).parent / "fixtures" / "version-1-lines.json"
GAMES = st.sampled_from([DUEL, ZEN, HEARTS, WAR])


def with_lines(record: Record, *lines: Variation) -> Record:
    return replace(record, variations=lines)


@given(GAMES, st.integers(0, 30), st.booleans(), st.data())
def test_a_game_with_variations_reads_back_as_it_was(game, seed, is_over, data):
    options = data.draw(st.sampled_from(OPTIONS[game]))
    table = random_table(game, options, seed, 20 if not is_over else 200)
    lines = []
    for number in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(table.plays) - (table.outcome is not None)))
        if at < len(table.plays) or table.to_move:
            line = tried(table, at, data.draw(st.integers(1, 4)), number)
            notes = (Note(at + 1, PERSON, "!?", "Brave."),) if number else ()
            lines.append(replace(line, notes=notes))
    record = with_lines(Record.new(table, NOW), *[line for line in lines if line.moves])
    read = read_record(record.to_bytes())
    assert read.variations == record.variations
    assert read.to_bytes() == record.to_bytes()
    assert canonical(read_record(canonical(read))) == canonical(read)


@pytest.mark.parametrize("game", [DUEL, ZEN, HEARTS, WAR], ids=name_of)
@pytest.mark.parametrize("number", [0, -1])
def test_variations_change_nothing_else(game, number):
    options = OPTIONS[game][number]
    record = Record.new(random_table(game, options, 5, 60), NOW)
    lines = [tried(record.table, at, 2) for at in (0, len(record.table.plays) // 2)]
    other = read_record(with_lines(record, *lines).to_bytes())
    assert (other.table.states, other.table.plays) == (record.table.states, record.table.plays)
    assert other.table.outcome == record.table.outcome
    assert replace(other, variations=()).to_bytes() == without_lines(other.to_bytes())
    assert read_header(other.to_bytes()) == read_header(record.to_bytes())


def without_lines(data: bytes) -> bytes:
    document = json.loads(data)
    document.pop("lines")
    return json.dumps(document, ensure_ascii=False, indent=1).encode() + b"\n"


def test_a_share_line_has_variations_where_they_are_asked_for():
    record = Record.new(play_on(new_table(4)), NOW)
    noted = replace(tried(record.table, 6, 3), notes=(Note(7, PERSON, "!", "So."),))
    asked = with_lines(record, noted)
    assert share_line(asked) == share_line(record)
    assert read_share_line(share_line(asked, with_notes=True)).variations == (noted,)


def test_a_variation_of_a_game_in_play_knows_what_its_seat_knew():
    table = play_on(new_table(9, kinds=("human", "greedy")), ("greedy", "greedy"), turns=6)
    line = tried(table, 5, 3)
    game = opened(table, line)
    assert line.knows == (0,)
    assert [one.at for one in line.drawn] == [0]
    assert game.view_at(5, 0) == table.view_at(5, 0)
    assert game.view_at(5, 1).hand != table.view_at(5, 1).hand


def test_a_variation_of_a_finished_game_keeps_all_cards():
    table = play_on(new_table(4))
    line = tried(table, 8, 3)
    assert (line.knows, line.drawn) == ((), ())
    assert opened(table, line).states[:9] == table.states[:9]


def test_a_game_that_was_given_up_has_variations_from_its_end():
    table = play_on(new_table(4), turns=6)
    table.forfeit(0, "tired")
    line = tried(table, len(table.plays), 2)
    assert read_record(with_lines(Record.new(table, NOW), line).to_bytes()).variations == (line,)


def document() -> dict:
    return json.loads(FIXTURE.read_bytes())


def read(changed: dict) -> Record:
    return read_record(json.dumps(changed).encode())


def put(number: int, **values: object):
    def change(changed: dict) -> None:
        changed["lines"][number] |= values

    return change


def move(number: int, at: int, text: str):
    def change(changed: dict) -> None:
        changed["lines"][number]["moves"][at] = text

    return change


FAULTS = [
    (lambda changed: changed.update(lines={}), "$.lines: {} is not a possible value"),
    (lambda changed: changed["lines"].append({"at": 2}), "$.lines[3].by: missing"),
    (put(0, at=-1), "$.lines[0].at: -1 is not a possible value"),
    (put(0, at="2"), '$.lines[0].at: "2" is not a possible value'),
    (put(0, moves=[]), "$.lines[0].moves: [] is not a possible value"),
    (put(0, moves=[["20^"]]), '$.lines[0].moves[0]: ["20^"] is not a possible value'),
    (put(0, moves=[{"lines": []}]), '$.lines[0].moves[0]: {"lines": []} is not a possible value'),
    (move(0, 0, "02^ 02^"), "$.lines[0].moves[0]: "),
    (move(0, 0, "hello"), "$.lines[0].moves[0]: 'hello' is not a turn"),
    (put(1, at=4), "$.lines[1].moves[0]: "),
    (put(2, knows=[2]), "$.lines[2].knows[0]: there is no seat 2"),
    (put(2, knows=[-1]), "$.lines[2].knows[0]: there is no seat -1"),
    (put(2, drawn=[{"at": 14, "move": "x"}]), "$.lines[2].drawn[0].at: 14 is not in order"),
    (put(2, drawn=2 * [{"at": 1, "move": "x"}]), "$.lines[2].drawn[1].at: 1 is not in order"),
    (put(2, drawn=[{"at": 1}]), "$.lines[2].drawn[0].move: missing"),
    (put(2, drawn=[{"at": 1, "move": "deal 02 / 03"}]), "$.lines[2].drawn[0].move: NORD: 1 cards"),
    (put(2, drawn=[{"at": 0, "move": "begin SUD"}]), "$.lines[2].drawn"),
    (put(0, notes=[{"at": 5, "by": PERSON}]), "$.lines[0].notes[0].at: 5 is no place"),
    (put(0, notes=[{"at": 99, "by": PERSON}]), "$.lines[0].notes[0].at: 99 is no place"),
    (put(0, notes=2 * [{"at": 6, "by": PERSON}]), "$.lines[0].notes[1]: two notes by"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "fault"), FAULTS)
def test_a_wrong_variation_is_refused_with_place_and_reason(change, fault):
    changed = document()
    changed["events"] = []
    assert read(changed)
    change(changed)
    with pytest.raises(Fault) as refused:
        read(changed)
    assert str(refused.value).startswith(fault)
    assert is_of_reasons(refused.value.sentence)


def test_a_variation_after_moves_that_are_not_there_is_refused_unless_some_were_taken_back():
    changed = document()
    count = len(changed["moves"])
    del changed["lines"][0]["notes"]
    changed["lines"][0]["at"] = count + 3
    assert [line.at for line in read(changed).variations] == [5, 13]
    changed["events"] = []
    with pytest.raises(Fault, match=rf"^\$\.lines\[0\]\.at: {count + 3} is not a number of moves"):
        read(changed)


def test_a_variation_of_moves_that_an_older_program_took_back_is_dropped():
    """That program keeps `lines` as it keeps all that it does not know, and plays on otherwise."""
    changed = document()
    record = read(changed)
    record.table.take_back(4, 0)
    older = json.loads(replace(record, variations=()).to_bytes()) | {"lines": changed["lines"]}
    for number in (0, 1):
        older["lines"][number] |= {"at": 4, "moves": ["59v 58v"]}
    older["lines"][2]["at"] = 12
    with pytest.raises(Fault, match=r"^\$\.lines\[0\]"):
        read(older)
    older["lines"][0] = older["lines"][1] = older["lines"][2]
    assert read(older).variations == ()


def test_unknown_fields_of_variations_are_kept_also_when_they_grow():
    changed = document()
    changed["lines"][1]["notes"] = [{"at": 6, "by": PERSON, "text": "Hm.", "mood": 1}]
    changed["lines"][2]["drawn"][0]["why"] = "hidden"
    record = read(changed)
    assert json.loads(record.to_bytes()) == changed
    _first, second, third = record.variations
    table = opened(record.table, second)
    table.play(table.to_move[0], next(table.view(table.to_move[0]).legal()))
    grown = replace(second, moves=(*second.moves, table.move_text(len(table.plays) - 1)))
    record.variations = (grown, third)
    again = json.loads(record.to_bytes())
    assert again["lines"] == [changed["lines"][1] | {"moves": [*grown.moves]}, changed["lines"][2]]
    record.variations = ()
    assert "lines" not in json.loads(record.to_bytes())


def test_two_equal_variations_keep_their_own_unknown_fields():
    changed = document()
    line = changed["lines"][1]
    changed["lines"] = [line | {"mood": 1}, line | {"mood": 2}, line]
    record = read(changed)
    assert json.loads(record.to_bytes()) == changed
    record.variations = record.variations[:2]
    assert json.loads(record.to_bytes())["lines"] == changed["lines"][:2]


def test_two_files_with_the_same_variations_have_one_canonical_form():
    changed, other = document(), document()
    line, drawn = changed["lines"][1], changed["lines"][2]
    noted = [line | {"notes": [{"at": 6, "by": PERSON, "text": text}]} for text in ("Hm.", "Oh.")]
    twins = [line | {"mood": mood} for mood in (1, 2)]
    changed["lines"] = [*noted, *twins, drawn | {"knows": [0, 1]}]
    other["lines"] = [*reversed(twins), drawn | {"knows": [1, 0, 1]}, *reversed(noted)]
    data = canonical(read(changed))
    assert data == canonical(read(other)) == canonical(read_record(data))
    assert [one.get("mood") for one in json.loads(data)["lines"]].count(None) == 3


def test_files_of_too_many_variations_or_too_long_ones_are_refused(monkeypatch):
    changed = document()
    lines = changed["lines"]
    changed["lines"] = [lines[0]] * (MAX_VARIATIONS + 1)
    with pytest.raises(Fault, match=r"^\$\.lines: more than 200$"):
        read(changed)
    record = read(document())
    efforts = [effort_of(record.table, [line]) for line in record.variations]
    assert efforts == [2, 1, len(record.variations[2].moves) + 12]  # the moves since its deal count
    assert effort_of(record.table, record.variations) == sum(efforts)
    monkeypatch.setattr(variations, "MAX_EFFORT", sum(efforts) - 1)
    with pytest.raises(Fault, match=r"^\$\.lines\[2\]\.moves\[\d\]: too much to check"):
        read(document())


def test_a_variation_within_a_variation_is_an_unknown_field():
    changed = document()
    changed["lines"][0]["lines"] = [changed["lines"][0].copy()]
    assert json.loads(read(changed).to_bytes()) == changed


def test_another_player_cannot_move_in_what_was_drawn_anew():
    record = Record.new(random_table(ZEN, ZenOptions(2, first="lots"), 5, 20), NOW)
    mover = "W" if record.table.plays[0].move.colour == 0 else "B"
    line = Variation(1, PERSON, ("A1-B1",), drawn=(Redrawn(0, f"begin {mover}"),))
    with pytest.raises(Fault, match=r"^\$\.moves\[0\]: "):
        opened(record.table, line)
    with pytest.raises(Fault, match=r"^\$\.drawn: it is not BLACK's turn"):
        opened(record.table, replace(line, at=2))
