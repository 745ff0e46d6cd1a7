"""The log that one seat reads, and the texts of what is told there."""

from __future__ import annotations

import importlib
import pickle
from typing import Any, get_args

import pytest
from every_game import random_table
from hypothesis import given
from hypothesis import strategies as st

from engine.games import find_game
from engine.hearts.moves import SLAP, HeartsNote, NewHand, SlapLot, TrickTaken
from engine.log import FORFEIT, Log, LogEntry, log_of
from engine.reasons import NotationError
from engine.table import Table
from engine.zen.moves import ECHEC, Answer, RoundOver
from engine.zen.options import ZenOptions
from engine.zen.reasons import ZenEnding

lines = st.lists(st.builds(LogEntry, st.integers(0, 9), st.integers(-1, 3), st.sampled_from("abc")))


@given(lines)
def test_a_log_gives_back_its_lines_in_order(told):
    log = log_of(tuple(told))
    assert list(log) == told
    assert len(log) == len(told)
    assert pickle.loads(pickle.dumps(log)) == log


@given(lines, lines)
def test_logs_are_equal_exactly_if_their_lines_are(first, second):
    one, other = log_of(tuple(first)), log_of(tuple(second))
    assert (one == other) == (first == second)
    if one == other:
        assert hash(one) == hash(other)


@given(lines, st.integers(0, 5))
def test_the_latest_lines_come_oldest_first(told, count):
    assert list(log_of(tuple(told)).latest(count)) == told[len(told) - min(count, len(told)) :]


def test_telling_leaves_the_shorter_log_as_it_was():
    short = Log().tell(LogEntry(0, 0, "a"))
    one, other = short.tell(LogEntry(1, 0, "b")), short.tell(LogEntry(1, 0, "c"))
    assert [len(short), len(one), len(other)] == [1, 2, 2]
    assert one != other


def test_a_very_long_log_is_no_trouble():
    logs = [Log(), Log()]
    for ply in range(50_000):
        logs = [log.tell(LogEntry(ply, 0, "x")) for log in logs]
    assert logs[0] == logs[1]
    assert pickle.loads(pickle.dumps(logs[0])).latest(1)[0].ply == 49_999
    assert logs[0] != "a log"
    assert repr(Log()) == "Log([])"


BY_HAND = ZenOptions(variant=1, announce="hand")
RARE = {
    "zen": (Answer.BACK, Answer.ACCEPT, ECHEC, RoundOver(None, 0, ZenEnding.REPETITION), FORFEIT),
    "hearts": (SLAP, SlapLot((2, 0, 1, 3)), NewHand(5), HeartsNote.EXCHANGE, TrickTaken(None)),
    "duel": (FORFEIT,),
}
"""What random games seldom tell."""

EDGES = (
    "forfeit",
    "draw ? ?",
    "begin W",
    "round W 3 mat",
    "round 1 2 3 4",
    "takes",
    "takes 07",
    "echec",
)


def played(key: str, options: Any = None, seed: int = 3) -> Table:
    """Return a game that computer players have played, the last seat giving up if it goes on."""
    game = find_game(key)
    table = random_table(game, options or game.options(), seed, 120)
    if table.outcome is None:
        table.forfeit(len(table.seats) - 1, "")
    return table


def codec(key: str):
    told = find_game(key).told
    return importlib.import_module(f"engine.{key}.moves"), told.write, told.read


@pytest.mark.parametrize("key", ["duel", "zen", "hearts", "war"])
def test_all_that_is_told_reads_back_as_the_same_value_of_the_same_type(key):
    module, write, read = codec(key)
    tables = [played(key, seed=seed) for seed in (3, 4)]
    if key == "zen":
        tables.append(played(key, BY_HAND))
    seen = set()
    for table in tables:
        for reader in (None, *range(len(table.sitters))):
            for entry in table.view(reader).log:
                again = read(write(entry.what))
                assert (type(again), again) == (type(entry.what), entry.what)
                seen.add(type(again))
    for what in RARE.get(key, ()):
        assert read(write(what)) is what or read(write(what)) == what
        seen.add(type(what))
    assert seen == set(get_args(module.Told))


@pytest.mark.parametrize("key", ["duel", "zen", "hearts", "war"])
def test_a_text_that_tells_nothing_is_refused(key):
    _module, write, read = codec(key)
    texts = {write(entry.what) for entry in played(key).view(None).log}
    for text in [*texts, *EDGES]:
        for strange in (
            f"{text} ",
            f" {text}",
            f"{text} x",
            text[:-1],
            text.replace(" ", "  "),
            "",
        ):
            try:
                told = read(strange)
            except NotationError:
                continue
            assert write(told) == strange
