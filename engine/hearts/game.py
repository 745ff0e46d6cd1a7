"""Dame de Pique as one of the games: its key, its options, its notation, its players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from engine.game import Game
from engine.hearts import moves
from engine.hearts.cards import Card
from engine.hearts.moves import CardPass, HeartsDeal, HeartsStep, Move, read_told, write_told
from engine.hearts.options import SEAT_NAMES, HeartsOptions
from engine.hearts.reasons import HeartsEnding
from engine.hearts.state import HeartsState
from engine.hearts.tricks import Trick
from engine.hearts.view import HeartsView
from engine.reasons import Explanation
from engine.view_marks import Written


class Hearts(Game[Move]):
    """Dame de Pique."""

    key = "hearts"
    move_types = get_args(Move)
    chance_words = ("deal ", "joker ", "slap ")
    view_type = HeartsView
    told = Written(write_told, read_told)
    deal_type = HeartsDeal
    endings = HeartsEnding
    options = HeartsOptions

    def seats(self, options: HeartsOptions) -> tuple[str, ...]:
        return SEAT_NAMES

    def start(self, options: HeartsOptions) -> HeartsState:
        return HeartsState(options)

    def explain(self, view: HeartsView, move: Move, wins_in: int | None) -> tuple[Explanation, ...]:
        from engine.hearts.hints import explain  # computer players take a while to load

        return explain(view, move) if isinstance(move, Card | CardPass) else ()

    def feat(
        self, options: HeartsOptions, moves: Sequence[str], winners: Sequence[int]
    ) -> tuple[int, ...]:
        from engine.hearts.feat import chelems  # only a game that is over needs it

        return chelems(options, moves)

    def parse(self, text: str) -> Move:
        return moves.parse(text)

    def steps(self, move: Move) -> tuple[HeartsStep, ...]:
        return moves.steps_of(move)

    def parse_step(self, text: str) -> HeartsStep:
        return moves.parse_step(text)

    def since(self, view: HeartsView, known: HeartsView) -> HeartsView:
        news: HeartsView = super().since(view, known)
        return news._replace(
            tricks=view.tricks[len(_kept(known, view)) :], rounds=view.rounds[len(known.rounds) :]
        )

    def onto(self, news: HeartsView, known: HeartsView) -> HeartsView:
        view: HeartsView = super().onto(news, known)
        return view._replace(
            tricks=_kept(known, news) + news.tricks, rounds=known.rounds + news.rounds
        )


def _kept(known: HeartsView, view: HeartsView) -> tuple[Trick, ...]:
    """Return the tricks of an earlier view that are of the same round."""
    return known.tricks if known.number == view.number else ()


HEARTS = Hearts()
