"""`tapis.pyz`: unpacked once and whole, started from there, and a sentence where it cannot be."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from fcntl import LOCK_SH, flock
from importlib.machinery import EXTENSION_SUFFIXES
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from installed import build_wheel
from line_programs import tapis

from engine.version import __version__
from release import one_file

SOME_PYTHON = ".cpython-27-some-machine.so"
SOME_MACHINE = EXTENSION_SUFFIXES[0].rsplit("-", 1)[0] + "-of-another-machine.so"
MACHINES = ("x86_64-linux-gnu", "aarch64-linux-gnu", "darwin")


@pytest.fixture(scope="session")
def make(tmp_path_factory):
    """Make the file without the packages that it needs: Python has them here."""
    folder = tmp_path_factory.mktemp("parts")
    wheel = build_wheel(folder)

    def make(suffix: str) -> bytes:
        part = folder / "part.whl"
        with ZipFile(part, "w") as archive:
            archive.writestr(f"part/compiled{suffix}", "")
        return one_file.one_file([wheel, part])

    return make


@pytest.fixture
def file(make, tmp_path):
    path = tmp_path / "tapis.pyz"
    path.write_bytes(make(EXTENSION_SUFFIXES[0]))
    return path


def start(file: Path, *arguments: str, python: tuple[str, ...] = (sys.executable,), **more: str):
    surroundings = {"PATH": os.defpath, "HOME": str(file.parent), "LANG": "C.UTF-8", **more}
    command = [*python, str(file), *arguments]
    return subprocess.run(
        command, cwd="/", env=surroundings, capture_output=True, text=True, timeout=120
    )


def test_two_of_the_same_parts_are_equal(make):
    assert make(SOME_PYTHON) == make(SOME_PYTHON)


def test_it_is_unpacked_once_and_started_from_there(file):
    for _ in range(2):
        assert start(file, "--version").stdout == f"tapis {__version__}\n"
        (unpacked,) = (file.parent / ".cache/tapis-vert").iterdir()
        assert (unpacked / "tapis_vert/cli/__main__.py").is_file()
        (unpacked / "tapis_vert/engine/version.py").touch()
    (unpacked / "tapis_vert/engine/version.py").write_text('__version__ = "as unpacked"\n')
    assert start(file, "--version").stdout == "tapis as unpacked\n"


def test_of_earlier_ones_the_newest_and_those_in_use_stay(file):
    cache = file.parent / ".cache/tapis-vert"
    for age, name in enumerate(("4" * 20, "3" * 20, "2" * 20, "1" * 20, "unpacked-broken")):
        (cache / name / "tapis_vert").mkdir(parents=True)
        os.utime(cache / name, (10**9 - age, 10**9 - age))
    (cache / "unpacked-half-removed").mkdir()
    (cache / "of somebody else").mkdir()
    flock(os.open(cache / ("2" * 20) / "tapis_vert", os.O_RDONLY), LOCK_SH)
    assert start(file, "--version").returncode == 0
    left = {path.name for path in cache.iterdir()}
    own = {name for name in left if (cache / name / "tapis_vert/cli").exists()}
    assert len(own) == 1
    assert left - own == {"4" * 20, "2" * 20, "of somebody else"}


def test_what_needs_further_packages_says_how_to_install_them(file):
    options = ("host", "--north", "greedy", "--listen", "127.0.0.1:0", "--talk")
    missing = file.parent / "missing"
    missing.mkdir()
    (missing / "cryptography.py").write_text("raise ImportError")
    done = start(file, *options, PYTHONPATH=str(missing))
    assert "further packages are needed: pipx install 'tapis-vert[online]'" in done.stderr


def test_in_a_cache_that_takes_nothing_it_says_so_and_leaves_nothing(file):
    (file.parent / "full").write_text("")
    done = start(file, XDG_CACHE_HOME=str(file.parent / "full"))
    assert done.returncode == 2
    assert done.stderr.startswith("tapis.pyz could not be unpacked into")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("suffix", "language", "said"),
    [
        (SOME_PYTHON, "C", "Install the program instead"),
        (SOME_PYTHON, "fr_FR", "Installez plutôt"),
        (SOME_MACHINE, "C", "Install the program instead"),
    ],
)
def test_a_python_or_machine_it_was_not_made_for_is_told_what_to_do(
    make, file, suffix, language, said
):
    file.write_bytes(make(suffix))
    done = start(file, LANG=f"{language}.UTF-8")
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not (file.parent / ".cache").exists()


@pytest.fixture(scope="session")
def whole(tmp_path_factory):
    """The file with all that it needs, as `make pyz` makes it."""
    folder = tmp_path_factory.mktemp("whole")
    command = [sys.executable, one_file.__file__, build_wheel(folder), folder / "tapis.pyz"]
    subprocess.run(command, check=True, capture_output=True)
    return folder / "tapis.pyz"


@pytest.mark.slow
def test_a_file_with_all_it_needs_plays_where_nothing_is_installed(whole, tmp_path):
    file = Path(shutil.copy(whole, tmp_path))
    bare = (str(Path(sys.base_prefix, "bin/python3")), "-S", "-E")
    console = ("console", "--seed", "1", "--north", "greedy", "--south", "greedy")
    played = start(file, *console, python=bare)
    assert (played.returncode, played.stderr) == (0, "")
    assert played.stdout == tapis(*console).stdout.decode()


@pytest.mark.slow
def test_each_compiled_package_in_it_has_a_part_for_each_python_on_each_machine(whole):
    with ZipFile(whole) as file, ZipFile(BytesIO(file.read("program.zip"))) as program:
        compiled = [name for name in program.namelist() if name.endswith(".so")]
    parts = {name.partition(".")[0] for name in compiled}
    assert "msgspec/_core" in parts
    pythons = [version.replace(".", "") for version in one_file.PYTHONS]
    assert sorted(compiled) == sorted(
        f"{part}.cpython-{python}-{machine}.so"
        for part in parts
        for python in pythons
        for machine in MACHINES
    )
