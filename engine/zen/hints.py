"""Hints of Zen: the strongest player's move and the reasons for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.game import Hint, StopFlag, never
from engine.reasons import Explanation, other_moves, strongest
from engine.zen import board
from engine.zen.ending import is_echec, points, winning_moves
from engine.zen.evaluation import spread
from engine.zen.geometry import END_MASK, grown
from engine.zen.moves import Answer, BoardMove
from engine.zen.players import LEVELS, ZenPlayer, announced
from engine.zen.reasons import ZenEnding, ZenMerit
from engine.zen.search import SURE, WIN, SearchResult, ending_of
from engine.zen.squares import SQUARES
from engine.zen.view import ZenView

ENOUGH: Final = 2
"""Weak reasons are added to fewer strong reasons than these."""

_WON: Final = {
    ZenEnding.CONNECTED: ZenMerit.CONNECTS,
    ZenEnding.NO_PAWNS: ZenMerit.LAST_PAWN,
    ZenEnding.NO_MOVE: ZenMerit.NO_REPLY,
    ZenEnding.MAT: ZenMerit.MAT,
}


def hint(view: ZenView, stop: StopFlag = never) -> Hint:
    """Return the strongest player's move and the reasons for it. Raises `Stopped`."""
    player = ZenPlayer(LEVELS["master"], 0)
    if view.is_asked:
        return Hint(Answer.BACK, (Explanation(ZenMerit.UNANNOUNCED, {}),))
    found = player.search(view, stop)
    move = announced(view, found.move)
    others = other_moves(move, (announced(view, other) for other in found.order))
    return Hint(move, explain(view, found), others)


def explain(view: ZenView, found: SearchResult) -> tuple[Explanation, ...]:
    """Return one to three reasons for the move that a search found for the seat to move."""
    prospect = _MoveProspect(view, found)
    if decisive := list(prospect.decisive()):
        return tuple(decisive)
    said = list(prospect.strong())
    if len(said) < ENOUGH:
        said += prospect.small()
    return strongest(said) or (Explanation(ZenMerit.BEST, {}),)


def explain_move(view: ZenView, move: BoardMove, wins_in: int | None) -> tuple[Explanation, ...]:
    """Return up to three reasons for a move of the seat to move, without a search.

    `wins_in` are the moves, of both sides, in which it wins for certain; None for none.
    """
    value = 0 if wins_in is None else WIN - wins_in
    said = explain(view, SearchResult(move.code, value))
    return tuple(because for because in said if because.reason is not ZenMerit.BEST)


class _MoveProspect:
    """A move in a position, and the position after it."""

    def __init__(self, view: ZenView, found: SearchResult) -> None:
        position = view.position
        self._view, self._found = view, found
        self._variant, self._side = view.options.variant, position.side
        self._before, self._after = position, board.after(position, found.move)
        self._own = [place.chain(position.side) for place in (position, self._after)]

    def decisive(self) -> Iterator[Explanation]:
        """Yield the reasons that need no other: the move ends the round, or is the only one."""
        before, variant, past = self._before, self._variant, self._view.past
        ended = ending_of(before, self._found.move, variant, past)
        if ended and ended.winner == self._side:
            yield Explanation(_WON[ended.why], {})
            yield from self._score()
        elif ended and ended.winner is None:
            yield Explanation(ZenMerit.DRAWS, {})
        elif len(board.moves(before, variant)) == 1:
            yield Explanation(ZenMerit.ONLY, {})

    def _score(self) -> Iterator[Explanation]:
        if self._view.options.has_rounds:
            own, other = self._view.score[:: 1 - 2 * self._side]
            gained = points(self._after, self._side)
            yield Explanation(ZenMerit.SCORE, {"own": own + gained, "other": other})

    def strong(self) -> Iterator[Explanation]:
        """Yield the reasons that are always worth giving."""
        variant = self._variant
        if self._found.value > SURE:
            yield Explanation(ZenMerit.FORCED, {"count": (WIN - self._found.value + 1) // 2})
        if is_echec(self._before, variant):
            parries = self._parries()
            if self._found.move in parries:
                yield Explanation(ZenMerit.PARRIES if len(parries) > 1 else ZenMerit.ONLY_PARRY, {})
        if is_echec(self._after, variant):
            is_said = variant in board.ECHEC_VARIANTS
            yield Explanation(ZenMerit.ECHEC if is_said else ZenMerit.THREATENS, {})
        end = self._found.move & END_MASK
        if self._before.zen >> end & 1:
            yield Explanation(ZenMerit.TAKES_ZEN, {})
        elif self._before.enemy >> end & 1:
            yield Explanation(ZenMerit.TAKES, {"square": SQUARES[end]})
        yield from self._groups()

    def _groups(self) -> Iterator[Explanation]:
        places = (self._before, self._after)
        own = [len(board.pawn_groups(place, self._side)) for place in places]
        theirs = [len(board.pawn_groups(place, 1 - self._side)) for place in places]
        if theirs[1] > theirs[0]:
            yield Explanation(ZenMerit.SPLITS, {"count": theirs[1]})
        if own[1] < own[0]:
            reason = ZenMerit.JOINS if own[1] > 1 else ZenMerit.JOINS_ALL
            yield Explanation(reason, {"count": own[1]})
        if self._has_zen(self._side) == [False, True]:
            yield Explanation(ZenMerit.BRINGS_ZEN, {})
        if self._has_zen(1 - self._side) == [True, False] and self._after.zen:
            yield Explanation(ZenMerit.LURES_ZEN, {})

    def small(self) -> Iterator[Explanation]:
        """Yield weak reasons, for a move with few strong reasons."""
        if spread(self._own[1]) < spread(self._own[0]):
            yield Explanation(ZenMerit.CLOSER, {})
        if all(self._has_zen(self._side)):
            yield Explanation(ZenMerit.KEEPS_ZEN, {})
        if self._found.value < -SURE:
            yield Explanation(ZenMerit.LOST, {})

    def _has_zen(self, side: int) -> list[bool]:
        """Return whether a side has a pawn that touches the Zen, before the move and after it."""
        return [bool(grown(place.zen) & place.pawns(side)) for place in (self._before, self._after)]

    def _parries(self) -> list[int]:
        """Return the moves after which the other side has not won and cannot win next."""
        before, variant, past = self._before, self._variant, self._view.past
        found = []
        for move in board.moves(before, variant):
            ended = ending_of(before, move, variant, past)
            if ended:
                if ended.winner != 1 - self._side:
                    found.append(move)
            elif not any(True for _ in winning_moves(board.after(before, move), variant)):
                found.append(move)
        return found
