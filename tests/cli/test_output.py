"""Words on the standard streams: no letter of them is a control code, whoever wrote it."""

from __future__ import annotations

import os
import sys
import unicodedata

import pytest

from cli.__main__ import main
from cli.streams import complain, say
from words.plain_text import LONGEST, printable, shortened

CONTROLS = {
    "DEL": ("\x7f", r"\x7f"),
    "escape": ("\x1b[2J", r"\x1b[2J"),
    "line feed": ("\n", r"\n"),
    "carriage return": ("\r", r"\r"),
    "C1, next line": ("\x85", r"\x85"),
    "C1, control sequence": ("\x9b31m", r"\x9b31m"),
    "right to left": ("\u202e", r"\u202e"),
    "isolate": ("\u2066", r"\u2066"),
    "mark": ("\u200f", r"\u200f"),
    "line separator": ("\u2028", r"\u2028"),
    "surrogate": ("\udce9", r"\udce9"),
}


@pytest.mark.parametrize(("letters", "escaped"), CONTROLS.values(), ids=CONTROLS)
def test_control_codes_are_told_as_escapes(letters, escaped, capfd):
    assert printable(f"a{letters}b") == f"a{escaped}b"
    say(f"a{letters}b")
    complain(f"a{letters}b")
    assert capfd.readouterr() == (f"a{escaped}b\n", f"tapis: a{escaped}b\n")


def test_no_letter_at_all_gets_through_as_a_control_code():
    every = "".join(map(chr, range(sys.maxunicode + 1)))
    kinds = {unicodedata.category(letter) for letter in printable(every)}
    assert not kinds & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def test_plain_letters_stay_as_they_are():
    assert printable("Zoé & 日本 - ^v' ♠") == "Zoé & 日本 - ^v' ♠"


def test_a_stream_that_takes_nothing_gets_no_complaint(monkeypatch):
    def full(_handle, _data):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    complain("nobody hears this")
    monkeypatch.setattr(sys, "stderr", None)
    complain("nor this")


@pytest.mark.parametrize("length", [LONGEST, LONGEST + 1, 5000])
def test_a_line_too_long_keeps_its_beginning_and_its_end(length):
    text = "begin" + "-" * (length - 8) + "end"
    cut = shortened(text)
    assert len(cut) == LONGEST
    assert cut.startswith("begin---") and cut.endswith("---end")
    assert (cut == text) == (length <= LONGEST)
    assert ("-...-" in cut) == (length > LONGEST)


def test_a_path_however_long_leaves_room_for_what_is_wrong_with_it(capfd):
    path = "/".join(["a" * 200] * 15)
    assert main(["resume", path]) == 2
    (line,) = capfd.readouterr().err.splitlines()
    assert len(line) == LONGEST
    assert line.startswith("tapis: aaa") and line.endswith("aaa: No such file or directory")


@pytest.mark.parametrize(
    "wrong", [["saves", "a" * 5000], ["saves", "\x1b[31m" * 999], ["a" * 5000]]
)
def test_a_word_that_is_none_makes_no_line_longer_and_colours_nothing(capfd, wrong):
    with pytest.raises(SystemExit):
        main(wrong)
    *_, line = said = capfd.readouterr().err.splitlines()
    assert len(line) == LONGEST
    assert line.startswith("tapis") and "..." in line
    assert "\x1b" not in "".join(said)
