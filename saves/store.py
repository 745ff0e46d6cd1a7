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
from saves.lock import Holder, holder_of

if TYPE_CHECKING:
    from saves.record import Record

SUFFIX: Final = ".json"
_LONGEST_NAME: Final = 120
_UNSAFE: Final = frozenset('/\\:*?"<>|')


@dataclass(frozen=True, slots=True)
class Saved:
    """One file of the folder: its game, or the fault that keeps it from being one."""

    path: Path
    record: Record | None
    fault: str
    holder: Holder | None


class Store:
    """A folder of game files, made when the first game is saved in it."""

    def __init__(self, folder: Path | None = None) -> None:
        """Use this folder, by default `games` in `TAPIS_HOME` or the user's data folder."""
        self.folder = folder or home_folder() / "games"

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

    def paths(self) -> list[Path]:
        """Return every game file, the last changed first.

        Raises `OSError` if the folder exists and cannot be read.
        """
        try:
            found = [path for path in self.folder.iterdir() if path.suffix == SUFFIX]
        except FileNotFoundError:
            return []
        visible = [path for path in found if not path.name.startswith(".")]
        return sorted(visible, key=_changed, reverse=True)

    def games(self) -> list[Saved]:
        """Return what every game file holds, broken ones with their fault; order as `paths`."""
        return [look_at(path) for path in self.paths()]


def look_at(path: Path) -> Saved:
    """Return what a file holds; whatever is wrong with it is its `fault`."""
    from saves.record import read_record  # takes long to load, and a new folder has no file

    record, fault = None, ""
    try:
        record = read_record(read_file(path))
    except OSError as error:
        fault = error.strerror or str(error)
    except Fault as error:
        fault = str(error)
    try:
        holder = holder_of(path)
    except OSError:
        holder = None
    return Saved(path, record, fault, holder)


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


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
