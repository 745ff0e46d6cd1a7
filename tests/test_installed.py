"""The installed program: below one folder of its own, so that it meets no packages of its names."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest
from diagram import PACKAGES, ROOT
from installed import build_wheel, lay_out, put_others
from table_processes import tables  # noqa: F401 - a fixture

from engine.problems import WITH_PROBLEMS
from net.names.sockets import account_name

START = "import sys, tapis_vert; sys.exit(tapis_vert.main())"
ALONE = ["console", "--seed", "1", "--north", "greedy", "--south", "greedy"]
HOLDER = "def main():\n    print(flush=True)\n    input()\n"
IN_PROCESSES = """
import tapis_vert
from net.names.starting import start_process, NotStarted
from programs.spawn import spawn
from saves.confined import confine
from pathlib import Path
from fcntl import LOCK_EX, LOCK_NB, flock
import os, sys

held = os.open(tapis_vert.FOLDER, os.O_RDONLY)
holder = spawn("holder")
holder.stdout.readline()
try:
    flock(held, LOCK_EX | LOCK_NB)
except BlockingIOError:
    print("held")
holder.communicate(b"\\n", timeout=60)
pool = spawn("programs.pool", directory=None)
pool.communicate(b"", timeout=60)
try:
    start_process(b"{}")
except NotStarted as why:
    print("table:", why)
print("pool:", pool.returncode)
confine(Path(sys.argv[1]))
import tui.app
print("confined:", tui.app.__file__)
"""


@pytest.fixture(scope="session")
def wheel(tmp_path_factory):
    return build_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture
def site(wheel, tmp_path):
    """A folder of modules with the wheel and, before it, other packages of our names."""
    folder = tmp_path / "site"
    folder.mkdir()
    lay_out(wheel, folder)
    put_others(folder)
    return folder


def run(*command: object, cwd, status: int = 0, **more: str) -> str:
    surroundings = {"PATH": os.defpath, "HOME": str(cwd), "LANG": "C.UTF-8", **more}
    done = subprocess.run(
        [*map(str, command)],
        cwd=cwd,
        env=surroundings,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == status, done.stderr
    return done.stdout + done.stderr


def test_a_wheel_has_one_folder_of_modules_and_all_packages_in_it(wheel):
    with ZipFile(wheel) as archive:
        names = archive.namelist()
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"tapis_vert"}
    assert {f"tapis_vert/{name}/__init__.py" for name in PACKAGES} <= {*names}
    assert {f"tapis_vert/saves/problem_files/{game}.jsonl" for game in WITH_PROBLEMS} <= {*names}
    assert not [name for name in names if name.startswith("tapis_vert/tests")]


def test_a_wheel_has_every_file_of_the_packages(wheel):
    found = [path for name in PACKAGES for path in (ROOT / name).rglob("*.*") if path.is_file()]
    files = [path.relative_to(ROOT).as_posix() for path in found if path.suffix != ".pyc"]
    assert "saves/problem_files/duel.jsonl" in files
    with ZipFile(wheel) as archive:
        names = {*archive.namelist()}
    assert [name for name in files if f"tapis_vert/{name}" not in names] == []


def test_it_plays_beside_other_packages_of_its_names(site, tmp_path):
    ours, of_the_sources = (
        run(sys.executable, "-c", START, *ALONE, cwd=site, PYTHONPATH=str(folder))
        for folder in (site, ROOT)
    )
    assert ours == of_the_sources
    hidden = run(sys.executable, "-c", "import cli", cwd=site, status=1)
    assert hidden.endswith("ImportError: another cli\n")


def test_its_processes_and_a_confined_one_find_its_modules_and_hold_their_folder(site, tmp_path):
    (site / "tapis_vert/holder.py").write_text(HOLDER)
    home = tmp_path / "home"
    home.mkdir()
    said = run(sys.executable, "-c", IN_PROCESSES, home, cwd=site, PYTHONPATH=str(site))
    held, table, pool, confined = said.splitlines()
    assert "table:" in table
    assert pool == "pool: 0"
    assert held == "held"
    assert confined == f"confined: {site}/tapis_vert/tui/app.py"


@pytest.fixture
def program(request, tmp_path):
    """The program of TAPIS_PROGRAM, which was installed in whatever way; else that of the wheel.

    The wheel is put into an environment of its own, which has other packages of our names.
    """
    if named := os.environ.get("TAPIS_PROGRAM"):
        return Path(named)
    wheel = request.getfixturevalue("wheel")
    folder = tmp_path / "environment"
    venv.create(folder, with_pip=True, symlinks=True)
    site = Path(sysconfig.get_path("purelib", vars={"base": str(folder)}))
    here = sysconfig.get_path("purelib")
    (site / "dependencies.pth").write_text(f"{here}\n")  # its own `.pth` files are not read
    put_others(site)
    pip = [folder / "bin/python", "-m", "pip", "--disable-pip-version-check", "--quiet"]
    run(*pip, "install", "--no-index", "--no-deps", wheel, cwd=tmp_path)
    return folder / "bin/tapis"


@pytest.mark.slow
def test_an_installed_program_plays_alone_with_programs_in_processes_and_at_shared_tables(
    program,
    tables,  # noqa: F811
    tmp_path,
):
    home = tmp_path / "home"
    home.mkdir()
    player = home / "player"
    player.write_text("#!/bin/sh\nexit 3\n")
    player.chmod(0o755)
    alone = run(program, *ALONE, "--save", "game.json", cwd=home)
    assert run(program, "replay", "--print", "game.json", cwd=home) == alone
    arena = ["arena", "duel", "greedy", "random", "--deals", "2", "--seed", "1"]
    run(program, *arena, "--jobs", "2", "--out", "0.json", cwd=home)
    clustered = [program, *arena, "--cluster", "local:1", "--out", "1.json"]
    done = subprocess.run(clustered, cwd=home, capture_output=True, text=True, timeout=120)
    if done.returncode:  # only what pip did not install comes without
        assert re.search(r"further packages: pipx? install 'tapis-vert\[cluster\]'", done.stderr)
    else:
        first, second = (
            (home / f"{number}.json").read_bytes().partition(b'"times"')[0] for number in (0, 1)
        )
        assert first == second
    forfeits = ["console", "--north", f"exec:{player}", "--south", "greedy"]
    assert "its program ended with status 3" in run(program, *forfeits, cwd=home)
    table = ["--talk", "host", "--north", "greedy"]
    begun = run(program, *table, cwd=home, TMPDIR=os.environ["TMPDIR"], status=1)
    assert "North has 6 cards in hand" in begun  # and then the input ended
    tables.kill(tables.found(account_name(os.getuid())))


@pytest.mark.slow
def test_wheel_and_sources_built_in_two_folders_are_equal_to_the_byte(tmp_path):
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, check=True)
    names = listed.stdout.decode().splitlines()
    built = []
    for number, (mask, when) in enumerate(((0o022, 10**9), (0o077, 10**9 + 10**8))):
        sources = tmp_path / f"sources{number}" / ("deeper" * number)
        before = os.umask(mask)
        try:
            for name in sorted(names, reverse=bool(number)):
                copy = sources / name
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_bytes((ROOT / name).read_bytes())
                os.utime(copy, (when, when))
            run(sys.executable, "-m", "hatchling", "build", "--directory", "../built", cwd=sources)
        finally:
            os.umask(before)
        built.append({file.name: file.read_bytes() for file in (sources / "../built").iterdir()})
    assert len(built[0]) == 2
    assert built[0] == built[1]
