"""Reading and writing whole files: never a half-written one, never an endless one."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

MAX_BYTES: Final = 4 * 1024 * 1024


def read_file(path: Path) -> bytes:
    """Return the bytes of a regular file. Raises `OSError`, for one of over 4 MiB too."""
    with open(path, "rb", opener=_open_at_once) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "not a regular file", str(path))
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise OSError(errno.EFBIG, "larger than 4 MiB", str(path))
    return data


def _open_at_once(name: str, flags: int) -> int:
    return os.open(name, flags | os.O_NONBLOCK)  # a pipe would wait for a writer


def write_file(path: Path, data: bytes) -> None:
    """Put `data` in place of the file in one step; it is on disk when this returns.

    A reader, and whoever looks after a crash, finds the old bytes or the new ones. The temporary
    file has one fixed name beside it, so that a killed writer leaves no litter: the game's lock
    keeps to one writer. Raises `OSError`, and the old file is untouched then.
    """
    path = Path(os.path.realpath(path))  # a link stays a link
    temporary = path.with_name(f".{path.name}.tmp")
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_NONBLOCK
    try:
        with os.fdopen(os.open(temporary, flags, 0o666), "wb") as file:
            if path.exists():
                os.fchmod(file.fileno(), path.stat().st_mode & 0o777)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:  # Ctrl-C too
        with suppress(OSError):
            temporary.unlink()
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
