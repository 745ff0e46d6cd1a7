"""The computer players of a game, and the clock of its races."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, Final, TypeAlias

from engine.game import Game, Play, View
from engine.loop import Call, Loop, Stoppable
from engine.reasons import Explained, IllegalMove, TableReason
from engine.table import Seen, Sitter, Table
from host.game import HostedGame, PendingChange, Refuse
from programs.thinking import Reaction


class RaceClock:
    """A clock that runs while a table is in a race; the table itself has none."""

    seconds: ClassVar[float] = 3.0
    """The seconds that every seat has."""

    def __init__(
        self,
        table: Table[Any],
        loop: Loop,
        play: Callable[[Play, Call], None],
        is_awaited: Callable[[], bool],
        fresh_seed: Callable[[], int],
    ) -> None:
        """Watch a table.

        Args:
            table: The game.
            loop: The event loop.
            play: Makes a move for a seat, then calls its second argument.
            is_awaited: Whether anybody was asked to move, so that the time counts.
            fresh_seed: Returns a seed; how long a computer player takes is drawn from it.
        """
        self._table = table
        self._loop = loop
        self._play = play
        self._is_awaited = is_awaited
        self._fresh_seed = fresh_seed
        self._timer: Stoppable | None = None

    def watch(self) -> None:
        """Start or stop the clock as the game requires; to be called after each change."""
        is_on = self._is_awaited() and self._table.view(None).timeout_play is not None
        if is_on and self._timer is None:
            self._timer = self._loop.later(self.seconds, self._move_for_the_late)
        elif self._timer and not is_on:
            self.stop()

    def react(self, call: Call) -> None:
        """Make a call: at once, or in a race after as long as somebody takes to move."""
        is_on = Reaction.milliseconds and self._table.view(None).timeout_play is not None
        if is_on:
            self._loop.later(Reaction.seconds(self._fresh_seed()), call)
        else:
            call()

    def stop(self) -> None:
        """Stop the clock."""
        if self._timer:
            self._timer.stop()
            self._timer = None

    def _move_for_the_late(self) -> None:
        late = self._table.view(None).timeout_play
        if late is not None:
            self._play(late, partial(self._go_on, self._timer))

    def _go_on(self, timer: Stoppable | None) -> None:
        """Move for the next who is late, unless the clock was stopped meanwhile."""
        if timer is self._timer:
            self._move_for_the_late()


_AGAIN_SECONDS: Final = 1.0
"""The seconds after which a move that could not be kept is tried again."""


Add: TypeAlias = Callable[[Callable[[], PendingChange | None], Call, Refuse], None]
"""Adds a deed to a queue; see `RequestQueue.add`."""


Choose: TypeAlias = Callable[
    [Game[Any], int, Sitter, View[Any], Callable[[Any], None], Callable[[str], None]], Call
]
"""Lets the player of a seat choose its move: here, in a thread, in another process.

It returns the call that stops that. In the loop it calls the first function with the move, or the
second with why there is none; neither after a stop.
"""


class Computers:
    """Lets the computer players of a game move, and moves for who is late in a race."""

    def __init__(
        self,
        game: HostedGame[Any],
        add: Add,
        choose: Choose,
        loop: Loop,
        *,
        is_played_here: Callable[[int], bool],
        is_awaited: Callable[[], bool],
        fresh_seed: Callable[[], int],
    ) -> None:
        """Serve a game; nothing happens before `ask` or `go_on`.

        Args:
            game: The game.
            add: Puts a move on the queue of the game.
            choose: Lets a player choose.
            loop: The event loop.
            is_played_here: Whether a computer player plays a seat.
            is_awaited: Whether anybody waits for a race, so that its time counts.
            fresh_seed: Returns a seed.
        """
        self._game = game
        self._add = add
        self._choose = choose
        self._loop = loop
        self._is_played_here = is_played_here
        self._thinking: dict[int, tuple[Seen, Call]] = {}
        self._race = RaceClock(game.table, loop, self._play_late, is_awaited, fresh_seed)

    @property
    def thinking(self) -> frozenset[int]:
        """The seats that are thinking now, or whose move waits to be kept."""
        return frozenset(self._thinking)

    def ask(self, seat: int) -> None:
        """Let the computer player of a seat think, if it is to move and does not think already."""
        if seat not in self._thinking and self._is_due(seat):
            self._think(seat)
            self._race.watch()

    def ask_all(self) -> None:
        """Let every computer player think that is to move."""
        for seat in self._game.table.to_move:
            self.ask(seat)

    def changed(self) -> None:
        """Stop who thinks about what is past, and watch the race; to be called after changes."""
        for seat, (seen, stop) in tuple(self._thinking.items()):
            if not (self._is_due(seat) and self._game.table.is_fresh(seat, seen)):
                del self._thinking[seat]
                stop()
        self._race.watch()

    def stop(self) -> None:
        """Stop all thinking and the clock."""
        thinking, self._thinking = self._thinking, {}
        for _seen, stop in thinking.values():
            stop()
        self._race.stop()

    def _is_due(self, seat: int) -> bool:
        table = self._game.table
        is_to_move = seat >= 0 and table.outcome is None and seat in table.to_move
        return is_to_move and self._is_played_here(seat)

    def _think(self, seat: int) -> None:
        table, seen = self._game.table, self._game.table.seen

        def answer(prepare: Callable[[], PendingChange]) -> None:
            self._race.react(partial(self._offer, seat, seen, prepare))

        self._thinking[seat] = (seen, _nothing)
        stop = self._choose(
            table.game,
            seat,
            table.sitters[seat],
            table.view(seat),
            lambda move: answer(partial(self._move, seat, move, seen)),
            lambda why: answer(partial(self._game.forfeit, seat, why)),
        )
        if seat in self._thinking:
            self._thinking[seat] = (seen, stop)

    def _move(self, seat: int, move: Any, seen: Seen) -> PendingChange:
        try:
            return self._game.move(seat, move, seen)
        except IllegalMove as why:
            if why.reason is TableReason.STALE:
                raise
            return self._game.forfeit(seat, str(why))

    def _offer(self, seat: int, seen: Seen, prepare: Callable[[], PendingChange]) -> None:
        """Put a player's answer on the queue, unless it was stopped or asked again since."""

        def checked() -> PendingChange:
            if not self._counts(seat, seen):
                raise IllegalMove(TableReason.STALE)
            return prepare()

        def again(_why: object) -> None:
            if self._counts(seat, seen):  # the disk failed; the answer is still good
                self._loop.later(_AGAIN_SECONDS, partial(self._offer, seat, seen, prepare))

        self._add(checked, partial(self._forget, seat, seen), again)

    def _counts(self, seat: int, seen: Seen) -> bool:
        return (
            seat in self._thinking
            and self._thinking[seat][0] is seen
            and self._is_due(seat)
            and self._game.table.is_fresh(seat, seen)
        )

    def _forget(self, seat: int, seen: Seen) -> None:
        if seat in self._thinking and self._thinking[seat][0] is seen:
            del self._thinking[seat]

    def _play_late(self, late: Play, then: Call) -> None:
        table = self._game.table

        def prepare() -> PendingChange:
            if table.view(None).timeout_play != late:
                raise IllegalMove(TableReason.STALE)
            return self._game.move(late.seat, late.move, table.seen)

        def refuse(why: Explained) -> None:
            if why.reason is TableReason.STALE:
                then()
            else:
                self._loop.later(_AGAIN_SECONDS, then)

        self._add(prepare, then, refuse)


def _nothing() -> None:
    """Stop nothing: what thinks has not begun."""
