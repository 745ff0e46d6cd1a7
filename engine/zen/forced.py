"""Forced wins of Zen, proved: every move of one side against every defence of the other.

Nothing is estimated and nothing is left out. A round in which a position comes for the third time
is a draw, but none can within the few moves that are looked at here.
"""

from __future__ import annotations

from itertools import islice
from typing import Final

from engine.game import StopFlag, Stopped, never
from engine.zen.board import Position, after, has_move, moves, open_rows
from engine.zen.ending import connection, result, wins
from engine.zen.evaluation import FLIPS, ZEN_SHIFT, SideValueCache, any_wins

DEEPEST: Final = 3
"""The most moves of the winning side that are looked at."""

_TOUCHED_ROWS: Final = 2
"""The most rows whose pieces a move can change."""


class ForcedWins:
    """A prover, which remembers what it has proved."""

    def __init__(self, variant: int = 0, stop: StopFlag = never) -> None:
        """Prepare for positions of a variant without échec."""
        self._variant, self._stop = variant, stop
        self._side_values = SideValueCache()
        self._known: dict[tuple[Position, int], bool] = {}
        self._refutations = [0] * (DEEPEST + 1)

    def winning_moves(self, position: Position, count: int) -> list[int]:
        """Return the moves with which the side to move wins in `count` of its moves at most.

        Raises `Stopped`.
        """
        return [
            move
            for move in moves(position, self._variant)
            if self.is_winning(position, move, count)
        ]

    def is_winning(self, position: Position, move: int, count: int) -> bool:
        """Say whether the side to move wins with a move in `count` of its moves, this one included.

        Raises `Stopped`.
        """
        child = after(position, move)
        if ended := result(child, self._variant):
            return ended.winner == position.side
        return count > 1 and self.defence(child, count - 1) is None

    def wins(self, position: Position, count: int) -> bool:
        """Say whether the side to move wins in `count` of its moves at most. Raises `Stopped`."""
        if self._wins_at_once(position):
            return True
        if count == 1:
            return False
        key = (position, count)
        known = self._known.get(key)
        if known is None:
            codes = moves(position, self._variant)
            known = any(self._wins_later(position, move, count) for move in codes)
            self._known[key] = known
        return known

    def _wins_later(self, position: Position, move: int, count: int) -> bool:
        """Say whether a move wins, in a position in which none wins at once."""
        child = after(position, move)
        if FLIPS[move] & (position.enemy | position.zen) and connection(child):
            return False  # the other side is connected now
        return self.defence(child, count - 1) is None

    def defence(self, position: Position, count: int) -> int | None:
        """Return a move of the side to move after which the other does not win in `count` moves.

        None if there is none. Raises `Stopped`.
        """
        if self._stop():
            raise Stopped
        codes = moves(position, self._variant)
        likely = self._refutations[count]
        if likely in codes and self._defends(position, likely, count):
            return likely
        for move in codes:
            if self._defends(position, move, count):
                self._refutations[count] = move
                return move
        return None

    def _defends(self, position: Position, move: int, count: int) -> bool:
        child = after(position, move)
        ended = connection(child)
        if ended is None and has_move(child, self._variant):
            return not self.wins(child, count)
        return ended is None or ended.winner != child.side

    def _wins_at_once(self, position: Position) -> bool:
        black, white, zen, side, _ = position
        _, joins = self._side_values[(white if side else black) | zen << ZEN_SHIFT]
        if joins and any_wins(joins, position, self._variant):
            return True
        # to take the last pawn or every move, each row along which the other side can go changes
        enemy = position._replace(side=1 - side)
        if sum(1 for _ in islice(open_rows(enemy), _TOUCHED_ROWS + 1)) > _TOUCHED_ROWS:
            return False
        return any(
            self._leaves_nothing(after(position, move)) and wins(position, move, self._variant)
            for move in moves(position, self._variant)
        )

    def _leaves_nothing(self, child: Position) -> bool:
        """Say whether the side to move has no pawn, or no move."""
        return not child.own or not has_move(child, self._variant)
