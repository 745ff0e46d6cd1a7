"""The duel as one of the games: its key, its options, its notation, its players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, get_args

from engine.duel import moves
from engine.duel.moves import (
    SEATS,
    Deal,
    Lay,
    Move,
    Turn,
    parse_network,
    parse_turn,
    read_told,
    write_told,
)
from engine.duel.reasons import Ending
from engine.duel.sides import Side
from engine.duel.state import DuelOptions, DuelState
from engine.duel.view import DuelView
from engine.game import Game, Player
from engine.reasons import Explanation, unreadable
from engine.view_marks import Written

_SEAT_OF: Final = {"north": 0, "south": 1, "lots": None, "none": None}
"""The seat that each value of an option names."""


class Duel(Game[Move]):
    """The Game: Face to Face (Le Duel)."""

    key = "duel"
    move_types = get_args(Move)
    chance_words = ("begin ", "deal ")
    view_type = DuelView
    told = Written(write_told, read_told)
    deal_type = Deal
    endings = Ending
    options = DuelOptions

    @property
    def pinned_players(self) -> Mapping[str, Callable[[int], Player[Move]]]:
        from engine.duel.players import PINNED_PLAYERS  # they take a while to load

        return PINNED_PLAYERS

    def seats(self, options: DuelOptions) -> tuple[str, ...]:
        return SEATS

    def start(self, options: DuelOptions) -> DuelState:
        return DuelState(_SEAT_OF[options.first], helped=_SEAT_OF[options.handicap])

    def written_options(self, options: DuelOptions) -> dict[str, Any]:
        """Return the options by name; without a handicap none is named, as in older files."""
        written = super().written_options(options)
        return {name: value for name, value in written.items() if value != "none"}

    def parse(self, text: str) -> Move:
        return moves.parse(text)

    def explain(self, view: DuelView, move: Move, wins_in: int | None) -> tuple[Explanation, ...]:
        from engine.duel.hints import explain  # computer players take a while to load

        return explain(view, move) if isinstance(move, Turn) else ()

    def feat(
        self, options: DuelOptions, moves: Sequence[str], winners: Sequence[int]
    ) -> tuple[int, ...]:
        from engine.duel.feat import won_without_a_gift  # only a game that is over needs it

        return won_without_a_gift(options, moves, winners)

    def steps(self, move: Move) -> tuple[Lay, ...]:
        return move.lays if isinstance(move, Turn) else ()

    def parse_step(self, text: str) -> Lay:
        lays = parse_turn(text).lays
        if len(lays) != 1:
            raise unreadable(text)
        return lays[0]

    def format_wire(self, move: Move) -> str:
        """Write a turn of four characters a card, `17^E`; any other move as it is."""
        return moves.format_network(move) if isinstance(move, Turn) else str(move)

    def parse_wire(self, text: str) -> Move:
        return moves.parse(text) if text.startswith(self.chance_words) else parse_network(text)

    def since(self, view: DuelView, known: DuelView) -> DuelView:
        return _without_laid(super().since(view, known), known)

    def onto(self, news: DuelView, known: DuelView) -> DuelView:
        return _without_laid(super().onto(news, known), known)


def _without_laid(view: DuelView, known: DuelView) -> DuelView:
    """Return a view without the cards laid that are known; done twice it is as before."""
    north, south = (
        Side(*side[:-1], laid=side.laid ^ before.laid)
        for side, before in zip(view.sides, known.sides, strict=True)
    )
    return view._replace(sides=(north, south))


DUEL = Duel()
