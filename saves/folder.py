"""The game files of a folder, without opening them: names, order, and marks of change."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final, NamedTuple

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
