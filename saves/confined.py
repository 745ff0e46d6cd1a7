"""Confines this process to one folder: the files of a person whom nobody knows, and no program.

One switch, `confine`, and one place that decides. Python tells an audit hook of each file, process
and socket before it is opened, whichever part of the program asks for it. The hook lets through
what is named here and refuses all else with `PermissionError`, an `OSError` that is told as any
other one. Nothing in the process can take it back.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

_PROGRAM: Final = Path(__file__).parents[1]
_READABLE_FILES: Final = frozenset({"/dev/null", "/etc/localtime", "/proc/locks"})
_READABLE_FOLDERS: Final = ("/usr/share/zoneinfo",)
_BLOCK: Final = 512
"""The bytes of a block, as the status of a file counts them."""

_WRITING: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class Confinement(NamedTuple):
    """The places that a confined process may touch, all without links.

    Attributes:
        folder: The folder whose files may be read and written.
        readable: The folders of the program and of Python, which may be read.
        quota: The bytes that the folder may hold, 0 for any number.
    """

    folder: str
    readable: tuple[str, ...]
    quota: int

    def holds(self, path: str) -> bool:
        """Whether a path without links is in the folder."""
        return _is_in(path, self.folder)

    def lets_read(self, path: str) -> bool:
        """Whether the file at a path without links may be read."""
        if self.holds(path) or path in _READABLE_FILES:
            return True
        return any(_is_in(path, folder) for folder in self.readable)


_confinement: Confinement | None = None


def confine(folder: Path, quota: int = 0) -> None:
    """Let this process touch the files of a folder, what it has open, and nothing else for ever.

    Python's own files and the program's may still be read. Modules are loaded from them alone.
    Once the folder holds the quota, no file is written; files can still be removed.
    """
    global _confinement  # noqa: PLW0603
    assert _confinement is None, "a process is confined once"
    sys.path[:] = [place for place in sys.path if place.startswith("/")]
    code = {os.path.realpath(place) for place in (*sys.path, str(_PROGRAM))}
    own = os.path.realpath(folder)
    _confinement = Confinement(
        own,
        (*(place for place in code if not _is_in(own, place)), *_parts_of_the_program(code, own)),
        quota,
    )
    sys.addaudithook(_decide)


def is_confined() -> bool:
    """Whether this process may touch one folder alone."""
    return _confinement is not None


def shown(path: Path) -> str:
    """Return a path as a person is told it: in a confined process its folder is `~`.

    Where that folder lies on the machine is nobody's business there.
    """
    if _confinement and _confinement.holds(os.path.realpath(path)):
        return str(Path("~", os.path.relpath(os.path.realpath(path), _confinement.folder)))
    return str(path)


def refuse_outside(path: Path) -> None:
    """Raise `PermissionError` for a path outside the folder of a confined process.

    It says the same whether anything is there or not.
    """
    if _confinement and not _confinement.holds(_real(path)):
        raise _refused(path)


def _parts_of_the_program(code: Iterable[str], own: str) -> list[str]:
    """Return the folders below those of code that hold a person's files too, but not these."""
    return [
        entry.path
        for place in code
        if _is_in(own, place)
        for entry in os.scandir(place)
        if entry.is_dir() and not _is_in(own, entry.path) and not entry.name.startswith(".")
    ]


def _is_in(path: str, folder: str) -> bool:
    return path == folder or path.startswith(f"{folder.rstrip('/')}/")


def _real(path: Any) -> str:
    """Return a path with links followed. Raises `PermissionError` for what is no path."""
    try:
        return os.path.realpath(os.fsdecode(path))
    except (TypeError, ValueError):
        raise _refused(path) from None


def _refused(what: Any) -> PermissionError:
    return PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(what))


def _decide(event: str, facts: tuple[Any, ...]) -> None:
    """Refuse what is not let through; Python calls it before each deed that it names."""
    decide = _DECISIONS.get(event)
    if decide:
        decide(facts)
    elif event not in _HARMLESS and not event.startswith(_HARMLESS_KINDS):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def _file(facts: tuple[Any, ...]) -> None:
    path, _mode, flags = facts
    assert _confinement
    if isinstance(path, int):  # it was opened before
        return
    real = _real(path)
    is_written = bool(flags & _WRITING) and real != os.devnull
    if not (_confinement.holds(real) if is_written else _confinement.lets_read(real)):
        raise _refused(path)
    if is_written and flags & os.O_ACCMODE == os.O_WRONLY and _is_full(_confinement):
        raise OSError(errno.EDQUOT, os.strerror(errno.EDQUOT))


def _is_full(confinement: Confinement) -> bool:
    """Whether the folder holds what its quota allows. Locks, which are read too, need no room."""
    return 0 < confinement.quota <= bytes_in(confinement.folder)


def bytes_in(folder: str) -> int:
    """Return the bytes that a folder and all below it take on the disk; links count as such."""
    try:
        with os.scandir(folder) as entries:
            return sum(
                entry.stat(follow_symlinks=False).st_blocks * _BLOCK
                + (bytes_in(entry.path) if entry.is_dir(follow_symlinks=False) else 0)
                for entry in entries
            )
    except OSError:  # another process of this person has just removed it
        return 0


def _listed(facts: tuple[Any, ...]) -> None:
    assert _confinement
    place = "." if facts[0] is None else facts[0]
    if not isinstance(place, int) and not _confinement.lets_read(_real(place)):
        raise _refused(place)


def _changed(paths: int, folders: int | None = None) -> Callable[[tuple[Any, ...]], None]:
    """Return the decision about a deed whose first facts are `paths` paths that it changes.

    From the fact `folders` on there are open folders that the paths may begin in: -1 for none.
    """

    def decide(facts: tuple[Any, ...]) -> None:
        assert _confinement
        begins = () if folders is None else facts[folders:]
        for path in facts[:paths]:
            if isinstance(path, int):  # it was opened before
                continue
            name = os.fsdecode(path)
            entry = os.path.join(_real(os.path.dirname(name) or "."), os.path.basename(name))  # noqa: PTH118, PTH119, PTH120
            is_own = _confinement.holds(_real(name)) and _confinement.holds(entry)
            if not is_own or any(begin != _NO_FOLDER for begin in begins):
                raise _refused(path)

    return decide


_NO_FOLDER: Final = -1
_DECISIONS: Final[Mapping[str, Callable[[tuple[Any, ...]], None]]] = {
    "open": _file,
    "os.listdir": _listed,
    "os.scandir": _listed,
    "os.mkdir": _changed(1, 2),
    "os.remove": _changed(1, 1),
    "os.rmdir": _changed(1, 1),
    "os.rename": _changed(2, 2),
    "os.link": _changed(2, 2),
    "os.chmod": _changed(1, 2),
    "os.utime": _changed(1, 3),
    "os.truncate": _changed(1),
}
_HARMLESS: Final = frozenset(
    {
        *("os.putenv", "os.unsetenv", "os.lockf", "os.walk", "os.fwalk"),
        *("socket.__new__", "socket.gethostname"),
        *("import", "compile", "exec", "array.__new__", "mmap.__new__"),
        *("code.__new__", "function.__new__", "pickle.find_class", "time.sleep"),
    }
)
"""Deeds that touch nothing outside the process."""
_HARMLESS_KINDS: Final = (
    *("_thread.", "builtins.", "cpython.", "fcntl.", "gc.", "glob.", "marshal.", "object."),
    *("pathlib.", "signal.", "sys.", "tempfile.", "threading."),
)
