"""Problems of Zen: exactly one move wins in one, two or three moves, and nothing wins sooner.

They stand in the base game, without échec. A move wins in two or three moves if the side that makes
it wins with its second or third move at the latest, whatever the other side does.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from engine.game import StopFlag, never
from engine.problems import Problem
from engine.reasons import Explanation, unreadable
from engine.zen.board import Position, after, moves
from engine.zen.ending import is_over, result
from engine.zen.forced import DEEPEST, ForcedWins
from engine.zen.moves import BoardMove, board_move
from engine.zen.options import ZenOptions
from engine.zen.positions import format_position, parse_position
from engine.zen.reasons import ZenFailure, ZenTask
from engine.zen.state import ZenState

_TEXT: Final = re.compile(rf"win ([1-{DEEPEST}]) (.+)")


@dataclass(frozen=True, slots=True)
class ZenProblem(Problem[BoardMove]):
    """A problem: the moves in which the side to move is to win, and the position."""

    within: int
    position: Position

    def __str__(self) -> str:
        return f"{self.kind} {format_position(self.position)}"

    @property
    def kind(self) -> str:
        return f"win {self.within}"

    @property
    def task(self) -> Explanation:
        if self.within == 1:
            return Explanation(ZenTask.WINS_NOW, {})
        return Explanation(ZenTask.WINS_IN, {"count": self.within})

    @property
    def seat(self) -> int:
        return self.position.side

    @property
    def open_seats(self) -> frozenset[int]:
        return frozenset({0, 1})

    @property
    def options(self) -> ZenOptions:
        return ZenOptions(position=format_position(self.position))

    def start(self) -> ZenState:
        return ZenState.new(self.options)

    def proved(self, move: BoardMove) -> tuple[Explanation, ...]:
        return ()  # a hint says in how many moves it wins

    def wins_in(self) -> int:
        # all moves but the last have an answer
        return 2 * self.within - 1

    def solutions(self, stop: StopFlag = never) -> list[BoardMove]:
        found = ForcedWins(stop=stop).winning_moves(self.position, self.within)
        return [board_move(self.position, code) for code in found]

    def is_proper(self, stop: StopFlag = never) -> bool:
        prover = ForcedWins(stop=stop)
        if self.within > 1 and prover.wins(self.position, self.within - 1):
            return False
        found = 0
        for move in moves(self.position, 0):
            found += prover.is_winning(self.position, move, self.within)
            if found > 1:
                return False
        return found == 1

    def solves(self, move: BoardMove, stop: StopFlag = never) -> bool:
        return ForcedWins(stop=stop).is_winning(self.position, move.code, self.within)

    def refuted(self, move: BoardMove, stop: StopFlag = never) -> Explanation:
        child = after(self.position, move.code)
        if result(child, 0):
            return Explanation(ZenFailure.ENDS, {})
        if self.within == 1:
            return Explanation(ZenFailure.GOES_ON, {})
        reply = ForcedWins(stop=stop).defence(child, self.within - 1)
        assert reply is not None
        answer, left = board_move(child, reply), self.within - 1
        if left == 1:
            return Explanation(ZenFailure.PARRIED, {"move": answer})
        return Explanation(ZenFailure.ANSWERED, {"move": answer, "count": left})


def read(text: str) -> ZenProblem:
    """Read a problem in its canonical form. Raises `NotationError`."""
    match = _TEXT.fullmatch(text)
    if match is None:
        raise unreadable(text)
    position = parse_position(match[2])
    if format_position(position) != match[2] or is_over(position, 0):
        raise unreadable(text)
    return ZenProblem(int(match[1]), position)
