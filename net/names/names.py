"""The tables of this machine by their names: found, started again after a kill, and closed.

A living table has its name by a socket in its owner's folder, a killed one by its journal, which
only its owner sees. The lock of the folder decides who gets a name, that of a journal who is its
table.
"""

from __future__ import annotations

import os
import socket
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from net.joining.reasons import JoinReason, NotJoined
from net.names.journals import KilledTable, game_of, killed_tables, table_with
from net.names.sockets import (
    TableSocket,
    account_name,
    folder_of,
    full_name,
    is_alive,
    is_sound,
    tables_here,
)
from net.wire import PROTOCOL, CloseRequest, to_line
from saves.lock import is_held

END_SECONDS: Final = 15.0
"""The seconds that a table has for its end, of which its disk may take ten."""

GLANCE_SECONDS: Final = 0.1


def find_table(wanted: str) -> TableSocket:
    """Return the one table of a name; the user's own killed one is started again first.

    Raises `NotJoined`, also where several people have a table of this name.
    """
    living, killed = _living(wanted), None
    if os.getuid() not in living:
        killed = next((one for one in killed_tables() if _is_meant(one, wanted)), None)
    if len(living) + (killed is not None) > 1:
        tables = sorted(full_name(at.name, at.uid) for at in living.values())
        own = [killed.full_name] if killed else []
        raise NotJoined(JoinReason.SEVERAL, tables=", ".join(own + tables))
    if killed:
        from net.names.starting import NotStarted, start_again

        with suppress(NotStarted):
            start_again(killed.path)
        living = _living(killed.full_name)
    for at in living.values():
        return at
    raise NotJoined(JoinReason.GONE)


def only_table() -> TableSocket:
    """Return the only table of this machine; a killed one of the user's is started again first.

    Raises `NotJoined`, also where there are several.
    """
    names = [full_name(at.name, at.uid) for at in tables_here() if is_alive(at.path)]
    names += [one.full_name for one in killed_tables()]
    if len(names) > 1:
        raise NotJoined(JoinReason.WHICH, tables=", ".join(names))
    if not names:
        raise NotJoined(JoinReason.GONE)
    return find_table(names[0])


def table_of_game(game_file: Path) -> str | None:
    """Return the full name of the user's table whose game is in a file, None for none."""
    name = table_with(game_file)
    return name and full_name(name, os.getuid())


def game_of_table(table: str) -> Path | None:
    """Return the game file of the user's table, None for none."""
    name, _, owner = table.partition("@")
    return game_of(name) if _is_owner(os.getuid(), owner) else None


def close_table(game_file: Path) -> None:
    """End the user's table whose game is in a file; return when it has let go of the file.

    A table that cannot write its game down in this time stays, and can be joined.
    """
    end, name = time.monotonic() + END_SECONDS, table_with(game_file)
    while time.monotonic() < end and (is_held(game_file) or table_with(game_file)):
        if name:
            _ask_to_end(name)
        time.sleep(GLANCE_SECONDS)


def _ask_to_end(table: str) -> None:
    """Ask the user's table to end, if it listens."""
    path = folder_of(os.getuid()) / table
    with suppress(OSError), socket.socket(socket.AF_UNIX) as line:
        line.settimeout(GLANCE_SECONDS)
        if is_sound(TableSocket(table, path, os.getuid())):
            line.connect(str(path))
            line.sendall(to_line(CloseRequest(PROTOCOL, table)))
            line.recv(1)  # it answers, or closes the line


def _living(wanted: str) -> dict[int, TableSocket]:
    """Return the living tables of a name by their owners."""
    name, _, owner = wanted.partition("@")
    return {
        at.uid: at
        for at in tables_here()
        if at.name == name and _is_owner(at.uid, owner) and is_alive(at.path)
    }


def _is_meant(killed: KilledTable, wanted: str) -> bool:
    name, _, owner = wanted.partition("@")
    return killed.table == name and _is_owner(os.getuid(), owner)


def _is_owner(uid: int, owner: str) -> bool:
    """Whether an account is the one that was named, if one was."""
    return owner in ("", account_name(uid), str(uid))


class _Meant(msgspec.Struct):
    table: str = ""


_meant: Final = msgspec.json.Decoder(_Meant)


def table_meant(line: bytes) -> str:
    """Return the name of the table that a first line asks for, empty for none."""
    try:
        return _meant.decode(line).table
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return ""
