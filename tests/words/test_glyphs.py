"""Which signs are used: what is asked for, else what the locale and the terminal promise."""

from __future__ import annotations

import subprocess
import sys

import pytest
from line_programs import environment, tapis

from words.glyphs import ASCII, UNICODE, glyphs, knows_ascii_alone
from words.playing_cards import the_card
from words.translation import _, set_language

UTF = {"LANG": "fr_FR.UTF-8"}


@pytest.mark.parametrize(
    ("environment", "alone"),
    [
        ({}, True),
        ({"LANG": ""}, True),
        ({"LANG": "C"}, True),
        ({"LANG": "POSIX"}, True),
        ({"LANG": "C.UTF-8"}, False),
        (UTF, False),
        ({**UTF, "LC_CTYPE": "C"}, True),
        ({**UTF, "LC_CTYPE": "", "LC_ALL": ""}, False),
        ({"LANG": "C", "LC_CTYPE": "fr_FR.UTF-8"}, False),
        ({**UTF, "LC_CTYPE": "fr_FR.UTF-8", "LC_ALL": "C"}, True),
        ({**UTF, "LC_MESSAGES": "C"}, False),
        *(({**UTF, "TERM": name}, True) for name in ("linux", "dumb", "vt100", "vt102", "vt220")),
        *(({**UTF, "TERM": name}, False) for name in ("", "xterm", "screen", "linux-m")),
    ],
)
def test_the_first_variable_that_says_something_names_the_locale_and_some_terminals_have_ascii(
    environment, alone
):
    assert knows_ascii_alone(environment) is alone


def test_what_is_asked_for_may_change_at_any_time(monkeypatch):
    assert glyphs() is UNICODE
    monkeypatch.setenv("TAPIS_ASCII", "1")
    assert glyphs() is ASCII


@pytest.mark.parametrize(
    ("settings", "kind"),
    [
        ({"LANG": "C"}, "ASCII"),  # Python would make C.UTF-8 of it
        ({"LC_ALL": "POSIX"}, "ASCII"),
        ({"TERM": "vt100"}, "ASCII"),
        ({}, "UNICODE"),
        ({"TAPIS_ASCII": ""}, "UNICODE"),
        ({"TAPIS_ASCII": "1"}, "ASCII"),
        ({"TAPIS_ASCII": "0", "LC_ALL": "C", "TERM": "linux"}, "UNICODE"),
        ({"TAPIS_ASCII": "0", "PYTHONIOENCODING": "latin-1"}, "ASCII"),  # has no such letters
    ],
    ids=str,
)
def test_a_program_takes_them_from_what_it_was_started_with(settings, kind):
    script = f"from words import glyphs; assert glyphs.glyphs() is glyphs.{kind}"
    command = [sys.executable, "-c", script]
    subprocess.run(command, env=environment(**settings), check=True, timeout=60)


def test_the_line_mode_of_zen_is_plain_in_the_locale_c():
    asked = tapis("--lang", "fr", "console", "zen", LC_ALL="C", typed=b"aide\n").stdout
    assert b"\nZen l'Initie, jeu de base\n" in asked
    assert asked.isascii()


def test_small_words_join_with_what_follows_in_plain_ascii_too(monkeypatch):
    """It said "entamer de le 2T"."""
    monkeypatch.setenv("TAPIS_ASCII", "1")
    set_language("fr")
    shown = _("Enter leads {card}.").format(card=the_card("2C", ASCII))
    assert shown == "Entree : entamer du 2T."
