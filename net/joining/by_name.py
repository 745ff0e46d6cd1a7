"""Joining a table by its name, as people say it; one of one's own that was killed is revived."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from net.hosting.entries import BeginEntry, OpenEntry
from net.hosting.folder import TableSocket, tables_here
from net.hosting.journal import JournalFault, dead_tables, journal_paths, read_journal
from net.hosting.start import NotStarted, revive
from net.joining.joining import Joined, new_client
from net.joining.reasons import JoinReason, NotJoined
from net.joining.tables import TableSign, account_name, address_of, ask_sign
from net.joining.tokens import HeldToken, TokenBook, sit_down
from net.wire import PROTOCOL, HelloRequest


class SeatAt(NamedTuple):
    """A place at a table that was joined a moment ago, and the token it keeps."""

    joined: Joined
    token: HeldToken | None


def sit_at(
    table: str, name: str, *, watch: bool = False, back: bool = False, player: str = ""
) -> SeatAt:
    """Join a table by its name, or by `owner/name`. Raises `NotJoined`.

    Args:
        table: The name of the table.
        name: What the person is called there.
        watch: Whether to watch without a seat.
        back: Whether to come back to the seat of this account though its line is still open.
        player: The level or program that plays here, empty for a person.
    """
    at = _found(table)
    hello = HelloRequest(
        PROTOCOL, client=new_client(), name=name, watch=watch, back=back, player=player
    )
    return SeatAt(*sit_down(address_of(at), at.uid, at.name, hello, TokenBook()))


def sign_at(table: str) -> TableSign | None:
    """Return what a table says it is, without a place there; None if it is silent.

    Raises `NotJoined`.
    """
    return ask_sign(_found(table))


def _found(table: str) -> TableSocket:
    """Return the table of a name, one's own first; a dead one is revived. Raises `NotJoined`."""
    if at := _living(table):
        return at
    for dead in dead_tables():
        if dead.table == table.rpartition("/")[2]:
            with suppress(NotStarted):
                revive(dead.path)
            if at := _living(table):
                return at
    raise NotJoined(JoinReason.GONE)


def _living(table: str) -> TableSocket | None:
    owner, _, name = table.rpartition("/")
    found = [at for at in tables_here() if at.name == name]
    if owner:
        found = [at for at in found if account_name(at.uid) == owner]
    return min(found, key=lambda at: at.uid != os.getuid(), default=None)


def table_of(game_file: Path) -> str | None:
    """Return the name of one's own table, living or killed, whose game is in a file; None if none.

    Only journals are read: of a game that no table has, nothing is to be found.
    """
    wanted = os.path.realpath(game_file)
    for path in journal_paths():
        with suppress(OSError, JournalFault):
            name, found = "", ""
            for entry in read_journal(path):
                if isinstance(entry, OpenEntry):
                    name = entry.table
                elif isinstance(entry, BeginEntry):
                    found = os.path.realpath(entry.path)
            if name and found == wanted:
                return name
    return None
