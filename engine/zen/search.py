"""Looks ahead in Zen: alpha-beta with a table of positions, deeper and deeper up to a node count.

A value is seen from the side to move, in the units of `evaluation.Weights`: up to `SURE` how much
better it stands, beyond that a win in `WIN - value` moves of both sides. A draw is worth 0, and so
is a position of this round that comes again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.game import StopFlag, Stopped, never
from engine.zen.board import Position, after, is_capture, moves
from engine.zen.ending import Result, connection, is_mat, result, winning_moves
from engine.zen.evaluation import CONNECTED, FLIPS, ZEN_SHIFT, Standings, any_wins
from engine.zen.reasons import ZenEnding

WIN: Final = 1 << 18
SURE: Final = WIN - 1000
"""From here on a value is a win, whatever the other side plays; below minus this a loss."""

DEEPEST: Final = 60

_LOOKS: Final = 500
"""After so many nodes (some milliseconds) the stop flag is looked at."""

_PATIENCE: Final = 2
"""Where all moves looked at so far lose, the nodes may be so many times as many."""

_HORIZON: Final = 2
"""So many moves before the end of the look ahead moves that promise little are passed over."""

_FEW: Final = 2
"""A side with no more pawns may lose otherwise than by connection: its last pawn, or every move."""

_QUIET, _MENACING, _OVER = range(3)
"""What a child is: no threat in sight, perhaps a threat of the mover's, the end of the round."""

_EXACT, _AT_LEAST, _AT_MOST = range(3)

NO_ERRORS: Final[Mapping[int, int]] = MappingProxyType({})

Child = tuple[int, int, int]
"""What a move is worth to the mover as the pieces lie then (or at the end), the move, its kind."""


class Found(NamedTuple):
    """What a search found.

    Attributes:
        move: The move.
        value: Its value, with the error of judgement.
        depth: How many moves ahead it was looked at, itself included.
        nodes: How many positions were looked at.
    """

    move: int
    value: int
    depth: int = 0
    nodes: int = 0


class _EnoughError(Exception):
    """All nodes are spent."""


def ending_of(
    position: Position, move: int, variant: int, past: Sequence[Position]
) -> Result | None:
    """Return how a move ends the round, by mat too; `past` as `ending.result` has it."""
    child = after(position, move)
    before = () if is_capture(position, move) else past
    if ended := result(child, variant, before):
        return ended
    # what was there before can only save from mat
    if is_mat(child, variant) and is_mat(child, variant, (*before, position)):
        return Result(position.side, ZenEnding.MAT)
    return None


