"""The referee of a duel: who will win, judged with both hands open, the draws still to come.

An end without lots is solved exactly. How right the referee is: `docs/players.md`.
"""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from engine.bits import count_bits
from engine.duel.look_ahead import WIN, best_quick
from engine.duel.open_evaluation import open_chance
from engine.duel.quick_turns import QuickTurn
from engine.duel.results import EndgameSolver
from engine.duel.rules import MIN_LAID, Tops, can_lay, draw_count, swapped_tops

LIGHT_TURNS: Final = 2
"""The turns that are played before the evaluation, each the best of the quick turns."""

MOST: Final = 40
"""The quick turns of which the best is played.

Few of them are short-sighted: who can soon lay its last cards must lay many at once.
"""


class Position(NamedTuple):
    """A position with both hands open, as the player to move sees it.

    Attributes:
        hand, draw: The cards in hand and in the draw pile, as masks.
        their_hand, their_draw: The same of the other player.
        tops: The tops of the four piles.
        least, their_least: The cards that each has to lay in a turn.
    """

    hand: int
    draw: int
    their_hand: int
    their_draw: int
    tops: Tops
    least: int = MIN_LAID
    their_least: int = MIN_LAID

    def after(self, kept: int, tops: Tops, drawn: int) -> Position:
        """Return the position of the other player after a turn.

        Args:
            kept: The cards that stay in hand, as a mask.
            tops: The tops after the turn, as its player sees them.
            drawn: The cards drawn, as a mask.
        """
        return Position(
            self.their_hand,
            self.their_draw,
            kept | drawn,
            self.draw & ~drawn,
            swapped_tops(tops),
            self.their_least,
            self.least,
        )

    @property
    def has_lots(self) -> bool:
        """Whether a side may draw less than all that is left to it after its next turn.

        Laying makes room for as many cards as have to be laid.
        """
        return count_bits(self.draw) > self.least or count_bits(self.their_draw) > self.their_least

    def light_turn(self) -> tuple[int, QuickTurn] | None:
        """Return the turn that looks best to a player with this hand, and its value."""
        unseen, size = self.their_hand | self.their_draw, count_bits(self.their_hand)
        return best_quick(
            self.hand, self.draw, self.tops, unseen, size, most=MOST, least=self.least
        )


class Referee:
    """A judge of open positions, which remembers the ends that it has solved."""

    def __init__(self) -> None:
        self._solver = EndgameSolver()

    def chance(self, position: Position) -> float:
        """Return the chance (0 to 1) of the player to move; exact where there are no lots."""
        if position.has_lots:
            return self._by_net(position)
        hand, draw, their_hand, their_draw, tops, least, their_least = position
        wins = self._solver.wins(hand, their_hand, tops, least, their_least, draw, their_draw)
        return float(wins)

    def chance_by_play(self, position: Position, random: Random) -> float:
        """Return the chance of the player to move after some light turns with draws by lot.

        It tells two turns apart better than `chance`, and it varies with the draws.
        """
        if position.has_lots:
            return self._after_light_turns(position, random, LIGHT_TURNS)
        return self.chance(position)

    def _by_net(self, position: Position) -> float:
        """Return the chance of the player to move as the net judges it."""
        hand, draw, their_hand, their_draw, tops, least, _ = position
        if not can_lay(hand, tops, least):
            return 0.0
        if draw or their_draw:
            return open_chance(hand, draw, tops, their_hand, their_draw)
        return self.chance(position)

    def _after_light_turns(self, position: Position, random: Random, turns: int) -> float:
        """Return the chance of the player to move after some light turns, by the net."""
        hand, draw, _, their_draw, tops, least, _ = position
        if not turns or not (draw or their_draw) or not can_lay(hand, tops, least):
            return self._by_net(position)
        found = position.light_turn()
        if found is None:
            return self._by_net(position)
        value, turn = found
        if value == WIN:
            return 1.0
        _, used, *after_turn = turn
        new = Tops(*after_turn)
        kept, gave = hand & ~used, new[2:] != tops[2:]
        count = draw_count(count_bits(kept), count_bits(draw), gave)
        after = position.after(kept, new, drawn_by_lot(draw, count, random))
        return 1.0 - self._after_light_turns(after, random, turns - 1)


def drawn_by_lot(draw: int, count: int, random: Random) -> int:
    """Return `count` cards of a draw pile by lot, as a mask; all if it has no more."""
    drawn, left = 0, count_bits(draw)
    if count >= left:
        return draw
    for size in range(left, left - count, -1):
        rest = draw & ~drawn
        for _ in range(int(random.random() * size)):
            rest &= rest - 1
        drawn |= rest & -rest
    return drawn
