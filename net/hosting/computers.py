"""The computer players of a shared table, and the clock of a race."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from engine.game import Play
from engine.loop import Call, Loop
from engine.reasons import IllegalMove, TableReason
from engine.table import Seen
from host.docket import Docket
from host.outside import fresh_seed
from host.race import RaceClock
from net.hosting.entries import EntryBase
from net.hosting.seating import Chair
from net.hosting.shared_game import SharedGame
from net.hosting.thinkers import Choosing

_AGAIN_SECONDS: Final = 1.0
"""The seconds after which a move that could not be written down is tried again."""


class TableComputers:
    """Lets the computer players of a game move, and moves for who is late in a race."""

    def __init__(
        self,
        game: SharedGame,
        chairs: Sequence[Chair],
        docket: Docket[EntryBase],
        thinkers: Choosing,
        loop: Loop,
        is_somebody_here: Callable[[], bool],
    ) -> None:
        """Serve a game; nothing happens before `go_on`."""
        self._game = game
        self._chairs = chairs
        self._docket = docket
        self._thinkers = thinkers
        self._loop = loop
        self._thinking: dict[int, tuple[Seen, Call]] = {}
        self._race = RaceClock(game.table, loop, self._play_late, is_somebody_here, fresh_seed)

    def go_on(self) -> None:
        """Let every computer player think that is to move, and no other; called after changes."""
        table = self._game.table
        for seat, (seen, stop) in list(self._thinking.items()):
            is_due = self._is_due(seat) and table.is_fresh(seat, seen)
            if not is_due:
                del self._thinking[seat]
                stop()
        for seat in table.to_move:
            if seat not in self._thinking and self._is_due(seat):
                self._think(seat)
        self._race.watch()

    def close(self) -> None:
        """Stop all thinking and the clock."""
        for _seen, stop in self._thinking.values():
            stop()
        self._thinking.clear()
        self._race.stop()

    def _is_due(self, seat: int) -> bool:
        table = self._game.table
        return (
            seat >= 0
            and table.outcome is None
            and seat in table.to_move
            and self._chairs[seat].is_played_here
        )

    def _think(self, seat: int) -> None:
        table = self._game.table
        sitter, seen = table.sitters[seat], table.seen

        def answer(prepare: Callable[[], EntryBase]) -> None:
            self._race.react(partial(self._ask, seat, seen, prepare))

        self._thinking[seat] = (seen, _nothing)
        stop = self._thinkers.choose(
            table.game,
            sitter.kind,
            sitter.seed or 0,
            table.view(seat),
            lambda text: answer(partial(self._move, seat, text, seen)),
            lambda why: answer(partial(self._game.check_forfeit, seat, why)),
        )
        if seat in self._thinking:
            self._thinking[seat] = (seen, stop)

    def _move(self, seat: int, text: str, seen: Seen) -> EntryBase:
        try:
            move = self._game.game.parse(text)
            return self._game.check_move(seat, move, seen)
        except IllegalMove as why:
            if why.reason is TableReason.STALE:
                raise
            return self._game.check_forfeit(seat, str(why))

    def _ask(self, seat: int, seen: Seen, prepare: Callable[[], EntryBase]) -> None:
        """Put a player's answer on the docket, unless it was stopped or asked again since."""

        def checked() -> EntryBase:
            if not self._counts(seat, seen):
                raise IllegalMove(TableReason.STALE)
            return prepare()

        def again(_why: object) -> None:
            if self._counts(seat, seen):  # the disk failed; the answer is still good
                self._loop.later(_AGAIN_SECONDS, partial(self._ask, seat, seen, prepare))

        self._docket.add(checked, partial(self._forget, seat, seen), again)

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
        self.go_on()

    def _play_late(self, late: Play, then: Call) -> None:
        table = self._game.table

        def prepare() -> EntryBase:
            if table.view(None).timeout_play != late:
                raise IllegalMove(TableReason.STALE)
            return self._game.check_move(late.seat, late.move, table.seen)

        def refuse(_why: object) -> None:
            self._loop.later(_AGAIN_SECONDS, then)

        self._docket.add(prepare, then, refuse)


def _nothing() -> None:
    """Stop nothing: what thinks has not begun."""
