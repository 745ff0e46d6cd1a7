"""A move of Zen in the making: a piece, its landing square, and the announcement by hand."""

from __future__ import annotations

from typing import NamedTuple

from engine.reasons import IllegalMove, TableReason
from engine.zen.board import START_SHIFT, Position, after
from engine.zen.ending import is_echec, result
from engine.zen.legality import landing_refusal, piece_refusal, ray_squares
from engine.zen.moves import ANNOUNCE, Answer, BoardMove, Move, ZenStep, board_move
from engine.zen.options import ZenOptions
from engine.zen.reasons import ZenRefusal
from engine.zen.squares import Square, squares_of


class ZenDraft(NamedTuple):
    """The steps made so far; to take one back, keep the draft before it.

    Attributes:
        position: The position the move is made in.
        options: The options of the game.
        is_asked: Whether an answer is due instead of a move.
        made: The steps.
    """

    position: Position
    options: ZenOptions
    is_asked: bool = False
    made: tuple[ZenStep, ...] = ()

    def steps(self) -> dict[ZenStep, IllegalMove | None]:
        """Return every step a person could try next: None if it is legal, else why not.

        First every piece on the board, then every square in a straight line from it; for other
        squares ask `refusal`.
        """
        return {step: self.refusal(step) for step in self._asked_for()}

    def _asked_for(self) -> list[ZenStep]:
        if self.is_asked:
            return [] if self.made else [*Answer]
        if not self.made:
            return [*squares_of(self.position.occupied)]
        if len(self.made) == 1 and isinstance(self.made[0], Square):
            return [*ray_squares(self.made[0])]
        return [ANNOUNCE] if self.options.by_hand and len(self.made) == 2 else []

    def refusal(self, step: ZenStep) -> IllegalMove | None:
        """Return why a step cannot be made next, or None."""
        if self.is_asked:
            if self.made:
                return IllegalMove(ZenRefusal.ALREADY_MOVED)
            return None if isinstance(step, Answer) else IllegalMove(ZenRefusal.ASKED)
        if isinstance(step, Square):
            return self._square_refusal(step)
        if step != ANNOUNCE:
            return IllegalMove(TableReason.NOT_A_MOVE_NOW, move=step)
        move = self.move
        if not isinstance(move, BoardMove):
            return IllegalMove(ZenRefusal.UNFINISHED)
        if move.announces:
            return IllegalMove(ZenRefusal.ALREADY_MOVED)
        return announcing_refusal(self.position, self.options, move)

    def _square_refusal(self, square: Square) -> IllegalMove | None:
        if not self.made:
            return piece_refusal(self.position, self.options.variant, square)
        start = self.made[0]
        if len(self.made) > 1 or not isinstance(start, Square):
            return IllegalMove(ZenRefusal.ALREADY_MOVED)
        return landing_refusal(self.position, self.options.variant, start, square)

    def add(self, step: ZenStep) -> ZenDraft:
        """Return the draft with one step more. Raises `IllegalMove`."""
        if why := self.refusal(step):
            raise why
        return self._replace(made=(*self.made, step))

    @property
    def move(self) -> Move | None:
        """The move or the answer, if it is complete; else None."""
        if len(self.made) == 1 and isinstance(self.made[0], Answer):
            return self.made[0]
        if len(self.made) < 2:
            return None
        start, end = self.made[:2]
        assert isinstance(start, Square)
        assert isinstance(end, Square)
        return board_move(self.position, start << START_SHIFT | end, ANNOUNCE in self.made)

    def finish(self) -> Move:
        """Return the move or the answer. Raises `IllegalMove` if a step is missing."""
        if move := self.move:
            return move
        raise IllegalMove(ZenRefusal.ASKED if self.is_asked else ZenRefusal.UNFINISHED)


def announcing_refusal(
    position: Position, options: ZenOptions, move: BoardMove
) -> IllegalMove | None:
    """Return why échec cannot be announced with a legal move, or None."""
    if not options.by_hand:
        return IllegalMove(ZenRefusal.NO_ANNOUNCING)
    reply = after(position, move.code)
    if result(reply, options.variant) or not is_echec(reply, options.variant):
        return IllegalMove(ZenRefusal.NO_ECHEC, move=move._replace(announces=False))
    return None
