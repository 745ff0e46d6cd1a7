"""Joining a table by its name, as people say it."""

from __future__ import annotations

from typing import NamedTuple

from net.joining.joining import Joined, new_client
from net.joining.tables import TableSign, address_of, ask_sign
from net.joining.tokens import HeldToken, TokenBook, sit_down
from net.names.folder_names import FolderNames
from net.wire import PROTOCOL, HelloRequest


class SeatAt(NamedTuple):
    """A place at a table that was joined a moment ago, and the token it keeps."""

    joined: Joined
    token: HeldToken | None


def sit_at(
    table: str,
    name: str,
    *,
    watch: bool = False,
    back: bool = False,
    player: str = "",
    token: str = "",
    seat: int | None = None,
) -> SeatAt:
    """Join a table by its name, or by `NAME@OWNER` where others have one too. Raises `NotJoined`.

    Args:
        table: The name of the table, alone only where one table has it.
        name: What the person is called there.
        watch: Whether to watch without a seat.
        back: Whether to come back to the seat of this account though its line is still open.
        player: The level or program that plays here, empty for a person.
        token: The token of the seat to be taken, where it is known.
        seat: The free seat that is wished for, None for any.
    """
    at = FolderNames().open(table)
    hello = HelloRequest(
        PROTOCOL,
        client=new_client(),
        name=name,
        token=token,
        watch=watch,
        back=back,
        player=player,
        seat=seat,
    )
    return SeatAt(*sit_down(address_of(at), hello, TokenBook()))


def sign_at(table: str) -> TableSign | None:
    """Return what a table says it is, without a place there; None if it is silent.

    Raises `NotJoined`.
    """
    return ask_sign(FolderNames().open(table))
