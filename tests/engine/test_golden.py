"""Golden playthroughs: games of every kind, re-run and compared line by line."""

from __future__ import annotations

import pytest
from playthrough import GOLDEN, LOADERS, playthrough

from engine.games import GAMES

FILES = sorted(GOLDEN.glob("*/*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_the_game_plays_as_it_was_written(file):
    lines = file.read_text().splitlines()
    assert playthrough(lines[0]).splitlines() == lines


@pytest.mark.parametrize("key", [*GAMES, "hearts"])
def test_every_game_has_a_playthrough_to_its_end(key):
    texts = [file.read_text() for file in FILES if file.parent.name == key]
    assert texts, f"no playthrough of {key} in {GOLDEN}"
    assert all(text.splitlines()[-1].startswith("outcome: {") for text in texts)


def test_every_playthrough_is_of_a_game_there_is():
    assert {file.parent.name for file in FILES} == {*LOADERS}
