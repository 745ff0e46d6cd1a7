"""The view of a duel, the knowledge of one seat: its legal turns, and the draft of its turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.duel import results, rules
from engine.duel.moves import LAYS, OWN_PILES, PILES, SEATS, Lay, Move, Turn
from engine.duel.reasons import Refusal
from engine.duel.rules import Tops
from engine.duel.sides import CardSet, Side, carry_out
from engine.game import Outcome, check_turn
from engine.log import Log
from engine.reasons import IllegalMove, TableReason
from engine.view_marks import Mover, Seat, SeatIfAny


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
        helped: The seat that has to lay only one card a turn, None for no seat.
    """

    seat: Seat | None
    to_move: tuple[Mover, ...]
    mover: Seat | None
    sides: tuple[Side, Side]
    hands: tuple[CardSet | None, CardSet | None]
    outcome: Outcome | None
    log: Log
    helped: SeatIfAny = None

    @property
    def timeout_play(self) -> None:
        """None: a duel has no race."""

    @property
    def least(self) -> int:
        """The cards that the player whose turn it is has to lay."""
        return rules.least_laid(self.mover or 0, self.helped)

    @property
    def hand(self) -> int:
        """This seat's own cards, as a mask; nothing for a spectator."""
        return 0 if self.seat is None else self.hands[self.seat] or 0

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
        return self._replace(
            hands=rules.by_seat(other.seat, other.hand, self.hands[1 - other.seat])
        )

    def unseen(self, seat: int) -> int:
        """Return the mask of `seat`'s cards that are neither laid nor in a hand this view shows.

        With `seat`'s draw pile empty this is exactly the hidden hand.
        """
        return rules.DECK & ~self.sides[seat].laid & ~(self.hands[seat] or 0)

    def check_to_move(self) -> None:
        """Raise `IllegalMove` unless this seat is to move."""
        check_turn(self, self.seat, SEATS)

    def legal(self) -> Iterator[Turn]:
        """Yield one turn for each distinct result; none if this seat is not to move."""
        if self.seat is None or self.seat not in self.to_move:
            return
        cards = rules.cards_of(self.hand)
        for result in sorted(results.results(cards, self.tops, self.least)):
            yield results.turn_to(result, cards, self.tops)

    def check(self, move: Move) -> None:
        """Raise `IllegalMove` unless this seat may make the move now."""
        self.check_to_move()
        if not isinstance(move, Turn):
            raise IllegalMove(TableReason.NOT_A_MOVE_NOW, move=move)
        hand, tops, gave = self.hand, self.tops, False
        for count, lay in enumerate(move.lays):
            if not hand >> lay.card & 1:
                raise rules.absence(lay, move.lays[:count])
            if why := rules.refusal(lay, tops, gave):
                raise why
            hand ^= 1 << lay.card
            tops = tops.after(lay)
            gave = gave or lay.pile.is_theirs
        if len(move.lays) < self.least:
            raise rules.too_few(len(move.lays), self.least)

    def draft(self) -> DuelDraft:
        """Return an empty draft of this seat's turn. Raises `IllegalMove` if it is not to move."""
        self.check_to_move()
        return DuelDraft(self.hand, self.tops, least=self.least)

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
            sides=rules.by_seat(seat, own, other),
            hands=rules.by_seat(seat, hand, self.hands[1 - seat]),
        )


class DuelDraft(NamedTuple):
    """The cards laid so far in a turn; to take one back, keep the draft before it.

    Attributes:
        hand: The cards still in hand, as a mask.
        tops: The tops of the four piles now.
        made: The cards laid, in order.
        least: The cards that have to be laid.
    """

    hand: int
    tops: Tops
    made: tuple[Lay, ...] = ()
    least: int = rules.MIN_LAID

    @property
    def gave(self) -> bool:
        """Whether a card lies on one of the opponent's piles."""
        return bool(self.made) and any(lay.pile.is_theirs for lay in self.made)

    def steps(self) -> dict[Lay, IllegalMove | None]:
        """Return, for every card in hand and every pile, None if it may be laid, else why not."""
        return {
            LAYS[card, pile]: self._refusal(LAYS[card, pile])
            for card in rules.cards_of(self.hand)
            for pile in PILES
        }

    def legal_steps(self) -> list[Lay]:
        """Return the steps that may be laid next; faster than `steps`, which says why not."""
        hand, tops, gave = self.hand, self.tops, self.gave
        steps = [
            LAYS[card, pile]
            for card in rules.cards_of(hand)
            for pile in (OWN_PILES if gave else PILES)
            if rules.TAKES[pile][tops[pile]] >> card & 1
        ]
        if len(self.made) + 1 < self.least:
            steps = [step for step in steps if self._leaves_one(step)]
        return steps

    def with_lay(self, lay: Lay) -> DuelDraft:
        """Return the draft with a card known to be legal."""
        made = (*self.made, lay)
        return DuelDraft(self.hand & ~(1 << lay.card), self.tops.after(lay), made, self.least)

    def add(self, step: Lay) -> DuelDraft:
        """Return the draft with one card more. Raises `IllegalMove`."""
        if why := self._refusal(step):
            raise why
        return self.with_lay(step)

    @property
    def move(self) -> Turn | None:
        """The turn, if it may end here."""
        return Turn(self.made) if len(self.made) >= self.least else None

    def finish(self) -> Turn:
        """Return the turn. Raises `IllegalMove` if it has too few cards."""
        if len(self.made) < self.least:
            raise rules.too_few(len(self.made), self.least)
        return Turn(self.made)

    def _leaves_one(self, lay: Lay) -> bool:
        """Say whether any card can be laid after this one."""
        hand = self.hand & ~(1 << lay.card)
        return rules.can_lay_one(hand, self.tops.after(lay), self.gave or lay.pile.is_theirs)

    def _refusal(self, lay: Lay) -> IllegalMove | None:
        if not self.hand >> lay.card & 1:
            return rules.absence(lay, self.made)
        if why := rules.refusal(lay, self.tops, self.gave):
            return why
        if len(self.made) + 1 < self.least and not self._leaves_one(lay):
            return IllegalMove(Refusal.NO_SECOND, lay=lay)
        return None


class Knowledge(NamedTuple):
    """The knowledge of the player to move.

    Attributes:
        hand: The own hand, as a mask.
        draw: The own draw pile, as a mask; its order is unknown.
        unseen: The opponent's hand and draw pile, as one mask.
        their_hand: How many of `unseen` are in the opponent's hand.
        tops: The tops of the four piles.
        least, their_least: The cards that each has to lay in a turn.
    """

    hand: int
    draw: int
    unseen: int
    their_hand: int
    tops: Tops
    least: int = rules.MIN_LAID
    their_least: int = rules.MIN_LAID

    @property
    def knows_their_hand(self) -> bool:
        """Whether the opponent's draw pile is empty, so that `unseen` is exactly its hand."""
        return self.unseen.bit_count() == self.their_hand


def knowledge_of(view: DuelView) -> Knowledge:
    """Return the knowledge of the seat of a view."""
    seat = view.seat or 0
    return Knowledge(
        view.hand,
        rules.DECK & ~view.sides[seat].laid & ~view.hand,
        view.unseen(1 - seat),
        view.sides[1 - seat].hand_size,
        view.tops,
        rules.least_laid(seat, view.helped),
        rules.least_laid(1 - seat, view.helped),
    )
