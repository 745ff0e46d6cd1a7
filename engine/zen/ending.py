"""How a position ends a round: connection, no pawn, no move; échec and mat; points of a round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from engine.zen.board import (
    BLACK,
    END_MASK,
    FREE_ZEN,
    LINES,
    START_SHIFT,
    WHITE,
    Position,
    after,
    groups,
    has_move,
    is_capture,
    is_connected,
    moves,
)
from engine.zen.reasons import ZenEnding


class Result(NamedTuple):
    """How a round ended: the colour that won it (None: a draw), and why."""

    winner: int | None
    why: ZenEnding


GOAL: Final = 7
"""A game of rounds is won with so many points."""

TIMES: Final = 3
"""A position that comes so often is a draw."""

_JOINED: Final = 4
"""A piece touches at most so many groups: more of its eight neighbours would touch each other."""

_TOUCHED_ROWS: Final = 2
"""A move changes what stands on so many rows at most."""

_CONNECTED: Final = tuple(Result(side, ZenEnding.CONNECTED) for side in (BLACK, WHITE))
_LAST_WITH_PAWNS: Final = tuple(Result(side, ZenEnding.NO_PAWNS) for side in (BLACK, WHITE))
_NOT_STUCK: Final = tuple(Result(side, ZenEnding.NO_MOVE) for side in (BLACK, WHITE))
_BOTH_CONNECTED: Final = Result(None, ZenEnding.BOTH_CONNECTED)
_REPETITION: Final = Result(None, ZenEnding.REPETITION)


def connection(position: Position) -> Result | None:
    """Return how the pieces as they stand end the round, if they do: chains, or no pawn left."""
    # zen, "The end"
    black, white, zen = position[:3]
    if not white:
        return _LAST_WITH_PAWNS[BLACK]
    if not black:
        return _LAST_WITH_PAWNS[WHITE]
    if is_connected(black | zen):
        return _BOTH_CONNECTED if is_connected(white | zen) else _CONNECTED[BLACK]
    return _CONNECTED[WHITE] if is_connected(white | zen) else None


def result(position: Position, variant: int, past: Sequence[Position] = ()) -> Result | None:
    """Return how the round has ended, None if it goes on; of mat see `is_mat`.

    `past` are the positions since the last capture, without this one.
    """
    if ended := connection(position):
        return ended
    if past and past.count(position) >= TIMES - 1:
        return _REPETITION
    if not has_move(position, variant):
        return _NOT_STUCK[1 - position.side]
    return None


def winning_moves(position: Position, variant: int) -> Iterator[int]:
    """Yield the moves with which the side to move wins at once (by connection, or no reply)."""
    side = position.side
    for move in moves(position, variant):
        ended = result(after(position, move), variant)
        if ended is not None and ended.winner == side:
            yield move


def is_echec(position: Position, variant: int) -> bool:
    """Say whether the side that just moved could win with its next move were the other to pass."""
    # zen, "Variants": nothing is barred then
    return _may_be_lost(position, variant) and any(
        True for _ in winning_moves(position._replace(side=1 - position.side, barred=0), variant)
    )


def has_parry(position: Position, variant: int, past: Sequence[Position] = ()) -> bool:
    """Say whether a move ends the round at once or leaves the other side no winning move.

    `past` are the positions since the last capture, without this one.
    """
    for move in moves(position, variant):
        reply = after(position, move)
        before = () if is_capture(position, move) else (*past, position)
        if result(reply, variant, before) or not any(True for _ in winning_moves(reply, variant)):
            return True
    return False


def is_mat(position: Position, variant: int, past: Sequence[Position] = ()) -> bool:
    """Say whether the side to move stands in échec and mat; there is none in the third variant."""
    return (
        variant != FREE_ZEN
        and is_echec(position, variant)
        and not has_parry(position, variant, past)
    )


def is_over(position: Position, variant: int) -> bool:
    """Say whether the round is over in this position, be it by mat; it knows of no repetition."""
    return result(position, variant) is not None or is_mat(position, variant)


def points(position: Position, winner: int) -> int:
    """Return what the winner of a round gets: what the loser has outside the largest group."""
    # zen, "Points": the Zen counts as the loser's; of equal groups one is left out
    chain = position.chain(1 - winner)
    return chain.bit_count() - max((group.bit_count() for group in groups(chain)), default=0)


def _may_be_lost(position: Position, variant: int) -> bool:
    """Say, quickly, False only if no single move of the side that just moved can win.

    To connect, the piece that moves can be a group of its own and join a few more. To take the last
    pawn, or every move, of the other side, it has to change all rows along which a pawn can go.
    """
    chains = groups(position.chain(1 - position.side))
    if sum(1 for _ in islice(chains, _JOINED + 2)) <= _JOINED + 1:
        return True
    return len(_rows_with_moves(position, variant)) <= _TOUCHED_ROWS


def _rows_with_moves(position: Position, variant: int) -> set[int]:
    """Return the rows, as masks, along which a pawn of the side to move can go."""
    rows = set()
    for move in moves(position, variant):
        start, end = move >> START_SHIFT, move & END_MASK
        row = LINES[start][0]
        if row >> end & 1 and not position.zen >> start & 1:
            rows.add(row)
    return rows
