"""The end of a round: connection, no pawn, no move, repetition, échec and mat; its points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from engine.zen.board import (
    BLACK,
    ECHEC_VARIANTS,
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


class RoundResult(NamedTuple):
    """The result of a round: the colour that won it (None: a draw), and why."""

    winner: int | None
    why: ZenEnding


class Probe(NamedTuple):
    """The result of a search of positions: whether it found one, and how many it examined."""

    is_found: bool
    looks: int


GOAL: Final = 7
"""The points that win a game of rounds."""

TIMES: Final = 3
"""The number of occurrences of a position that makes a draw."""

_JOINED: Final = 4
"""The most groups a piece can touch: more of its eight neighbours would touch each other."""

_TOUCHED_ROWS: Final = 2
"""The most rows whose pieces a move can change."""

_CONNECTED: Final = tuple(RoundResult(side, ZenEnding.CONNECTED) for side in (BLACK, WHITE))
_LAST_WITH_PAWNS: Final = tuple(RoundResult(side, ZenEnding.NO_PAWNS) for side in (BLACK, WHITE))
_NOT_STUCK: Final = tuple(RoundResult(side, ZenEnding.NO_MOVE) for side in (BLACK, WHITE))
_BOTH_CONNECTED: Final = RoundResult(None, ZenEnding.BOTH_CONNECTED)
_REPETITION: Final = RoundResult(None, ZenEnding.REPETITION)


def connection(position: Position) -> RoundResult | None:
    """Return the result if the pieces end the round by connection or with no pawn left, or None."""
    # zen, "The end"
    black, white, zen = position[:3]
    if not white:
        return _LAST_WITH_PAWNS[BLACK]
    if not black:
        return _LAST_WITH_PAWNS[WHITE]
    if is_connected(black | zen):
        return _BOTH_CONNECTED if is_connected(white | zen) else _CONNECTED[BLACK]
    return _CONNECTED[WHITE] if is_connected(white | zen) else None


def result(position: Position, variant: int, past: Sequence[Position] = ()) -> RoundResult | None:
    """Return the result of the round, None if it goes on; for mat see `is_mat`.

    `past` are the positions since the last capture, without this one.
    """
    if ended := connection(position):
        return ended
    if past and past.count(position) >= TIMES - 1:
        return _REPETITION
    if not has_move(position, variant):
        return _NOT_STUCK[1 - position.side]
    return None


def wins(position: Position, move: int, variant: int) -> bool:
    """Say whether the side to move wins at once by a legal move (connection, or no reply)."""
    ended = result(after(position, move), variant)
    return ended is not None and ended[0] == position[3]


def winning_moves(position: Position, variant: int) -> Iterator[int]:
    """Yield lazily the moves by which the side to move wins at once."""
    for move in moves(position, variant):
        if wins(position, move, variant):
            yield move


def is_echec(position: Position, variant: int) -> bool:
    """Say whether the side that just moved could win with its next move if the other passed."""
    return look_for_echec(position, variant).is_found


def look_for_echec(position: Position, variant: int) -> Probe:
    """Find whether `is_echec` holds, and the positions examined for it."""
    if not _may_be_lost(position):
        return Probe(False, 0)
    # zen, "Variants": nothing is barred then
    return _look_for_win(position._replace(side=1 - position.side, barred=0), variant)


def threats(position: Position, variant: int) -> list[int]:
    """Return the moves by which the side that just moved could win if the other side passed."""
    # zen, "Variants": nothing is barred then
    return [*winning_moves(position._replace(side=1 - position.side, barred=0), variant)]


def has_parry(position: Position, variant: int, past: Sequence[Position] = ()) -> bool:
    """Say whether a move ends the round at once or leaves the other side no winning move.

    `past` are the positions since the last capture, without this one.
    """
    return look_for_parry(position, variant, past).is_found


def look_for_parry(position: Position, variant: int, past: Sequence[Position] = ()) -> Probe:
    """Find whether `has_parry` holds, and the positions examined for it."""
    looks = 0
    for move in moves(position, variant):
        reply = after(position, move)
        looks += 1
        # the other side is to move in `reply`: it is not `position` again
        if result(reply, variant, () if is_capture(position, move) else past):
            return Probe(True, looks)
        win = _look_for_win(reply, variant)
        looks += win.looks
        if not win.is_found:
            return Probe(True, looks)
    return Probe(False, looks)


def _look_for_win(position: Position, variant: int) -> Probe:
    """Find whether the side to move has a winning move, and the positions examined for it."""
    looks = 0
    for looks, move in enumerate(moves(position, variant), 1):
        if wins(position, move, variant):
            return Probe(True, looks)
    return Probe(False, looks)


def is_mat(position: Position, variant: int, past: Sequence[Position] = ()) -> bool:
    """Say whether the side to move is in échec and mat; variants without échec have no mat."""
    return (
        variant in ECHEC_VARIANTS
        and is_echec(position, variant)
        and not has_parry(position, variant, past)
    )


def is_over(position: Position, variant: int) -> bool:
    """Say whether the round is over in this position, mat included, repetition not."""
    return result(position, variant) is not None or is_mat(position, variant)


def points(position: Position, winner: int) -> int:
    """Return the points of a round: the loser's pieces outside its largest group."""
    # zen, "Points": the Zen counts as the loser's; only one of equal groups is left out
    chain = position.chain(1 - winner)
    return chain.bit_count() - max((group.bit_count() for group in groups(chain)), default=0)


def _may_be_lost(position: Position) -> bool:
    """Return, fast, False only if no single move of the side that just moved can win.

    To connect, the piece that moves can be a group of its own and join a few more. To take the last
    pawn, or every move, of the other side, it has to change all rows along which a pawn can go.
    """
    chains = groups(position.chain(1 - position.side))
    if sum(1 for _ in islice(chains, _JOINED + 2)) <= _JOINED + 1:
        return True
    return sum(1 for _ in islice(open_rows(position), _TOUCHED_ROWS + 1)) <= _TOUCHED_ROWS
