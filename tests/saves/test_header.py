"""What a list tells of a game: the same as the game itself, though no move of it is played."""

from __future__ import annotations

import json

import pytest
from duels import new_table as new_duel
from duels import play_on as play_duel
from duels import stirred
from games_on_disk import NOW
from zens import new_table as new_zen
from zens import play_on as play_zen

from engine.game import CHANCE
from engine.games import GAMES as KNOWN
from engine.games import find_game
from engine.table import Sitter, Table
from engine.zen.options import ZenOptions
from saves.document import Fault
from saves.header import LARGE, LONGEST_NAME, header_of, read_header
from saves.reading import read_record
from saves.record import Record

HALF_A_PAIR = '"\\ud800"'


def given_up(table: Table) -> Table:
    table.forfeit(table.to_move[0], "enough")
    return table


def renamed(table: Table) -> Table:
    table.sitters = (Sitter("x" * 1000), Sitter("日本語\x1b[2J\n"))
    return table


def drawn() -> Table:
    position = "11/2WW7/11/4B6/3B7/6Z4/11/11/11/11/11 B -"
    table = new_zen(ZenOptions(1, position=position))
    table.play(0, table.game.parse("ZG6-D9"))  # connects both sides
    assert table.outcome.winners == ()
    return table


GAMES = {
    "new duel": lambda: new_duel(3, "lots"),
    "duel in play": lambda: stirred(5, 6, "lots"),
    "duel that is over": lambda: play_duel(new_duel(8)),
    "duel given up": lambda: given_up(stirred(4, 5)),
    "odd names": lambda: renamed(new_duel(1)),
    "new zen": lambda: new_zen(ZenOptions()),
    "zen in play": lambda: play_zen(new_zen(ZenOptions(1, "hand"), 5), 30),
    "zen of rounds": lambda: play_zen(new_zen(ZenOptions(2, players=4), 6), seed=6),
    "zen that is a draw": drawn,
    "zen given up": lambda: given_up(new_zen(ZenOptions(3, players=4))),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_header_read_from_a_file_is_the_one_of_its_game(name):
    record = Record.new(GAMES[name](), NOW)
    header = read_header(record.to_bytes())
    assert header == header_of(record)
    assert header.turns == record.table.turns
    for at, play in enumerate(record.table.plays):
        is_chance = record.table.move_text(at).startswith(record.table.game.chance_words)
        assert is_chance == (play.seat == CHANCE)
    assert all(len(sitter) <= LONGEST_NAME for sitter in header.names)
    assert (header.ended is None) == (record.table.outcome is None)


@pytest.mark.parametrize("key", KNOWN)
def test_two_ends_of_a_game_are_not_written_alike(key):
    endings = find_game(key).endings
    assert len({reason.code for reason in endings}) == len(endings)


def test_no_move_is_played_for_a_header(monkeypatch):
    record = Record.new(stirred(5, 6), NOW)
    expected = header_of(record)
    document = json.loads(record.to_bytes())
    document["moves"][-1] = "59^ 02^"
    data = json.dumps(document).encode()
    assert read_header(data) == expected
    with pytest.raises(Fault):
        read_record(data)


VALUES = [None, True, -1, 3, 2**70, 1.5, "", "\x00", "é", [], [[]], {}, {"a": 1}, "duel", "blocked"]


def damaged(document: dict) -> list[bytes]:
    """Return the document with each field wrong in many ways, and cut, and with more in it."""
    texts = [json.dumps({**document, field: value}) for field in document for value in VALUES]
    texts += [json.dumps({k: v for k, v in document.items() if k != gone}) for gone in document]
    data = json.dumps(document)
    texts += [data[: len(data) * part // 8] for part in range(8)]
    texts += [data + "x", f"[{data}]", "[" * 100_000, "null", "NaN", data.replace("}", ',"x":NaN}')]
    texts += [text + " " * LARGE for text in (data, data.replace('"seed"', '"game"'), data + "x")]
    texts += [data.replace('"NORD"', HALF_A_PAIR), json.dumps({**document, "more": 1e300})]
    for result in ({"winners": [7]}, {"winners": [-1]}, {"why": "magic"}):
        usual = {"winners": [0], "why": "forfeit", "points": []}
        texts.append(json.dumps({**document, "outcome": {**usual, **result}}))
    return [text.encode() for text in texts] + [data.encode("utf-16"), b"\xff" + data.encode()]


@pytest.mark.parametrize("table", [stirred(5, 2), play_zen(new_zen(), 6)], ids=["duel", "zen"])
def test_a_damaged_file_has_the_fault_that_reading_it_in_full_finds(table):
    told = 0
    for data in damaged(json.loads(Record.new(table, NOW).to_bytes())):
        try:
            header = read_header(data)
        except Fault as fault:
            told += 1
            with pytest.raises(Fault) as full:
                read_record(data)
            assert str(full.value) == str(fault)
        else:
            try:
                record = read_record(data)
            except Fault as fault:
                assert str(fault).startswith(("$.moves", "$.events", "$.outcome", "$.seed"))
            else:
                assert header == header_of(record)
    assert told > 150
