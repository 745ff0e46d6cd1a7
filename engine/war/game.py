"""Bataille as one of the games: its key, its options, its notation, its player."""

from __future__ import annotations

from types import MappingProxyType
from typing import get_args

from engine.game import Game, Hint, StopFlag, Stopped, never
from engine.reasons import Explanation, unreadable
from engine.view_marks import Written
from engine.war import moves
from engine.war.moves import TURN, Move, PileDeal, WarTurn, read_told
from engine.war.options import WarOptions
from engine.war.reasons import WarEnding, WarMerit
from engine.war.state import WarState
from engine.war.view import WarView


class TurningPlayer:
    """Turns the next card."""

    def __init__(self, seed: int) -> None:
        """Make the player; it draws no lots."""

    def choose(self, view: WarView, stop: StopFlag = never) -> Move:
        """Return the only move. Raises `Stopped`."""
        if stop():
            raise Stopped
        view.check_to_move()
        return TURN


class War(Game[Move]):
    """Bataille."""

    key = "war"
    move_types = get_args(Move)
    chance_words = ("deal ", "shuffle ")
    view_type = WarView
    told = Written(str, read_told)
    deal_type = PileDeal
    endings = WarEnding
    options = WarOptions
    computer_players = MappingProxyType({"random": TurningPlayer})

    def hint(self, view: WarView, stop: StopFlag = never) -> Hint:
        """Return the only move there is."""
        view.check_to_move()
        return Hint(TURN, (Explanation(WarMerit.ONLY, {}),))

    def seats(self, options: WarOptions) -> tuple[str, ...]:
        return options.seats

    def start(self, options: WarOptions) -> WarState:
        return WarState.new(options)

    def parse(self, text: str) -> Move:
        return moves.parse(text)

    def steps(self, move: Move) -> tuple[WarTurn, ...]:
        return (move,) if isinstance(move, WarTurn) else ()

    def parse_step(self, text: str) -> WarTurn:
        move = moves.parse(text)
        if not isinstance(move, WarTurn):
            raise unreadable(text)
        return move


WAR = War()
