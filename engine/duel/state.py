"""The full state of a duel, secrets included, and the state after each move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, get_args

from engine.duel import rules
from engine.duel.moves import (
    DECK_SIZE,
    HAND_SIZE,
    HIGHEST,
    LOWEST,
    SEATS,
    Deal,
    DealtHands,
    Drew,
    FirstSeat,
    Move,
    Turn,
)
from engine.duel.reasons import Ending, Refusal
from engine.duel.rules import Tops
from engine.duel.sides import Side, carry_out
from engine.duel.view import DuelView
from engine.frozen_value import FrozenValue
from engine.game import CHANCE, Outcome, Play, check_turn
from engine.log import FORFEIT, Log, Logs, tell
from engine.reasons import IllegalMove, TableReason, check_option
from engine.shuffle import Lots

First = Literal["north", "south", "lots"]
Handicap = Literal["none", "north", "south"]


class DuelOptions(FrozenValue):
    """The options of a duel.

    Attributes:
        first: The side that begins; `lots` draws it at random.
        handicap: The side that has to lay only one card a turn.
    """

    first: First = "lots"
    handicap: Handicap = "none"

    def __post_init__(self) -> None:
        check_option("first", self.first, get_args(First))
        check_option("handicap", self.handicap, get_args(Handicap))


class DuelState(NamedTuple):
    """A duel with its secrets.

    Attributes:
        mover: The seat whose turn it is, or would be after the end; None until it is known.
        sides: The open side of each player, by seat.
        hands: A mask of cards, by seat.
        decks: The draw piles, by seat, next card first.
        plies: How many moves were made, chance's included.
        logs: The log of each seat; the third is a spectator's.
        outcome: How the duel ended, or None.
        helped: The seat that has to lay only one card a turn, None for no seat.
    """

    mover: int | None
    sides: tuple[Side, Side] = (Side(), Side())
    hands: tuple[int, int] = (0, 0)
    decks: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    plies: int = 0
    logs: Logs = (Log(), Log(), Log())
    outcome: Outcome | None = None
    helped: int | None = None

    @property
    def effort(self) -> int:
        """The cost of checking the last move: always 1, see `State.effort`."""
        return 1

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seat to move, `CHANCE` before the deal, nobody after the end."""
        if self.outcome is not None:
            return ()
        if self.mover is None or not self._is_dealt:
            return (CHANCE,)
        return (self.mover,)

    @property
    def _is_dealt(self) -> bool:
        return bool(self.sides[0].hand_size or self.sides[0].laid)

    @property
    def chance_to_come(self) -> bool:
        """Whether chance still has a move to make: only before the deal."""
        return self.to_move == (CHANCE,)

    def view(self, seat: int | None) -> DuelView:
        """Return the view of one seat, or of a spectator (None). Raises `ValueError`."""
        if seat not in (0, 1, None):
            raise ValueError(f"there is no seat {seat}")
        north, south = self.hands
        is_over = self.outcome is not None
        return DuelView(
            seat,
            self.to_move,
            self.mover,
            self.sides,
            (north if seat == 0 or is_over else None, south if seat == 1 or is_over else None),
            self.outcome,
            self.logs[2 if seat is None else seat],
            self.helped,
        )

    def chance(self, lots: Lots) -> Move:
        """Return who begins, or else both shuffled decks. Raises `IllegalMove` after the deal."""
        check_turn(self, CHANCE, SEATS)
        if self.mover is None:
            return FirstSeat(lots.below(len(SEATS)))
        north, south = (tuple(lots.shuffled(rules.cards_of(rules.DECK))) for _ in SEATS)
        return Deal((north, south))

    def play(self, seat: int, move: Move) -> DuelState:
        """Return the state after the move. Raises `IllegalMove`."""
        check_turn(self, seat, SEATS)
        if isinstance(move, Turn) and seat != CHANCE:
            self.view(seat).check(move)
            return self._lay(seat, move)
        if isinstance(move, FirstSeat) and seat == CHANCE and self.mover is None:
            return self._begin(move)
        if isinstance(move, Deal) and seat == CHANCE and self.mover is not None:
            return self._deal(move)
        raise IllegalMove(TableReason.NOT_A_MOVE_NOW, move=move)

    def forfeit(self, seat: int) -> DuelState:
        """Return the state after `seat` has forfeited. Raises `IllegalMove`."""
        if self.outcome is not None:
            raise IllegalMove(TableReason.GAME_OVER)
        return self._replace(
            outcome=Outcome((1 - seat,), Ending.FORFEIT),
            logs=tell(self.logs, self.plies, seat, FORFEIT),
        )

    def redraw(self, plays: Sequence[Play], known: frozenset[int], lots: Lots) -> list[Play]:
        """Return the plays up to here with the cards that no seat of `known` has seen dealt anew.

        Cards that were laid, or drawn by a seat of `known`, keep their places in the decks.
        """
        return [
            Play(CHANCE, self._redeal(play.move, known, lots))
            if isinstance(play.move, Deal)
            else play
            for play in plays
        ]

    def _redeal(self, deal: Deal, known: frozenset[int], lots: Lots) -> Deal:
        decks = []
        for seat, deck in enumerate(deal.decks):
            side = self.sides[seat]
            drawn = DECK_SIZE - side.draw_size if seat in known else 0
            kept = [place < drawn or side.laid >> card & 1 for place, card in enumerate(deck)]
            rest = [card for card, keep in zip(deck, kept, strict=True) if not keep]
            fresh = iter(lots.shuffled(sorted(rest)))  # in an order that tells nothing
            decks.append(
                tuple(card if keep else next(fresh) for card, keep in zip(deck, kept, strict=True))
            )
        return Deal((decks[0], decks[1]))

    def _begin(self, move: FirstSeat) -> DuelState:
        logs = tell(self.logs, self.plies, CHANCE, move)
        return self._replace(mover=move.seat, plies=self.plies + 1, logs=logs)

    def _deal(self, move: Deal) -> DuelState:
        check_deal(move)
        north, south = (deck[:HAND_SIZE] for deck in move.decks)
        own = {
            0: DealtHands((tuple(sorted(north)), None)),
            1: DealtHands((None, tuple(sorted(south)))),
        }
        logs = tell(self.logs, self.plies, CHANCE, DealtHands((None, None)), own)
        side = Side(hand_size=HAND_SIZE, draw_size=DECK_SIZE - HAND_SIZE)
        return self._replace(
            sides=(side, side),
            hands=(rules.mask_of(north), rules.mask_of(south)),
            decks=(move.decks[0][HAND_SIZE:], move.decks[1][HAND_SIZE:]),
            plies=self.plies + 1,
            logs=logs,
        )

    def _lay(self, seat: int, turn: Turn) -> DuelState:
        other = 1 - seat
        own_side, other_side = carry_out(turn.lays, self.sides[seat], self.sides[other])
        gave = any(lay.pile.is_theirs for lay in turn.lays)
        deck = self.decks[seat]
        count = rules.draw_count(own_side.hand_size, len(deck), gave)
        drawn = rules.mask_of(deck[:count])
        up, down, ups, downs, size, left, laid = own_side
        own_side = Side(up, down, ups, downs, size + count, left - count, laid)
        hand = self.hands[seat] & ~laid | drawn
        logs = tell(self.logs, self.plies, seat, turn)
        if count:
            known = Drew(count, tuple(rules.cards_of(drawn)))
            logs = tell(logs, self.plies, seat, Drew(count), {seat: known})
        return DuelState(
            other,
            rules.by_seat(seat, own_side, other_side),
            rules.by_seat(seat, hand, self.hands[other]),
            rules.by_seat(seat, deck[count:], self.decks[other]),
            self.plies + 1,
            logs,
            self._outcome_of(seat, own_side, other_side),
            self.helped,
        )

    def _outcome_of(self, seat: int, own: Side, other: Side) -> Outcome | None:
        """Return the outcome if the turn that `seat` just finished ends the game ("The end")."""
        if own.laid == rules.DECK:
            return Outcome((seat,), Ending.ALL_LAID)
        least = rules.least_laid(1 - seat, self.helped)
        tops = Tops(other.up, other.down, own.up, own.down)
        if rules.can_lay(self.hands[1 - seat], tops, least):
            return None
        is_helped = least == rules.HELPED_MIN_LAID
        return Outcome((seat,), Ending.BLOCKED_ALONE if is_helped else Ending.BLOCKED)


def check_deal(deal: Deal) -> None:
    """Raise `IllegalMove`, with seat and fault, unless both decks are the cards 2 to 59."""
    for player, deck in zip(SEATS, deal.decks, strict=True):
        if len(deck) != DECK_SIZE:
            raise IllegalMove(Refusal.DECK_SIZE, player=player, count=len(deck))
        seen = 0
        for card in deck:
            if not LOWEST <= card <= HIGHEST:
                raise IllegalMove(Refusal.NOT_A_CARD, player=player, card=card)
            if seen >> card & 1:
                raise IllegalMove(Refusal.CARD_TWICE, player=player, card=card)
            seen |= 1 << card
