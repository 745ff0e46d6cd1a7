"""The folder of saved games: safe file names, and its files in order without opening one."""

from __future__ import annotations

import os
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from saves.document import Fault
from saves.files import read_file
from saves.home import home_folder
from saves.lock import Holder, holder_of
from saves.reasons import plain_sentence

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from engine.reasons import Sentence
    from saves.header import Header
    from saves.listing import Index, Listing
    from saves.record import Record

SUFFIX: Final = ".json"


class FileMark(NamedTuple):
    """The mark of a file's content: it differs after every change.

    `changed` is the system's time of the last change in nanoseconds (`st_ctime_ns`), which nobody
    can set back, unlike the time of the last write.
    """

    device: int
    inode: int
    size: int
    changed: int


class GameFile(NamedTuple):
    """A game file as its folder lists it.

    Attributes:
        name: Its name; bytes that are not UTF-8 stand as surrogate escapes.
        written: The time of the last write in nanoseconds; 0 if unknown.
        mark: The mark of its content, None if unknown.
        may_be_held: Whether it may have a lock.
    """

    name: str
    written: int
    mark: FileMark | None
    may_be_held: bool


def scan(folder: Path) -> list[GameFile]:
    """Return the game files of a folder, the last written first; none if there is no folder.

    Raises `OSError` if the folder exists and cannot be read.
    """
    files: list[GameFile] = []
    locks: set[str] = set()
    try:
        with os.scandir(folder) as entries:
            for entry in entries:  # one at a time: ten thousand of them are some megabytes
                if entry.name.startswith("."):
                    locks.add(entry.name)
                elif entry.name.endswith(SUFFIX):
                    files.append(_file(entry))
    except FileNotFoundError:
        return []
    for at, file in enumerate(files):
        if f".{file.name}.lock" in locks:
            files[at] = file._replace(may_be_held=True)
    files.sort(key=lambda file: file.written, reverse=True)
    return files


def _file(entry: os.DirEntry[str]) -> GameFile:
    """Return a game file as its folder lists it; a link's lock lies beside its target."""
    try:
        about = entry.stat()
    except OSError:
        return GameFile(entry.name, 0, None, entry.is_symlink())
    mark = FileMark(about.st_dev, about.st_ino, about.st_size, about.st_ctime_ns)
    return GameFile(entry.name, about.st_mtime_ns, mark, entry.is_symlink())


_LONGEST_NAME: Final = 120
_UNSAFE: Final = frozenset('/\\:*?"<>|')


class SavedFile(NamedTuple):
    """The content of a file: the header of its game, or the fault it has.

    It has the record if every move was checked.
    """

    path: Path
    header: Header | None
    error: Sentence | None
    holder: Holder | None
    record: Record | None = None

    @property
    def fault(self) -> str:
        """The fault in English, "" where there is none."""
        return str(self.error or "")

    @property
    def is_in_play(self) -> bool:
        """Whether it is an unfinished game."""
        return self.header is not None and self.header.ended is None

    @property
    def is_copy(self) -> bool:
        """Whether it is a copy that nobody has gone on with."""
        return self.header is not None and self.header.is_copy


class Store:
    """A folder of game files, made when its first game is saved."""

    def __init__(self, folder: Path | None = None) -> None:
        """Use this folder, by default `games` in `TAPIS_HOME` or the user's data folder."""
        self.folder = folder or home_folder() / "games"
        self._index: Index | None = None

    def path(self, name: str) -> Path:
        """Return the path for a name, which is made safe for every file system."""
        return self.folder / (safe_name(name) + SUFFIX)

    def free_path(self, name: str) -> Path:
        """Return the first path for a name that is free: `name`, `name 2`, `name 3`, ..."""
        path, number = self.path(name), 1
        while os.path.lexists(path):
            number += 1
            room = _LONGEST_NAME - len(f" {number}")
            path = self.path(f"{_cut(safe_name(name), room)} {number}")
        return path

    def new_path(self, now: datetime, players: Iterable[str]) -> Path:
        """Return a free path for a new game, named by its local time and its players."""
        return self.free_path(f"{now.astimezone():%Y-%m-%d %H.%M} {' - '.join(players)}")

    def resolve(self, path: Path) -> Path:
        """Return the file a person means: an existing path, or a game here by its name."""
        if not os.path.lexists(path) and str(path) == path.name:
            for kept in (self.folder / path, self.folder / f"{path}{SUFFIX}"):
                if kept.suffix == SUFFIX and os.path.lexists(kept):
                    return kept
        return path

    def paths(self) -> list[Path]:
        """Return the paths of all game files, the last written first.

        Raises `OSError` if the folder exists and cannot be read.
        """
        return [self.folder / file.name for file in scan(self.folder)]

    def listing(self) -> Listing:
        """Return the list of game files, ordered as `paths`. Raises `OSError` as `paths` does."""
        from saves.listing import (
            Index,  # takes long to load, and most commands list nothing
            Listing,
        )

        files = scan(self.folder)
        if self._index is None:
            self._index = Index(self.folder.with_name(f"{self.folder.name}.index"))
        return Listing(self.folder, files, self._index)


def inspect_file(path: Path) -> SavedFile:
    """Return the content of a file, every move checked; any error becomes its fault."""
    from saves.header import header_of  # takes long to load, and a new folder has no file
    from saves.reading import read_record

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
    return SavedFile(path, header_of(record) if record else None, wrong, holder, record)


def safe_name(name: str) -> str:
    r"""Return the name without characters that are unsafe in a file system or a terminal.

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
    """Return the name cut to at most `size` bytes of UTF-8, never inside a letter."""
    return name.encode()[:size].decode(errors="ignore").strip(". ")
