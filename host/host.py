"""The host of a game: it checks requests, keeps them, carries them out, answers and tells."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, Generic, NamedTuple, TypeVar

from engine.game import View
from engine.loop import Call, Loop
from engine.reasons import Explained, HouseReason, IllegalMove
from engine.table import Change, Table
from engine.updates import Refused
from host.computers import Choose, Computers
from host.game import HostedGame, Keep, Refuse, S
from host.guest import Done, Listener, News
from host.races import Races
from host.requests import Asked, Submit, TakeBack

MOST_ITEMS: Final = 500


class _Item(NamedTuple, Generic[S]):
    """A request in the queue.

    Attributes:
        prepare: Returns the step to be kept, None if nothing changes; raises why not.
        done: Called once it was kept and done.
        refuse: Called with the reason why not.
    """

    prepare: Callable[[], S | None]
    done: Call
    refuse: Refuse


class RequestQueue(Generic[S]):
    """The requests to a game, each checked, kept, carried out and answered in turn.

    The next request is checked only then, in the game as all earlier ones have left it.
    """

    def __init__(
        self, keep: Keep[S], apply: Callable[[S], bool], applied: Callable[[S], object]
    ) -> None:
        """Make an empty queue.

        Args:
            keep: Keeps a step.
            apply: Does a step; returns False if the game has changed since it was prepared.
            applied: Called with the step afterwards, when the guest has the answer.
        """
        self._append = keep
        self._apply = apply
        self._applied = applied
        self._items: deque[_Item[S]] = deque()
        self._is_busy = False

    @property
    def is_full(self) -> bool:
        """Whether too much waits to be kept for more requests."""
        return len(self._items) >= MOST_ITEMS

    def add(self, prepare: Callable[[], S | None], done: Call, refuse: Refuse) -> None:
        """Add a request; see `_Item`."""
        self._items.append(_Item(prepare, done, refuse))
        self._work()

    def _work(self) -> None:
        while self._items and not self._is_busy:
            item = self._items.popleft()
            self._is_busy = True
            try:
                step = item.prepare()
            except Exception as fault:  # noqa: BLE001 - a fault of ours must not end the game
                self._is_busy = False
                known = fault if isinstance(fault, Explained) else None
                item.refuse(known or IllegalMove(HouseReason.FAULT))
                continue
            if step is not None:
                self._keep(item, step)
            else:
                self._is_busy = False
                item.done()

    def _keep(self, item: _Item[S], step: S) -> None:
        def kept(error: OSError | None) -> None:
            if error is None:
                self._carry_out(item, step)
            else:
                why = error.strerror or type(error).__name__
                item.refuse(IllegalMove(HouseReason.DISK, why=why))
            self._is_busy = False
            if self._items:
                self._work()

        self._append(step, kept)

    def _carry_out(self, item: _Item[S], step: S) -> None:
        try:
            is_done = self._apply(step)
        except Exception:  # noqa: BLE001 - it was checked; a journal read again skips it as well
            item.refuse(IllegalMove(HouseReason.FAULT))
            return
        if is_done:
            item.done()
            self._applied(step)
        else:
            self._items.appendleft(item)


M = TypeVar("M")

G = TypeVar("G", bound=Listener)
"""A guest."""


class Host(Generic[M, G]):
    """A game and its guests, without a socket, a thread or a clock of its own.

    Attributes:
        guests: The guests.
        queue: The requests. Their steps are changes of the game, and at a shared table entries.
    """

    def __init__(
        self,
        table: Table[M] | None,
        *,
        keep: Keep[Any],
        choose: Choose,
        loop: Loop,
        fresh_seed: Callable[[], int],
        is_played_here: Callable[[int], bool],
        is_awaited: Callable[[], bool],
        race_time: Callable[[], int],
    ) -> None:
        """Host a game.

        Args:
            table: The game, None for one that begins later.
            keep: Keeps each step before it is done.
            choose: Lets a computer player choose its move.
            loop: The event loop, which has the clock.
            fresh_seed: Returns a seed.
            is_played_here: Whether a computer player plays a seat.
            is_awaited: Whether anybody waits for a race, so that its time counts.
            race_time: Returns how many times as long as usual a race takes; 0 where lots decide it.
        """
        self.guests: list[G] = []
        self.queue: RequestQueue[Any] = RequestQueue(keep, self._apply, self._applied)
        self.choose = choose
        self.loop = loop
        self.fresh_seed = fresh_seed
        self.is_played_here = is_played_here
        self.is_awaited = is_awaited
        self.race_time = race_time
        self._game: HostedGame[M] | None = None
        self._computers: Computers | None = None
        self._races: Races | None = None
        self._version = -1
        self._is_to_tell = False
        if table:
            self.begin(HostedGame(table, loop))

    def begin(self, game: HostedGame[M]) -> None:
        """Host this game from now on; its computer players wait until they are asked."""
        self.stop()
        self._game, self._version = game, -1
        self._computers, self._races = Computers(self), Races(self)
        game.offers.tell = self.tell_all
        game.table.watch(None, self._observe)

    def stop(self) -> None:
        """Stop the computer players, and tell nobody of the game any more."""
        if self._game:
            self.computers.stop()
            self.races.stop()
            self._game.table.unwatch(self._observe)

    @property
    def game(self) -> HostedGame[M]:
        """The game, which has begun."""
        assert self._game
        return self._game

    @property
    def computers(self) -> Computers:
        """The computer players of the game."""
        assert self._computers
        return self._computers

    @property
    def races(self) -> Races:
        """The races of the game."""
        assert self._races
        return self._races

    @property
    def people(self) -> frozenset[int]:
        """The seats of people."""
        sitters = self.game.table.sitters
        return frozenset(seat for seat, sitter in enumerate(sitters) if sitter.is_person)

    @property
    def hearers(self) -> Sequence[G]:
        """The guests that are told the news."""
        return tuple(self.guests)

    def ask(self, guest: G, number: int, asked: Asked, of: int = 0) -> None:
        """Carry out a request of a guest after all earlier ones; answer it by its number.

        `of` says which of the games here is meant, from 1; 0 for any.
        """
        add = partial(
            self.queue.add,
            partial(self._prepare, guest, number, asked, of),
            lambda: self._answer(guest, asked, Done(number)),
            lambda why: self._answer(guest, asked, Refused(number, why)),
        )
        if self._races and isinstance(asked, Submit):
            self._races.answer(asked.seat, asked.seen, add, asked.reaction)
        else:
            add()

    def trip(self, _seat: int) -> float:
        """Return the seconds of a round trip on the line to a seat; none at home."""
        return 0.0

    def watch_game(self) -> None:
        """Stop computer players that think about an old position, and watch the races."""
        self.computers.changed()
        self.races.changed()

    def tell_all(self, news: News) -> None:
        """Tell everybody."""
        for guest in self.hearers:
            guest.tell(news)

    def _prepare(self, guest: G, _number: int, asked: Any, _of: int) -> Any:
        """Return the step that a request leads to, None if nothing has to be kept."""
        others = self.people - guest.own_seats if isinstance(asked, TakeBack) else ()
        return self.game.prepare(asked, others)

    def _answer(self, guest: G, _asked: Asked, answer: Done | Refused) -> None:
        guest.tell(answer)

    def _apply(self, step: Any) -> bool:
        """Do a step that is kept; return False if it is to be judged again."""
        self._is_to_tell = True  # it is told once the guest has the answer
        self._is_to_tell = self.game.apply(step)
        return self._is_to_tell

    def _observe(self, _change: Change, _view: View[M]) -> None:
        """Tell a change without a request too, after everything that it leads to."""
        if not self._is_to_tell:
            self._is_to_tell = True
            self.loop.soon(self._applied)

    def _applied(self, _step: Any = None) -> None:
        """Tell the change of the game, if there is one."""
        self._is_to_tell = False
        if self._game and self._game.table.version != self._version:
            self._version = self._game.table.version
            self._game_changed()

    def _game_changed(self) -> None:
        self.watch_game()
        for guest in self.hearers:
            guest.game_changed()
