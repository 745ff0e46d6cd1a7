"""Analysts for tests: one that answers when it is told to, and one that judges in little time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.analysis import Judged, OpenCards
from engine.game import CHANCE, never
from engine.loop import Loop
from engine.table import Table
from play.analyst import Analyst
from saves.analysis import JudgeMove, JudgeTurns


def with_open_cards(turns: Sequence[Judged], at: int, best: Any) -> tuple[Judged, ...]:
    """Return turns, of which the one at a place was worse by 8 points with open cards."""
    opened = OpenCards(best, 8.0, 1.0)
    return (*turns[:at], turns[at]._replace(opened=opened), *turns[at + 1 :])


class HandAnalyst(Analyst):
    """An analyst that answers when it is told to.

    Attributes:
        asked: The questions, each with the function that is told the answer.
    """

    def __init__(self) -> None:
        self.asked = []
        self.is_stopped = self.is_closed = False

    def ask(self, _work, item, told):
        self.asked.append((item, told))
        return self._stop

    def _stop(self) -> None:
        self.is_stopped = True

    def close(self) -> None:
        self.is_closed = True

    def answer(self, *turns: Judged) -> None:
        """Answer the last question with turns."""
        self.asked[-1][1](turns)

    def judge(self, table: Table, losses: dict[int, float]) -> None:
        """Answer all that an analysis asks for, with these losses by turn."""
        turns = [judged_turn(table, at, losses.get(at, 0.0)) for at in range(1, table.turns + 1)]
        self.answer()
        self.answer(*turns[:5])
        self.answer(*turns[5:])
        self.answer()


class QuickAnalyst(Analyst):
    """An analyst that judges in calls of the loop, with little effort."""

    def __init__(self, loop: Loop) -> None:
        self._loop = loop

    def ask(self, work, item, told):
        if isinstance(item, JudgeTurns):
            item = item._replace(is_quick=True)
        self._loop.soon(lambda: told(work(item, never)))
        return lambda: None

    def close(self) -> None:
        """Nothing runs."""


class AnswerAnalyst(Analyst):
    """An analyst that answers at once with turns that are judged already."""

    def __init__(self, loop: Loop, table: Table, turns: Sequence[Judged]) -> None:
        self._loop, self._game, self._turns = loop, table.game, turns

    def ask(self, work, item, told):
        self._loop.soon(lambda: told(self._answer(item)))
        return lambda: None

    def _answer(self, item):
        if isinstance(item, JudgeMove):
            turn = next(turn for turn in self._turns if turn.ply == item.at)
            move = self._game.parse(item.move)
            loss = 0.0 if move == turn.best else 4.2
            return turn._replace(played=move, loss=loss)
        is_asked = isinstance(item, JudgeTurns) and not item.is_quick and not item.done
        return self._turns if is_asked else ()

    def close(self) -> None:
        """Nothing runs."""


class PreparedAnalyst(AnswerAnalyst):
    """An analyst that answers at once, with some losses by turn; the first legal move is best.

    All turns have the `same` attributes besides.
    """

    def __init__(self, loop: Loop, table: Table, losses: dict[int, float], **same: Any) -> None:
        turns = [judged_turn(table, at, losses.get(at, 0.0)) for at in range(1, table.turns + 1)]
        super().__init__(loop, table, [turn._replace(**same) for turn in turns])


def judge_at_once(
    patch: pytest.MonkeyPatch, table: Table, losses: dict[int, float], **same: Any
) -> None:
    """Let a `PreparedAnalyst` judge the turns of the table in a replay."""
    analyst = "play.replay_model.ProcessAnalyst"
    patch.setattr(analyst, lambda loop: PreparedAnalyst(loop, table, losses, **same))


def judged_turn(table: Table, turn: int, loss: float = 0.0) -> Judged:
    """Return a turn of a game as an analysis may have judged it."""
    moves = [at for at, play in enumerate(table.plays) if play.seat != CHANCE]
    play = table.plays[at := moves[turn - 1]]
    best = next(table.view_at(at, play.seat).legal())
    chance = 50.0 + 30 * ((turn * 7) % 11 - 5) / 5
    return Judged(at, play.seat, play.move, best, loss, 0.1, chance, chance + 1, True)
