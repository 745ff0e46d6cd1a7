"""The suite still holds what it held: it finds each of some changes that break a promise."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from diagram import PACKAGES
from planted_changes import CHANGES, PlantedChange

ROOT = Path(__file__).parents[1]
NEEDED = (*PACKAGES, "tests", "docs", "benchmarks", "training", "README.md", "pyproject.toml")


def places(change: PlantedChange, root: Path = ROOT) -> list[Path]:
    """Return the files in which a change could be planted, each as often as it has a place."""
    files = [file for room in PACKAGES for file in (root / room).rglob("*.py")]
    return [file for file in files for _ in range(file.read_text().count(change.before))]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.breaks)
def test_each_change_has_one_place_and_tests_that_are_there(change):
    assert len(places(change)) == 1
    assert all((ROOT / name).exists() for name in change.tests.split())


def test_there_are_forty_of_them_over_all_rooms():
    assert len(CHANGES) >= 40
    rooms = {file.relative_to(ROOT).parts[0] for change in CHANGES for file in places(change)}
    assert rooms == {*PACKAGES}


@pytest.mark.slow
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.breaks)
def test_a_change_that_breaks_a_promise_is_found(change, tmp_path):
    for name in NEEDED:
        if (ROOT / name).is_dir():
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / name, tmp_path / name, ignore=ignored)
        else:
            shutil.copy(ROOT / name, tmp_path)
    [file] = places(change, tmp_path)
    file.write_text(file.read_text().replace(change.before, change.after))
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
    run = subprocess.run(
        [*command, *change.tests.split()],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=900,
    )
    assert run.returncode == 1, run.stdout[-2000:]
    assert "failed" in run.stdout.splitlines()[-1]
