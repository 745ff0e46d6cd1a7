"""The state of a game of Bataille, and the state after each move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.game import CHANCE, Outcome, Play, check_turn
from engine.log import FORFEIT, Log, LogEntry
from engine.reasons import IllegalMove, TableReason
from engine.shuffle import Lots
from engine.war.moves import (
    OUT,
    TURN,
    DealtPiles,
    Move,
    PileDeal,
    Shuffle,
    Shuffled,
    Told,
    TookCards,
    Turned,
)
from engine.war.options import WarOptions
from engine.war.reasons import WarEnding, WarRefusal
from engine.war.rules import DECK, Card, Cards, WarDuel, next_duel
from engine.war.view import WarView


class WarState(NamedTuple):
    """The state of a game of Bataille. Piles and table hold players x cards cards at all times.

    Attributes:
        options: The options of the game.
        piles: The pile of each seat, top card first; empty before the deal.
        duel: The duel being fought, with its cards on the table; the last duel, without cards,
            once the game is over. None before the deal.
        taker: The seat that takes the cards on the table, while their shuffle is due.
        out: The number of the duel in which each seat fell out, 0 while it is in.
        plies: How many moves were made, chance's included.
        log: The log, the same for everybody.
        outcome: How the game ended, or None.
    """

    options: WarOptions
    piles: tuple[Cards, ...]
    duel: WarDuel | None = None
    taker: int | None = None
    out: tuple[int, ...] = ()
    plies: int = 0
    log: Log = Log()
    outcome: Outcome | None = None

    @classmethod
    def new(cls, options: WarOptions) -> WarState:
        """Return the state before the deal."""
        return cls(options, ((),) * options.players, out=(0,) * options.players)

    @property
    def to_move(self) -> tuple[int, ...]:
        """The challenger, `CHANCE` while the deal or a shuffle is due, nobody after the end."""
        if self.outcome is not None:
            return ()
        if self.duel is None or self.taker is not None:
            return (CHANCE,)
        return (self.duel.challenger,)

    @property
    def chance_to_come(self) -> bool:
        """Whether chance may still have a move: until the end."""
        return self.outcome is None

    @property
    def effort(self) -> int:
        """1: every move is a plain one."""
        return 1

    def view(self, seat: int | None) -> WarView:
        """Return the view of one seat, or of a spectator (None). Raises `ValueError`."""
        if seat is not None and seat not in range(self.options.players):
            raise ValueError(f"there is no seat {seat}")
        return WarView(
            seat,
            self.options,
            self.to_move,
            tuple([len(pile) for pile in self.piles]),
            self.duel,
            self.taker,
            self.out,
            self.outcome,
            self.log,
        )

    def chance(self, lots: Lots) -> Move:
        """Return a random deal, or the cards on the table in random order.

        Raises `IllegalMove` if it is not chance's turn.
        """
        check_turn(self, CHANCE, self.options.seats)
        if self.duel is not None:
            return Shuffle(tuple(lots.shuffled(self.duel.cards)))
        count = self.options.cards * self.options.players
        return PileDeal.of(lots.shuffled(DECK)[:count], self.options.players)

    def play(self, seat: int, move: Move) -> WarState:
        """Return the state after the move. Raises `IllegalMove`."""
        check_turn(self, seat, self.options.seats)
        duel, taker = self.duel, self.taker
        if duel is None and isinstance(move, PileDeal):
            return self._deal(move)
        if duel is not None and taker is not None and isinstance(move, Shuffle):
            return self._gather(duel, taker, move)
        if duel is not None and taker is None and move is TURN:
            return self._turn(duel)
        raise IllegalMove(TableReason.NOT_A_MOVE_NOW, move=move)

    def forfeit(self, seat: int) -> WarState:
        """Return the state after `seat` has forfeited. Raises `IllegalMove`."""
        if self.outcome is not None:
            raise IllegalMove(TableReason.GAME_OVER)
        # war, "The end": the others still in share the win
        others = tuple(other for other in self._seats_in() if other != seat)
        log = self.log.tell(LogEntry(self.plies, seat, FORFEIT))
        return self._replace(log=log, outcome=Outcome(others, WarEnding.FORFEIT))

    def redraw(self, plays: Sequence[Play], known: frozenset[int], lots: Lots) -> list[Play]:
        """Return the plays up to here with every card that was never turned drawn anew."""
        return redrawn(WarState.new(self.options), plays, lots)

    def _deal(self, deal: PileDeal) -> WarState:
        options = self.options
        cards = [card for pile in deal.piles for card in pile]
        sizes = {len(pile) for pile in deal.piles}
        are_whole = len(deal.piles) == options.players and sizes == {options.cards}
        if not are_whole or len(set(cards)) != len(cards):
            facts = {"players": options.players, "count": options.cards}
            raise IllegalMove(WarRefusal.OTHER_DEAL, **facts)
        log = self.log.tell(LogEntry(self.plies, CHANCE, DealtPiles(tuple(map(len, deal.piles)))))
        first = next_duel(1, -1, [True] * options.players)
        return WarState(options, deal.piles, first, None, self.out, self.plies + 1, log)

    def _turn(self, duel: WarDuel) -> WarState:
        """Return the state with the top cards of both piles turned."""
        challenger, opponent = duel.challenger, duel.opponent
        piles = [*self.piles]
        pair = piles[challenger][0], piles[opponent][0]
        piles[challenger], piles[opponent] = piles[challenger][1:], piles[opponent][1:]
        duel = duel._replace(turned=(*duel.turned, pair))
        taker = duel.taker([len(pile) for pile in piles])
        told: list[tuple[int, Told]] = [
            (challenger, TURN),
            (challenger, Turned(duel.number, challenger, opponent, pair)),
        ]
        if taker is not None:
            told.append((taker, TookCards(2 * len(duel.turned))))
        log = self._tell(told)
        return WarState(self.options, tuple(piles), duel, taker, self.out, self.plies + 1, log)

    def _gather(self, duel: WarDuel, taker: int, shuffle: Shuffle) -> WarState:
        """Return the state after the duel: its cards are under the taker's pile."""
        cards = duel.cards
        if sorted(shuffle.cards) != sorted(cards):
            raise IllegalMove(WarRefusal.OTHER_CARDS, cards=" ".join(cards))
        piles, out = [*self.piles], self.out
        piles[taker] += shuffle.cards
        told: list[tuple[int, Told]] = [(CHANCE, Shuffled(len(shuffle.cards)))]
        loser = duel.challenger if taker == duel.opponent else duel.opponent
        if not piles[loser]:
            out = (*out[:loser], duel.number, *out[loser + 1 :])
            told.append((loser, OUT))
        log, plies = self._tell(told), self.plies + 1
        duel = duel._replace(turned=())
        after = WarState(self.options, tuple(piles), duel, None, out, plies, log)
        return after._gone_on(duel)

    def _gone_on(self, duel: WarDuel) -> WarState:
        """Return the state with the next duel, or the outcome if there is none."""
        seats = self._seats_in()
        if len(seats) == 1:
            return self._replace(outcome=Outcome(seats, WarEnding.LAST_IN))
        if duel.number >= self.options.limit:
            return self._replace(outcome=Outcome(seats, WarEnding.LIMIT))
        are_in = [not number for number in self.out]
        return self._replace(duel=next_duel(duel.number + 1, duel.challenger, are_in))

    def _seats_in(self) -> tuple[int, ...]:
        return tuple([seat for seat, number in enumerate(self.out) if not number])

    def _tell(self, told: Sequence[tuple[int, Told]]) -> Log:
        log = self.log
        for seat, what in told:
            log = log.tell(LogEntry(self.plies, seat, what))
        return log


