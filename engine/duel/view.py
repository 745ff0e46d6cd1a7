"""The view of a duel: the knowledge of one seat, and its legal turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.duel import results
from engine.duel.draft import DuelDraft
from engine.duel.laying import Tops, absence, refusal
from engine.duel.moves import Lay, Move, Turn
from engine.duel.reasons import Refusal
from engine.duel.rules import DECK, MIN_LAID, SEATS, by_seat, cards_of
from engine.duel.side import Side, carry_out
from engine.game import Outcome
from engine.log import Log
from engine.reasons import IllegalMove, TableReason


class DuelView(NamedTuple):
    """A duel as `seat` (None: a spectator) knows it; the same whatever the hidden cards are.

    Attributes:
        seat: 0 is NORD, 1 is SUD.
        to_move: The seat to move, `CHANCE`, or nobody.
        mover: The seat whose turn it is, or would be after the end; None before that is settled.
        sides: The open side of each player, by seat.
        hands: A mask of cards by seat; None is hidden. Both are open after the end.
        outcome: How the duel ended, or None.
        log: All that this seat was told.
    """

    seat: int | None
    to_move: tuple[int, ...]
    mover: int | None
    sides: tuple[Side, Side]
    hands: tuple[int | None, int | None]
    outcome: Outcome | None
    log: Log

    @property
    def hand(self) -> int:
        """This seat's own cards, as a mask; nothing for a spectator."""
        return 0 if self.seat is None else self.hands[self.seat] or 0

    @property
    def timeout_play(self) -> None:
        """None: a duel has no race."""

    @property
    def tops(self) -> Tops:
        """The tops of the four piles as the player whose turn it is sees them."""
        mover = self.mover or 0
        mine, theirs = self.sides[mover], self.sides[1 - mover]
        return Tops(mine.up, mine.down, theirs.up, theirs.down)

    def with_hand_of(self, other: DuelView) -> DuelView:
        """Return this view with the hand of another seat's view added."""
        if other.seat is None:
            return self
        return self._replace(hands=by_seat(other.seat, other.hand, self.hands[1 - other.seat]))

    def unseen(self, seat: int) -> int:
        """Return the mask of `seat`'s cards that are neither laid nor in a hand this view shows.

        With `seat`'s draw pile empty this is exactly the hidden hand.
        """
        return DECK & ~self.sides[seat].laid & ~(self.hands[seat] or 0)

    def check_to_move(self) -> None:
        """Raise `IllegalMove` unless this seat is to move."""
        if self.outcome is not None:
            raise IllegalMove(TableReason.GAME_OVER)
        if self.seat is None or self.seat not in self.to_move:
            player = "a spectator" if self.seat is None else SEATS[self.seat]
            raise IllegalMove(TableReason.NOT_TO_MOVE, player=player)

    def legal(self) -> Iterator[Turn]:
        """Yield one turn for each distinct result; none if this seat is not to move."""
        if self.seat is None or self.seat not in self.to_move:
            return
        cards = cards_of(self.hand)
        for result in sorted(results.results(cards, self.tops)):
            yield results.turn_to(result, cards, self.tops)

    def check(self, move: Move) -> None:
        """Raise `IllegalMove` unless this seat may make the move now."""
        self.check_to_move()
        if not isinstance(move, Turn):
            raise IllegalMove(TableReason.NOT_A_MOVE_NOW, move=move)
        hand, tops, gave = self.hand, self.tops, False
        for count, lay in enumerate(move.lays):
            if not hand >> lay.card & 1:
                raise absence(lay, move.lays[:count])
            if why := refusal(lay, tops, gave):
                raise why
            hand ^= 1 << lay.card
            tops = tops.after(lay)
            gave = gave or lay.pile.is_theirs
        if len(move.lays) < MIN_LAID:
            raise IllegalMove(Refusal.TOO_FEW, count=len(move.lays))

    def draft(self) -> DuelDraft:
        """Return an empty draft of this seat's turn. Raises `IllegalMove` if it is not to move."""
        self.check_to_move()
        return DuelDraft(self.hand, self.tops)

    def during(self, steps: Sequence[Lay]) -> DuelView:
        """Return this view after the player to move has laid these cards of an unfinished turn."""
        if self.mover is None or not steps:
            return self
        seat = self.mover
        own, other = carry_out(steps, self.sides[seat], self.sides[1 - seat])
        hand = self.hands[seat]
        if hand is not None:
            hand &= ~own.laid
        return self._replace(
            sides=by_seat(seat, own, other),
            hands=by_seat(seat, hand, self.hands[1 - seat]),
        )
