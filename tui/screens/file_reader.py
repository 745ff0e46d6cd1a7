"""A thread that reads saved games, so that the screen goes on answering keys."""

from __future__ import annotations

import threading
from collections.abc import Callable

from saves.listing import Listing
from saves.store import SavedFile


class FileReader:
    """Reads every file of a listing, those first that the screen waits for.

    The thread is a daemon: a program that ends does not wait for it.
    """

    def __init__(
        self,
        games: Listing,
        read: Callable[[FileReader, int, SavedFile | None], object],
        read_all: Callable[[FileReader], object],
    ) -> None:
        """Prepare to read a listing.

        Args:
            games: The listing.
            read: Called with the place of each file that was asked for once it is read; if its
                moves were to be checked, with all that the file has. In the thread.
            read_all: Called once every file was looked at. In the thread.
        """
        self.games = games
        self._read = read
        self._read_all = read_all
        self._wanted: list[int] = []
        self._doubted: int | None = None
        self._is_stopped = False
        self._changed = threading.Condition()

    def start(self) -> None:
        """Begin to read."""
        threading.Thread(target=self._work, name="finding", daemon=True).start()

    def want(self, at: int) -> None:
        """Read this file next."""
        with self._changed:
            if at not in self._wanted:
                self._wanted.append(at)
                self._changed.notify()

    def check(self, at: int) -> None:
        """Check the moves of this file next, and drop an earlier request."""
        with self._changed:
            self._doubted = at
            self._changed.notify()

    def stop(self) -> None:
        """Read no further; the contents found are kept."""
        with self._changed:
            self._is_stopped = True
            self._changed.notify()

    def _work(self) -> None:
        for at in range(len(self.games)):
            self._look_at_asked()
            if not self._is_stopped:
                self.games.inspect(at)
        self.games.keep()
        if not self._is_stopped:
            self._read_all(self)
        while not self._is_stopped:
            self._look_at_asked()
            with self._changed:
                self._changed.wait_for(self._has_work)
        self.games.keep()

    def _has_work(self) -> bool:
        return self._is_stopped or bool(self._wanted) or self._doubted is not None

    def _look_at_asked(self) -> None:
        """Read the files that were asked for, and then check the moves of one."""
        while not self._is_stopped:
            with self._changed:
                wanted = self._wanted.pop(0) if self._wanted else None
                doubted = None
                if wanted is None:
                    doubted, self._doubted = self._doubted, None
            if wanted is not None:
                self.games.inspect(wanted)
                self._tell(wanted, None)
            elif doubted is not None:
                self._tell(doubted, self.games.check(doubted))
            else:
                return

    def _tell(self, at: int, checked: SavedFile | None) -> None:
        if not self._is_stopped:
            self._read(self, at, checked)
