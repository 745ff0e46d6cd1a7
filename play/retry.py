"""A turn that lost something, tried again; until a good one is found, what came is hidden."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from engine.analysis import SURE, Judged
from engine.game import Hint
from engine.loop import Call
from engine.reasons import IllegalMove, Reason
from engine.table import Table
from engine.timeline import TableTimeline
from engine.updates import Refused, Resynced
from play.analysis_model import points_of
from play.analyst import Analyst
from play.judged_client import JudgedClient
from play.review import Review
from saves.analysis import JudgeMove, judge_move
from saves.record import Record
from saves.replay import as_it_was
from words.translation import _, several

M = TypeVar("M")


class RetryReason(Reason):
    """What is said of a turn that is tried again, and why one is not."""

    NOT_JUDGED = "Only a turn that lost something can be tried again; an analysis finds them."
    LOSES = "That loses {loss}; try again."
    SAME = "That is the turn that was played; it loses {loss}."
    FIRST = "Find a better turn {turn} first; hint tells the best, return ends."
    NOT_MADE = "The turn cannot be judged now."


class Retry:
    """The search of a person for a better turn.

    Attributes:
        turn: The number of the turn.
        seat: The seat that made it.
        table: The game as it was before the turn.
        answer: The best turn with its reasons.
        tries: How many turns were tried.
        is_found: Whether one of them was as good as the best.
        is_told: Whether the person has asked for the best.
    """

    def __init__(self, record: Record, review: Review, turn: int, analyst: Analyst) -> None:
        """Try turn `turn` again. Raises `IllegalMove` unless it lost something."""
        judged, answer = review.judged(turn), review.better(turn)
        if judged is None or answer is None:
            raise IllegalMove(RetryReason.NOT_JUDGED)
        self.turn, self.seat, self.answer = turn, judged.seat, answer
        self.table: Table[Any] = as_it_was(record.table, judged.ply)
        self.tries, self.is_found, self.is_told = 0, False, False
        self._game, self._played = record.to_bytes(), judged
        self._analyst = analyst
        self._stop: Call = _nothing

    def tell(self) -> Hint:
        """Return the best turn with its reasons; a person who is told it has not found it."""
        self.is_told = True
        return self.answer

    def judge(self, move: Any, told: Callable[[IllegalMove | None], object]) -> None:
        """Judge a legal turn, and tell what it loses, None if it is as good as the best."""
        self.tries += 1
        question = JudgeMove(self._game, self._played.ply, self.table.game.format(move))

        def judged(answer: Any) -> None:
            fault = IllegalMove(RetryReason.NOT_MADE)
            told(self._loss(answer) if isinstance(answer, Judged) else fault)

        self._stop = self._analyst.ask(judge_move, question, judged)

    def _loss(self, judged: Judged) -> IllegalMove | None:
        self.is_found = is_good(judged)
        if self.is_found:
            return None
        same = judged.played == self._played.played
        reason = RetryReason.SAME if same else RetryReason.LOSES
        return IllegalMove(reason, loss=points_of(judged.loss))

    @property
    def found_words(self) -> str:
        """That a turn was found, and with how many tries, or made as it was told."""
        if self.is_told:
            return _("That is as good as the best turn.")
        return several("Found, with {count} try.", "Found, with {count} tries.", self.tries)

    def stop(self) -> None:
        """Judge no more."""
        self._stop()
        self._stop = _nothing


def is_good(judged: Judged) -> bool:
    """Say whether a turn is as good as the best one, as far as the analysis can tell."""
    return judged.loss < max(judged.measure.idle, SURE * judged.error)


class RetryClient(JudgedClient[M], Generic[M]):
    """The client of a turn that is tried again: what is submitted is judged, and never played.

    Attributes:
        retry: The turn.
        found: Called once a turn was as good as the best.
    """

    def __init__(self, retry: Retry) -> None:
        """Sit down at the seat that made the turn."""
        self.retry = retry
        self.found: Call = _nothing
        super().__init__(retry.seat, TableTimeline(retry.table, frozenset({retry.seat})))

    def submit(self, seat: int, move: M) -> int:
        """Judge a move; `Refused` tells what it loses."""
        self.is_sending = True
        self.retry.judge(move, self._judged)
        return self.retry.tries

    def _judged(self, why: IllegalMove | None) -> None:
        self.is_sending = False
        if why is None:
            self.found()
        else:
            self.tell(Resynced(), Refused(self.retry.tries, why))

    def close(self) -> None:
        self.retry.stop()
        super().close()


def _nothing() -> None:
    """Nothing is judged."""
