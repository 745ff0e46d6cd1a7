"""Files made to take long or much memory: read or refused at once, and what the limits are."""

from __future__ import annotations

import json
import subprocess
import sys

import hostile
import pytest
from duels import new_table as new_duel
from games_on_disk import NOW
from hostile import ECHEC, MAT, full, game, taken_back
from zens import new_table, play_on, quiet_game

from engine.shuffle import Lots
from engine.zen.options import ZenOptions
from saves.checked_moves import MAX_MOVE
from saves.document import Fault, read_document, write_document
from saves.files import MAX_BYTES, MAX_PARTS
from saves.reading import MAX_EFFORT, read_record
from saves.record import Record

MOST_MEGABYTES = 150
MOST_SECONDS = 2

READER = """
import re, sys
from pathlib import Path
from time import process_time
from saves.document import Fault
from saves.files import read_file
from saves.reading import read_record

for name in sys.argv[1:]:
    try:
        read_record(read_file(Path(name)))
    except Fault as fault:
        assert len(str(fault)) < 400, len(str(fault))
# not the peak that `getrusage` knows: that is as high as its parent's
print(re.search(r"VmHWM:\\s*(\\d+) kB", Path("/proc/self/status").read_text())[1], process_time())
"""

WORST = (
    *("zeros in extra", "lists in extra, as many as may be", "deep objects in extra"),
    *("hints in events, as many as may be", "half a letter at last", "open lists"),
    *("keys, as many as may be", "a long move", "a long position"),
)
"""The structures for every run."""


def reading(*files):
    """Return what a process of its own took to read or refuse these files: megabytes, seconds."""
    command = [sys.executable, "-c", READER, *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    kilobytes, seconds = done.stdout.split()
    return int(kilobytes) / 1024, float(seconds)


def test_files_full_of_anything_are_read_or_refused_in_little_memory(tmp_path):
    structures = hostile.structures()
    for name in WORST:
        data = structures[name]()
        assert MAX_BYTES / 20 < len(data) <= MAX_BYTES
        (tmp_path / name).write_bytes(data)
    megabytes, _ = reading(*tmp_path.iterdir())
    assert 10 < megabytes < MOST_MEGABYTES


@pytest.mark.slow
@pytest.mark.parametrize("made", [hostile.structures, hostile.long_games])
def test_each_of_them_is_read_or_refused_in_two_seconds(tmp_path, made):
    for name, make in made().items():
        data = make()
        assert len(data) <= MAX_BYTES, name
        file = tmp_path / "game.json"
        file.write_bytes(data)
        megabytes, seconds = reading(file)
        assert megabytes < MOST_MEGABYTES, name
        assert seconds < MOST_SECONDS, name


def calls(work):
    """Return how many functions are called, C's too: a clock that is always right."""
    count = 0

    def counted(_frame, event, _argument):
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(counted)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("value", ["zeros", "lists", "small objects", "deep lists", "texts"])
def test_a_document_of_twice_the_size_takes_twice_the_work(value):
    half, whole = (full("extra", hostile.VALUES[value], count) for count in (300, 600))
    assert calls(lambda: read_document(whole)) < 2.1 * calls(lambda: read_document(half))


def test_a_document_of_too_many_parts_is_refused_before_they_are_made():
    few, many = (full("extra", b"0", count) for count in (10, MAX_PARTS + 1))
    with pytest.raises(Fault) as refused:
        read_document(many)
    assert str(refused.value) == f"$: more than {MAX_PARTS} commas and closing brackets"
    assert read_document(full("extra", b"0", MAX_PARTS - 100))

    def refuse():
        with pytest.raises(Fault):
            read_document(many)

    assert calls(refuse) < calls(lambda: read_document(few)) + 100


def fault_of(document, monkeypatch, limit):
    """Return why a document is refused where the rules may take so long only."""
    monkeypatch.setattr("saves.reading.MAX_EFFORT", limit)
    with pytest.raises(Fault) as refused:
        read_record(json.dumps(document).encode())
    return str(refused.value)


def test_a_game_of_too_many_moves_is_refused_at_the_first_too_many(monkeypatch):
    document = {**game(), "moves": quiet_game(50)}
    assert fault_of(document, monkeypatch, 49).startswith("$.moves[49]: too much to check (at most")
    monkeypatch.setattr("saves.reading.MAX_EFFORT", 50)
    assert len(read_record(json.dumps(document).encode()).table.plays) == 50


def test_moves_taken_back_are_counted_with_the_others(monkeypatch):
    document = json.loads(taken_back(game(), ["F11-F8"], 50))
    # events are checked from the last on
    assert fault_of(document, monkeypatch, 49).startswith("$.events[0].moves[0]: too much to check")
    monkeypatch.setattr("saves.reading.MAX_EFFORT", 50)
    assert len(read_record(json.dumps(document).encode()).table.events) == 50


@pytest.mark.parametrize(("position", "move"), [MAT, ECHEC])
def test_a_move_that_takes_long_to_check_counts_for_many(monkeypatch, position, move):
    document = json.loads(taken_back(game(ZenOptions(1, position=position)), [move], 1))
    assert "too much to check" in fault_of(document, monkeypatch, 50)
    monkeypatch.setattr("saves.reading.MAX_EFFORT", 200)
    assert read_record(json.dumps(document).encode())


def test_a_move_has_so_many_letters_at_most():
    document = {**game(), "moves": ["F11-F8" + " " * MAX_MOVE]}
    with pytest.raises(Fault, match=r"^\$\.moves\[0\]: longer than 1000 letters$"):
        read_record(json.dumps(document).encode())


def test_a_long_game_stays_far_below_the_limits():
    """Random players make ten times as many moves as people."""
    table = play_on(new_table(ZenOptions(2), 2))
    assert len(table.plays) > 500
    assert sum(state.effort for state in table.states) < MAX_EFFORT / 4
    assert len(Record.new(table, NOW).to_bytes()) < MAX_BYTES / 20


def test_a_bataille_of_ten_thousand_duels_stays_far_below_the_limits():
    """A duel is a `turn`, one more for each tie, and a shuffle of its cards."""
    cards = [f"{rank}{suit}" for suit in "CDSH" for rank in "23456789TJQKA"]
    moves = ["deal " + " ".join(cards[:26]) + " / " + " ".join(cards[26:])]
    lots = Lots(1, 0)
    for _ in range(10_000):
        turns = 1
        while lots.below(51) < 3:
            turns += 1
        moves += ["turn"] * turns
        moves.append("shuffle " + " ".join(cards[: 2 * turns]))
    data = write_document({**json.loads(Record.new(new_duel(1), NOW).to_bytes()), "moves": moves})
    assert len(data) < MAX_BYTES / 8
    assert data.count(b",") < MAX_PARTS / 8
    assert len(moves) < MAX_EFFORT * 3 / 4
    assert max(map(len, moves)) < MAX_MOVE
