"""What was best at a place of a replay: from the analysis, or else as a hint finds it."""

from __future__ import annotations

from typing import Any

from engine.game import Hint
from engine.loop import Call
from play.analyst import Analyst
from play.review import Review
from saves.analysis import FindHint, find_hint
from saves.record import Record


class ReplayHint:
    """The best move of a turn, or the search for it.

    Attributes:
        turn: The number of the turn, 0 for none.
        hint: Its best move with the reasons, None before it is found.
        is_analysed: Whether the analysis has found it.
        changed: Called once it is found.
    """

    def __init__(self, record: Record, review: Review, analyst: Analyst) -> None:
        """Take it from the analysis, or let the analyst find it."""
        self.turn = 0
        self.hint: Hint | None = None
        self.is_analysed = False
        self.changed: Call = _nothing
        self._record = record
        self._review = review
        self._analyst = analyst
        self._stop: Call = _nothing

    @property
    def is_sought(self) -> bool:
        """Whether it is being searched for."""
        return self.turn > 0 and self.hint is None

    def seek(self, turn: int, at: int) -> None:
        """Find the best move of turn `turn`, which is made after `at` moves."""
        if turn == self.turn:
            return
        self.forget()
        self.turn, self.hint = turn, self._review.best(turn)
        self.is_analysed = self.hint is not None
        if not self.is_analysed:
            question = FindHint(self._record.to_bytes(), at)
            self._stop = self._analyst.ask(find_hint, question, self._found)

    def _found(self, answer: Any) -> None:
        if isinstance(answer, Hint):
            self.hint = answer
        else:
            self.turn = 0
        self.changed()

    def forget(self) -> None:
        """Drop it, or the search for it."""
        self._stop()
        self._stop = _nothing
        self.turn, self.hint, self.is_analysed = 0, None, False


def _nothing() -> None:
    """Nobody listens, and nothing is sought."""
