"""A deal that was cut: what its values make, what a file keeps, and how it is checked."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product

import pytest

from cli.__main__ import main
from engine.games import GAMES, find_game
from engine.table import Sitter, Table
from saves.cut import MAX_VALUE, Cut, CutDeal, NotAsCut, check_cut, cut_seal, table_seal
from saves.document import Fault
from saves.reading import read_record
from saves.record import Record

DEAL = CutDeal("t", (Cut(0, "north"), Cut(1, "south")))


def record_of(key="duel", deal=DEAL):
    game = find_game(key)
    options = game.options()
    table = Table(game, options, [Sitter(name) for name in game.seats(options)], deal.seed)
    return Record(table, "2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z", "0", {}, cut=deal)


def test_seals_and_seed_are_those_of_the_page():
    """`docs/game-file.md` has the same values."""
    assert table_seal("t").startswith("6e10a3b94b47e372")
    assert cut_seal(table_seal("t"), DEAL.cuts[0]).startswith("1b21acdbde97875e")
    assert DEAL.seed == 7732809402082559


def test_each_value_changes_the_seed_and_each_place_the_seal():
    seeds = {
        DEAL.seed,
        replace(DEAL, table="u").seed,
        replace(DEAL, cuts=DEAL.cuts[:1]).seed,
        replace(DEAL, cuts=(Cut(0, "south"), Cut(1, "north"))).seed,
    }
    assert len(seeds) == 4
    assert len({cut_seal(table, Cut(seat, "x")) for table in "ab" for seat in (0, 1)}) == 4


@pytest.mark.parametrize("key", GAMES)
def test_a_file_keeps_the_cut_and_its_deal_is_checked_in_each_game(key):
    record = record_of(key)
    again = read_record(record.to_bytes())
    assert again.cut == DEAL
    assert again.to_bytes() == record.to_bytes()
    assert check_cut(again.table, again.cut) == DEAL
    other = replace(DEAL, table="another")
    if any(seat < 0 for seat, _move in again.table.plays):
        with pytest.raises(NotAsCut):
            check_cut(again.table, other)


def test_a_game_that_nobody_cut_cannot_be_checked():
    record = record_of()
    record.cut = None
    assert "cut" not in json.loads(record.to_bytes())
    with pytest.raises(NotAsCut, match="nobody cut"):
        check_cut(record.table, record.cut)


@pytest.mark.parametrize(
    ("cut", "where"),
    [
        ({"table": "", "cuts": []}, "$.cut.table"),
        ({"table": "a\nb", "cuts": []}, "$.cut.table"),
        ({"table": "x" * (MAX_VALUE + 1), "cuts": []}, "$.cut.table"),
        ({"table": "t", "cuts": [{"seat": 2, "value": "v"}]}, "$.cut.cuts[0].seat"),
        ({"table": "t", "cuts": [{"seat": -1, "value": "v"}]}, "$.cut.cuts[0].seat"),
        ({"table": "t", "cuts": [{"seat": 0, "value": ""}]}, "$.cut.cuts[0].value"),
        ({"table": "t", "cuts": [{"seat": 0, "value": "a"}] * 2}, "$.cut.cuts[1].seat"),
        ({"table": "t", "cuts": {}}, "$.cut.cuts"),
        ([], "$.cut"),
    ],
)
def test_a_cut_that_cannot_be_is_a_fault_that_says_where(cut, where):
    document = json.loads(record_of().to_bytes()) | {"cut": cut}
    with pytest.raises(Fault) as fault:
        read_record(json.dumps(document).encode())
    assert str(fault.value).startswith(f"{where}: ")


STRANGE = (None, True, -1, 2**70, 1e308, "", "x" * 101, "a\nb", "\ud800", "\u202e", [], {}, [[]])
"""What may stand in the place of anything in a file."""


def places_in(document, place=()):
    """Yield the place of each part of a document; of a list, of the first parts."""
    yield place
    inside = {dict: lambda: document, list: lambda: range(min(len(document), 2))}
    for key in inside.get(type(document), tuple)():
        yield from places_in(document[key], (*place, key))


def with_part(document, place, part):
    """Return a document with another part at a place."""
    if not place:
        return part
    first, *rest = place
    inside = with_part(document[first], rest, part)
    if isinstance(document, dict):
        return {**document, first: inside}
    return [*document[:first], inside, *document[first + 1 :]]


@pytest.mark.parametrize("key", ["duel", "hearts"])
def test_check_deal_has_one_sentence_for_whatever_a_file_holds(key, tmp_path, capfd):
    document = json.loads(record_of(key).to_bytes())
    whole = json.dumps(document)
    texts = [json.dumps(with_part(document, *at)) for at in product(places_in(document), STRANGE)]
    texts += [whole[:at] for at in range(0, len(whole), 60)]
    files = [tmp_path / f"{number}.json" for number in range(len(texts))]
    for file, text in zip(files, texts, strict=True):
        file.write_text(text)
    assert main(["check", "--deal", *map(str, files)]) == 1
    out, errors = capfd.readouterr()
    said = out.splitlines()
    assert not errors
    assert len(said) == len(files)
    for file, sentence in zip(files, said, strict=True):
        assert sentence.startswith(f"{file}: ")
    assert len({sentence.partition(": ")[2] for sentence in said}) > 100
