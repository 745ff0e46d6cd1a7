"""A turn that is tried again in lines: what is typed is judged, and what came later is not told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cli.lines import looking
from engine.reasons import IllegalMove, NotationError
from engine.timeline import TableTimeline
from play.manual_loop import ManualLoop
from words.names import seat_name
from words.translation import _, sentence

if TYPE_CHECKING:
    from cli.lines.game import LineGame
    from play.retry import Retry


class LineRetry:
    """Judges what is typed until it is as good as the best turn."""

    def __init__(self, game: LineGame, retry: Retry, loop: ManualLoop) -> None:
        """Try a turn again; the answers are told in the loop."""
        self.retry = retry
        self._game = game
        self._loop = loop
        self._timeline: TableTimeline[Any] = TableTimeline(retry.table, frozenset({retry.seat}))

    @property
    def view(self) -> Any:
        """The view of the player before the turn."""
        return self._timeline.view(self.retry.seat)

    @property
    def prompt(self) -> str:
        """The prompt, with the number of the turn."""
        return f"{_('Turn {turn} again').format(turn=self.retry.turn)}> "

    def beginning(self) -> Iterator[str]:
        """Yield the situation before the turn, and what can be typed."""
        player = seat_name(self._game.key, self._timeline.seats[self.retry.seat])
        words = _("You are {player}. Find a better turn {turn}; hint tells the best, return ends.")
        yield words.format(player=player, turn=self.retry.turn)
        yield from self._game.situation(self.view)

    def answer(self) -> Iterator[str]:
        """Yield the best turn with its reasons."""
        best = self.retry.tell()
        yield _("Hint: {move}").format(move=self._game.told(best.move))
        yield from looking.reasons(self._game, best.reasons)

    def tried(self, line: str) -> Iterator[str]:
        """Yield what a turn that was typed loses, or that it is as good as the best."""
        view = self.view
        try:
            move = self._game.controls.read(line, view)
            view.check(move)
        except (NotationError, IllegalMove) as why_not:
            yield looking.not_played(self._game, line, why_not)
            return
        found: list[IllegalMove | None] = []
        self.retry.judge(move, found.append)
        while not found:
            self._loop.wait()
            self._loop.run()
        yield sentence(found[0]) if found[0] else self.retry.found_words
