"""The computer players of a hosted game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from engine.game import Game, View
from engine.loop import Call
from engine.reasons import IllegalMove, TableReason
from engine.table import Seen, Sitter
from host.game import PendingChange
from host.races import AGAIN_SECONDS
from programs.thinking import Reaction

if TYPE_CHECKING:
    from host.host import Host

Choose: TypeAlias = Callable[
    [Game[Any], int, Sitter, View[Any], Callable[[Any], None], Callable[[str], None]], Call
]
"""Starts the choice of a move by the player of a seat, and returns the call that stops it.

The choice is made here, in a thread or in another process. In the loop it calls the first function
with the move, or the second with the reason why there is none; neither after a stop.
"""


class Computers:
    """The computer players of a hosted game."""

    def __init__(self, host: Host[Any, Any]) -> None:
        """Serve the game of a host; nothing happens before `ask` or `changed`."""
        self._host = host
        self._game = host.game
        self._thinking: dict[int, tuple[Seen, Call]] = {}

    @property
    def thinking(self) -> frozenset[int]:
        """The seats that are thinking now, or whose move waits to be kept."""
        return frozenset(self._thinking)

    def ask(self, seat: int) -> None:
        """Let the computer player of a seat think, if it is to move and does not think already.

        Where lots decide a race they are drawn instead.
        """
        races = self._host.races
        if races.is_lot:
            races.start_clock()
        elif seat not in self._thinking and self._is_due(seat):
            self._think(seat)
            races.changed()

    def ask_all(self) -> None:
        """Let every computer player think that is to move."""
        for seat in self._game.table.to_move:
            self.ask(seat)

    def changed(self) -> None:
        """Stop players that think about an old position; call it after every change."""
        for seat, (seen, stop) in tuple(self._thinking.items()):
            if not (self._is_due(seat) and self._game.table.is_fresh(seat, seen)):
                del self._thinking[seat]
                stop()

    def stop(self) -> None:
        """Stop all thinking."""
        thinking, self._thinking = self._thinking, {}
        for _seen, stop in thinking.values():
            stop()

    def _is_due(self, seat: int) -> bool:
        table = self._game.table
        is_to_move = seat >= 0 and table.outcome is None and seat in table.to_move
        return is_to_move and self._host.is_played_here(seat) and not self._host.races.is_lot

    def _think(self, seat: int) -> None:
        host, table, seen = self._host, self._game.table, self._game.table.seen

        def answer(prepare: Callable[[], PendingChange]) -> None:
            offer = partial(self._offer, seat, seen, prepare)
            Reaction.wait(table.view(None), host.loop, host.fresh_seed, offer, host.race_time())

        self._thinking[seat] = (seen, _nothing)
        stop = host.choose(
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
                self._host.loop.later(AGAIN_SECONDS, partial(self._offer, seat, seen, prepare))

        host = self._host
        add = partial(host.queue.add, checked, partial(self._forget, seat, seen), again)
        host.races.answer(seat, seen, add)

    def _counts(self, seat: int, seen: Seen) -> bool:
        """Whether an answer for this position is still awaited."""
        is_asked = seat in self._thinking and self._thinking[seat][0] is seen
        return is_asked and self._is_due(seat) and self._game.table.is_fresh(seat, seen)

    def _forget(self, seat: int, seen: Seen) -> None:
        if seat in self._thinking and self._thinking[seat][0] is seen:
            del self._thinking[seat]


def _nothing() -> None:
    """Stop nothing: the choice has not begun."""
