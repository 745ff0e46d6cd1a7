"""The search of Zen: alpha-beta with a transposition table and iterative deepening to a node limit.

A value is seen from the side to move, in the units of `evaluation.Weights`: up to `SURE` its
advantage, beyond that a win in `WIN - value` moves of both sides. A draw is worth 0, and so is a
repeated position of this round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.game import StopFlag, Stopped, never
from engine.zen.board import Position, after, is_capture, moves
from engine.zen.ending import RoundResult, connection, is_mat, result, wins
from engine.zen.evaluation import CONNECTED, FLIPS, ZEN_SHIFT, SideValueCache, any_wins
from engine.zen.reasons import ZenEnding

WIN: Final = 1 << 18
SURE: Final = WIN - 1000
"""The value from which a win is certain; below its negative a loss is."""

DEEPEST: Final = 60

_LOOKS: Final = 500
"""The nodes (some milliseconds) between two looks at the stop flag."""

_PATIENCE: Final = 2
"""The factor by which the node limit grows while every move searched so far loses."""

_HORIZON: Final = 2
"""The remaining depth up to which unpromising moves are pruned."""

_FEW: Final = 2
"""The pawns up to which a side may lose by its last pawn or for want of a move."""

_QUIET, _MENACING, _OVER = range(3)
"""The kinds of child: without a threat, perhaps with one by the mover, the end of the round."""

_EXACT, _AT_LEAST, _AT_MOST = range(3)

NO_ERRORS: Final[Mapping[int, int]] = MappingProxyType({})

Child = tuple[int, int, int]
"""A child node: its static value for the mover (or the result), the move, its kind."""


class SearchResult(NamedTuple):
    """The result of a search.

    Attributes:
        move: The move.
        value: Its value, with the error of the level.
        depth: The depth of its search in moves, itself included.
        nodes: The number of positions searched.
        order: All moves, the best first by the deepest search of them all; values of all but the
            first are bounds. None if a move wins at once.
    """

    move: int
    value: int
    depth: int = 0
    nodes: int = 0
    order: tuple[int, ...] = ()


class Compared(NamedTuple):
    """A move beside the best one, at one depth.

    Attributes:
        best: The best move.
        value: Its value.
        played: The value of the other move, no bound.
    """

    best: int
    value: int
    played: int


class _NodesSpent(Exception):
    """An error that ends a search: its nodes are spent."""


def ending_of(
    position: Position, move: int, variant: int, past: Sequence[Position]
) -> RoundResult | None:
    """Return how a move ends the round, by mat too; `past` as `ending.result` has it."""
    child = after(position, move)
    before = () if is_capture(position, move) else past
    if ended := result(child, variant, before):
        return ended
    # an earlier position can only save a side from mat
    if is_mat(child, variant) and is_mat(child, variant, (*before, position)):
        return RoundResult(position.side, ZenEnding.MAT)
    return None


class Search:
    """One search; call `best` once."""

    def __init__(
        self,
        variant: int,
        past: Sequence[Position] = (),
        stop: StopFlag = never,
        *,
        is_cut: bool = True,
    ) -> None:
        """Prepare a search.

        Args:
            variant: The variant of the rules.
            past: The positions of this round since the last capture.
            stop: Asks to stop.
            is_cut: Whether unpromising moves are pruned close to the horizon.
        """
        self.nodes = 0
        self._variant = variant
        self._seen = set(past)
        self._stop = stop
        self._is_cut = is_cut
        self._side_values = SideValueCache()
        # one for each node that was opened: the node count bounds it
        self._table: dict[Position, tuple[int, int, int, int]] = {}
        self._bounds: dict[int, int] = {}
        self._limit = 0
        self._next_look = 0

    def best(
        self,
        position: Position,
        limit: int,
        deepest: int = DEEPEST,
        errors: Mapping[int, int] = NO_ERRORS,
    ) -> SearchResult:
        """Return the best move found in about `limit` nodes. Raises `Stopped`.

        Every move and the wins of the other side after it are searched whatever the limit.
        `errors` are added to the values of moves that neither win nor lose.
        """
        self._seen.add(position)
        children = self._children(position)
        found = SearchResult(children[0][1], -WIN)
        for depth in range(deepest + 1):
            better, is_whole = self._look_so_deep(position, children, depth, limit, errors)
            found = better or found
            if not is_whole or abs(found.value) > SURE:
                break
            children.sort(key=lambda child: child[1] != found.move)
        order = sorted(self._bounds, key=lambda move: (move != found.move, -self._bounds[move]))
        return found._replace(nodes=self.nodes, order=tuple(order))

    def beside_best(
        self, position: Position, move: int, limit: int, deepest: int = DEEPEST
    ) -> list[Compared]:
        """Return a move beside the best one at each depth that about `limit` nodes allow.

        The last depth is that at which both win or lose for certain, if any. Raises `Stopped`.
        """
        self._seen.add(position)
        children = self._children(position)
        found: list[Compared] = []
        for depth in range(deepest + 1):
            best, is_whole = self._look_so_deep(position, children, depth, limit, NO_ERRORS, move)
            if best is None or not is_whole:
                break
            pair = Compared(best.move, best.value, self._bounds[move])
            found.append(pair)
            if min(abs(pair.value), abs(pair.played)) > SURE:
                break
            if best.value > SURE:  # the other move may win too
                children = [child for child in children if child[1] in (pair.best, move)]
            children.sort(key=lambda child: child[1] != pair.best)
        return found

    def _look_so_deep(
        self,
        position: Position,
        children: list[Child],
        depth: int,
        limit: int,
        errors: Mapping[int, int],
        exact: int = 0,
    ) -> tuple[SearchResult | None, bool]:
        """Return the best move searched to this depth, if any, and whether all moves were.

        Values of all but the best one are bounds, except that of the move `exact`.
        """
        best, bounds = None, {}
        for worth, move, kind in children:
            floor, error = -WIN, errors.get(move, 0)
            self._limit = limit
            if best:
                floor = best.value - (error if abs(best.value) < SURE else 0)
                if best.value < -SURE:
                    self._limit = limit * _PATIENCE
            is_exact = best is None or move == exact
            if is_exact:
                floor = -WIN
            try:
                if kind == _OVER:
                    value = _later(worth, 1)
                elif not depth:
                    value = 0 if after(position, move) in self._seen else worth
                else:
                    child = after(position, move)
                    value = self._child_value(child, depth - 1, floor, WIN, 1, is_exact)
            except _NodesSpent:
                return best, False
            if abs(value) < SURE:
                value += error
            bounds[move] = value
            if best is None or value > best.value:
                best = SearchResult(move, value, depth)
        self._bounds = bounds
        return best, True

    def _child_value(
        self, child: Position, depth: int, alpha: int, beta: int, ply: int, is_first: bool
    ) -> int:
        """Return the value of a child to the side just moved; a bound outside alpha and beta."""
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
        """Return the static value of a position, with wins in one move and mat detected."""
        if self._can_win(position):
            return WIN - ply - 1
        black, white, zen, side, _ = position
        if self._can_win(Position(black, white, zen, 1 - side)) and self._is_lost(position):
            return ply + 2 - WIN
        return self._side_values.worth(position)

    def _can_win(self, position: Position) -> bool:
        """Say whether the side to move can win at once."""
        black, white, zen, side, _ = position
        own, enemy = (white, black) if side else (black, white)
        _, joins = self._side_values[own | zen << ZEN_SHIFT]
        if joins and any_wins(joins, position, self._variant):
            return True
        if enemy.bit_count() > _FEW:
            return False
        codes = moves(position, self._variant)
        self._count(len(codes))
        return any(wins(position, move, self._variant) for move in codes)

    def _is_lost(self, position: Position) -> bool:
        """Say whether every move of the side to move loses, at once or to the reply."""
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
        """Return the value of an unfinished round; a bound outside alpha and beta."""
        if self._can_win(position):
            return WIN - ply - 1
        known, hint = self._known(position, depth, alpha, beta, ply)
        if known is not None:
            return known
        if self.nodes >= self._limit:
            raise _NodesSpent
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
        self, position: Position, children: list[Child], depth: int, alpha: int, beta: int, ply: int
    ) -> tuple[int, int]:
        """Return the value of the best move, or a bound, and the move (0 if none was tried)."""
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
        """Return the value of a position if the table settles it, and the best move known."""
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
        """Return the child of every move, the most valuable first."""
        side_values = self._side_values
        black, white, zen, side, _ = position
        own, enemy = (white, black) if side else (black, white)
        pieces = own | zen << ZEN_SHIFT
        theirs, _ = side_values[enemy | zen << ZEN_SHIFT]
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
                worth, joins = side_values[pieces ^ flip]
                if worth == CONNECTED:
                    found.append((WIN, move, _OVER))
                else:
                    found.append((worth - theirs, move, _MENACING if joins else _QUIET))
        found.sort(reverse=True)
        return found

    def _child(self, child: Position, move: int) -> Child:
        """Return the child node of a move that led to this position."""
        theirs, _ = self._side_values.of(child, child.side)
        worth, joins = self._side_values.of(child, 1 - child.side)
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
    """Return a value as seen `plies` moves earlier: wins are worth less, losses more."""
    if value > SURE:
        return value - plies
    return value + plies if value < -SURE else value
