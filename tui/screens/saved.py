"""The saved games: a table of them, and a preview; go on, replay, copy, rename, delete."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Final

from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Input

from host import outside
from play import saved_games
from play.notes import GameFile
from play.requests import OpenGame, ReplayGame
from play.rows import Choice
from play.saved_games import Arrangement, arranged, game_file_at, sorted_words
from saves.confined import shown
from saves.listing import Listing
from saves.record import Record
from saves.share_line import is_share_line
from saves.store import SUFFIX, SavedFile, Store
from tui.keymap import shown_key
from tui.screens.file_questions import (
    ask_copy_name,
    ask_new_name,
    ask_to_delete,
    ask_to_share,
    open_line,
    say_later,
)
from tui.screens.file_reader import FileReader
from tui.screens.listed import ListScreen
from tui.screens.saved_rows import (
    FileTable,
    Headings,
    Preview,
    headings,
    preview_width,
    row_words,
    title_line,
)
from tui.themes import paint
from tui.widgets.felt import Felt
from tui.widgets.lines import Lines, line, text
from words.errors import os_text
from words.translation import _, said

READS: Final = frozenset({"open", "replay", "accept", "share"})
"""The ids of what cannot be done with a damaged game."""

NEEDS_A_GAME: Final = READS | {"save_as", "rename", "delete"}
ROOMY: Final = 24
"""The least lines of a window with a free line above the headings, and a rule below them."""


class SavedGames(ListScreen):
    """A table of every game file, damaged ones below with their fault, and a preview."""

    TOLD_BY = "saved"
    OFFERS = (
        *("open", "replay", "find", "sort", "save_as", "menu", "help", "back"),
        *("share", "rename", "delete", "accept"),
    )

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store
        self._reader: FileReader | None = None
        self._is_first_page = False
        self._how = Arrangement()
        self._order: list[int] = []
        self._table = FileTable(self._note, self._is_damaged)
        self._headings = Headings(id="headings")
        self._preview = Preview(id="preview")

    def body(self) -> Iterable[Widget]:
        left = Felt(Lines(id="title"), self._headings, self._table, classes="listed")
        yield Horizontal(left, self._preview, classes="with-rail")

    def draw(self) -> None:
        """Read the folder again and show its files; those out of sight are read later."""
        self.leave()
        self._reader = None  # a second list of thousands would take its room
        fault = _("No saved games yet.")
        try:
            games = self._store.listing()
        except OSError as error:
            fault = os_text(error)
        else:
            later = self.call_later
            read, read_all = partial(later, self._file_read), partial(later, self._all_read)
            self._reader = FileReader(games, read, read_all)
        self._place()
        if self._reader and not self._table.choices:
            self._read_first_page(self._reader.games)
        self._is_first_page = True
        self._arrange()
        self._is_first_page = False
        self._table.focus()
        if self._reader:
            self._reader.start()
        self.once_rested(self._check)
        if self._reader is None or not self._reader.games.files:
            self.say(fault)

    def _place(self) -> None:
        """Give everything its room: the preview only where the table keeps enough of it."""
        beside = preview_width(self.size.width)
        self._preview.styles.width = max(beside, 1)
        self._preview.display = beside > 0
        self.title_lines.styles.height = self._headings.styles.height = self._head
        self.title_lines.show([title_line(shown(self._store.folder), self._width)])

    @property
    def _head(self) -> int:
        """The lines of the title, and those of the headings."""
        return 2 if self.size.height >= ROOMY else 1

    @property
    def _width(self) -> int:
        """The width of the table."""
        return self.size.width - preview_width(self.size.width)

    def _read_first_page(self, games: Listing) -> None:
        """Read the first games, but no large file, so that damaged files are known."""
        for at in range(min(len(games), self.size.height - 2 - 2 * self._head)):
            _known_at_once(games, at)

    def _arrange(self) -> None:
        """Show the games in their order, with the cursor on the same game as before."""
        names: list[str] = []
        self._order = []
        if self._reader:
            games = self._reader.games
            self._order = arranged(games, self._how)
            names = [games.files[at].name for at in self._order]
        choices = [Choice(name, name.removesuffix(SUFFIX)) for name in names]
        self._table.offer(choices)
        rule = text(self.glyphs.light * max(self._width - 2, 0), paint("line"))
        self._headings.show([headings(self._width, self._how), line(" ", rule)][: self._head])

    def _is_damaged(self, at: int) -> bool:
        return bool(self._reader and self._reader.games.is_damaged(self._order[at]))

    def leave(self) -> None:
        """Look at no more files."""
        if self._reader:
            self._reader.stop()

    def on_unmount(self) -> None:
        """Look at no more files."""
        self.leave()

    def _note(self, at: int) -> str:
        """Return the words of a row in sight, nothing yet if they must be waited for.

        The games of the first page are read before it is shown, unless a file is large.
        """
        assert self._reader
        games, place = self._reader.games, self._order[at]
        saved = _known_at_once(games, place) if self._is_first_page else games.known(place)
        if saved:
            return row_words(saved, self._width, outside.now())
        self._reader.want(place)
        return ""

    def _file_read(self, reader: FileReader, read: int, checked: SavedFile | None) -> None:
        """Show the game at place `read`; rows that do not change are not painted."""
        if reader is not self._reader:
            return
        self._table.redraw()
        if read != self._at:
            return
        if checked:
            self._preview.tell(checked)
        if self.is_asking:
            return
        self.show_keys()
        saved = reader.games.known(read)
        if checked and saved and saved.error:
            self.say(said(saved.error))

    def _all_read(self, reader: FileReader) -> None:
        """Bring the table into its order, now that every file was looked at."""
        if reader is self._reader and arranged(reader.games, self._how) != self._order:
            self._arrange()
            self.show_keys()

    def _check(self) -> None:
        """Check the moves of the game under the cursor, and show it."""
        at = self._at
        if at is None or self._reader is None:
            self._preview.tell(None)
        elif self._reader.games.is_damaged(at):
            self._preview.tell(self._reader.games.known(at))
        elif self._preview.display or not self._reader.games.is_checked(at):
            self._reader.check(at)

    @property
    def _at(self) -> int | None:
        """The place of the game under the cursor, None where no game is listed."""
        row = self._table.cursor
        return self._order[row] if row < len(self._order) else None

    @property
    def _path(self) -> Path:
        """The file of the game under the cursor."""
        assert self._reader
        assert self._at is not None
        return self._reader.games.path(self._at)

    def refusal(self, action: str) -> str | None:
        if self._at is None or self._reader is None:
            return "" if action in NEEDS_A_GAME else None
        saved = self._reader.games.known(self._at)
        return said(saved.error) or None if saved and action in READS else None

    def on_choices_moved(self) -> None:
        """Show the keys that work on this game."""
        self.say("")
        self.show_keys()
        self.once_rested(self._check)

    def on_choices_taken(self) -> None:
        """Open the game."""
        self.action_run("open")

    def on_headings_clicked(self, message: Headings.Clicked) -> None:
        """Sort by the column, the other way round if it is sorted by it already."""
        self._sort(self._how.by(message.column))

    def do_sort(self) -> None:
        """Sort by the next column."""
        self._sort(self._how.next_column())

    def _sort(self, how: Arrangement) -> None:
        """Arrange the games anew, and say how."""
        self._how = how
        self._arrange()
        self.say(sorted_words(how))
        self.once_rested(self._check)

    def do_find(self) -> None:
        """Let words be typed, and show only the games that have them; or open a file."""
        self.ask(_("Find games, or open the file at this path:"), self._found, self._how.find)

    def on_input_changed(self, message: Input.Changed) -> None:
        """Show the games that have the words typed so far."""
        if self.is_asking_for(self._found):
            self._find(message.value)

    def _find(self, words: str) -> None:
        self._how = self._how._replace(find=words.strip())
        self._arrange()
        self.once_rested(self._check)

    def _found(self, words: str) -> None:
        """Keep the games that were found, or open the named file."""
        path = None if self._order else game_file_at(words)
        if is_share_line(words):
            self._find("")
            say_later(self, open_line(self, words))
        elif path:
            self._find("")
            self.request(OpenGame(path))
        elif not self._order:
            self._find("")
            say_later(self, _("No game contains these words."))
        else:
            every = len(self._reader.games) if self._reader else 0
            facts = {"count": len(self._order), "all": every, "words": words}
            told = _("{count} of {all}: {words}. {key}, then Esc shows all.")
            self.say(told.format(**facts, key=shown_key(self.actions["find"])))

    def do_leave(self) -> None:
        """Give up typing; show all games again if some were being found."""
        was_finding = self.is_asking_for(self._found)
        super().do_leave()
        if was_finding:
            self._find("")

    def do_open(self) -> None:
        """Go on with the game; one that is over is stepped through."""
        record = self._read()
        if record and record.table.outcome:
            self.request(ReplayGame(record, GameFile(self._path)))
        elif record:
            self.request(OpenGame(self._path))

    def do_replay(self) -> None:
        """Step through the game."""
        if record := self._read():
            self.request(ReplayGame(record, GameFile(self._path)))

    def do_share(self) -> None:
        """Give the game to others."""
        if record := self._read():
            ask_to_share(self, record, self._path.stem)

    def _read(self) -> Record | None:
        """Return the game under the cursor, every move checked; or say what is wrong with it."""
        assert self._reader
        assert self._at is not None
        saved = self._reader.games.check(self._at)
        if saved.record is None:
            self._file_read(self._reader, self._at, saved)
        return saved.record

    def do_save_as(self) -> None:
        """Save a copy under another name."""
        write = partial(saved_games.copy, self._path)
        ask_copy_name(self, self._store, self._path.stem, write)

    def do_rename(self) -> None:
        """Give the game another name."""
        ask_new_name(self, self._path, self._store)

    def do_delete(self) -> None:
        """Delete the game; asked once."""
        ask_to_delete(self, self._path)


def _known_at_once(games: Listing, at: int) -> SavedFile | None:
    """Return the content of a file, read now if it is not known; None for a large one."""
    known = games.known(at)
    return games.inspect(at) if known is None and not games.is_large(at) else known
