"""The sum of sources: it differs wherever results might."""

from __future__ import annotations

import pytest

from saves.sources import sum_of

FILES = {
    "engine/game.py": b"game",
    "engine/duel/referee.py": b"MOST = 40",
    "engine/duel/weights.bin": b"\0\1",
    "engine/duel/notes.txt": b"no source",
    "arena/match.py": b"match",
    "arena/report.py": b"report",
}
PLACES = ("engine", "arena/match.py")


@pytest.fixture
def written(tmp_path):
    """A function that writes sources, some of them changed, and returns their sum."""

    def write(name: str, **changes: bytes | None) -> str:
        home = tmp_path / name
        for path, data in {**FILES, **changes}.items():
            if data is not None:
                (home / path).parent.mkdir(parents=True, exist_ok=True)
                (home / path).write_bytes(data)
        return sum_of(*PLACES, home=home)

    return write


def test_the_same_sources_have_the_same_sum_in_any_folder(written):
    assert written("here") == written("there")


@pytest.mark.parametrize(
    "changes",
    [
        {"engine/duel/referee.py": b"MOST = 41"},
        {"engine/duel/weights.bin": b"\0\2"},
        {"engine/duel/weights.bin": None},
        {"engine/zen/analysis.py": b""},
        {"engine/game.py": b"", "engine/duel/game.py": b"game"},
        {"arena/match.py": b"another match"},
    ],
    ids=["a number", "weights", "no weights", "one more", "another folder", "a module outside"],
)
def test_whatever_makes_results_differ_makes_the_sum_differ(written, changes):
    assert written("here") != written("there", **changes)


def test_what_makes_no_results_is_not_in_it(written):
    less = {"engine/duel/notes.txt": None, "arena/report.py": b"another report"}
    assert written("here") == written("there", **less)


def test_the_program_finds_its_own_engine():
    assert len({sum_of("engine"), sum_of("engine/duel"), sum_of("no such folder")}) == 3
