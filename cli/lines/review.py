"""The analysis of a replay in lines: what a turn lost, the losses, where the result comes from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from cli.lines import looking
from engine.analysis import Measure, error_rate
from play.analysis_model import points_of, signed, value_words
from play.manual_loop import ManualLoop
from play.review import OPENED, cost_words, label_words, opened_words
from words.names import seat_name
from words.translation import _, ended, mark

if TYPE_CHECKING:
    from cli.lines.game import LineGame
    from play.replay_model import ReplayModel


CHANGES: Final = {
    Measure.CHANCE: mark("Chance of {player}: {before} before, {after} after; {words}"),
    Measure.POINTS: mark("Points for {player}: {before} expected before, {after} after; {words}"),
    Measure.CARDS: mark("Cards of {player}: {before} of all."),
}
"""What a turn has changed, by what the values are."""


class LineReview:
    """Says what the analysis of a replayed game has found."""

    def __init__(self, game: LineGame, model: ReplayModel[Any], loop: ManualLoop) -> None:
        """Say the analysis of the model, which is told in the loop."""
        self._game = game
        self._model = model
        self._loop = loop

    def make(self) -> None:
        """Judge all turns, and wait for it. Raises `IllegalMove`."""
        review = self._model.review
        self._model.seek_decisive()
        while review.is_running:
            self._loop.wait()
            self._loop.run()
        self._model.judging.rest()

    def whole(self) -> Iterator[str]:
        """Yield the losses, the mean loss of each player, and where the result comes from."""
        review, timeline = self._model.review, self._model.timeline
        if review.fault:
            yield review.fault
            return
        for turn, judged in review.losses.items():
            words = _("Turn {turn}, {player}: {words}")
            player = self._player(judged.seat)
            yield ended(words.format(turn=turn, player=player, words=label_words(judged)))
        if not review.losses:
            yield _("No turn lost much.")
        for seat in range(len(timeline.seats)):
            rate = error_rate(review.turns.values(), seat)
            if rate is not None:
                words = _("{player} lost {loss} a turn.")
                yield words.format(player=self._player(seat), loss=points_of(rate))
        if told := [f"{words} {value:+.0f}" for words, value in review.ledger_rows]:
            words = _("Where the result of {player} comes from: {parts}.")
            yield words.format(player=self._side, parts=", ".join(told))
        for number, rows in review.rounds.items():
            parts = ", ".join(f"{words} {signed(value)}" for words, value in rows)
            yield _("Round {number}: {parts}.").format(number=number, parts=parts)

    def best(self) -> Iterator[str]:
        """Yield what is best in the turn that comes here. Raises `IllegalMove`."""
        best = self._model.best
        self._model.do("hint")
        while best.is_sought:
            self._loop.wait()
            self._loop.run()
        self._model.judging.rest()
        if best.hint:
            yield _("Hint: {move}").format(move=self._game.told(best.hint.move))
            yield from looking.reasons(self._game, best.hint.reasons)

    def decisive(self) -> Iterator[str]:
        """Yield the turn that decided the game; nothing where it is not known."""
        decided, review = self._model.judging.decided, self._model.review
        if decided:
            words = _("The turn that decided the game: {turn}.")
            if review.ledger_rows and decided != review.decisive:
                words = _("No turn lost the game; turn {turn} is worth seeing.")
            yield words.format(turn=decided)

    def turn(self) -> Iterator[str]:
        """Yield what the turn that is looked at has changed and lost; nothing if unknown."""
        verdict = self._model.verdict
        if verdict is None or verdict.judged is None or not verdict.is_close:
            return
        judged = verdict.judged
        words = _(CHANGES[judged.measure])
        numbers = {
            "before": value_words(judged.before, judged.measure),
            "after": value_words(judged.after, judged.measure),
        }
        told = label_words(judged) or cost_words(judged)
        yield ended(words.format(player=self._side, words=told, **numbers))
        if judged.opened:
            other = opened_words(judged, self._game.told(judged.opened.best))
            yield ended(f"{_(OPENED)} {other}")
        if verdict.better:
            yield ended(_("Better: {turn}").format(turn=self._game.told(verdict.better.move)))
            yield from looking.reasons(self._game, verdict.better.reasons)

    @property
    def _side(self) -> str:
        return self._model.review.side

    def _player(self, seat: int) -> str:
        return seat_name(self._game.key, self._model.timeline.seats[seat])
