"""The full state of a game of Dame de Pique, secrets included, and the state after each move."""

from __future__ import annotations

from collections.abc import Sequence
from operator import or_
from typing import Final, NamedTuple

from engine.game import CHANCE, Outcome, Play, check_turn
from engine.hearts import moves, rules
from engine.hearts.cards import ALL, HEARTS, SHUFFLING_ORDER, TWO_MASK, Card, cards_of, mask_of
from engine.hearts.moves import SLAP, CardPass, HeartsDeal, JokerLot, Move, SlapLot
from engine.hearts.options import SEAT_NAMES, HeartsOptions
from engine.hearts.reasons import HeartsEnding, HeartsRefusal
from engine.hearts.rules import Four
from engine.hearts.tricks import Trick
from engine.hearts.view import HeartsView
from engine.log import FORFEIT, Log, LogEntry, Logs, tell
from engine.reasons import IllegalMove, TableReason
from engine.shuffle import Lots

_NOTHING: Final = (0, 0, 0, 0)
_ANYTHING: Final = (ALL, ALL, ALL, ALL)


class HeartsState(NamedTuple):
    """A game of Dame de Pique with its secrets. A set of cards is a mask.

    Attributes:
        options: The options of the game.
        number: The number of the round, from 1; 0 before the first deal.
        hands: The cards in hand.
        passes: The three cards that each seat has chosen to pass in this round, 0 before.
        joker: The joker of the round, None before it is named or if there is none.
        leader: The seat that led the trick or leads the next; None before the first trick.
        table: The cards of the trick, in the order in which they were played.
        slaps: The seats that have slapped, first to last.
        is_broken: Whether a heart was played in this round.
        taken: The cards that each seat has taken in this round.
        may: The cards that each hand may hold by what was played from it in the open.
        exchanges: How often all hands were exchanged in this round.
        tricks: The finished tricks of the round.
        rounds: The points of each finished round, by seat.
        scores: Their sums.
        plies: How many moves were made, chance's included.
        logs: The log of each seat; the last is a spectator's.
        outcome: How the game ended, or None.
    """

    options: HeartsOptions
    number: int = 0
    hands: Four = _NOTHING
    passes: Four = _NOTHING
    joker: Card | None = None
    leader: int | None = None
    table: tuple[Card, ...] = ()
    slaps: tuple[int, ...] = ()
    is_broken: bool = False
    taken: Four = _NOTHING
    may: Four = _ANYTHING
    exchanges: int = 0
    tricks: tuple[Trick, ...] = ()
    rounds: tuple[tuple[int, ...], ...] = ()
    scores: tuple[int, ...] = _NOTHING
    plies: int = 0
    logs: Logs = (Log(),) * (rules.PLAYERS + 1)
    outcome: Outcome | None = None

    @property
    def effort(self) -> int:
        """The cost of checking the last move: always 1, see `State.effort`."""
        return 1

    @property
    def to_move(self) -> tuple[int, ...]:
        """Every seat that may move now: all who have not passed or slapped, or one, or chance."""
        if self.outcome is not None:
            return ()
        leader, count = self.leader, len(self.table)
        if leader is not None:
            seat = (leader + count) % rules.PLAYERS
            if count < rules.PLAYERS:
                return (seat if self.hands[seat] else CHANCE,)
            if self.options.slap == "lots":
                return (CHANCE,)
            return tuple([seat for seat in rules.SEATS if seat not in self.slaps])
        if self.hands[0] and rules.pass_step(self.number):
            choosing = tuple([seat for seat in rules.SEATS if not self.passes[seat]])
            return choosing or (CHANCE,)
        return (CHANCE,)

    @property
    def is_passed(self) -> bool:
        """Whether the cards chosen in this round have gone to their receivers."""
        return 0 not in self.passes

    @property
    def chance_to_come(self) -> bool:
        """Whether chance may still have a move to make: until the end."""
        return self.outcome is None

    @property
    def _joker_mask(self) -> int:
        return 0 if self.joker is None else 1 << self.joker

    def view(self, seat: int | None) -> HeartsView:
        """Return the view of one seat, or of a spectator (None). Raises `ValueError`."""
        if seat is not None and seat not in rules.SEATS:
            raise ValueError(f"there is no seat {seat}")
        passed = received = 0
        if seat is not None:
            passed = self.passes[seat]
            if self.is_passed:
                received = self.passes[(seat - rules.pass_step(self.number)) % rules.PLAYERS]
        return HeartsView(
            seat,
            self.options,
            self.to_move,
            self.number,
            self.hands if self.outcome else self.known(seat),
            tuple([ALL ^ cards for cards in self.may]),
            passed,
            received,
            tuple([cards != 0 for cards in self.passes]),
            self.joker,
            self.leader,
            self.table,
            self.slaps,
            self.is_broken,
            self.taken,
            self.tricks,
            self.rounds,
            self.scores,
            self.outcome,
            self.logs[rules.PLAYERS if seat is None else seat],
        )

    def known(self, seat: int | None) -> Four:
        """Return the cards that a seat, or a spectator, knows each hand to hold."""
        known = [0, 0, 0, 0]
        hands, turns = self.hands, self.exchanges
        if seat is not None:
            known[seat] = hands[seat]
            # hands go to the right, and so those that this seat once held
            for steps in range(1, min(turns, rules.PLAYERS - 1) + 1):
                known[seat - steps] = hands[seat - steps]
            if self.is_passed:
                receiver = (seat + rules.pass_step(self.number) - turns) % rules.PLAYERS
                known[receiver] |= hands[receiver] & self.passes[seat]
        if self.leader is not None:
            known[self.leader] |= hands[self.leader] & TWO_MASK
        return tuple(known)

    def chance(self, lots: Lots) -> Move:
        """Return the deal, the joker or the order of slaps. Raises `IllegalMove` if none is due."""
        check_turn(self, CHANCE, SEAT_NAMES)
        if len(self.table) == rules.PLAYERS:
            return SlapLot(tuple(lots.shuffled(rules.SEATS)))
        if self.hands[0] and self.leader is None:
            return JokerLot(rules.JOKERS[lots.below(len(rules.JOKERS))])
        return HeartsDeal.of(lots.shuffled(SHUFFLING_ORDER))

    def play(self, seat: int, move: Move) -> HeartsState:
        """Return the state after the move. Raises `IllegalMove`."""
        check_turn(self, seat, SEAT_NAMES)
        if seat == CHANCE:
            return self._chance(move)
        if isinstance(move, Card) and self.playable(seat) >> move & 1:
            return self._play_card(seat, move)
        self.view(seat).check(move)
        if isinstance(move, CardPass):
            return self._pass(seat, move)
        return self._slap(seat)

    def forfeit(self, seat: int) -> HeartsState:
        """Return the state after `seat` has forfeited. Raises `IllegalMove`."""
        if self.outcome is not None:
            raise IllegalMove(TableReason.GAME_OVER)
        others = [other for other in rules.SEATS if other != seat]
        outcome = Outcome(rules.lowest(self.scores, others), HeartsEnding.FORFEIT, self.scores)
        return self._replace(logs=self._tell(seat, FORFEIT), outcome=outcome)

    def redraw(self, plays: Sequence[Play], known: frozenset[int], lots: Lots) -> list[Play]:
        """Return the plays up to here, with all that no seat of `known` saw drawn anew.

        Cards played, the joker and slaps stay, and so does all that these seats know by their own
        hands, the cards they passed and received, and the hands they have held. Every hand keeps
        to the suits that it has shown to lack.
        """
        from engine.hearts.worlds import RoundNow, redraw

        sure = self.known(None)
        for seat in known:
            sure = tuple(map(or_, sure, self.known(seat)))
        values = self.options.card_values
        now = RoundNow(self.number, self.hands, sure, self.may, self.exchanges, values)
        return redraw(now, plays, known, lots)

    def playable(self, seat: int) -> int:
        """Return the cards that a seat to move may play, none while it is to pass or to slap."""
        is_first = not self.tricks
        if self.leader is None or len(self.table) == rules.PLAYERS:
            return 0
        if not self.table:
            return rules.may_lead(self.hands[seat], is_first, self.is_broken)
        return rules.may_follow(self.hands[seat], self.table[0], is_first, self._joker_mask)

    def _chance(self, move: Move) -> HeartsState:
        if len(self.table) == rules.PLAYERS:
            if isinstance(move, SlapLot):
                logs = self._tell(CHANCE, move)
                last = move.seats[-1]
                return self._replace(plies=self.plies + 1, logs=logs, slaps=move.seats)._take(last)
        elif self.hands[0] and self.leader is None:
            if isinstance(move, JokerLot):
                if not rules.JOKER_MASK >> move.card & 1:
                    raise IllegalMove(HeartsRefusal.NO_JOKER, card=move.card)
                logs = self._tell(CHANCE, move)
                return self._replace(
                    joker=move.card,
                    leader=rules.holder(self.hands),
                    plies=self.plies + 1,
                    logs=logs,
                )
        elif isinstance(move, HeartsDeal):
            return self._deal(move)
        raise IllegalMove(TableReason.NOT_A_MOVE_NOW, move=move)

    def _deal(self, deal: HeartsDeal) -> HeartsState:
        seen = 0
        for hand in deal.hands:
            if again := hand & seen:
                raise IllegalMove(HeartsRefusal.DEALT_TWICE, card=cards_of(again)[0])
            seen |= hand
        own = [
            moves.DealtRound(rules.changed(_NOTHING, seat, hand))
            for seat, hand in enumerate(deal.hands)
        ]
        logs = self._tell(CHANCE, moves.DealtRound(_NOTHING), own)
        number = self.number + 1
        begins = not rules.pass_step(number) and not self.options.joker
        return HeartsState(
            self.options,
            number,
            deal.hands,
            leader=rules.holder(deal.hands) if begins else None,
            rounds=self.rounds,
            scores=self.scores,
            plies=self.plies + 1,
            logs=logs,
        )

    def _pass(self, seat: int, move: CardPass) -> HeartsState:
        passed = moves.HeartsNote.PASSED
        logs = tell(self.logs, self.plies, seat, passed, {seat: move})
        chosen = rules.changed(self.passes, seat, move.cards)
        hands, leader = self.hands, self.leader
        if 0 not in chosen:
            step = rules.pass_step(self.number)
            received = [chosen[(one - step) % rules.PLAYERS] for one in rules.SEATS]
            hands = tuple([hands[one] & ~chosen[one] | received[one] for one in rules.SEATS])
            logs = _told_alone(logs, self.plies, [moves.Received(cards) for cards in received])
            leader = None if self.options.joker else rules.holder(hands)
        return self._replace(
            hands=hands, passes=chosen, leader=leader, plies=self.plies + 1, logs=logs
        )

    def _play_card(self, seat: int, card: Card) -> HeartsState:
        mask, table, joker = 1 << card, self.table, self._joker_mask
        led = table[0] if table else None
        may, before = self.may, self.may[seat]
        after = rules.shown_by(before, card, led, not self.tricks, self.is_broken, joker)
        if after != before:
            may = rules.changed(may, seat, after)
        state = self._replace(
            hands=rules.changed(self.hands, seat, self.hands[seat] ^ mask),
            table=(*table, card),
            slaps=(),
            is_broken=self.is_broken or mask & HEARTS != 0,
            may=may,
            plies=self.plies + 1,
            logs=self._tell(seat, card),
        )
        return state._end_trick() if len(table) == rules.PLAYERS - 1 else state

    def _end_trick(self) -> HeartsState:
        """Return the state after the fourth card: the trick is taken, or everybody slaps."""
        assert self.leader is not None
        if self._total() == rules.SLAP_SUM:
            seat = rules.highest(self.leader, self.table)
            return self._replace(logs=self._note(seat, moves.HeartsNote.SLAPPING))
        return self._take(rules.highest(self.leader, self.table))

    def _total(self) -> int:
        values = self.options.card_values
        return sum([values[card] for card in self.table])

    def _slap(self, seat: int) -> HeartsState:
        slaps = (*self.slaps, seat)
        state = self._replace(slaps=slaps, plies=self.plies + 1, logs=self._tell(seat, SLAP))
        return state._take(seat) if len(slaps) == rules.PLAYERS else state

    def _take(self, winner: int) -> HeartsState:
        """Return the state after the trick has gone to its winner, or at 21 to the next seat."""
        assert self.leader is not None
        total = self._total()
        is_exchange = total == rules.EXCHANGE_SUM
        taker = (winner - 1) % rules.PLAYERS if is_exchange else winner
        trick = Trick(self.leader, self.table, winner, taker, total)
        logs = self._note(taker, moves.TrickTaken(total if self.options.sums else None))
        hands, may, exchanges = self.hands, self.may, self.exchanges
        # hearts, "20 and 21": in the last trick only the cards move
        if is_exchange and hands[0]:
            hands, may, exchanges = rules.turned(hands), rules.turned(may), exchanges + 1
            logs = tell(logs, self.plies - 1, winner, moves.HeartsNote.EXCHANGE)
            logs = _told_alone(logs, self.plies - 1, [moves.NewHand(hand) for hand in hands])
        state = self._replace(
            hands=hands,
            leader=winner,
            table=(),
            taken=rules.changed(self.taken, taker, self.taken[taker] | mask_of(self.table)),
            may=may,
            exchanges=exchanges,
            tricks=(*self.tricks, trick),
            logs=logs,
        )
        return state if hands[0] else state._end_round(winner)

    def _end_round(self, seat: int) -> HeartsState:
        """Return the state after the points of a round were counted: the next one, or the end."""
        points = rules.round_points(self.taken, self._joker_mask)
        scores = tuple([score + more for score, more in zip(self.scores, points, strict=True)])
        outcome = None
        if max(scores) >= rules.GOAL:
            outcome = Outcome(rules.lowest(scores, rules.SEATS), HeartsEnding.HUNDRED, scores)
        return self._replace(
            rounds=(*self.rounds, points),
            scores=scores,
            logs=self._note(seat, moves.RoundCounted(points)),
            outcome=outcome,
        )

    def _tell(self, actor: int, told: moves.Told, own: Sequence[moves.Told] = ()) -> Logs:
        """Return the logs with a move; each seat is told its one of `own`, if there are any."""
        return tell(self.logs, self.plies, actor, told, dict(enumerate(own)))

    def _note(self, seat: int, told: moves.Told) -> Logs:
        """Return the logs with a consequence of the last move, which is counted already."""
        return tell(self.logs, self.plies - 1, seat, told)


def _told_alone(logs: Logs, ply: int, told: Sequence[moves.Told]) -> Logs:
    """Return the logs with an entry more that each seat alone is told, of itself."""
    *seats, spectator = logs
    grown = [log.tell(LogEntry(ply, seat, told[seat])) for seat, log in enumerate(seats)]
    return (*grown, spectator)
