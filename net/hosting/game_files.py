"""The file of a shared table's game, written some time after each change and at the end at once.

All answered moves are in the journal, so the file may follow a little later.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from itertools import count
from operator import eq
from pathlib import Path
from typing import Any, ClassVar

from engine.loop import Loop, OneTimer
from engine.table import Event, Table
from saves.autosave import BackgroundAutosave, WritingThread
from saves.document import Fault
from saves.files import make_folder, read_file, sync_folder
from saves.lock import GameLock, Held, LockGroup
from saves.locked_file import SavedElsewhere
from saves.reading import read_fields, read_record
from saves.record import Record
from saves.store import Store


class FileCheck:
    """A comparison of a game's file with the game that a journal makes anew.

    Somebody may have opened the file and played on in it after the table was killed.
    """

    def __init__(self, path: Path | None) -> None:
        """Look at a file, None for one that was not made yet."""
        self._is_found = False
        self._moves: Sequence[str] | None = None
        self._events: Sequence[Event] = ()
        if path:
            self._read(path)

    @property
    def is_ours(self) -> bool:
        """Whether the table once was just as the file has it, or there is no file."""
        return self._is_found or self._moves is None

    def look(self, table: Table[Any]) -> None:
        """Compare the file with the game as it once was, or is now."""
        if self._moves is None or self._is_found or len(self._moves) != len(table.plays):
            return
        if [*self._events] == table.events:
            moves = (table.move_text(at) for at in range(len(table.plays)))
            self._is_found = all(map(eq, moves, self._moves))

    def _read(self, path: Path) -> None:
        try:
            fields = read_fields(read_file(path))
        except FileNotFoundError:
            return
        except (OSError, Fault):
            self._moves = ("?",)  # like no game
            return
        self._moves, self._events = fields.moves, fields.events


class KeptGameFiles:
    """The file of a table's game, and a link to it for a table that is revived.

    One thread writes those of all tables.
    """

    seconds: ClassVar[float] = 2.0
    """The seconds after a change when the file is written."""

    def __init__(
        self,
        loop: Loop,
        now: Callable[[], datetime],
        thread: WritingThread,
        locks: LockGroup,
        store: Store | None = None,
    ) -> None:
        """Keep new games in the folder of games.

        Args:
            loop: The event loop.
            now: Returns the date and time.
            thread: Writes the file.
            locks: The locks of all games of the process.
            store: The folder of games, None for the user's own.
        """
        self._loop = loop
        self._now = now
        self._open = partial(
            BackgroundAutosave, clock=now, complain=self._complain, thread=thread, locks=locks
        )
        self._store = store or Store()
        self._timer = OneTimer(loop)
        self._autosave: BackgroundAutosave | None = None
        self._link: Path | None = None
        self._record: Record | None = None
        self._resumed: Record | None = None
        self._is_newest_written = True

    def resume(self, path: Path) -> Record:
        """Take the file of a saved game. Raises `Held`, `Fault`, `OSError`."""
        autosave = self._open(path)
        try:
            self._resumed = read_record(read_file(path))
        except BaseException:
            autosave.let_go()
            raise
        self._autosave = autosave
        return self._resumed

    @property
    def is_saved(self) -> bool:
        """Whether the game is on the disk as it was told last."""
        autosave = self._autosave
        if autosave is None or autosave.is_behind or not self._is_newest_written:
            return False
        return autosave.saved_in is not None

    def resumed(self) -> Record:
        """Return the saved game that was taken."""
        assert self._resumed
        return self._resumed

    def link(self, link: Path) -> None:
        """Let a link lead to the file from now on."""
        self._link = link
        self._link_newest()

    def begin(self, names: Sequence[str]) -> None:
        """Keep the game between these players in a file from now on; the one before is done.

        The first game may be a saved one, which has its file.
        """
        if self._autosave is None or self._record is not None:
            if self._autosave:
                self._autosave.let_go()
            self._record, self._is_newest_written = None, True
            self._begin_new(self._store.new_path(self._now(), names).stem)

    def go_on(self, path: Path, *, is_ours: bool) -> None:
        """Keep the game in its file again; in another one if that is not ours, or in play."""
        if is_ours:
            with suppress(Held):
                self._autosave = self._open(path)
                self._make_link(path)
                return
        with suppress(Held, OSError):  # the table left it there when it was killed
            GameLock(path, self._now()).release()
        self._begin_new(path.stem)

    def _begin_new(self, stem: str) -> None:
        """Keep the game in a new file whose name begins so."""
        for number in count(1):
            path = self._store.free_path(stem if number == 1 else f"{stem} {number}")
            with suppress(OSError):  # without the folder nobody could hold the file
                make_folder(path.parent)
            with suppress(Held):  # a game that was begun in the same second
                self._autosave = self._open(path, must_be_new=True)
                self._make_link(path)
                return

    def _make_link(self, path: Path) -> None:
        if self._link and not self._leads_to(path):
            new = self._link.with_name(f".{self._link.name}.new")
            with suppress(OSError):  # without it a table that is revived begins another file
                new.unlink(missing_ok=True)
                new.symlink_to(path.absolute())
                new.replace(self._link)
                sync_folder(new.parent)
            with suppress(OSError):
                new.unlink(missing_ok=True)

    def _leads_to(self, path: Path) -> bool:
        with suppress(OSError):
            return self._link is not None and self._link.readlink() == path.absolute()
        return False

    def changed(self, record: Record, *, is_over: bool) -> None:
        """Write the game, at the latest soon; at its end at once."""
        self._record = record
        if self._is_newest_written:
            self._is_newest_written = False
            self._timer.start(self.seconds, self._write)
        if is_over:
            self._write()

    def close(self, closed: Callable[[bool], None]) -> None:
        """Write the newest change; then tell in the loop whether all is on the disk."""
        autosave = self._autosave
        if autosave is None:
            closed(True)
            return

        def tell() -> None:
            closed(autosave.saved_in is not None)

        self._write()
        autosave.let_go(partial(self._loop.soon, tell))

    def _write(self) -> None:
        self._timer.stop()
        if self._autosave and self._record and not self._is_newest_written:
            self._is_newest_written = True
            self._autosave.save(self._record)

    def _complain(self, error: Exception) -> None:
        """Note an error of the file, also from its thread; the game is in the journal too."""
        logging.getLogger(__name__).warning("the game's file: %s", type(error).__name__)
        if isinstance(error, SavedElsewhere):
            with suppress(RuntimeError):  # the loop has ended
                self._loop.soon(self._link_newest)

    def _link_newest(self) -> None:
        """Let the link lead to where the game is saved now."""
        if self._autosave is not None:
            self._make_link(self._autosave.path)
