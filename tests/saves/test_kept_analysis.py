"""The analysis kept beside a game: read back as it was, and made anew where it is not right."""

from __future__ import annotations

import json

import pytest
from analysts import judged_turn, with_open_cards
from duels import new_table, play_on
from games_on_disk import NOW, saved_game

from engine.game import never
from play import saved_games
from saves import kept_analysis
from saves.kept_analysis import KeepTurns, ReadKept, keep_turns, kept_beside, read_kept
from saves.record import Record
from saves.store import Store

OVER = play_on(new_table(9), ("greedy", "greedy"))
OTHER = play_on(new_table(10), ("greedy", "greedy"))
GAME = Record.new(OVER, NOW).to_bytes()
JUDGED = [judged_turn(OVER, turn, turn / 7) for turn in range(1, OVER.turns + 1)]
TURNS = with_open_cards(JUDGED, 3, JUDGED[3].best)


@pytest.fixture
def path(tmp_path):
    """The file of a game that has its analysis beside it."""
    path, _record = saved_game(tmp_path / "games", OVER, "one")
    keep_turns(KeepTurns(path, GAME, TURNS), never)
    return path


def test_what_is_kept_is_read_back_as_it_was(path):
    assert read_kept(ReadKept(path, GAME), never) == TURNS


def test_it_belongs_to_the_moves_and_not_to_notes_names_or_times(path):
    record = Record.new(OVER, NOW)
    record.saved = "2027-01-01T00:00:00Z"
    assert read_kept(ReadKept(path, record.to_bytes()), never) == TURNS
    other = Record.new(OTHER, NOW).to_bytes()
    assert read_kept(ReadKept(path, other), never) == ()


def test_an_analysis_by_another_engine_counts_as_nothing(path, monkeypatch):
    monkeypatch.setattr(kept_analysis, "sum_of", "another {{}}".format)
    assert read_kept(ReadKept(path, GAME), never) == ()
    keep_turns(KeepTurns(path, GAME, TURNS), never)
    assert read_kept(ReadKept(path, GAME), never) == TURNS


def changed(change) -> bytes:
    """Return a kept file with a change in its document."""
    document = json.loads(kept_analysis._document(OVER, TURNS))
    change(document)
    return json.dumps(document).encode()


WRONG = {
    "no JSON": b"{",
    "another form": b"{}",
    "another game": changed(lambda told: told.__setitem__(0, "0" * 64)),
    "a turn twice": changed(lambda told: told[1].insert(0, told[1][0])),
    "a turn of the other player": changed(lambda told: told[1][0].__setitem__(1, 2)),
    "a move beyond the end": changed(lambda told: told[1][-1].__setitem__(0, 9999)),
    "another move": changed(lambda told: told[1][0].__setitem__(2, told[1][1][2])),
    "a move that is none": changed(lambda told: told[1][0].__setitem__(3, "hello")),
    "a move that is not legal": changed(lambda told: told[1][0].__setitem__(3, "02^ 01^")),
    "too large a number": changed(lambda told: told[1][0].__setitem__(4, 10**400)),
    "an open turn that is none": changed(lambda told: told[1][3][-1].__setitem__(0, "hello")),
    "too large a gain": changed(lambda told: told[1][3][-1].__setitem__(1, 10**400)),
    "a number as text": changed(lambda told: told[1][0].__setitem__(4, "3")),
    "deeply nested": b"[" * 100_000,
}


@pytest.mark.parametrize("data", WRONG.values(), ids=WRONG)
def test_what_is_not_right_counts_as_nothing(path, data):
    kept_beside(path).write_bytes(data)
    assert read_kept(ReadKept(path, GAME), never) == ()


def test_no_list_shows_it_and_it_goes_with_its_game(path):
    store = Store(path.parent)
    assert [found.name for found in store.paths()] == ["one.json"]
    to = saved_games.rename(path, "two", store)
    assert read_kept(ReadKept(to, GAME), never) == TURNS
    assert not kept_beside(path).exists()
    saved_games.delete(to)
    assert [*path.parent.iterdir()] == []


def test_where_nothing_can_be_written_only_the_keeping_is_lost(tmp_path):
    path = tmp_path / "missing" / "one.json"
    keep_turns(KeepTurns(path, GAME, TURNS), never)
    assert read_kept(ReadKept(path, GAME), never) == ()
