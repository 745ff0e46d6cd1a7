"""A table of a server: what goes wrong at it ends it alone, and its journal stays."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from engine.game import Game, View
from engine.loop import Call, Loop, Stoppable
from engine.table import Sitter
from host.computers import Choose
from host.entries import EntryBase, EntryKeeper
from host.guest import LineReason
from net.hosting.faults import note_fault
from net.hosting.open_table import OpenTable, Shared
from net.hosting.start import Order


class Guard:
    """Makes the calls of one table; whatever they raise is told, and goes no further.

    It stands in for the loop, the journal and the computer players of the table.
    """

    def __init__(self, crashed: Callable[[Exception], object]) -> None:
        self._crashed = crashed
        self._loop: Loop
        self._journal: EntryKeeper
        self._choose: Choose
        self._is_over = False

    def end(self) -> None:
        """Make no call any more: the table has ended, and perhaps was opened again."""
        self._is_over = True

    def make(self, call: Callable[..., object], *told: object) -> None:
        """Make a call."""
        if self._is_over:
            return
        try:
            call(*told)
        except Exception as error:  # noqa: BLE001 - it ends this table and touches no other
            self._crashed(error)

    def around(self, shared: Shared) -> Shared:
        """Return what a table shares with others, with this guard between."""
        self._loop = shared.loop
        return shared._replace(loop=self)

    def around_journal(self, journal: EntryKeeper) -> EntryKeeper:
        """Return the journal with this guard between."""
        self._journal = journal
        return self

    def around_choice(self, choose: Choose) -> Choose:
        """Return what lets computer players choose with this guard between."""
        self._choose = choose
        return self.choose

    # As a loop

    def soon(self, call: Call) -> None:
        """Make the call once the running one has returned."""
        self._loop.soon(partial(self.make, call))

    def later(self, seconds: float, call: Call) -> Stoppable:
        """Make the call after these seconds, unless it is stopped."""
        return self._loop.later(seconds, partial(self.make, call))

    def now(self) -> float:
        """Return the seconds of the loop's clock."""
        return self._loop.now()

    # As a journal

    @property
    def has_room(self) -> bool:
        """Whether there is room for more than moves."""
        return self._journal.has_room

    def append(self, entry: EntryBase, kept: Callable[[OSError | None], None]) -> None:
        """Write an entry after those before, and tell when it is on the disk."""
        self._journal.append(entry, partial(self.make, kept))

    # As computer players

    def choose(
        self,
        game: Game[Any],
        seat: int,
        sitter: Sitter,
        view: View[Any],
        chosen: Callable[[Any], None],
        gave_up: Callable[[str], None],
    ) -> Call:
        """Let the player of a seat choose; return the call that stops it."""
        guarded = partial(self.make, chosen), partial(self.make, gave_up)
        return self._choose(game, seat, sitter, view, *guarded)


class ServedTable(OpenTable):
    """A table of a server.

    Attributes:
        has_crashed: Whether it ended by a fault of ours.
    """

    has_crashed = False

    def __init__(self, order: Order, shared: Shared) -> None:
        """Open a new table, or one of the server's journals again; see `OpenTable`."""
        self._guard = Guard(self.crashed)
        super().__init__(order, self._guard.around(shared))

    @property
    def _keeper(self) -> EntryKeeper:
        return self._guard.around_journal(self._journal)

    @property
    def _choose(self) -> Choose:
        return self._guard.around_choice(super()._choose)

    @property
    def journal(self) -> str:
        """The path of its journal."""
        return str(self._file.path)

    def begin(self) -> None:
        self._guard.make(super().begin)

    async def last(self) -> None:
        try:
            await super().last()
        except Exception as error:  # noqa: BLE001 - it ends this table and touches no other
            note_fault(f"the end of table {self.at.name}", error)
            self.has_crashed = True
            assert self._shared.door
            self._shared.door.close(self.at.name)
            self._shared.names.give_up(self._name)
            for guest in self._house.guests:
                guest.close(LineReason.CRASHED)
            self._file.release()
        finally:
            self._guard.end()

    def crashed(self, error: Exception) -> None:
        """End the table because of a fault of ours; its journal stays."""
        note_fault(f"table {self.at.name}", error)
        self.has_crashed = True
        self.stop(LineReason.CRASHED)
