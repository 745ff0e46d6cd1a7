"""The view of a game of Dame de Pique: the knowledge and the legal moves of one seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from engine.game import CHANCE, Outcome, Play, check_turn
from engine.hearts import rules
from engine.hearts.cards import (
    ALL,
    HEARTS,
    QUEEN,
    SUIT_OF,
    Card,
    CardSet,
    Lacks,
    NamedCard,
    cards_of,
    mask_of,
)
from engine.hearts.moves import SLAP, CardPass, HeartsStep, Move, Slap
from engine.hearts.options import SEAT_NAMES, HeartsOptions
from engine.hearts.reasons import HeartsRefusal
from engine.hearts.rules import Four
from engine.hearts.tricks import CardRow, Trick
from engine.log import Log
from engine.reasons import IllegalMove, TableReason
from engine.view_marks import BySeat, Mover, Seat


class HeartsView(NamedTuple):
    """A game of Dame de Pique as `seat` (None: a spectator) knows it.

    It is the same whatever the hidden cards are. A set of cards is a mask, a `Four` has one a seat.

    Attributes:
        seat: The seat that sees this; 1 is the left neighbour of 0.
        options: The options of the game.
        to_move: Every seat that may move now, `CHANCE`, or nobody.
        number: The number of the round, from 1; 0 before the first deal.
        known: The cards that each hand is known to hold: the own hand, the cards passed, the hands
            held before, the 2 of clubs before it is led. All hands after the end.
        lacks: The cards that each hand cannot hold by what was played from it in the open: the
            suits that it has shown to lack.
        passed: The cards that this seat has chosen to pass in this round.
        received: The cards that were passed to it.
        has_passed: Which seats have chosen the cards they pass.
        joker: The joker of the round, or None.
        leader: The seat that led the trick or leads the next; None before the first trick.
        table: The cards of the trick, in the order in which they were played.
        slaps: The seats that have slapped, first to last; after the slaps until the next card.
        is_broken: Whether a heart was played in this round.
        taken: The cards that each seat has taken in this round.
        tricks: The finished tricks of the round.
        rounds: The points of each finished round, by seat.
        scores: Their sums.
        outcome: How the game ended, or None.
        log: All that this seat was told.
    """

    seat: Seat | None
    options: HeartsOptions
    to_move: tuple[Mover, ...]
    number: int
    known: BySeat[CardSet]
    lacks: BySeat[Lacks]
    passed: CardSet
    received: CardSet
    has_passed: BySeat[bool]
    joker: NamedCard | None
    leader: Seat | None
    table: CardRow
    slaps: tuple[Seat, ...]
    is_broken: bool
    taken: BySeat[CardSet]
    tricks: tuple[Trick, ...]
    rounds: tuple[BySeat[int], ...]
    scores: BySeat[int]
    outcome: Outcome | None
    log: Log

    @property
    def hand(self) -> int:
        """This seat's own cards, as a mask; nothing for a spectator."""
        return 0 if self.seat is None else self.known[self.seat]

    @property
    def may(self) -> Four:
        """The cards that each hand may hold by what was played from it in the open."""
        return tuple([ALL ^ cards for cards in self.lacks])

    @property
    def joker_mask(self) -> int:
        """The mask of the joker, 0 if there is none."""
        return 0 if self.joker is None else 1 << self.joker

    @property
    def is_passing(self) -> bool:
        """Whether cards to pass are being chosen."""
        seats = self.to_move
        return bool(seats) and seats[0] != CHANCE and self.leader is None

    @property
    def is_slapping(self) -> bool:
        """Whether everybody slaps: the sum of the trick is 20."""
        return len(self.table) == rules.PLAYERS

    @property
    def receiver(self) -> int | None:
        """The seat that this one passes cards to in this round, None if there is no pass."""
        step = rules.pass_step(self.number) if self.number else 0
        return None if self.seat is None or not step else (self.seat + step) % rules.PLAYERS

    @property
    def total(self) -> int:
        """The sum of the values on the table, 0 where sums do not count."""
        values = self.options.card_values
        return sum([values[card] for card in self.table])

    @property
    def highest(self) -> int | None:
        """The seat with the highest card of the led suit on the table, None if it is empty."""
        if self.leader is None or not self.table:
            return None
        return rules.highest(self.leader, self.table)

    @property
    def points(self) -> tuple[int, ...]:
        """The points that each seat has taken in this round, by seat."""
        return tuple([rules.count_points(cards, self.joker_mask) for cards in self.taken])

    @property
    def played(self) -> int:
        """All cards that were played in this round, those on the table too."""
        return rules.union(self.taken) | mask_of(self.table)

    @property
    def unseen(self) -> int:
        """The cards of which this seat does not know where they are."""
        return ALL & ~(self.played | rules.union(self.known)) if self.number else 0

    @property
    def playable(self) -> int:
        """The cards that this seat may play now, as a mask; none unless it is to play one."""
        if self.seat not in self.to_move or self.leader is None or self.is_slapping:
            return 0
        is_first = not self.tricks
        if not self.table:
            return rules.may_lead(self.hand, is_first, self.is_broken)
        return rules.may_follow(self.hand, self.table[0], is_first, self.joker_mask)

    @property
    def timeout_play(self) -> Play | None:
        """The slap that is made next for a seat that runs out of time, from the leader on."""
        if not self.is_slapping or self.leader is None or self.options.slap == "lots":
            return None
        turn = [(self.leader + place) % rules.PLAYERS for place in range(rules.PLAYERS)]
        late = [seat for seat in turn if seat in self.to_move]
        return Play(late[0], SLAP) if late else None

    def hand_size(self, seat: int) -> int:
        """Return the number of cards in a hand."""
        if not self.number:
            return 0
        has_played = False
        if self.leader is not None:
            has_played = (seat - self.leader) % rules.PLAYERS < len(self.table)
        return rules.HAND_SIZE - len(self.tricks) - has_played

    def check_to_move(self) -> None:
        """Raise `IllegalMove` unless this seat is to move."""
        check_turn(self, self.seat, SEAT_NAMES)

    def legal(self) -> Iterator[Move]:
        """Yield the legal moves: cards, passes of three cards, or the slap."""
        if self.seat not in self.to_move:
            return
        if self.is_passing:
            for cards in combinations(cards_of(self.hand), rules.PASS_SIZE):
                yield CardPass(mask_of(cards))
        elif self.is_slapping:
            yield SLAP
        else:
            yield from cards_of(self.playable)

    def check(self, move: Move) -> None:
        """Raise `IllegalMove` unless this seat may make the move now."""
        self.check_to_move()
        if self.is_slapping:
            if move is not SLAP:
                raise IllegalMove(HeartsRefusal.ALL_SLAP)
        elif self.is_passing:
            if not isinstance(move, CardPass):
                raise IllegalMove(HeartsRefusal.THREE_NOW)
            if strange := move.cards & ~self.hand:
                raise IllegalMove(HeartsRefusal.NOT_IN_HAND, card=cards_of(strange)[0])
            if move.cards.bit_count() != rules.PASS_SIZE:
                raise IllegalMove(HeartsRefusal.TOO_FEW, count=move.cards.bit_count())
        elif not isinstance(move, Card):
            raise IllegalMove(TableReason.NOT_A_MOVE_NOW, move=move)
        elif why := self.card_refusal(move):
            raise why

    def card_refusal(self, card: Card) -> IllegalMove | None:
        """Return why this seat, which is to play a card, may not play this one, or None."""
        mask, hand, joker = 1 << card, self.hand, self.joker_mask
        if not hand & mask:
            return IllegalMove(HeartsRefusal.NOT_IN_HAND, card=card)
        if self.playable & mask:
            return None
        if not self.table:
            return IllegalMove(HeartsRefusal.NOT_BROKEN if self.tricks else HeartsRefusal.TWO_FIRST)
        led = self.table[0]
        aside = rules.CHELEM | joker
        if not self.tricks and mask & aside and hand & ~aside:
            if mask & HEARTS:
                return IllegalMove(HeartsRefusal.HEART_LATER)
            is_queen = card == QUEEN
            return IllegalMove(HeartsRefusal.QUEEN_LATER if is_queen else HeartsRefusal.JOKER_LATER)
        if self.tricks and hand & joker & ~SUIT_OF[led]:
            return IllegalMove(HeartsRefusal.FOLLOW_OR_JOKER, led=led)
        return IllegalMove(HeartsRefusal.FOLLOW, led=led)

    def draft(self) -> HeartsDraft:
        """Return an empty draft of this seat's move. Raises `IllegalMove` if it is not to move."""
        self.check_to_move()
        return HeartsDraft(self)

    def during(self, steps: Sequence[HeartsStep]) -> HeartsView:
        """Return this view with a card on the table that is being played.

        Nothing is seen of a pass before it is complete, and a slap is nothing but complete.
        """
        if not steps or self.is_passing or self.is_slapping or len(self.to_move) != 1:
            return self
        card, mover = steps[0], self.to_move[0]
        if isinstance(card, Slap) or mover == CHANCE:
            return self
        known = rules.changed(self.known, mover, self.known[mover] & ~(1 << card))
        return self._replace(known=known, table=(*self.table, card))


