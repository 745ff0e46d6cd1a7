"""A game in lines as a seat sees it: move by move, or whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cli.lines.game import LineGame
from cli.streams import encoded
from engine.game import CHANCE
from engine.games import describe
from engine.table import Table
from engine.timeline import TableTimeline, Timeline


class Transcript:
    """The moves of a game in lines, as one seat sees them."""

    def __init__(self, game: LineGame, timeline: Timeline[Any], seat: int | None) -> None:
        """Write for a seat that the timeline may show; None writes for a spectator."""
        self._game = game
        self._timeline = timeline
        self._seat = seat

    def typed(self, at: int) -> Iterator[str]:
        """Yield move number `at` (from 0) as if it had been typed; nothing for a lot."""
        play = self._timeline.plays[at]
        if play.seat != CHANCE:
            yield f"{self._game.prompt(self._before(at), play.seat)}{self._game.told(play.move)}"

    def answer(self, at: int) -> Iterator[str]:
        """Yield what move number `at` led to."""
        play = self._timeline.plays[at]
        return self._game.answer(self._before(at), play, self._before(at + 1))

    def whole(self) -> Iterator[bytes]:
        """Yield the game, move by move."""
        yield encoded(self._beginning())
        for at in range(len(self._timeline.plays)):
            yield encoded([*self.typed(at), *self.answer(at)])
        if self._timeline.outcome is not None:
            yield encoded([self._game.result(self._timeline)])

    def _beginning(self) -> Iterator[str]:
        """Yield which game it is and, unless lots are drawn first, how it stands at first."""
        first = self._before(0)
        yield self._game.title(self._timeline.options)
        if first.to_move != (CHANCE,):
            yield from self._game.situation(first)

    def _before(self, at: int) -> Any:
        return self._timeline.view_before_forfeit(at, self._seat)


def transcript(game: LineGame, table: Table[Any]) -> Iterator[bytes]:
    """Yield a whole game: as its only person sees it, or else as a spectator does."""
    people = [seat for seat, sitter in enumerate(table.sitters) if sitter.is_person]
    seat = people[0] if len(people) == 1 and describe(game.key).has_secrets else None
    timeline = TableTimeline(table, frozenset() if seat is None else frozenset({seat}))
    return Transcript(game, timeline, seat).whole()
