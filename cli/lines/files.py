"""The files that the line mode is asked for by name, and the numbered list of the saved games."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.full_screen import picture_elsewhere
from cli.lines.numbers import numbered
from cli.output import BadUse
from engine.games import describe
from engine.table import Table
from host.outside import now
from words.plain_text import folded
from words.saved_games import COLUMNS, GAME, PLAYERS, STATE, WHEN
from words.translation import _, sentence, several

if TYPE_CHECKING:
    from saves.record import Record
    from saves.store import SavedFile


def path_of(name: str) -> Path:
    """Return the file of this name; `~` is one's home. Raises `OSError` for what can be no name."""
    if "\0" in name:
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), name)
    try:
        return Path(name).expanduser()
    except RuntimeError:  # the home of nobody
        return Path(name)


def new_path(name: str) -> Path:
    """Return the file for a game of this name, in a folder where one can be written.

    A name alone is one in the folder of games. Raises `OSError`.
    """
    from saves.files import make_folder
    from saves.store import SUFFIX, Store

    path = path_of(name)
    if name == path.name and path.suffix != SUFFIX and path.name not in ("", ".", ".."):
        path = Store().path(name)
        make_folder(path.parent)
    fault = 0 if path.parent.is_dir() else errno.ENOENT
    if not fault and not os.access(path.parent, os.W_OK):
        fault = errno.EACCES
    if fault:
        raise OSError(fault, os.strerror(fault), str(path))
    return path


def found(name: str) -> Path:
    """Return the file of this name, here or in the folder of games. Raises `OSError`."""
    from saves.store import Store

    return Store().resolve(path_of(name))


def free_path(table: Table[Any]) -> Path:
    """Return a file in the folder of games that is not there yet. Raises `OSError`."""
    from saves.files import make_folder
    from saves.store import Store

    path = Store().new_path(now(), [sitter.name for sitter in table.sitters])
    make_folder(path.parent)
    return path


def share_line_of(record: Record) -> Iterator[str]:
    """Yield the line that holds a game, or why there is none and what else there is."""
    from saves.share_line import NotShared, share_line

    try:
        yield share_line(record)
    except NotShared as fault:
        yield sentence(fault)
        yield _("share picture draws the table as it stands.")


def draw(record: Record, name: str) -> Path:
    """Draw the table of a game into a file beside the saved games, over an older one; return it.

    Raises `BadUse`, `OSError`.
    """
    from saves.files import make_folder, write_file
    from saves.home import pictures_folder

    path = pictures_folder() / f"{name}.svg"
    svg = picture_elsewhere(record)
    make_folder(path.parent)
    write_file(path, svg)
    return path


def copy_file(path: Path, to: Path) -> None:
    """Write a saved game into another file too. Raises `OSError`."""
    from saves.files import read_file, write_file

    write_file(to, read_file(path))


class SavedList:
    """The saved games, each with a number by which it is named until they are listed again."""

    def __init__(self) -> None:
        """Begin with the newest game first."""
        self._paths: list[Path | None] = []
        self._column = WHEN
        self._is_reversed = False

    def sort(self, typed: str) -> None:
        """Sort by a column, the other way round if it is so already. Raises `BadUse`."""
        wanted = folded(typed)
        there = ", ".join(_(words).lower() for words in COLUMNS.values())
        if not wanted:
            raise BadUse(_("Type sort and a column: {columns}.").format(columns=there))
        columns = {id_: (id_, folded(_(words))) for id_, words in COLUMNS.items()}
        column = next((id_ for id_, names in columns.items() if wanted in names), None)
        if column is None:
            words = _("{text} is not a column; there are: {columns}.")
            raise BadUse(words.format(text=typed, columns=there))
        self._is_reversed = column == self._column and not self._is_reversed
        self._column = column

    def lines(self, typed: str, here: Path | None) -> Iterator[str]:
        """Yield the games that have all the words typed, the one in play `here` named as such.

        Raises `BadUse` if the folder cannot be read.
        """
        from cli.saved_games import listing_of, row_of
        from saves.store import Store

        store, words = Store(), folded(typed).split()
        games = listing_of(store)
        try:
            rows = [(saved, row_of(saved, here)) for saved in games]
        finally:
            games.keep()
        rows = [row for row in rows if all(word in folded(_searched(*row)) for word in words)]
        damaged = [row for row in rows if row[0].header is None]
        rows = [row for row in rows if row[0].header is not None]
        rows.sort(key=lambda row: _key(row[0], self._column), reverse=self._column == WHEN)
        if self._is_reversed:
            rows.reverse()
        rows += damaged
        self._paths = [saved.path for saved, _row in rows]
        yield from (f"{number}. {row}" for number, (_saved, row) in enumerate(rows, 1))
        count = several("{count} saved game", "{count} saved games", len(rows))
        what = count if rows else _("no saved games")
        if words:
            what = _("{count} of {all}").format(count=len(rows), all=len(games))
        yield _("{games} in {folder}").format(games=what, folder=store.folder) + "."

    def path(self, text: str) -> Path | None:
        """Return the game with this number in the list, None for what is no number of it."""
        return numbered(self._paths, text)

    def named(self, text: str) -> Path:
        """Return the game with this number in the list, or in this file.

        Raises `BadUse` where there is none, `OSError` for a name that can be none.
        """
        if path := self.path(text):
            return path
        path = found(text)
        try:
            path.lstat()
        except FileNotFoundError:
            words = _("There is no game {text}, in the list or as a file; games lists them.")
            raise BadUse(words.format(text=text)) from None
        return path

    def numbered(self, text: str) -> Path:
        """Return the game with this number in the list. Raises `BadUse`."""
        path = self.path(text)
        if path is None:
            words = _("There is no game {number} in the list; games lists them.")
            raise BadUse(words.format(number=text))
        return path

    def change(self, path: Path, to: Path | None) -> None:
        """Note that a game has another file now, or none; all keep their numbers."""
        self._paths = [to if one == path else one for one in self._paths]


def _searched(saved: SavedFile, row: str) -> str:
    """Return what words are looked for in: the row, and what the game is called besides."""
    return f"{row} {_(describe(saved.header.game).title)}" if saved.header else row


def _key(saved: SavedFile, column: str) -> str | datetime:
    """Return what a game that is not damaged is sorted by."""
    header = saved.header
    assert header
    if column == WHEN:
        return header.moment
    keys: dict[str, Sequence[str]] = {
        GAME: [_(describe(header.game).title)],
        PLAYERS: header.names,
        STATE: ["1", header.ended.why] if header.ended else ["0", f"{header.turns:09}"],
    }
    return folded(" ".join(keys[column]))
