"""The view of a game of Bataille; all seats, and spectators, know the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.game import Outcome, check_turn
from engine.log import Log
from engine.reasons import IllegalMove, TableReason
from engine.view_marks import BySeat, Mover, Seat
from engine.war.moves import TURN, Move, WarTurn
from engine.war.options import WarOptions
from engine.war.reasons import WarRefusal
from engine.war.rules import WarDuel


class WarDraft(NamedTuple):
    """The steps made so far: none, or the turn."""

    made: tuple[WarTurn, ...] = ()

    def steps(self) -> dict[WarTurn, IllegalMove | None]:
        """Return the turn, None if it is made."""
        return {} if self.made else {TURN: None}

    def add(self, step: WarTurn) -> WarDraft:
        """Return the draft with the turn made. Raises `IllegalMove` if it is already."""
        if self.made:
            raise IllegalMove(WarRefusal.TURNED)
        return WarDraft((step,))

    @property
    def move(self) -> WarTurn | None:
        """The turn, None before it is made."""
        return self.made[0] if self.made else None

    def finish(self) -> WarTurn:
        """Return the turn. Raises `IllegalMove` before it is made."""
        if not self.made:
            raise IllegalMove(WarRefusal.UNFINISHED)
        return self.made[0]


class WarView(NamedTuple):
    """The knowledge of one seat.

    Attributes:
        seat: The seat that sees this, None for a spectator.
        options: The options of the game.
        to_move: The challenger, `CHANCE` while the deal or a shuffle is due, or nobody.
        piles: The number of cards in the pile of each seat.
        duel: The duel being fought, or the last one of a game that is over; None before the deal.
        taker: The seat that takes the cards on the table, once that is decided.
        out: The number of the duel in which each seat fell out, 0 while it is in.
        outcome: How the game ended, or None.
        log: The log, the same for everybody.
    """

    seat: Seat | None
    options: WarOptions
    to_move: tuple[Mover, ...]
    piles: BySeat[int]
    duel: WarDuel | None
    taker: Seat | None
    out: BySeat[int]
    outcome: Outcome | None
    log: Log

    @property
    def timeout_play(self) -> None:
        """None: Bataille has no race."""

    def check_to_move(self) -> None:
        """Raise `IllegalMove` unless this seat is to move."""
        check_turn(self, self.seat, self.options.seats)

    def legal(self) -> Iterator[Move]:
        """Yield the turn if this seat is the challenger."""
        if self.seat is not None and self.seat in self.to_move:
            yield TURN

    def check(self, move: Move) -> None:
        """Raise `IllegalMove` unless this seat may make the move now."""
        self.check_to_move()
        if move is not TURN:
            raise IllegalMove(TableReason.NOT_A_MOVE_NOW, move=move)

    def draft(self) -> WarDraft:
        """Return an empty draft of this seat's move. Raises `IllegalMove` if it is not to move."""
        self.check_to_move()
        return WarDraft()

    def during(self, steps: Sequence[WarTurn]) -> WarView:
        """Return this view: of a turn nothing is seen before it is made."""
        return self
