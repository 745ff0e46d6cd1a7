"""Joining a table by its name, as people say it; one of one's own that was killed is revived."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from net.folder import TableSocket, account_name, full_name, is_alive, tables_here
from net.hosting.start import NotStarted, revive
from net.joining.joining import Joined, new_client
from net.joining.reasons import JoinReason, NotJoined
from net.joining.tables import TableSign, address_of, ask_sign
from net.joining.tokens import HeldToken, TokenBook, sit_down
from net.journals import DeadTable, dead_tables, table_with
from net.wire import PROTOCOL, HelloRequest


class SeatAt(NamedTuple):
    """A place at a table that was joined a moment ago, and the token it keeps."""

    joined: Joined
    token: HeldToken | None


def sit_at(
    table: str, name: str, *, watch: bool = False, back: bool = False, player: str = ""
) -> SeatAt:
    """Join a table by its name, or by `NAME@OWNER` where others have one too. Raises `NotJoined`.

    Args:
        table: The name of the table, alone only where one table has it.
        name: What the person is called there.
        watch: Whether to watch without a seat.
        back: Whether to come back to the seat of this account though its line is still open.
        player: The level or program that plays here, empty for a person.
    """
    at = _found(table)
    hello = HelloRequest(
        PROTOCOL, client=new_client(), name=name, watch=watch, back=back, player=player
    )
    return SeatAt(*sit_down(address_of(at), hello, TokenBook()))


def sign_at(table: str) -> TableSign | None:
    """Return what a table says it is, without a place there; None if it is silent.

    Raises `NotJoined`.
    """
    return ask_sign(_found(table))


def _found(wanted: str) -> TableSocket:
    """Return the one table of a name; one's own that was killed is revived. Raises `NotJoined`."""
    living = _living(wanted)
    dead = None
    if os.getuid() not in living:
        dead = next((one for one in dead_tables() if _is_meant(one, wanted)), None)
    if len(living) + (dead is not None) > 1:
        tables = sorted(full_name(at.name, at.uid) for at in living.values())
        own = [full_name(dead.table, os.getuid())] if dead else []
        raise NotJoined(JoinReason.SEVERAL, tables=", ".join(own + tables))
    if dead:
        with suppress(NotStarted):
            revive(dead.path)
        living = _living(full_name(dead.table, os.getuid()))
    for at in living.values():
        return at
    raise NotJoined(JoinReason.GONE)


def _living(wanted: str) -> dict[int, TableSocket]:
    """Return the living tables of a name by their owners."""
    name, _, owner = wanted.partition("@")
    return {
        at.uid: at
        for at in tables_here()
        if at.name == name and _is_owner(at.uid, owner) and is_alive(at.path)
    }


def _is_meant(dead: DeadTable, wanted: str) -> bool:
    name, _, owner = wanted.partition("@")
    return dead.table == name and _is_owner(os.getuid(), owner)


def _is_owner(uid: int, owner: str) -> bool:
    """Whether an account is the one that was named, if one was."""
    return owner in ("", account_name(uid), str(uid))


def table_of(game_file: Path) -> str | None:
    """Return the full name of one's own table, living or killed, whose game is in a file."""
    name = table_with(game_file)
    return name and full_name(name, os.getuid())
