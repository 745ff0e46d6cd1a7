"""The game files of a folder, unopened: their names, their order, and what tells them apart."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final, NamedTuple

SUFFIX: Final = ".json"


class Mark(NamedTuple):
    """What tells one state of a file from all others.

    `changed` is the time that the system notes, in nanoseconds (`st_ctime_ns`): nobody can set it
    back, as one can with the time a file was written.
    """

    device: int
    inode: int
    size: int
    changed: int


class File(NamedTuple):
    """A game file as its folder tells of it.

    Attributes:
        name: Its name, with bytes that are no text as Python keeps them.
        written: When it was written last, in nanoseconds; 0 where that cannot be known.
        mark: What tells its state from others, None where that cannot be known.
        may_be_held: Whether a lock can lie beside it.
    """

    name: str
    written: int
    mark: Mark | None
    may_be_held: bool


def scan(folder: Path) -> list[File]:
    """Return every game file of a folder, the last changed first; none where there is no folder.

    Raises `OSError` if the folder exists and cannot be read.
    """
    files: list[File] = []
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


def _file(entry: os.DirEntry[str]) -> File:
    """Return what is known of a game file; the lock of a link lies where the link leads."""
    try:
        about = entry.stat()
    except OSError:
        return File(entry.name, 0, None, entry.is_symlink())
    mark = Mark(about.st_dev, about.st_ino, about.st_size, about.st_ctime_ns)
    return File(entry.name, about.st_mtime_ns, mark, entry.is_symlink())
