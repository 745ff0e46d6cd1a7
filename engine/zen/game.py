"""Zen as one of the games: its key, its options, its notation, its players."""

from __future__ import annotations

from typing import get_args

from engine.game import Game
from engine.reasons import Explanation
from engine.view_marks import Written
from engine.zen import moves
from engine.zen.moves import ANNOUNCE, Answer, BoardMove, Move, ZenStep, read_told
from engine.zen.options import ZenOptions
from engine.zen.past import PastPositions
from engine.zen.reasons import ZenEnding
from engine.zen.squares import parse_square
from engine.zen.state import ZenState
from engine.zen.view import ZenView


class Zen(Game[Move]):
    """Zen l'Initié."""

    key = "zen"
    opening_plies = 4
    move_types = get_args(Move)
    chance_words = ("begin ",)
    view_type = ZenView
    told = Written(str, read_told)
    endings = ZenEnding
    options = ZenOptions

    def seats(self, options: ZenOptions) -> tuple[str, ...]:
        return options.seats

    def sides(self, options: ZenOptions) -> tuple[tuple[int, ...], ...]:
        return options.team(0), options.team(1)

    def start(self, options: ZenOptions) -> ZenState:
        return ZenState.new(options)

    def explain(self, view: ZenView, move: Move, wins_in: int | None) -> tuple[Explanation, ...]:
        from engine.zen.hints import explain_move  # computer players take a while to load

        return explain_move(view, move, wins_in) if isinstance(move, BoardMove) else ()

    def parse(self, text: str) -> Move:
        return moves.parse(text)

    def steps(self, move: Move) -> tuple[ZenStep, ...]:
        if isinstance(move, BoardMove):
            squares = (move.start, move.end)
            return (*squares, ANNOUNCE) if move.announces else squares
        return (move,) if isinstance(move, Answer) else ()

    def parse_step(self, text: str) -> ZenStep:
        if text == ANNOUNCE:
            return ANNOUNCE
        answers = {str(answer): answer for answer in Answer}
        return answers[text] if text in answers else parse_square(text)

    def since(self, view: ZenView, known: ZenView) -> ZenView:
        past = view.past[len(_kept(known, view)) :]
        news: ZenView = super().since(view, known)
        return news._replace(past=PastPositions.of(past))

    def onto(self, news: ZenView, known: ZenView) -> ZenView:
        past = _kept(known, news)
        for position in news.past:
            past = past.then(position)
        view: ZenView = super().onto(news, known)
        return view._replace(past=past)


def _kept(known: ZenView, view: ZenView) -> PastPositions:
    """Return the past that still holds: of the same round, and since the same capture."""
    before, now = known.position.occupied.bit_count(), view.position.occupied.bit_count()
    is_same = before == now and len(known.rounds) == len(view.rounds)
    return known.past if is_same else PastPositions()


ZEN = Zen()
