"""The folder of games: where it is, what its files are called, what it lists."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saves.store import Store, inspect_file, safe_name


def test_the_folder_is_in_tapis_home_or_the_user_s_data_folder(monkeypatch):
    assert Store().folder == Path(os.environ["TAPIS_HOME"]) / "games"
    monkeypatch.delenv("TAPIS_HOME")
    assert Store().folder == platformdirs.user_data_path("tapis-vert", appauthor=False) / "games"
    monkeypatch.setenv("TAPIS_HOME", "")
    assert Store().folder == platformdirs.user_data_path("tapis-vert", appauthor=False) / "games"


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("NORD - SUD", "NORD - SUD"),
        ("../../etc/passwd", "etc passwd"),
        ("a/b\\c:d", "a b c d"),
        ("\x1b[31mred\n\x00", "[31mred"),
        ("", "game"),
        ("...", "game"),
        (".hidden", "hidden"),
        ("e\u0301te\u0301", "été"),
        ("\u202egnp", "gnp"),
        ("日本" * 100, "日本" * 20),
        ("x" * 300, "x" * 120),
        ("x" * 119 + " yz", "x" * 119),
        ("x" * 119 + ".yz", "x" * 119),
        ("x" * 116 + " . . .yz", "x" * 116),
    ],
)
def test_a_name_is_made_safe(name, safe):
    assert safe_name(name) == safe


@settings(max_examples=50)
@given(st.text())
def test_a_safe_name_stays_in_the_folder_and_stays_as_it_is(name):
    path = Store(Path("games")).path(name)
    assert path.parent == Path("games")
    assert path.suffix == ".json"
    assert not path.name.startswith(".")
    assert len(path.name.encode()) <= 125
    assert safe_name(safe_name(name)) == safe_name(name)


def test_a_name_that_is_taken_gets_a_number(tmp_path):
    store = Store(tmp_path)
    for expected in ("a.json", "a 2.json", "a 3.json"):
        assert store.free_path("a").name == expected
        store.free_path("a").write_text("")


def test_a_folder_that_does_not_exist_holds_nothing(tmp_path):
    store = Store(tmp_path / "none")
    assert (store.paths(), [*store.listing()]) == ([], [])


def test_a_longest_name_that_is_taken_makes_room_for_its_number(tmp_path, impatient):
    store = Store(tmp_path)
    found = []
    for _ in range(11):
        found.append(store.free_path("x" * 120))
        found[-1].write_text("")
    assert [path.stem for path in found[:2]] == ["x" * 120, "x" * 118 + " 2"]
    assert found[10].stem == "x" * 117 + " 11"
    assert len(set(found)) == 11


@pytest.mark.parametrize("path", ["/", "//", "/.", "."])
def test_what_has_no_name_is_no_game(path):
    saved = inspect_file(Path(path))
    assert (saved.header, saved.record) == (None, None)
    assert (saved.fault, saved.holder) == ("Is a directory", None)