class HeartsDraft(NamedTuple):
    """The steps made so far; to take one back, keep the draft before it.

    Attributes:
        view: The view of the seat that moves.
        made: The steps: the cards chosen to be passed in any order, the card, or the slap.
    """

    view: HeartsView
    made: tuple[HeartsStep, ...] = ()

    def steps(self) -> dict[HeartsStep, IllegalMove | None]:
        """Return, for every card in hand, None if it may come next, else why not; or the slap."""
        if self.view.is_slapping:
            return {} if self.made else {SLAP: None}
        return {card: self.refusal(card) for card in cards_of(self.view.hand)}

    def refusal(self, step: HeartsStep) -> IllegalMove | None:
        """Return why a step cannot be made next, or None."""
        view = self.view
        if self.move is not None:
            return IllegalMove(HeartsRefusal.COMPLETE)
        if view.is_slapping:
            return None if step is SLAP else IllegalMove(HeartsRefusal.ALL_SLAP)
        if not isinstance(step, Card):
            return IllegalMove(TableReason.NOT_A_MOVE_NOW, move=step)
        if not view.is_passing:
            return view.card_refusal(step)
        if not view.hand >> step & 1:
            return IllegalMove(HeartsRefusal.NOT_IN_HAND, card=step)
        return IllegalMove(HeartsRefusal.CHOSEN, card=step) if step in self.made else None

    def add(self, step: HeartsStep) -> HeartsDraft:
        """Return the draft with one step more. Raises `IllegalMove`."""
        if why := self.refusal(step):
            raise why
        return self._replace(made=(*self.made, step))

    @property
    def chosen(self) -> int:
        """The cards chosen so far, as a mask."""
        return mask_of(step for step in self.made if isinstance(step, Card))

    @property
    def move(self) -> Move | None:
        """The move, if it is complete; else None."""
        if self.view.is_passing:
            return CardPass(self.chosen) if len(self.made) == rules.PASS_SIZE else None
        return self.made[0] if self.made else None

    def finish(self) -> Move:
        """Return the move. Raises `IllegalMove` with what is missing."""
        if (move := self.move) is not None:
            return move
        if self.view.is_slapping:
            raise IllegalMove(HeartsRefusal.ALL_SLAP)
        if self.view.is_passing:
            raise IllegalMove(HeartsRefusal.TOO_FEW, count=len(self.made))
        raise IllegalMove(HeartsRefusal.NOTHING_CHOSEN)
