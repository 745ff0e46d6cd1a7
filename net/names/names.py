"""The interface of a place for names: tables are opened by name, taken over, listed and watched.

The folder of this machine is the first such place (`folder_names`). Whoever needs a table by its
name holds one of these, and knows nothing of sockets, journals and locks.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from net.names.journals import KilledTable
from net.names.sockets import ClaimedName, TableSocket

if TYPE_CHECKING:
    from net.names.starting import Started


class NamedTables(NamedTuple):
    """The tables that a place knows: the living ones, and one's own that were killed."""

    living: Sequence[TableSocket]
    killed: Sequence[KilledTable]


class Names(Protocol):
    """A place for the names of tables."""

    def list(self) -> NamedTables:
        """Return all tables, one's own first."""

    def open(self, wanted: str) -> TableSocket:
        """Return the one table of a name; one's own that was killed is taken over first.

        Raises `NotJoined`, also where several people have a table of this name.
        """

    def take_over(self, journal: Path) -> Started:
        """Start a killed table again, under its name. Raises `NotStarted`."""

    def watch(self, table: TableSocket) -> object:
        """Return a value that changes when a table begins to listen here; None for no table."""

    def claim(self, wanted: str, *, exactly: bool = False) -> ClaimedName:
        """Claim a name for a table of one's own, or one like it; with `exactly` just this one.

        Raises `NameTaken`, `NotOurFolder`, `TooManyTables`, `OSError`.
        """

    def with_game(self, game_file: Path) -> str | None:
        """Return the full name of one's own table whose game is in a file, None for none."""

    def game_of(self, table: str) -> Path | None:
        """Return the file of the game of one's own table, None for none."""

    def close(self, game_file: Path, within: float = ...) -> None:
        """End one's own table whose game is in a file; return once it has let go of that.

        A table that cannot write its game down in this time stays, and can be joined.
        """
