"""Share lines: games of every kind come back whole, and what is damaged or hostile is refused."""

from __future__ import annotations

import json
import string
import zlib
from pathlib import Path
from random import Random

import duels
import pytest
import wars
import zens
from games_on_disk import NOW

from engine.games import GAMES, describe, find_game
from engine.series import SeriesPlace
from engine.table import Event, EventKind, Sitter, Table
from engine.war.options import WarOptions
from saves import share_line as lines
from saves.document import Fault, write_document
from saves.files import MAX_PARTS
from saves.reading import read_record
from saves.record import PERSON, Note, Record, UnfinishedMove
from saves.share_line import (
    MAX_LINE,
    WORDS,
    NotShared,
    is_share_line,
    read_share_line,
    share_line,
    shared,
    shown_line,
)

LETTERS = string.digits + string.ascii_uppercase + string.ascii_lowercase
KEPT = Path(__file__).with_name("fixtures") / "share-lines-1.txt"
MOST_IN_A_LINE = {"zen": 700, "war": 1300}
"""So many moves of players who play by lot still fit into a line."""
MOST_MOVES = {"duel": 40, "zen": 25, "hearts": 60, "war": 200}


def finished(key: str, seed: int, most: int | None = None) -> Record:
    """Return a game with options by lot, played by lot, given up after so many moves at most."""
    chance, described = Random(f"{key} {seed}"), describe(key)
    given = {}
    for option in described.options:
        if option.name not in ("position", "limit"):
            given = described.fitted({**given, option.name: chance.choice([*option.values])})
    first = {"first": chance.choice([*described.first.values])} if described.first else {}
    game = find_game(key)
    options = game.options(**given, **first)
    seats = game.seats(options)
    names = ("Zoé", "Max 2", "ANNE_é", "名前", *seats)
    sitters = [
        Sitter(names[at] if chance.random() < 0.5 else seat, chance.choice(["human", "random"]), at)
        for at, seat in enumerate(seats)
    ]
    table = Table(game, options, sitters, seed)
    while table.outcome is None and (most is None or len(table.plays) < most):
        seat = table.to_move[0]
        table.play(seat, _chosen(table, seat, chance))
        if chance.random() < 0.02:
            table.take_back(len(table.plays) - 1, seat)
        if chance.random() < 0.05:
            table.note_hint(seat, "20^ 23^")
    if table.outcome is None:
        table.forfeit(table.to_move[0], 'lost {heart} \\ "the" train')
    record = Record.new(table, NOW)
    if chance.random() < 0.3:
        record.series = SeriesPlace(2, 3, tuple(0 for _side in game.sides(options)))
    return record


def _chosen(table: Table, seat: int, chance: Random):
    player = table.game.computer_players["random"](chance.getrandbits(32))
    return player.choose(table.view(seat))


def assert_comes_back(record: Record) -> None:
    line = share_line(record)
    assert set(line) <= {*LETTERS, "_"}
    assert len(line) <= MAX_LINE
    again = read_share_line(line)
    assert again.to_bytes() == shared(record).to_bytes()
    assert again.table.plays == record.table.plays
    assert again.table.events == record.table.events
    assert again.table.outcome == record.table.outcome
    assert [one.name for one in again.table.sitters] == [one.name for one in record.table.sitters]
    assert share_line(again) == line


@pytest.mark.parametrize("key", GAMES)
def test_a_game_comes_back_whole(key):
    for seed in range(30):
        assert_comes_back(finished(key, seed, MOST_MOVES[key]))


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_500_games_come_back_whole(key):
    for seed in range(500):
        assert_comes_back(finished(key, seed, MOST_IN_A_LINE.get(key)))


