"""The computer players of a game, and the clock of its races."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeAlias

from engine.game import Game, Play, View
from engine.loop import Call, Loop
from engine.reasons import Explained, IllegalMove, TableReason
from engine.table import Seen, Sitter
from host.docket import Refuse
from host.game import Deed, HostedGame
from host.race import RaceClock

_AGAIN_SECONDS: Final = 1.0
"""The seconds after which a move that could not be kept is tried again."""


Add: TypeAlias = Callable[[Callable[[], Deed | None], Call, Refuse], None]
"""Adds a deed to a docket; see `Docket.add`."""


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
            add: Puts a move on the docket of the game.
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

        def answer(prepare: Callable[[], Deed]) -> None:
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

    def _move(self, seat: int, move: Any, seen: Seen) -> Deed:
        try:
            return self._game.move(seat, move, seen)
        except IllegalMove as why:
            if why.reason is TableReason.STALE:
                raise
            return self._game.forfeit(seat, str(why))

    def _offer(self, seat: int, seen: Seen, prepare: Callable[[], Deed]) -> None:
        """Put a player's answer on the docket, unless it was stopped or asked again since."""

        def checked() -> Deed:
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

        def prepare() -> Deed:
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
