"""The host of a game: what is asked of it is checked, kept, done, answered and told."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Generic, NamedTuple, Protocol, TypeVar

from engine.client import Answered, Offered, Refused
from engine.game import View
from engine.loop import Loop
from engine.table import Change, Table
from host.asked import Asked, TakeBack
from host.computers import Computers, Thinker
from host.docket import Docket, Keeper
from host.game import Deed, HostedGame

M = TypeVar("M")


class Done(NamedTuple):
    """The request with this number was carried out, and is kept."""

    number: int


class Ear(Protocol):
    """Who is at a game, and is told of it."""

    @property
    def own_seats(self) -> frozenset[int]:
        """The seats that are played there."""

    def tell(self, news: Done | Refused | Offered | Answered) -> None:
        """Tell what came of a request, or of an offer."""

    def game_changed(self) -> None:
        """Tell that the game has changed."""


class Host(Generic[M]):
    """A game and its guests, without a socket, a thread or a clock of its own.

    Attributes:
        game: The game.
        computers: Its computer players.
        guests: Who is told of it.
    """

    def __init__(
        self,
        table: Table[M],
        *,
        keeper: Keeper[Deed],
        thinker: Thinker,
        loop: Loop,
        fresh_seed: Callable[[], int],
        is_played_here: Callable[[int], bool],
        is_awaited: Callable[[], bool],
    ) -> None:
        """Host a game.

        Args:
            table: The game.
            keeper: Keeps each step before it is done.
            thinker: Lets the computer players think.
            loop: The event loop, which has the clock.
            fresh_seed: Returns a seed.
            is_played_here: Whether a computer player plays a seat.
            is_awaited: Whether anybody waits for a race, so that its time counts.
        """
        self.guests: list[Ear] = []
        self.game: HostedGame[M] = HostedGame(table, loop)
        self._docket: Docket[Deed] = Docket(keeper, self._apply, self._tell_changes)
        self._loop = loop
        self._is_due = False
        self.computers = Computers(
            self.game,
            self._docket.add,
            thinker,
            loop,
            is_played_here=is_played_here,
            is_awaited=is_awaited,
            fresh_seed=fresh_seed,
        )
        self.game.offers.listen(self._tell_all)
        table.watch(None, self._observe)

    def ask(self, guest: Ear, number: int, asked: Asked) -> None:
        """Do what a guest asks, once all that was asked before is done; answer by the number."""
        self._docket.add(
            partial(self._prepare, guest, asked),
            lambda: guest.tell(Done(number)),
            lambda why: guest.tell(Refused(number, why)),
        )

    def close(self) -> None:
        """Stop the computer players, and tell nobody any more."""
        self.guests.clear()
        self.computers.stop()
        self.game.table.unwatch(self._observe)

    def _prepare(self, guest: Ear, asked: Asked) -> Deed | None:
        others = self.people - guest.own_seats if isinstance(asked, TakeBack) else ()
        return self.game.prepare(asked, others)

    @property
    def people(self) -> frozenset[int]:
        """The seats of people."""
        sitters = self.game.table.sitters
        return frozenset(seat for seat, sitter in enumerate(sitters) if sitter.is_person)

    def _apply(self, step: Deed) -> bool:
        self._is_due = True  # it is told once who had asked was answered
        return self.game.apply(step)

    def _observe(self, _change: Change, _view: View[M]) -> None:
        """Tell of a change that nobody asked for too, once all that comes of it is done."""
        if not self._is_due:
            self._is_due = True
            self._loop.soon(self._tell_changes)

    def _tell_changes(self, _step: Deed | None = None) -> None:
        self._is_due = False
        self.computers.changed()
        for guest in tuple(self.guests):
            guest.game_changed()

    def _tell_all(self, update: Offered | Answered) -> None:
        for guest in tuple(self.guests):
            guest.tell(update)
