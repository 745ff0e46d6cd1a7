"""Bataille as one of the games: its key, its options, its notation, its players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, get_args

from engine.game import Hint, Json, LineWords, Play, Player, StopFlag, Stopped, View, never
from engine.reasons import Explanation, NotationError, NotationReason, shown
from engine.war import moves
from engine.war.moves import TURN, Move, PileDeal, WarTurn
from engine.war.options import WarOptions
from engine.war.reasons import WarEnding, WarMerit
from engine.war.state import WarState
from engine.war.view import WarView


class TurningPlayer:
    """Turns the next card."""

    def __init__(self, seed: int) -> None:
        """Make the player; it draws no lots."""

    def choose(self, view: View[Move], stop: StopFlag = never) -> Move:
        """Return the only move. Raises `Stopped`."""
        if stop():
            raise Stopped
        return view.draft().add(next(view.legal())).finish()


COMPUTER_PLAYERS: Final[Mapping[str, Callable[[int], Player[Move]]]] = MappingProxyType(
    {"random": TurningPlayer}
)


class War:
    """Bataille."""

    key = "war"
    rules_version = 1
    opening_plies = 0
    move_types = get_args(Move)
    chance_words = ("deal ", "shuffle ")
    endings = WarEnding
    options = WarOptions

    @property
    def computer_players(self) -> Mapping[str, Callable[[int], Player[Move]]]:
        """The only kind of computer player, made from a seed."""
        from engine.war.game import COMPUTER_PLAYERS

        return COMPUTER_PLAYERS

    def hint(self, view: View[Move], stop: StopFlag = never) -> Hint:
        """Return the only move there is."""
        view.draft()
        return Hint(TURN, (Explanation(WarMerit.ONLY, {}),))

    @property
    def line_words(self) -> LineWords[Move]:
        """The line protocol of Bataille, for programs that play it."""
        from engine.war.line_words import WarWords

        return WarWords()

    def seats(self, options: WarOptions) -> tuple[str, ...]:
        """Return the names of the seats, in order."""
        return options.seats

    def sides(self, options: WarOptions) -> tuple[tuple[int, ...], ...]:
        """Return the sides: each seat is one."""
        return tuple((seat,) for seat in range(options.players))

    def start(self, options: WarOptions) -> WarState:
        """Return a game before the deal."""
        return WarState.new(options)

    def parse(self, text: str) -> Move:
        """Read a move, chance's included. Raises `NotationError`."""
        return moves.parse(text)

    def format(self, move: Move) -> str:
        """Write a move in its canonical form."""
        return str(move)

    def swapped_deal(self, plays: Sequence[Play]) -> PileDeal | None:
        """Return the deal with every pile moved on to the next seat; None if it is not known."""
        deal = plays[0].move if plays else None
        return PileDeal((deal.piles[-1], *deal.piles[:-1])) if isinstance(deal, PileDeal) else None

    def steps(self, move: Move) -> tuple[WarTurn, ...]:
        """Return the turn; none for chance."""
        return (move,) if isinstance(move, WarTurn) else ()

    def parse_step(self, text: str) -> WarTurn:
        """Read the turn. Raises `NotationError`."""
        move = moves.parse(text)
        if not isinstance(move, WarTurn):
            raise NotationError(NotationReason.UNREADABLE, text=shown(text))
        return move

    def format_step(self, step: Any) -> str:
        """Write the turn."""
        return str(step)

    def format_wire(self, move: Move) -> str:
        """Write a move as messages between machines have it: in its canonical form."""
        return self.format(move)

    def parse_wire(self, text: str) -> Move:
        """Read a move of a message. Raises `NotationError`."""
        return self.parse(text)

    def view_to_json(self, view: WarView, known: WarView | None = None) -> Json:
        """Return the exact JSON form of a view, from an earlier view `known` on unless None."""
        from engine.war.view_json import to_json

        return to_json(view, known)

    def view_from_json(self, document: Any, known: WarView | None = None) -> WarView:
        """Return the view that `view_to_json` wrote. Raises `ValueError`."""
        from engine.war.view_json import from_json

        return from_json(document, known)


WAR = War()