def damaged(line: str, chance: Random) -> str:
    """Return a line with something wrong that a chat, a person or a bad copy may have done."""
    at, other = chance.randrange(len(line)), chance.choice(LETTERS)
    end = chance.randrange(at, len(line))
    ways = [
        line[:at] + other + line[at + 1 :],
        line[:at] + line[at + 1 :],
        line[:at] + other + line[at:],
        line[:at] + line[at + 1 : at + 2] + line[at : at + 1] + line[at + 2 :],
        line[:at] + line[end:],
        line[:at] + line[at:end] * 2 + line[end:],
        line[:at] + line[at:].swapcase(),
        line[:at] + chance.choice("-_.*'\"\\~é\0\u2026") + line[at + 1 :],
        line[: len(line) // 2] + "0" * 9 + line[len(line) // 2 :],
        line[:7] + "0" + line[7:],
        line + line[7:],
    ]
    return chance.choice(ways)


def count_refused(lots: int, seeds: range) -> int:
    refused = 0
    for seed in seeds:
        chance = Random(seed)
        line = share_line(finished([*GAMES][seed % len(GAMES)], seed, 25))
        for _ in range(lots):
            if (wrong := damaged(line, chance)) == line:
                continue
            with pytest.raises(Fault) as fault:
                read_share_line(wrong)
            assert len(str(fault.value)) < 200
            refused += 1
    return refused


def test_200_damaged_lines_are_refused():
    assert count_refused(28, range(8)) >= 200


@pytest.mark.slow
def test_2000_damaged_lines_are_refused():
    assert count_refused(55, range(40)) >= 2000


def test_blanks_and_line_breaks_in_a_line_do_no_harm():
    line = share_line(finished("zen", 1, 9))
    broken = "\n".join(line[at : at + 40] for at in range(0, len(line), 40))
    assert read_share_line(f"  {broken} \r\n").to_bytes() == read_share_line(line).to_bytes()
    assert is_share_line(f" {line}")


# What is not given to others


def test_a_game_in_play_is_not_shared():
    with pytest.raises(NotShared, match="the game is in play"):
        share_line(Record.new(duels.new_table(), NOW))


def test_what_is_of_this_machine_alone_is_left_out():
    table = duels.new_table()
    secret = "exec:'/home/zoe/my bots/deep' --key S3CRET"
    table.sitters = (Sitter("Zoé", secret, 987654321), Sitter("SUD", "greedy", 123123123))
    table.sit(1, Sitter("Max"))
    table.forfeit(0, "/home/zoe/my bots/deep cannot be started: S3CRET")
    record = Record.new(table, NOW)
    data = record.to_bytes().replace(b'"version": 1,', b'"version": 1, "x": "S3CRET",')
    record = read_record(data)
    record.unfinished = UnfinishedMove(0, 3, ("S3CRET",))
    assert b"S3CRET" in record.to_bytes()
    again = read_share_line(share_line(record))
    data = again.to_bytes().decode()
    for word in ("S3CRET", "zoe", "987654321", "123123123", "draft"):
        assert word not in data
    assert again.table.sitters == (Sitter("Zoé", "exec:deep"), Sitter("Max"))
    assert again.table.events[0].sitter == Sitter("SUD", "greedy")
    assert record.table.sitters[0].kind == secret


def test_notes_and_times_are_in_a_line_only_where_they_are_asked_for():
    record = finished("duel", 3)
    record.notes = (Note(2, PERSON, "!", "Zoé rit."),)
    record.table.times[4] = 2.5
    plain, noted = (
        read_share_line(share_line(record, with_notes=asked)) for asked in (False, True)
    )
    assert (plain.notes, {*plain.table.times}) == ((), {None})
    assert (noted.notes, noted.table.times) == (record.notes, record.table.times)


def test_why_a_person_gave_up_is_kept():
    table = duels.new_table()
    table.forfeit(0, "left")
    again = read_share_line(share_line(Record.new(table, NOW))).table
    assert again.events == [Event(EventKind.FORFEIT, len(table.plays), 0, text="left")]


# How long lines are


def test_what_would_be_too_long_is_to_be_sent_as_a_file():
    table, chance = wars.play_on(wars.new_table(WarOptions(2, 5))), Random(1)
    for _ in range(500):
        table.note_hint(0, str(chance.getrandbits(64)))
    record = Record.new(table, NOW)
    with pytest.raises(NotShared, match=r"would have \d{4,} characters, more than 4000; send the"):
        share_line(record)


def test_the_length_that_is_told_is_that_of_the_line(monkeypatch):
    for seed in range(20):
        record = finished("war", seed, 30 + seed)
        length = len(share_line(record))
        monkeypatch.setattr(lines, "MAX_LINE", 9)
        with pytest.raises(NotShared) as fault:
            share_line(record)
        monkeypatch.undo()
        assert fault.value.facts["count"] - length in (0, 1)


# Hostile lines, made after docs/game-file.md


def line_of(document: bytes) -> str:
    packer = zlib.compressobj(9, wbits=-15, zdict=WORDS)
    return line_of_packed(packer.compress(document) + packer.flush())


def line_of_packed(packed: bytes, check: int | None = None) -> str:
    check = zlib.crc32(packed) if check is None else check
    number = int.from_bytes(b"\1" + check.to_bytes(4, "big") + packed, "big")
    letters = ""
    while number:
        number, value = divmod(number, 62)
        letters = LETTERS[value] + letters
    return f"tapis1_{letters}"


def document(**more: object) -> bytes:
    record = finished("war", 1, 30)
    inside = json.loads(record.to_bytes())
    return json.dumps({**inside, "moves": "\n".join(inside["moves"]), **more}).encode()


def refusal(line: str) -> str:
    with pytest.raises(Fault) as fault:
        read_share_line(line)
    return str(fault.value)


def test_a_line_can_be_made_by_the_description_alone():
    assert read_share_line(line_of(document())).table.plays == finished("war", 1, 30).table.plays


def test_another_check_sum_is_refused_though_the_game_is_right():
    packer = zlib.compressobj(9, wbits=-15, zdict=WORDS)
    packed = packer.compress(document()) + packer.flush()
    assert "damaged" in refusal(line_of_packed(packed, zlib.crc32(packed) ^ 1))


def test_a_line_that_packs_too_much_is_refused(monkeypatch):
    bomb = line_of(b"[" * 2_900_000)
    assert len(bomb) < MAX_LINE
    assert "nested more than 64 deep" in refusal(bomb)
    breaks = line_of(document(moves="\n" * (MAX_PARTS + 1)))
    assert f"more than {MAX_PARTS} commas" in refusal(breaks)
    monkeypatch.setattr(lines, "MAX_LINE", 10_000)
    assert refusal(line_of(b" " * 4_300_000)) == "the line: larger than 4 MiB"


WRONG = {
    "": "not a share line",
    "tapis1": "not a share line",
    "tapis1_": "damaged",
    "tapis1_0": "damaged",
    "tapis1_1": "damaged",
    "tapis2_1": "2 is newer than this program reads (1)",
    "tapis0_1": "0 is newer",
    "tapis1_ab*c": 'letter 10: "*" is none of the letters and digits',
    "tapis1_" + "a" * MAX_LINE: f"longer than {MAX_LINE} letters",
}


@pytest.mark.parametrize(("line", "why"), WRONG.items(), ids=range(len(WRONG)))
def test_what_is_no_line_is_refused_with_the_reason(line, why):
    assert why in refusal(line)


def test_a_line_with_the_right_check_sum_is_checked_by_the_rules():
    assert refusal(line_of(b"[]")) == "$.moves: missing"
    assert refusal(line_of(document(moves=["turn"]))) == "$.moves: missing"
    assert "$.outcome" in refusal(line_of(document(outcome=None)))
    assert "$.moves[0]" in refusal(line_of(document(moves="turn")))
    assert "damaged" in refusal(line_of_packed(b"\xff\xff\xff"))
    inside = json.loads(Record.new(zens.play_on(zens.new_table(), 3), NOW).to_bytes())
    in_play = write_document({**inside, "moves": "\n".join(inside["moves"])})
    assert refusal(line_of(in_play)) == "$.outcome: a share line holds a finished game"


def test_lines_that_were_made_once_are_read_for_ever():
    kept = KEPT.read_text().split()
    assert [read_share_line(line).table.game.key for line in kept] == [*GAMES]
    assert zlib.crc32(WORDS) == 1691001398


def test_a_line_is_named_by_its_beginning():
    assert shown_line("tapis1_abc") == "tapis1_abc"
    assert shown_line("tapis1_" + 9 * "ab\ncd") == "tapis1_abcdabcdabcda..."
