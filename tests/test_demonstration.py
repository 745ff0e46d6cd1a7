"""The recorded game in docs, and the moving picture of it: they show the program as it is.

There is one of each in English and in French.
"""

from __future__ import annotations

import asyncio
import json

import pyte
import pytest
from demonstration import (
    CHAPTERS,
    HEIGHT,
    PICTURES,
    RECORDINGS,
    WIDTH,
    film,
    first_shots,
    recording,
)

MOST_BYTES = 150_000
BEGINNING = 16
"""Screens from the first one to the table."""


@pytest.fixture(scope="module", params=["en", "fr"])
def language(request):
    return request.param


@pytest.fixture(scope="module")
def beginning(language):
    return asyncio.run(first_shots(language, BEGINNING))


def test_the_recording_begins_as_the_program_does(language, beginning):
    begun = list(recording(beginning))[:-1]
    assert RECORDINGS[language].read_text(encoding="utf-8").splitlines()[: len(begun)] == begun


def test_the_recording_is_small_and_ends_at_the_replay_of_a_game_that_is_won(language):
    text = RECORDINGS[language].read_text(encoding="utf-8")
    header, *events = map(json.loads, text.splitlines())
    assert header["version"] == 2
    assert len(text.encode()) < MOST_BYTES
    times = [time for time, _kind, _text in events]
    assert times == sorted(times)
    screen = pyte.Screen(WIDTH, HEIGHT)
    terminal = pyte.Stream(screen)
    for _time, kind, sent in events:
        if kind == "o":
            terminal.feed(sent)
    won, keys = {"en": ("You win", " ←→ turn"), "fr": ("Vous gagnez", " ←→ tour")}[language]
    assert any(won in row for row in screen.display)
    assert screen.display[-1].startswith(keys)
    chapters = [text for _time, kind, text in events if kind == "m"]
    assert chapters == list(CHAPTERS if language == "en" else CHAPTERS.values())


@pytest.mark.slow
def test_recording_and_picture_are_what_the_program_makes(language):
    screens = asyncio.run(first_shots(language))
    made = "\n".join(recording(screens)) + "\n"
    assert RECORDINGS[language].read_text(encoding="utf-8") == made
    picture = film([one for one in screens if one.is_pictured])
    assert PICTURES[language].read_text(encoding="utf-8") == picture


def test_each_screen_that_is_sent_as_a_difference_is_whole_on_a_terminal(beginning):
    screen = pyte.Screen(WIDTH, HEIGHT)
    terminal = pyte.Stream(screen)
    events = [json.loads(line) for line in recording(beginning)][1:]
    shown = []
    for _time, kind, sent in events:
        if kind == "o":
            terminal.feed(sent)
            shown.append(list(screen.display))
    for shot in beginning:
        assert [row.text for row in shot.rows] in shown
