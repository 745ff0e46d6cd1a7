"""A thread that reads saved games, so that the screen goes on answering keys."""

from __future__ import annotations

import threading
from collections.abc import Callable

from textual.message import Message

from saves.listing import Listing
from saves.store import SavedFile


class FileRead(Message):
    """The game at place `at` of a listing was read; `checked` has it with all its moves."""

    def __init__(self, games: Listing, at: int, checked: SavedFile | None = None) -> None:
        super().__init__()
        self.games = games
        self.at = at
        self.checked = checked


class AllRead(Message):
    """Every file of a listing was looked at."""

    def __init__(self, games: Listing) -> None:
        super().__init__()
        self.games = games


class FileReader:
    """Reads every file of a listing, those that somebody waits for first.

    The thread is a daemon: a program that ends does not wait for it.
    """

    def __init__(self, games: Listing, post: Callable[[Message], object]) -> None:
        """Prepare to read; `post` is called with a message for each requested file."""
        self.games = games
        self._post = post
        self._rest = iter(range(len(games)))
        self._wanted: list[int] = []
        self._doubted: int | None = None
        self._has_told_all = False
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
        """Read no further; the results so far are kept."""
        with self._changed:
            self._is_stopped = True
            self._changed.notify()

    def _work(self) -> None:
        while self._look():
            pass
        self.games.keep()

    def _look(self) -> bool:
        """Look at a requested file, or at the next of the rest; return whether to go on."""
        wanted, doubted = self._asked(at_once=True)
        if wanted is None and doubted is None:
            at = next(self._rest, None)
            if at is not None:
                self.games.inspect(at)
                return not self._is_stopped
            self.games.keep()
            if not self._has_told_all:
                self._has_told_all = True
                self._tell(AllRead(self.games))
            wanted, doubted = self._asked(at_once=False)
        if wanted is not None:
            self.games.inspect(wanted)
            self._tell(FileRead(self.games, wanted))
        elif doubted is not None:
            self._tell(FileRead(self.games, doubted, self.games.check(doubted)))
        return not self._is_stopped

    def _asked(self, at_once: bool) -> tuple[int | None, int | None]:
        """Return the next file to read, or else to check; wait without one."""
        with self._changed:
            if not at_once:
                self._changed.wait_for(
                    lambda: self._is_stopped or self._wanted or self._doubted is not None
                )
            if self._wanted:
                return self._wanted.pop(0), None
            doubted, self._doubted = self._doubted, None
            return None, doubted

    def _tell(self, message: Message) -> None:
        if not self._is_stopped:
            self._post(message)
