"""The folder where games are kept: safe names, and a list that no broken file can hide."""

from __future__ import annotations

import os
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import platformdirs

from saves.document import Fault
from saves.files import read_file
from saves.folder import SUFFIX, scan
from saves.lock import Holder, holder_of
from saves.sentence import plain_sentence

if TYPE_CHECKING:
    from saves.header import Header
    from saves.index import Index
    from saves.listing import Listing
    from saves.record import Record
    from saves.sentence import Sentence

__all__ = ["SUFFIX", "Saved", "Store", "home_folder", "look_at", "safe_name"]

_LONGEST_NAME: Final = 120
_UNSAFE: Final = frozenset('/\\:*?"<>|')


@dataclass(frozen=True, slots=True)
class Saved:
    """What a file holds: a game, told of by its header, or the fault that keeps it from being one.

    The record is there where every move was checked.
    """

    path: Path
    header: Header | None
    wrong: Sentence | None
    holder: Holder | None
    record: Record | None = None

    @property
    def fault(self) -> str:
        """The fault in English, "" where there is none."""
        return str(self.wrong or "")

    @property
    def is_in_play(self) -> bool:
        """Whether it is a game that is not over."""
        return self.header is not None and self.header.ended is None


class Store:
    """A folder of game files, made when the first game is saved in it."""

    def __init__(self, folder: Path | None = None) -> None:
        """Use this folder, by default `games` in `TAPIS_HOME` or the user's data folder."""
        self.folder = folder or home_folder() / "games"
        self._index: Index | None = None

    def path(self, name: str) -> Path:
        """Return the file for a name, made safe for every file system."""
        return self.folder / (safe_name(name) + SUFFIX)

    def free_path(self, name: str) -> Path:
        """Return a file for a name that does not exist yet: `name`, `name 2`, `name 3`, ..."""
        path, number = self.path(name), 1
        while os.path.lexists(path):
            number += 1
            room = _LONGEST_NAME - len(f" {number}")
            path = self.path(f"{_cut(safe_name(name), room)} {number}")
        return path

    def found(self, path: Path) -> Path:
        """Return the file meant: the one there is, or a game here, named with its ending or not."""
        if not os.path.lexists(path) and str(path) == path.name:
            for kept in (self.folder / path, self.folder / f"{path}{SUFFIX}"):
                if kept.suffix == SUFFIX and os.path.lexists(kept):
                    return kept
        return path

    def paths(self) -> list[Path]:
        """Return every game file, the last changed first.

        Raises `OSError` if the folder exists and cannot be read.
        """
        return [self.folder / file.name for file in scan(self.folder)]

    def listing(self) -> Listing:
        """Return the game files as a list, order as `paths`. Raises `OSError` as `paths` does."""
        from saves.index import Index  # takes long to load, and most commands list nothing
        from saves.listing import Listing

        files = scan(self.folder)
        if self._index is None:
            self._index = Index(self.folder.with_name(f"{self.folder.name}.index"))
        return Listing(self.folder, files, self._index)


def look_at(path: Path) -> Saved:
    """Return what a file holds, every move checked; whatever is wrong with it is its `fault`."""
    from saves.header import header_of  # takes long to load, and a new folder has no file
    from saves.record import read_record

    record, wrong = None, None
    try:
        record = read_record(read_file(path))
    except OSError as error:
        wrong = plain_sentence(error.strerror or str(error))
    except Fault as error:
        wrong = error.sentence
    try:
        holder = holder_of(path)
    except OSError:
        holder = None
    return Saved(path, header_of(record) if record else None, wrong, holder, record)


def safe_name(name: str) -> str:
    r"""Return the name without what a file system or a terminal could trip over.

    >>> safe_name("../Zoé & Paul?\x1b[1m ")
    'Zoé & Paul [1m'
    """
    letters = [
        " " if letter in _UNSAFE or unicodedata.category(letter)[0] in "CZ" else letter
        for letter in unicodedata.normalize("NFC", name)
    ]
    plain = " ".join("".join(letters).split()).strip(". ")
    return _cut(plain, _LONGEST_NAME) or "game"


def _cut(name: str, size: int) -> str:
    """Return the name cut to so many bytes of UTF-8, never within a letter."""
    return name.encode()[:size].decode(errors="ignore").strip(". ")


def home_folder() -> Path:
    """Return the program's folder: `TAPIS_HOME`, or its place among the user's data."""
    home = os.environ.get("TAPIS_HOME")
    return Path(home) if home else platformdirs.user_data_path("tapis-vert", appauthor=False)
