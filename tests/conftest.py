"""What holds for every test: none depends on the clock, the home folder, the locale or chance."""

from __future__ import annotations

import asyncio
import gc
import inspect
import itertools
import os
import random
import re
import signal
import time
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from host import outside
from play import home_model, table_model
from programs.thinking import Reaction
from saves import autosave
from saves.store import Store
from tui.keymap import choose_keys
from tui.themes import Depth, set_palette, want_huge
from words.glyphs import want_plain
from words.translation import set_language

settings.register_profile("same every time", derandomize=True, deadline=None, database=None)
settings.load_profile("same every time")

collect_ignore = ["support/dossier_book.py"]
"""What has no doctests and needs a library that `make dossier` alone installs."""

os.environ["TAPIS_ASCII"] = "0"  # for doctests too, whatever the locale

# What is started here would inherit that, from nohup or a shell's background, and not end.
for _signal in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
    if signal.getsignal(_signal) is signal.SIG_IGN:
        signal.signal(_signal, signal.SIG_DFL)


def _synced(handle: int) -> None:
    """Stand for `os.fsync` and wait for no disk: tests look at the calls. A closed file is none."""
    os.fstat(handle)


os.fsync = os.fdatasync = _synced


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return how many tests run at once: half as many again as processors, for many only wait."""
    return (os.cpu_count() or 1) * 3 // 2


gc.disable()  # while the tests are collected, for nearly all of that stays


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], Any]:
    """Look for no doctests in modules of tests, which have none."""
    found = yield
    is_test = file_path.name.startswith("test_")
    return [one for one in found if not is_test or type(one) is pytest.Module]


def pytest_collection_finish() -> None:
    """Let the collector of garbage pass over what stays to the end, and come less often."""
    gc.freeze()
    gc.set_threshold(10_000)
    gc.enable()


_numbers = itertools.count()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine in a loop of its own."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
    return True


@pytest.fixture
def tmp_path(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an empty folder. Pytest's own fixture looks at the folders of all tests before."""
    name = re.sub(r"\W", "_", request.node.name)[:30]
    path = tmp_path_factory.getbasetemp() / f"{name}{next(_numbers)}"
    path.mkdir()
    return path


@pytest.fixture
def store() -> Store:
    """Return the folder of games, which is there and empty."""
    store = Store()
    store.folder.mkdir(parents=True)
    return store


_SET_BY_PROGRAMS = [
    (owner, name, getattr(owner, name))
    for owner, name in (
        (autosave, "BackgroundAutosave"),
        (outside, "now"),
        (home_model, "is_first_start"),
        (table_model, "LookBack"),
        (Reaction, "milliseconds"),
    )
]
"""What a program under test sets, and what stood there before the first one.

A fixture of a module may run one too, before those of its first test.
"""


@pytest.fixture(autouse=True)
def _a_home_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path):
    monkeypatch.setenv("TAPIS_HOME", str(tmp_path / "tapis-home"))
    monkeypatch.setenv("HOME", str(tmp_path))
    _forget_programs()
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    _forget_programs()  # for the doctests, which have no fixture


def _forget_programs() -> None:
    """Put back what a program under test has set."""
    set_language("en")
    set_palette("baize", Depth.TRUE)
    want_plain(None)
    want_huge(False)
    choose_keys({})
    for owner, name, own in _SET_BY_PROGRAMS:
        setattr(owner, name, own)


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch):
    """Let the toy game be found by its key, like any other game."""
    from toy_entries import ENTRIES, KEY, list_called

    for name, entry in ENTRIES.items():
        monkeypatch.setitem(list_called(name), KEY, entry)
    return ENTRIES["engine.games.GAMES"]()


@pytest.fixture
def poisoned_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every use of the global random generator an error."""

    def poisoned(*args, **kwargs):
        raise AssertionError("the global random generator was used")

    for name in ("random", "randrange", "randint", "shuffle", "choice", "getrandbits", "sample"):
        monkeypatch.setattr(random, name, poisoned)


@pytest.fixture
def impatient():
    """Make a test that hangs fail instead."""

    def too_long(*_):
        raise AssertionError("this hangs")

    before = signal.signal(signal.SIGALRM, too_long)
    signal.alarm(60)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)
