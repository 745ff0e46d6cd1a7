"""The journals of the user's own tables, as files: all of them, and those of killed tables.

`net.hosting.journal` reads whole journals; here the first and the last line are enough.
"""

from __future__ import annotations

import os
import stat
import time
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

import msgspec

from net.names.sockets import full_name, unix_account
from saves.home import tables_folder
from saves.lock import is_held

Fields: TypeAlias = dict[str, msgspec.Raw]
_fields = msgspec.json.Decoder(Fields)


def upgraded(line: bytes) -> bytes:
    """Return a line of a journal of version 1 as later ones have it. Raises `ValueError`.

    >>> upgraded(b'{"do":"seat","uid":1000}')
    b'{"do":"seat","account":"unix:1000"}'
    >>> upgraded(b'{"do":"open","plan":{"game":"war","resume":"/home/zoe/a.json"}}')
    b'{"do":"open","plan":{"game":"war"},"is_resumed":true}'
    """
    fields = _fields.decode(line)
    if (uid := fields.pop("uid", None)) is not None:
        fields["account"] = _raw(unix_account(msgspec.json.decode(uid, type=int)))
    fields.pop("path", None)
    if "plan" in fields:
        plan = _fields.decode(fields["plan"])
        if plan.pop("resume", None) is not None:
            fields["plan"], fields["is_resumed"] = _raw(plan), _raw(True)
    return msgspec.json.encode(fields)


def old_game_path(journal: Path) -> Path | None:
    """Return the path of the game's file that a journal of version 1 names, None for none."""
    found = ""
    with suppress(OSError, ValueError, RecursionError):
        for line in journal.read_bytes().split(b"\n")[:-1]:
            fields = _fields.decode(line)
            if "plan" in fields:
                found = _text(_fields.decode(fields["plan"]), "resume") or found
            found = _text(fields, "path") or found
    return Path(found) if found else None


def _text(fields: Fields, name: str) -> str:
    return msgspec.json.decode(fields[name], type=str) if name in fields else ""


def _raw(value: object) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(value))


SUFFIX: Final = ".journal"

LINK: Final = ".game"
"""The suffix of a link beside a journal: it leads to the file of the table's game."""

LISTEN: Final = ".listen"
"""The suffix of a file beside a journal: how its table listens to other machines."""

JOURNAL_VERSION: Final = 4
"""The version of the journals that are written; all from 1 on are read."""

LAST_LINE: Final = b'{"do":"close"}\n'
"""The last line of a table that ended in order."""

_LONGEST_HEAD: Final = 1024 * 1024
_STALE_SECONDS: Final = 3600.0


class KilledTable(NamedTuple):
    """A journal whose table is not alive: its path, and the name, game and time of the table."""

    path: Path
    table: str
    game: str
    opened: str

    @property
    def full_name(self) -> str:
        """The name that only this table has, `NAME@OWNER`."""
        return full_name(self.table, os.getuid())


class _PlanHead(msgspec.Struct):
    game: str = ""


class _Head(msgspec.Struct, tag_field="do", tag="open"):
    """The facts about a table in the first line of its journal."""

    table: str = ""
    plan: _PlanHead = msgspec.field(default_factory=_PlanHead)
    opened: str = ""
    version: int = 1


_decoder: Final = msgspec.json.Decoder(_Head, strict=True)


def journal_paths(folder: Path | None = None) -> list[Path]:
    """Return the journals of the user's tables by name; none if the folder cannot be read."""
    return _paths(folder or tables_folder(), SUFFIX)


def _paths(folder: Path, *ends: str) -> list[Path]:
    try:
        names = sorted(name for name in os.listdir(folder) if name.endswith(ends))  # noqa: PTH208
    except OSError:
        return []
    return [folder / name for name in names]


def link_beside(journal: Path) -> Path:
    """Return the place of the link to the file of a table's game; no path stands in a journal."""
    return journal.with_suffix(LINK)


def listen_beside(journal: Path) -> Path:
    """Return the place of the file that says how a table listens to other machines."""
    return journal.with_suffix(LISTEN)


def remove_journal(journal: Path) -> None:
    """Remove a journal and what is beside it, which goes first. Raises `OSError`.

    So a kill leaves nothing without a journal.
    """
    link_beside(journal).unlink(missing_ok=True)
    listen_beside(journal).unlink(missing_ok=True)
    journal.unlink()


def linked_game(journal: Path) -> Path | None:
    """Return the path of the file of a table's game, None if it has none yet."""
    try:
        return link_beside(journal).readlink()
    except OSError:
        return old_game_path(journal)


def table_with(game_file: Path) -> str | None:
    """Return the name of the user's table, living or killed, whose game is in a file."""
    wanted = os.path.realpath(game_file)
    for path in journal_paths():
        found = linked_game(path)
        if found and os.path.realpath(found) == wanted:
            with suppress(OSError, ValueError, RecursionError):
                if name := _table_of(path):
                    return name
    return None


def game_of(table: str) -> Path | None:
    """Return the game file of the user's table, living or killed; None for none."""
    for path in journal_paths():
        with suppress(OSError, ValueError, RecursionError):
            if _table_of(path) == table:
                return linked_game(path)
    return None


def killed_tables(folder: Path | None = None) -> list[KilledTable]:
    """Return the journals of the user's tables that are not alive, the newest first.

    A living table holds the lock of its journal. Other files are passed over.
    """
    found: list[KilledTable] = []
    for path in journal_paths(folder):
        with suppress(OSError, ValueError, RecursionError):
            if table := _dead(path):
                found.append(table)
    return sorted(found, key=lambda one: one.opened, reverse=True)


def sweep_journals(folder: Path) -> None:
    """Remove the remains of starts that were killed an hour ago, and of killed ends."""
    for left in _paths(folder, ".new", LINK, LISTEN):
        with suppress(OSError):
            is_stale = time.time() - left.lstat().st_mtime > _STALE_SECONDS
            if is_stale and not left.with_suffix(SUFFIX).exists():
                left.unlink()
    for path in journal_paths(folder):
        with suppress(OSError):
            if not is_held(path) and _is_closed(path):
                remove_journal(path)
    for side in _paths(folder, f"{SUFFIX}.lock"):
        path = folder / side.name[1:].removesuffix(".lock")
        with suppress(OSError):
            if not (os.path.lexists(path) or is_held(path)):
                side.unlink()


def _dead(path: Path) -> KilledTable | None:
    """Return the table of a journal, None if it is alive or closed.

    Raises `OSError`, `ValueError`.
    """
    if not stat.S_ISREG(path.lstat().st_mode) or is_held(path) or _is_closed(path):
        return None
    head = _head(path)
    if not 1 <= head.version <= JOURNAL_VERSION:
        return None
    return KilledTable(path, head.table, head.plan.game, head.opened)


def _table_of(path: Path) -> str | None:
    """Return the name of a journal's table, None if that ended in order.

    Raises `OSError`, `ValueError`.
    """
    return None if _is_closed(path) else _head(path).table


def _head(path: Path) -> _Head:
    """Return the first line of a journal. Raises `OSError`, `ValueError`."""
    return _decoder.decode(_part(path, 0, _LONGEST_HEAD).partition(b"\n")[0])


def _is_closed(path: Path) -> bool:
    """Whether the table ended in order, and only its journal is still to be removed."""
    start = max(0, path.lstat().st_size - len(LAST_LINE))
    return _part(path, start, len(LAST_LINE)) == LAST_LINE


def _part(path: Path, start: int, length: int) -> bytes:
    """Return some bytes of a journal. Raises `OSError`."""
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        return os.pread(handle, length, start)
    finally:
        os.close(handle)
