"""How a position ends a round: connection, no pawn, no move; échec and mat; points of a round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from engine.zen.board import (
    BLACK,
    FREE_ZEN,
    WHITE,
    Position,
    after,
    groups,
    has_move,
    is_capture,
    is_connected,
    moves,
    open_rows,
)
from engine.zen.reasons import ZenEnding


class Result(NamedTuple):
    """How a round ended: the colour that won it (None: a draw), and why."""

    winner: int | None
    why: ZenEnding


class Look(NamedTuple):
    """Whether something was found, and how many positions were looked at for it."""

    is_found: bool
    looks: int


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
    return look_for_echec(position, variant).is_found


def look_for_echec(position: Position, variant: int) -> Look:
    """Look whether `is_echec`."""
    if not _may_be_lost(position):
        return Look(False, 0)
    # zen, "Variants": nothing is barred then
    return _look_for_win(position._replace(side=1 - position.side, barred=0), variant)


def has_parry(position: Position, variant: int, past: Sequence[Position] = ()) -> bool:
    """Say whether a move ends the round at once or leaves the other side no winning move.

    `past` are the positions since the last capture, without this one.
    """
    return look_for_parry(position, variant, past).is_found


def look_for_parry(position: Position, variant: int, past: Sequence[Position] = ()) -> Look:
    """Look whether there is one, as `has_parry` has it."""
    looks = 0
    for move in moves(position, variant):
        reply = after(position, move)
        looks += 1
        # the other side is to move in `reply`: it is not `position` again
        if result(reply, variant, () if is_capture(position, move) else past):
            return Look(True, looks)
        win = _look_for_win(reply, variant)
        looks += win.looks
        if not win.is_found:
            return Look(True, looks)
    return Look(False, looks)


def _look_for_win(position: Position, variant: int) -> Look:
    """Look whether the side to move wins with one move."""
    looks, side = 0, position.side
    for looks, move in enumerate(moves(position, variant), 1):
        ended = result(after(position, move), variant)
        if ended is not None and ended.winner == side:
            return Look(True, looks)
    return Look(False, looks)


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


def _may_be_lost(position: Position) -> bool:
    """Say, quickly, False only if no single move of the side that just moved can win.

    To connect, the piece that moves can be a group of its own and join a few more. To take the last
    pawn, or every move, of the other side, it has to change all rows along which a pawn can go.
    """
    chains = groups(position.chain(1 - position.side))
    if sum(1 for _ in islice(chains, _JOINED + 2)) <= _JOINED + 1:
        return True
    return sum(1 for _ in islice(open_rows(position), _TOUCHED_ROWS + 1)) <= _TOUCHED_ROWS
