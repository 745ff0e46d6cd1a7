"""The log that one seat reads."""

from __future__ import annotations

import pickle

from hypothesis import given
from hypothesis import strategies as st

from engine.log import Log, LogEntry, log_of

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
