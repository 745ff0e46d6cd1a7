"""Disks that do not answer before a test lets them: in this process, and in one of its own."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

import pytest

from saves import files

PATIENCE = 60


class HeldDisk:
    """Holds every write of this process back until it is let go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._free = threading.Event()
        self._asked = threading.Semaphore(0)
        self._sync = os.fsync
        monkeypatch.setattr(files.os, "fsync", self._held)

    def _held(self, handle: int) -> None:
        self._asked.release()
        assert self._free.wait(PATIENCE)
        self._sync(handle)

    def wait_for_a_write(self) -> None:
        """Wait until a write is under way that was not waited for before."""
        assert self._asked.acquire(timeout=PATIENCE)

    def let_go(self) -> None:
        """Let everything be written, now and later."""
        self._free.set()

    def hold(self) -> None:
        """Hold back what is written from now on."""
        self._free.clear()


SCRIPT = """
import os, sys

gate, sync = os.open(sys.argv[1], os.O_RDONLY), os.fsync

def held(handle):
    os.read(gate, 1)
    sync(handle)

os.fsync = held
import tui.pace
tui.pace.PACE = 0.01
import host.file_keeper
host.file_keeper.FileKeeper.word_seconds = 0.1
import tui.app
tui.app.LAST_SECONDS = float(sys.argv[2])
from cli.__main__ import main
sys.exit(main(sys.argv[3:]))
"""


class SlowDisk:
    """The disk of a `tapis` that is started with `command`: each sync waits for the test."""

    def __init__(self, folder: Path) -> None:
        self._gate = folder / "gate"
        os.mkfifo(self._gate)
        self._end = os.open(self._gate, os.O_RDWR)

    def command(self, *arguments: object, last_seconds: float = PATIENCE) -> list[str]:
        """Return the command that starts `tapis`; two computer players play fast."""
        script = [sys.executable, "-c", SCRIPT, str(self._gate), str(last_seconds)]
        return [*script, *map(str, arguments)]

    def let(self, syncs: int) -> None:
        """Let so many syncs happen."""
        os.write(self._end, b"." * syncs)

    def let_go(self) -> None:
        """Let everything be written, now and later."""
        if self._end >= 0:
            os.close(self._end)
            self._end = -1
