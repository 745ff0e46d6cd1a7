"""A play as the text that files have."""

from __future__ import annotations

from typing import TypeVar

from engine.game import Game, Play, State
from engine.reasons import IllegalMove, NotationError, NotationReason, TableReason, shown

M = TypeVar("M")


def write_play(game: Game[M], state: State[M], play: Play) -> str:
    """Return a play in this state as text, with `seat:` in front where several may move."""
    text = game.format(play.move)
    return f"{play.seat}:{text}" if len(state.to_move) > 1 else text


def read_play(game: Game[M], state: State[M], text: str) -> Play:
    """Read a play in this state from the text of a file. Raises `ValueError`."""
    movers = state.to_move
    if not movers:
        raise IllegalMove(TableReason.GAME_OVER)
    if len(movers) == 1:
        return Play(movers[0], game.parse(text))
    seat, colon, rest = text.partition(":")
    if not (colon and seat.isascii() and seat.isdigit()):
        raise NotationError(NotationReason.NO_MOVER, text=shown(text))
    return Play(int(seat), game.parse(rest))
