"""What Zen's board points out at a moment, found in the frame. Pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engine.zen.board import Square
from engine.zen.game import ZEN
from engine.zen.moves import Answer, BoardMove
from engine.zen.view import ZenView
from play.frame import Frame, LastMove
from play.games import zen_telling as telling
from tui.games.zen.board import BoardMarks, counted_line
from tui.games.zen.cursor import BoardCursor


def marks(view: ZenView, cursor: BoardCursor | None, frame: Frame) -> BoardMarks:
    """Return what is pointed out: the last move, the cursor, where it may go, a threat, a chain."""
    lifted = view.lifted
    if lifted is not None and not view.position.occupied >> lifted & 1:
        lifted = None
    came = _came(view, frame.last)
    took = came is not None and _took(view, *came)
    found = BoardMarks(
        lifted=lifted,
        came=came,
        took=took,
        advised=_squares(frame.hint_steps),
        chain=telling.final_chain(view),
        threat=telling.final_threats(view),
    )
    if cursor is None:
        return found
    if cursor.is_set_down:
        made, move = LastMove(frame.seat, cursor.draft.made), cursor.draft.move
        took = isinstance(move, BoardMove) and move.is_capture
        return found._replace(came=_came(view, made), took=took)
    if view.is_echec and cursor.lifted is None:
        threat = telling.squares_of_moves(telling.threatening(view)[: telling.THREATS_TOLD])
        found = found._replace(threat=threat)
    here = None if cursor.stop else cursor.square
    targets = cursor.legal or frozenset() if cursor.lifted is not None else frozenset()
    found = found._replace(here=here, targets=targets)
    if cursor.lifted is None or cursor.landing is None:
        return found
    counted, way = counted_line(cursor.lifted, cursor.landing)
    return found._replace(counted=counted, way=way)


def _squares(steps: Iterable[Any] | None) -> frozenset[Square]:
    return frozenset(step for step in steps or () if isinstance(step, Square))


def _came(view: ZenView, made: LastMove | None) -> tuple[Square, Square] | None:
    """Return the start and end of the last move, None if its piece is not there any more."""
    steps: Sequence[Any] = made.steps if made else ()
    if Answer.ACCEPT in steps:
        told = [entry.what for entry in view.log.latest(3)]
        accepted = told.index(Answer.ACCEPT) if Answer.ACCEPT in told else len(told)
        steps = ZEN.steps(told[accepted - 1])
    squares = [step for step in steps if isinstance(step, Square)]
    if len(squares) < 2:
        return None
    start, end = squares
    is_there = view.position.occupied >> end & 1 and not view.position.occupied >> start & 1
    return (start, end) if is_there else None


def _took(view: ZenView, start: Square, end: Square) -> bool:
    """Say whether the last move from one square to another was a capture."""
    told = [entry.what for entry in view.log.latest(4)]
    captures = [one for one in told if isinstance(one, BoardMove) and one.is_capture]
    return any((move.start, move.end) == (start, end) for move in captures)
