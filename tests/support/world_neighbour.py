"""Another table in the process of a simulated table."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from world_disk import TABLES_FOLDER
from world_parts import Broken

from host.entries import WaitEntry
from net.hosting.journal import Journal
from net.hosting.journal_files import LockedJournal
from net.hosting.open_table import Shared
from saves.files import sync_folder
from saves.lock import GameLock

if TYPE_CHECKING:
    from world_table import Process


class Neighbour:
    """Another table of the same process, as far as its journal: a line now and then.

    What it was told to be on the disk is there when the process starts again.
    """

    path = Path(f"{TABLES_FOLDER}/neighbour")

    def __init__(self, process: Process, shared: Shared) -> None:
        self._process = process
        self._world = process.world
        self._shared = shared
        self._open()

    def _open(self) -> None:
        """Open the journal; if the disk does not let it, try again later."""
        lock = None
        try:
            os.close(os.open(self.path, os.O_CREAT | os.O_NOFOLLOW, 0o600))
            sync_folder(TABLES_FOLDER)
            lock = GameLock(self.path, self._shared.outside.now(), self._shared.locks)
            self._file = LockedJournal(self.path, 0, lock)
            try:
                self._read()
            finally:
                self._file.close()
        except OSError:
            if lock:
                lock.release()
            self._process.loop.later(1.0, self._open)
            return
        self._write()

    def _read(self) -> None:
        lines = self._file.read().split(b"\n")[:-1]
        there = [line for at, line in enumerate(lines, 1) if f'"seconds":{at}.0}}'.encode() in line]
        if len(there) < self._world.neighbour_kept:
            raise Broken("a line of another table is lost")
        length = sum(len(line) + 1 for line in there)
        self._file.cut(length)
        self._count = len(there)
        self._journal = Journal(self._file, length, self._shared.journals)

    def _write(self) -> None:
        if self._process.is_ended:
            self._file.remove()
            self._journal.close(lambda _error: None)
            return
        number = self._count + 1

        def written(error: OSError | None) -> None:
            if error is None:
                self._count = self._world.neighbour_kept = number
            seconds = self._world.chance.between("neighbour", 0.0, 2.0)
            self._process.loop.later(seconds, self._write)

        self._journal.append(WaitEntry(seat=0, seconds=float(number)), written)
