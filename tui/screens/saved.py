"""The saved games: go on, replay, copy, rename, delete."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

from textual.timer import Timer

from engine.table import Table
from saves.files import read_file, write_file
from saves.folder import SUFFIX
from saves.lock import is_held
from saves.store import SavedFile, Store
from tui.pace import REST
from tui.screens.base import TapisScreen
from tui.screens.file_reader import FileRead, FileReader
from tui.screens.home import LONGEST_NAME, players_of
from tui.screens.requests import OpenGame, ReplayGame
from tui.themes import paint
from tui.widgets.choices import Choice, Choices
from tui.widgets.lines import BOLD, Lines, cut, line, text
from words.errors import os_text
from words.translation import _, said, several

READS: Final = frozenset({"open", "replay", "accept"})
"""The ids of what cannot be done with a damaged game."""

NEEDS_A_GAME: Final = READS | {"save_as", "rename", "delete"}


class SavedGames(TapisScreen):
    """A list of every game file, broken ones with their fault."""

    OFFERS = ("open", "replay", "save_as", "rename", "delete", "accept", "menu", "help", "back")

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store
        self._reader: FileReader | None = None
        self._resting: Timer | None = None
        self._is_first_page = False

    def body(self) -> Iterable[Lines]:
        """Put the folder above the list."""
        yield Lines(id="title")
        yield Choices(id="choices")

    def draw(self) -> None:
        """Read the folder again and show its files; those out of sight are read later."""
        self._stop()
        self._reader = None  # a second list of thousands would take its room
        store = self._store
        fault, names = "", []
        try:
            games = store.listing()
        except OSError as error:
            fault = os_text(error)
        else:
            self._reader = FileReader(games, self.post_message)
            names = [file.name for file in games.files]
        title = line(" ", text(_("Saved games"), BOLD))
        folder = line(" ", text(cut(str(store.folder), self.size.width - 2), paint("quiet")))
        self.query_one("#title", Lines).show([title, folder])
        choices = self.query_one(Choices)
        self._is_first_page = True
        choices.offer([Choice(name, name.removesuffix(SUFFIX)) for name in names], note=self._note)
        self._is_first_page = False
        choices.focus()
        if self._reader:
            self._reader.start()
        self._rest()
        if not names:
            self.say(fault or _("No saved games yet."))

    def leave(self) -> None:
        """Look at no more files."""
        self._stop()

    def on_unmount(self) -> None:
        """Look at no more files."""
        self._stop()

    def _stop(self) -> None:
        if self._reader:
            self._reader.stop()

    def _note(self, at: int) -> str:
        """Return what the list says of a game in sight, nothing yet if it must be waited for.

        The games of the first page are read before it is shown, unless a file is large.
        """
        assert self._reader
        games = self._reader.games
        saved = games.known(at)
        if saved is None and self._is_first_page and not games.is_large(at):
            saved = games.inspect(at)
        if saved is None:
            self._reader.want(at)
            return ""
        return words(saved)

    def on_file_read(self, message: FileRead) -> None:
        """Show what was read; rows that do not change are not painted."""
        if self._reader is None or message.games is not self._reader.games:
            return
        choices = self.query_one(Choices)
        choices.redraw()
        if message.at != choices.cursor or self.is_asking:
            return
        self.show_keys()
        saved = message.games.known(message.at)
        if message.is_checked and saved and saved.error:
            self.say(said(saved.error))

    def _rest(self) -> None:
        """Check the moves of the game under the cursor once it has rested there."""
        if self._resting:
            self._resting.stop()
        self._resting = self.set_timer(REST, self._check)

    def _check(self) -> None:
        reader, at = self._current()
        if reader and not reader.games.is_checked(at):
            reader.check(at)

    def _current(self) -> tuple[FileReader | None, int]:
        """Return the reader, if there is a game under the cursor, and the game's place."""
        reader, at = self._reader, self.query_one(Choices).cursor
        return (reader if reader and at < len(reader.games) else None), at

    def current(self) -> Path | None:
        """Return the file of the game under the cursor."""
        reader, at = self._current()
        return reader.games.path(at) if reader else None

    def refusal(self, action: str) -> str | None:
        """Return why an action cannot be had now."""
        reader, at = self._current() if self.is_mounted else (None, 0)
        if reader is None:
            return "" if action in NEEDS_A_GAME else None
        saved = reader.games.known(at)
        return said(saved.error) or None if saved and action in READS else None

    def on_choices_moved(self) -> None:
        """Show the keys that work on this game."""
        self.say("")
        self.show_keys()
        self._rest()

    def on_choices_taken(self) -> None:
        """Open the game."""
        self.action_run("open")

    def commands(self) -> dict[str, Callable[[], None]]:
        """Return what carries out each action."""
        return super().commands() | {
            "open": self.do_open,
            "replay": self.do_replay,
            "save_as": self.do_save_as,
            "rename": self.do_rename,
            "delete": self.do_delete,
            "accept": self.do_open,
        }

    def do_open(self) -> None:
        """Go on with the game; one that is over is stepped through."""
        table = self._read()
        if table and table.outcome:
            self.request(ReplayGame(table))
        elif table and (path := self.current()):
            self.request(OpenGame(path))

    def do_replay(self) -> None:
        """Step through the game."""
        if table := self._read():
            self.request(ReplayGame(table))

    def _read(self) -> Table[Any] | None:
        """Return the game under the cursor, every move checked; or say what is wrong with it."""
        reader, at = self._current()
        if reader is None:
            return None
        saved = reader.games.check(at)
        if saved.record:
            return saved.record.table
        self.on_file_read(FileRead(reader.games, at, is_checked=True))
        return None

    def do_save_as(self) -> None:
        """Save a copy under another name."""
        if path := self.current():
            self.ask(_("Save a copy as:"), partial(self._copy, path), path.stem)

    def do_rename(self) -> None:
        """Give the game another name."""
        if path := self.current():
            self.ask(_("New name:"), partial(self._rename, path), path.stem)

    def _copy(self, path: Path, name: str) -> None:
        self._try(lambda: write_file(self._free(name), read_file(path)))

    def _rename(self, path: Path, name: str) -> None:
        if name == path.stem:
            return
        if is_held(path):
            self.say(_("The game is open elsewhere; it keeps its name."))
        else:
            self._try(lambda: path.rename(self._free(name)))

    def _free(self, name: str) -> Path:
        return self._store.free_path(name)

    def do_delete(self) -> None:
        """Delete the game; asked once."""
        from tui.screens.menu import Ask

        path = self.current()
        if path is None:
            return
        question = _("Delete {name}?").format(name=path.stem)
        answers = [Choice("no", _("No, keep it")), Choice("yes", _("Yes, delete it"))]
        self.app.push_screen(Ask(question, answers), partial(self._delete, path))

    def _delete(self, path: Path, answer: object) -> None:
        if answer != "yes":
            return
        if is_held(path):
            self._later(_("The game is open elsewhere; it cannot be deleted now."))
        else:
            self._try(path.unlink)

    def _try(self, work: Callable[[], object]) -> None:
        try:
            work()
        except OSError as error:
            self._later(os_text(error))
        else:
            self.update()

    def _later(self, words: str) -> None:
        self.call_after_refresh(self.call_after_refresh, self.say, words)


def words(saved: SavedFile) -> str:
    """Return what the list says of a file: players, turns and result, or its fault."""
    header = saved.header
    if header is None:
        return said(saved.error)
    turns = several("{count} turn", "{count} turns", header.turns)
    when = datetime.fromisoformat(header.saved).astimezone()
    if saved.holder:
        state = _("being played")
    elif header.ended and not header.ended.winners:
        state = _("a draw")
    elif header.ended:
        winners = " ".join(cut(header.names[s], LONGEST_NAME) for s in header.ended.winners)
        state = _("{player} won").format(player=winners)
    else:
        state = _("in play")
    return f"{when:%d.%m.%y} {turns}, {state}, {players_of(header)}"
