"""The file of the attempts at problems: it only grows, and outlives whatever happens to it."""

from __future__ import annotations

import os

import pytest

from saves.attempts import Attempt, attempts_file, keep_attempt, read_attempts
from saves.files import MAX_BYTES

FIRST = Attempt("duel", "0a1b2c3d", True, "2026-11-27T04:00:00+00:00")
SECOND = Attempt("zen", "11223344", False)


def test_attempts_come_back_in_their_order():
    assert read_attempts() == []
    keep_attempt(FIRST)
    keep_attempt(SECOND)
    assert read_attempts() == [FIRST, SECOND]


def test_the_file_is_the_persons_own():
    keep_attempt(FIRST)
    assert attempts_file().stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("kept", range(1, 40))
def test_half_a_line_that_a_kill_left_harms_no_other_line(kept):
    keep_attempt(FIRST)
    whole = attempts_file().read_bytes()
    attempts_file().write_bytes(whole + whole[:kept])
    keep_attempt(SECOND)
    assert read_attempts() == [FIRST, SECOND]


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"nothing",
        b"[1]",
        b"{}",
        b'"duel"',
        b'{"game": 1, "problem": "a", "solved": true}',
        b'{"game": "duel", "problem": "a", "solved": 1}',
        b"\xff\xfe",
        b"[" * 150,
        b'{"game": "duel", "problem": "' + b"a" * 300 + b'", "solved": true}',
    ],
)
def test_what_is_no_attempt_is_passed_over(line):
    keep_attempt(FIRST)
    with attempts_file().open("ab") as file:
        file.write(line + b"\n")
    keep_attempt(SECOND)
    assert read_attempts() == [FIRST, SECOND]


def test_a_full_file_takes_no_more_and_says_so():
    keep_attempt(FIRST)
    os.truncate(attempts_file(), MAX_BYTES - 10)
    with pytest.raises(OSError, match="4 MiB"):
        keep_attempt(SECOND)
    assert attempts_file().stat().st_size == MAX_BYTES - 10


def test_a_pipe_in_its_place_is_no_file_and_nobody_waits():
    attempts_file().parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(attempts_file())
    with pytest.raises(OSError, match="not a regular file"):
        read_attempts()
    with pytest.raises(OSError, match="not a regular file"):
        keep_attempt(FIRST)
