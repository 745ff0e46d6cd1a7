"""The computer players of Zen: `random`, `greedy`, and five levels that look ahead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.game import Player, StopFlag, Stopped, never
from engine.shuffle import Lots
from engine.zen.board import after, moves
from engine.zen.ending import points
from engine.zen.moves import Answer, BoardMove, Move, board_move
from engine.zen.view import ZenView, announcing_refusal

if TYPE_CHECKING:
    from engine.zen.search import SearchResult


class RandomZenPlayer:
    """Plays a random legal move, and announces an échec at random."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, view: ZenView, stop: StopFlag = never) -> Move:
        """Return a random legal move, fixed by the seed and the number of the move."""
        view.check_to_move()
        lots = Lots(self._seed, len(view.log))
        if view.is_asked:
            return tuple(Answer)[lots.below(len(Answer))]
        codes = moves(view.position, view.options.variant)
        code = codes[lots.below(len(codes))]
        announces = view.options.by_hand and lots.below(2) == 1
        return announced(view, code) if announces else board_move(view.position, code)


def announced(view: ZenView, code: int) -> BoardMove:
    """Return a move of the board as a player makes it, with échec announced where that counts."""
    move = board_move(view.position, code)
    if view.options.by_hand and not announcing_refusal(view.position, view.options, move):
        return move._replace(announces=True)
    return move


class SearchLevel(NamedTuple):
    """The limits of a computer player's search.

    Attributes:
        moves: The depth in moves of both sides, its own included; at 0 it sees no reply.
        nodes: About how many positions it searches, beyond its own moves and wins after them.
        error: The largest error in its value of a move, in the units of `evaluation.Weights`
            (a pawn is 50).
    """

    moves: int
    nodes: int = 0
    error: int = 0


class ZenPlayer:
    """Plays the move that its search values most; it never misses a win in one move."""

    def __init__(self, level: SearchLevel, seed: int) -> None:
        self._level = level
        self._seed = seed

    def choose(self, view: ZenView, stop: StopFlag = never) -> Move:
        """Return a move, announced if it is an échec; asked for an answer, it takes its move back.

        Raises `Stopped`.
        """
        view.check_to_move()
        if view.is_asked:
            return Answer.BACK
        return announced(view, self.search(view, stop).move)

    def search(self, view: ZenView, stop: StopFlag = never) -> SearchResult:
        """Return the result of its search for the seat to move. Raises `Stopped`."""
        from engine.zen.search import WIN, Search, SearchResult, ending_of

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
            return SearchResult(max(wins)[1], WIN - 1)
        level = self._level
        lots = Lots(self._seed, len(view.log))
        errors = {
            move: lots.below(2 * level.error + 1) - level.error
            for move in (legal if level.error else ())
        }
        search = Search(variant, past, stop)
        return search.best(position, level.nodes, level.moves, errors)


LEVELS: Final[Mapping[str, SearchLevel]] = MappingProxyType(
    {
        "novice": SearchLevel(0, error=60),
        "greedy": SearchLevel(0),
        "casual": SearchLevel(2, 600, 40),
        "club": SearchLevel(2, 2_000, 10),
        "expert": SearchLevel(3, 15_000),
        "master": SearchLevel(60, 100_000),
    }
)
"""The search of each level; `docs/players.md` says how strong it is."""

COMPUTER_PLAYERS: Final[Mapping[str, Callable[[int], Player[Move]]]] = MappingProxyType(
    {
        "random": RandomZenPlayer,
        **{name: partial(ZenPlayer, level) for name, level in LEVELS.items()},
    }
)
