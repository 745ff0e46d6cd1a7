"""Whole files, read and written safely: no half-written file, no endless one."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

from engine.reasons import Sentence
from saves.reasons import FileReason, sentence

MAX_BYTES: Final = 4 * 1024 * 1024
MAX_PARTS: Final = 200_000
"""The most commas, `]` and `}` in a document, those in texts included: they bound the number of its
values before any of them takes up memory. Unclosed brackets are no document anyway."""
OWN_FILE: Final = 0o600
OWN_FOLDER: Final = 0o700
"""The mode of new files, private: a game in play holds both draw piles in clear."""

NO_SYNC: Final = frozenset(
    {
        errno.EACCES,  # a folder that may be written and not be read
        errno.EPERM,
        errno.EBADF,
        errno.EINVAL,  # what many a network file system answers
        errno.ENOSYS,
        errno.ENOTSUP,
        errno.EOPNOTSUPP,
    }
)
"""The `errno`s of a folder that cannot be synced at all; others may mean a failing disk."""


class NotSynced(OSError):
    """A warning: the file is written, but its name may not survive a power failure."""

    @property
    def sentence(self) -> Sentence:
        """The meaning of the warning, with the system's message."""
        text = self.strerror or ""
        return Sentence(FileReason.MAY_BE_UNDONE.value, {"why": Sentence(text, {})})


def read_file(path: Path) -> bytes:
    """Return the bytes of a regular file. Raises `OSError`, also if it has over 4 MiB."""
    with open(path, "rb", opener=_open_at_once) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, FileReason.NOT_A_FILE.value, str(path))
        data = file.read(MAX_BYTES + 1)
    _refuse_long(path, data)
    return data


def has_too_many_parts(data: bytes) -> bool:
    """Return whether a document has too many parts to be read."""
    return sum(map(data.count, (b",", b"]", b"}"))) > MAX_PARTS


class TooManyParts(OSError):
    """An error: a file would have more parts than are read."""

    def __init__(self, path: Path) -> None:
        """Name the file."""
        super().__init__(errno.EFBIG, str(self.sentence), str(path))

    @property
    def sentence(self) -> Sentence:
        """The reason."""
        return sentence(FileReason.TOO_MANY_PARTS, most=MAX_PARTS)


def write_game(path: Path, data: bytes) -> os.stat_result:
    """Replace the file of a game as `write_file` does, with nothing that could not be read again.

    Raises `OSError`.
    """
    refuse_unreadable(path, data)
    return write_file(path, data)


def refuse_unreadable(path: Path, data: bytes) -> None:
    """Raise `OSError` for the file of a game that could not be read again."""
    _refuse_long(path, data)
    if has_too_many_parts(data):
        raise TooManyParts(path)


def _refuse_long(path: Path, data: bytes) -> None:
    if len(data) > MAX_BYTES:
        raise OSError(errno.EFBIG, FileReason.TOO_LONG_A_FILE.value, str(path))


def _open_at_once(name: str, flags: int) -> int:
    return os.open(name, flags | os.O_NONBLOCK)  # a pipe would wait for a writer


def real_path(path: Path) -> Path:
    """Return a path with links followed; nothing need exist there. Raises `OSError`.

    A link that cannot be read is an error; it is not taken for a file to be replaced.
    """
    try:
        return Path(os.path.realpath(path, strict=True))
    except FileNotFoundError:
        return Path(os.path.realpath(path))


def status_of(path: Path) -> os.stat_result | None:
    """Return the status of a path, of a link itself; None if nothing is there. Raises `OSError`.

    `Path.exists` is not used: it takes an error for nothing being there.
    """
    try:
        return os.lstat(path)
    except FileNotFoundError:
        return None


def make_folder(folder: Path) -> None:
    """Make a folder and its missing parents, private to the user. Raises `OSError`."""
    try:
        folder.mkdir(OWN_FOLDER)
    except FileNotFoundError:
        make_folder(folder.parent)
        folder.mkdir(OWN_FOLDER)
    except OSError:
        if folder.is_dir():
            return
        raise
    with suppress(OSError):
        sync_folder(folder.parent)


def write_file(path: Path, data: bytes) -> os.stat_result:
    """Replace a file by `data` in one step, on disk when this returns; return its new status.

    At any moment, even after a crash, the file has its old bytes or the new ones. The temporary
    file beside it has a fixed name, so that a killed writer leaves no litter; the game's lock
    allows only one writer. A new file is private to the user, an existing one keeps its mode.

    Raises `NotSynced` if the new bytes are written but may be lost in a power failure; after any
    other `OSError` the old file is untouched.
    """
    path = real_path(path)  # a link stays a link
    old = status_of(path)
    mode = stat.S_IMODE(old.st_mode) & 0o777 if old else OWN_FILE
    temporary = path.with_name(f".{path.name}.tmp")
    try:
        status = _write_new(temporary, data, mode)
        _put_in_place(temporary, path, status)
    except BaseException:  # Ctrl-C too
        with suppress(OSError):
            temporary.unlink()
        raise
    try:
        sync_folder(path.parent)
    except OSError as error:
        raise NotSynced(error.errno, error.strerror, str(path)) from None
    return status


def _write_new(path: Path, data: bytes, mode: int) -> os.stat_result:
    handle = _open_new(path)
    try:
        with suppress(OSError):  # the mask of the user; or it stays as strict as it was made
            os.fchmod(handle, mode)
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(handle, rest) :]
        os.fsync(handle)
        status = os.fstat(handle)
    except BaseException:
        with suppress(OSError):
            os.close(handle)
        raise
    os.close(handle)  # some network file systems say only here that the disk is full
    return status


def _open_new(path: Path) -> int:
    """Open a new file; whatever is there, even a link or a pipe, is removed first."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    try:
        return os.open(path, flags, OWN_FILE)
    except FileExistsError:
        path.unlink()
        return os.open(path, flags, OWN_FILE)


def _put_in_place(temporary: Path, path: Path, status: os.stat_result) -> None:
    try:
        temporary.replace(path)
    except OSError:
        if not _is_done(temporary, path, status):
            raise


def _is_done(temporary: Path, path: Path, status: os.stat_result) -> bool:
    """Whether a rename succeeded despite an error: a network may lose the answer."""
    with suppress(OSError):
        there = status_of(path)
        return there is not None and os.path.samestat(there, status)
    with suppress(OSError):  # nobody could look; it is not where it was either
        return status_of(temporary) is None
    return False


def sync_folder(folder: Path) -> None:
    """Wait until the names in a folder are on the disk. Raises `OSError` if the disk fails."""
    try:
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            with suppress(OSError):
                os.close(handle)
    except OSError as error:
        if error.errno not in NO_SYNC:
            raise
