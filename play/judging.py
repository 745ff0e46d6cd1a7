"""What an analyst says of a replayed game: its analysis, and what is best at a place."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.games import describe
from engine.loop import Call
from engine.reasons import IllegalMove, Reason
from play.analyst import Analyst
from play.frame import Refusals
from play.notes import GameFile
from play.replay_hint import ReplayHint
from play.retry import Retry, RetryReason
from play.review import Review, Stage
from play.story import Highlight
from saves.record import Record


class NoHint(Reason):
    """Why it is not said what is best at a place."""

    IN_PLAY = "No hints in a replay of a game in play."
    IN_VARIATION = "No hints in a variation; try a move here first."
    OVER = "The game is over here."


class Judging:
    """The analysis of a replayed game, beside what the person does.

    Attributes:
        review: The analysis.
        best: What is best in the turn that comes here, once it was asked for.
        decided: The turn that decided the game, as long as nobody looks elsewhere; None before,
            0 if there is none.
        changed: Called after each change.
    """

    def __init__(
        self, record: Record, file: GameFile, turn_of: Callable[[int], int], analyst: Analyst
    ) -> None:
        """Ask nothing yet; `turn_of` returns the number of turns by that of moves."""
        self.review = Review(record, turn_of, analyst, lambda: file.path)
        self.best = ReplayHint(record, self.review, analyst)
        self.review.changed = self.best.changed = self._tell
        self.changed: Call = _nothing
        self._record, self._table = record, record.table
        self._analyst = analyst
        self._wants_decisive = False
        self.decided: int | None = None

    def _tell(self) -> None:
        self.changed()

    def refusals(self, turn: int, *, is_end: bool, is_variation: bool) -> Refusals:
        """Return why nothing can be judged here, at the end or in a variation or elsewhere.

        `turn` is the number of the turn that is looked at.
        """
        refusals = {"analysis": self.review.refusal}
        if describe(self._table.game.key).is_chance_alone:
            return refusals
        refusals["retry"] = self.review.refusal
        if not refusals["retry"] and (is_variation or self.review.better(turn) is None):
            refusals["retry"] = IllegalMove(RetryReason.NOT_JUDGED)
        why = None
        if self._table.outcome is None:
            why = NoHint.IN_PLAY
        elif is_variation:
            why = NoHint.IN_VARIATION
        elif is_end:
            why = NoHint.OVER
        return refusals | {"hint": IllegalMove(why) if why else None}

    @property
    def seeks_decisive(self) -> bool:
        """Whether the turn that decided the game is sought, to be gone to."""
        return self._wants_decisive and self.review.is_running

    def seek_decisive(self) -> None:
        """Judge the game, and then find the turn that decided it. Raises `IllegalMove`."""
        self.review.begin()
        self._wants_decisive = True

    def found_decisive(self, story: Sequence[Highlight]) -> int | None:
        """Return the turn that decided the game, once, when it was sought and all are judged.

        It is the dearest loss, or without one the dearest turn of the story.
        """
        if not self._wants_decisive or self.review.stage is not Stage.DONE:
            return None
        self._wants_decisive = False
        self.decided = self.review.decisive or next((mark.turn for mark in story), 0)
        return self.decided

    def retry(self, turn: int) -> Retry:
        """Return turn `turn` to be tried again. Raises `IllegalMove` unless it lost something."""
        return Retry(self._record, self.review, turn, self._analyst)

    def forget(self) -> None:
        """Forget what was asked of a place: somebody looks elsewhere."""
        self._wants_decisive, self.decided = False, None
        self.best.forget()

    def rest(self) -> None:
        """End the process of the analyst; another question begins it anew."""
        self._analyst.close()

    def leave(self) -> None:
        """Judge no more."""
        self.forget()
        self.review.stop()
        self.rest()


def _nothing() -> None:
    """Nobody listens yet."""
