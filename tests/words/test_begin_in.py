"""A forked process takes language and signs from its person's environment."""

from __future__ import annotations

import os
from types import SimpleNamespace

import pytest

from words import glyphs, translation
from words.glyphs import ASCII, UNICODE, begin_in, want_plain
from words.translation import _, is_chosen, language, set_language

FRENCH = {"LANG": "fr_FR.UTF-8", "TERM": "xterm-256color"}
ENGLISH = {"LANG": "en_GB.UTF-8", "TERM": "xterm-256color"}
BARE = {"LANG": "C", "TERM": "xterm-256color"}
CONSOLE = {"LANG": "fr_FR.UTF-8", "TERM": "linux"}


@pytest.fixture(autouse=True)
def afterwards_as_before(monkeypatch):
    monkeypatch.delenv("TAPIS_ASCII", raising=False)
    monkeypatch.setattr("sys.__stdout__", SimpleNamespace(encoding="utf-8"))
    yield
    begin_in(os.environ)
    glyphs._began = None
    glyphs._is_plain_here.cache_clear()
    set_language("en")
    translation._chosen = False


def test_the_words_are_those_of_the_environment_and_nobody_chose_them():
    set_language("en")
    begin_in(FRENCH)
    assert (_("Home"), language(), is_chosen()) == ("Accueil", "fr", False)
    begin_in(ENGLISH)
    assert (_("Home"), language(), is_chosen()) == ("Home", "en", False)


@pytest.mark.parametrize(
    ("environment", "signs"),
    [(FRENCH, UNICODE), (ENGLISH, UNICODE), (BARE, ASCII), (CONSOLE, ASCII), ({}, ASCII)],
    ids=["French", "English", "C", "Linux console", "nothing"],
)
def test_the_signs_are_those_of_the_environment(environment, signs):
    begin_in(environment)
    assert glyphs.glyphs() is signs


def test_what_was_found_out_for_another_person_is_forgotten():
    begin_in(BARE)
    assert glyphs.glyphs() is ASCII
    begin_in(FRENCH)
    assert glyphs.glyphs() is UNICODE
    want_plain(True)
    begin_in(FRENCH)
    assert glyphs.glyphs() is UNICODE


def test_a_later_change_of_the_given_environment_changes_nothing():
    given = dict(FRENCH)
    begin_in(given)
    given["LANG"] = "C"
    assert glyphs.glyphs() is UNICODE
