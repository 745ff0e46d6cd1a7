"""The tables that live on this machine; what joins them is loaded only where there are any."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from net.joining.tables import TableSign


class TablesFound(Message):
    """The tables of this machine said what they are."""

    def __init__(self, tables: Sequence[TableSign]) -> None:
        super().__init__()
        self.tables = tables


def living_tables() -> Sequence[TableSign]:
    """Return the tables that answer, one's own first; it takes about a second at most."""
    from net.names.sockets import tables_here

    sockets = tables_here()
    if not sockets:
        return ()
    from net.joining.tables import find_tables

    return find_tables(sockets)
