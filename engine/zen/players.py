"""The computer players of Zen: `random`, `greedy`, and five levels that look ahead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.game import Player, StopFlag, Stopped, View, never
from engine.shuffle import Lots
from engine.zen.board import after, moves
from engine.zen.draft import announcing_refusal
from engine.zen.ending import points
from engine.zen.moves import Answer, BoardMove, Move, board_move
from engine.zen.view import ZenView

if TYPE_CHECKING:
    from engine.zen.search import Found


class RandomZenPlayer:
    """Draws one of the legal moves by lot, and another lot on whether to announce an échec."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, view: View[Move], stop: StopFlag = never) -> Move:
        """Return a legal move drawn by lot from the seed and the place in the game."""
        assert isinstance(view, ZenView)
        view.check_to_move()
        lots = Lots(self._seed, len(view.log))
        if view.is_asked:
            return tuple(Answer)[lots.below(len(Answer))]
        codes = moves(view.position, view.options.variant)
        code = codes[lots.below(len(codes))]
        announces = view.options.by_hand and lots.below(2) == 1
        return announced(view, code) if announces else board_move(view.position, code)


def announced(view: ZenView, code: int) -> BoardMove:
    """Return a move of the board as a player makes it: an échec is announced where that counts."""
    move = board_move(view.position, code)
    if view.options.by_hand and not announcing_refusal(view.position, view.options, move):
        return move._replace(announces=True)
    return move


class Level(NamedTuple):
    """How a computer player thinks.

    Attributes:
        moves: How many moves ahead it looks at most, its own included; with none it sees no
            answer, only how the pieces lie then.
        nodes: At about how many positions it looks; one move ahead and wins are seen without.
        error: By how much its judgement of a move is wrong at most, in the units of
            `evaluation.Weights` (a pawn is 50).
    """

    moves: int
    nodes: int = 0
    error: int = 0


class ZenPlayer:
    """Makes the move that it judges best; a win with one move it always sees."""

    def __init__(self, level: Level, seed: int) -> None:
        self._level = level
        self._seed = seed

    def choose(self, view: View[Move], stop: StopFlag = never) -> Move:
        """Return a move, announced if it is an échec; if asked, a move is taken back.

        Raises `Stopped`.
        """
        assert isinstance(view, ZenView)
        view.check_to_move()
        if view.is_asked:
            return Answer.BACK
        return announced(view, self.found(view, stop).move)

    def found(self, view: ZenView, stop: StopFlag = never) -> Found:
        """Return what it finds for the seat to move. Raises `Stopped`."""
        from engine.zen.search import WIN, Found, Search, ending_of

        if stop():
            raise Stopped
        position, variant, past = view.position, view.options.variant, view.past
        legal = moves(position, variant)
        wins = []
        for move in legal:
            ended = ending_of(position, move, variant, past)
            if ended and ended.winner == position.side:
                gained = points(after(position, move), position.side)
                wins.append((gained if view.options.has_rounds else 0, move))
        if wins:
            # zen, "Points": of a round that is won nothing else matters
            return Found(max(wins)[1], WIN - 1)
        level = self._level
        lots = Lots(self._seed, len(view.log))
        errors = {
            move: lots.below(2 * level.error + 1) - level.error
            for move in (legal if level.error else ())
        }
        search = Search(variant, past, stop)
        return search.best(position, level.nodes, level.moves, errors)


LEVELS: Final[Mapping[str, Level]] = MappingProxyType(
    {
        "novice": Level(0, error=60),
        "greedy": Level(0),
        "casual": Level(2, 600, 40),
        "club": Level(2, 2_000, 10),
        "expert": Level(3, 15_000),
        "master": Level(60, 100_000),
    }
)
"""How strong each one is, stands in docs/players.md."""

COMPUTER_PLAYERS: Final[Mapping[str, Callable[[int], Player[Move]]]] = MappingProxyType(
    {
        "random": RandomZenPlayer,
        **{name: partial(ZenPlayer, level) for name, level in LEVELS.items()},
    }
)