class Search:
    """One look ahead; `best` is asked once."""

    def __init__(
        self,
        variant: int,
        past: Sequence[Position] = (),
        stop: StopFlag = never,
        *,
        is_cut: bool = True,
        standings: Standings | None = None,
    ) -> None:
        """Prepare a search.

        Args:
            variant: The variant of the rules.
            past: The positions of this round since the last capture.
            stop: Asks to stop.
            is_cut: Whether moves that promise little are passed over close to the horizon.
            standings: How sides stand.
        """
        self.nodes = 0
        self._variant = variant
        self._seen = set(past)
        self._stop = stop
        self._is_cut = is_cut
        self._standings = Standings() if standings is None else standings
        # one for each node that was opened: the node count bounds it
        self._table: dict[Position, tuple[int, int, int, int]] = {}
        self._limit = 0
        self._next_look = 0

    def best(
        self,
        position: Position,
        limit: int,
        deepest: int = DEEPEST,
        errors: Mapping[int, int] = NO_ERRORS,
    ) -> Found:
        """Return the best move found in about `limit` nodes. Raises `Stopped`.

        Up to one move ahead, with the wins of the other side, is looked at in any case. `errors`
        are added to the values of moves that neither win nor lose.
        """
        self._seen.add(position)
        children = self._children(position)
        found = Found(children[0][1], -WIN)
        for depth in range(deepest + 1):
            better, is_whole = self._look_so_deep(position, children, depth, limit, errors)
            found = better or found
            if not is_whole or abs(found.value) > SURE:
                break
            children.sort(key=lambda child: child[1] != found.move)
        return found._replace(nodes=self.nodes)

    def _look_so_deep(
        self,
        position: Position,
        children: list[Child],
        depth: int,
        limit: int,
        errors: Mapping[int, int],
    ) -> tuple[Found | None, bool]:
        """Return the best move, if any was looked at, and whether all were."""
        best = None
        for worth, move, kind in children:
            floor, error = -WIN, errors.get(move, 0)
            self._limit = limit
            if best:
                floor = best.value - (error if abs(best.value) < SURE else 0)
                if best.value < -SURE:
                    self._limit = limit * _PATIENCE
            try:
                if kind == _OVER:
                    value = _later(worth, 1)
                elif not depth:
                    value = 0 if after(position, move) in self._seen else worth
                else:
                    child = after(position, move)
                    value = self._child_value(child, depth - 1, floor, WIN, 1, best is None)
            except _EnoughError:
                return best, False
            if abs(value) < SURE:
                value += error
            if best is None or value > best.value:
                best = Found(move, value, depth)
        return best, True

    def _child_value(
        self, child: Position, depth: int, alpha: int, beta: int, ply: int, is_first: bool
    ) -> int:
        """Return what a child is worth to who moved there; outside alpha and beta only a bound."""
        if child in self._seen:
            return 0
        if not depth:
            return -self._leaf_value(child, ply)
        if not is_first:
            value = -self._value(child, depth, -alpha - 1, -alpha, ply)
            if not alpha < value < beta:
                return value
        return -self._value(child, depth, -beta, -alpha, ply)

    def _leaf_value(self, position: Position, ply: int) -> int:
        """Return what a position is worth as it lies, a win with one move or a mat seen."""
        if self._can_win(position):
            return WIN - ply - 1
        black, white, zen, side, _ = position
        if self._can_win(Position(black, white, zen, 1 - side)) and self._is_lost(position):
            return ply + 2 - WIN
        return self._standings.worth(position)

    def _can_win(self, position: Position) -> bool:
        """Say whether the side to move has a move that wins at once."""
        joins = self._standings.of(position, position.side).joins
        if joins and any_wins(joins, position, self._variant):
            return True
        if position.enemy.bit_count() > _FEW:
            return False
        self._count(len(moves(position, self._variant)))
        return any(True for _ in winning_moves(position, self._variant))

    def _is_lost(self, position: Position) -> bool:
        """Say whether whatever the side to move does loses, at once or with the next move."""
        for move in moves(position, self._variant):
            self.nodes += 1
            child = after(position, move)
            if ended := connection(child):
                if ended.winner != child.side:
                    return False
            elif child in self._seen or not self._can_win(child):
                return False
        return True

    def _value(self, position: Position, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Return the value of a round that goes on; outside alpha and beta only a bound of it."""
        if self._can_win(position):
            return WIN - ply - 1
        known, hint = self._known(position, depth, alpha, beta, ply)
        if known is not None:
            return known
        if self.nodes >= self._limit:
            raise _EnoughError
        children = self._children(position)
        if not children:
            return ply - WIN
        if hint and depth > 1:
            children.sort(key=lambda child: child[1] != hint)
        self._seen.add(position)
        best, move = self._best_child(position, children, depth, alpha, beta, ply)
        self._seen.remove(position)
        bound = _AT_LEAST if best >= beta else _EXACT if best > alpha else _AT_MOST
        self._table[position] = depth, bound, _later(best, -ply), move
        return best

    def _best_child(
        self,
        position: Position,
        children: list[Child],
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
    ) -> tuple[int, int]:
        """Return the best value of a move, or a bound of it, and the move (0 if none was tried)."""
        is_cut = self._is_cut and depth <= _HORIZON
        best, best_move = -WIN, 0
        for worth, move, kind in children:
            if kind == _OVER:
                value = _later(worth, ply + 1)
            elif is_cut and kind == _QUIET and worth <= alpha:
                # the other side moves next, and seldom makes it better
                value = worth
            else:
                child = after(position, move)
                value = self._child_value(child, depth - 1, alpha, beta, ply + 1, not best_move)
            if value > best:
                best, best_move = value, move
                if value >= beta:
                    break
                alpha = max(alpha, value)
        return best, best_move

    def _known(
        self, position: Position, depth: int, alpha: int, beta: int, ply: int
    ) -> tuple[int | None, int]:
        """Return the value of a position if the table has it, and the move that was best there."""
        known = self._table.get(position)
        if not known:
            return None, 0
        known_depth, bound, value, move = known
        if known_depth != depth:
            return None, move
        value = _later(value, ply)
        if bound == _EXACT or (value >= beta if bound == _AT_LEAST else value <= alpha):
            return value, move
        return None, move

    def _children(self, position: Position) -> list[Child]:
        """Return every move with what it is worth, the best first."""
        standings = self._standings
        black, white, zen, side, _ = position
        own, enemy = (white, black) if side else (black, white)
        pieces = own | zen << ZEN_SHIFT
        theirs = standings[enemy | zen << ZEN_SHIFT].worth
        taken = enemy | zen
        codes = moves(position, self._variant)
        self._count(len(codes))
        found = []
        for move in codes:
            flip = FLIPS[move]
            if flip & taken:
                # the Zen moves, or something is taken
                found.append(self._child(after(position, move), move))
            else:
                worth, joins = standings[pieces ^ flip]
                if worth == CONNECTED:
                    found.append((WIN, move, _OVER))
                else:
                    found.append((worth - theirs, move, _MENACING if joins else _QUIET))
        found.sort(reverse=True)
        return found

    def _child(self, child: Position, move: int) -> Child:
        """Return what a move is worth that led to `child`."""
        theirs = self._standings.of(child, child.side).worth
        worth, joins = self._standings.of(child, 1 - child.side)
        if worth == CONNECTED or abs(theirs) == CONNECTED:
            ended = connection(child)
            assert ended
            won = {1 - child.side: WIN, child.side: -WIN, None: 0}
            return won[ended.winner], move, _OVER
        return worth - theirs, move, _MENACING if joins else _QUIET

    def _count(self, nodes: int) -> None:
        self.nodes += nodes
        if self.nodes >= self._next_look:
            self._next_look = self.nodes + _LOOKS
            if self._stop():
                raise Stopped


def _later(value: int, plies: int) -> int:
    """Return a value as it is so many moves before: a win is worth less, a loss more."""
    if value > SURE:
        return value - plies
    return value + plies if value < -SURE else value