def redrawn(state: WarState, plays: Sequence[Play], lots: Lots) -> list[Play]:
    """Return the plays with every card anew that was not turned since it was dealt or shuffled.

    All possibilities are equally likely: in a shuffle the cards that were not turned change
    places, in the deal they change places with the cards put aside. `state` is the first state.
    """
    piles: list[list[tuple[int, int]]] = []
    unturned: set[tuple[int, int]] = set()
    for at, (seat, move) in enumerate(plays):
        duel, taker = state.duel, state.taker
        if isinstance(move, PileDeal):
            slots = [(at, place) for place in range(sum(map(len, move.piles)))]
            each = state.options.cards
            piles = [slots[start : start + each] for start in range(0, len(slots), each)]
            unturned.update(slots)
        elif isinstance(move, Shuffle) and taker is not None:
            slots = [(at, place) for place in range(len(move.cards))]
            piles[taker] += slots
            unturned.update(slots)
        elif duel is not None:
            unturned -= {piles[one].pop(0) for one in (duel.challenger, duel.opponent)}
        state = state.play(seat, move)
    return [_anew(at, play, unturned, lots) for at, play in enumerate(plays)]


def _anew(at: int, play: Play, unturned: set[tuple[int, int]], lots: Lots) -> Play:
    """Return move number `at` with other cards in its places that were not turned."""
    move = play.move
    if isinstance(move, Shuffle):
        return Play(play.seat, Shuffle(tuple(_filled(at, move.cards, move.cards, unturned, lots))))
    if isinstance(move, PileDeal):
        cards = _filled(at, [card for pile in move.piles for card in pile], DECK, unturned, lots)
        return Play(play.seat, PileDeal.of(cards, len(move.piles)))
    return play


def _filled(
    at: int,
    cards: Sequence[Card],
    among: Iterable[Card],
    unturned: set[tuple[int, int]],
    lots: Lots,
) -> list[Card]:
    """Return the cards, those not turned drawn anew `among` the cards that were not turned."""
    turned = {card for place, card in enumerate(cards) if (at, place) not in unturned}
    rest = sorted(card for card in among if card not in turned)  # in an order that tells nothing
    free = lots.shuffled(rest)
    return [free.pop() if (at, place) in unturned else card for place, card in enumerate(cards)]
