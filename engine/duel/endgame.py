"""The endgame of a duel: with a draw pile empty, little or nothing is hidden any more.

A player whose draw pile is empty holds all its remaining cards, so the opponent knows that hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from engine.duel import results
from engine.duel.knowledge import Knowledge, swapped_tops
from engine.duel.laying import Tops, can_lay_two
from engine.duel.look_ahead import WIN, Candidate, WorldSampler, candidates, chance_to_move
from engine.duel.rules import cards_of
from engine.game import StopFlag, Stopped, never

REPLIES: Final = 6
"""How many of the opponent's replies are considered."""


class EndgameSolver:
    """Solves endgames with both draw piles empty by exact search, and remembers the results."""

    def __init__(self, stop: StopFlag = never) -> None:
        self._stop = stop
        self._solved: dict[tuple[int, int, Tops], bool] = {}

    def winning_result(self, hand: int, their_hand: int, tops: Tops) -> int | None:
        """Return a result of a turn that wins for the player to move, None if there is none.

        Of several winning results it lays the most cards. Raises `Stopped`.
        """
        if self._stop():
            raise Stopped
        cards = cards_of(hand)
        found = results.results(cards, tops)
        found.sort(key=lambda result: (-(result & results.USED).bit_count(), result))
        for result in found:
            used = result & results.USED
            kept = sum(1 << card for place, card in enumerate(cards) if not used >> place & 1)
            if not kept or not self._wins(their_hand, kept, swapped_tops(results.tops_of(result))):
                return result
        return None

    def _wins(self, hand: int, their_hand: int, tops: Tops) -> bool:
        """Say whether the player to move wins."""
        if not can_lay_two(hand, tops):
            return False
        key = (hand, their_hand, tops)
        known = self._solved.get(key)
        if known is None:
            known = self._solved[key] = self.winning_result(hand, their_hand, tops) is not None
        return known


def best_with_their_hand_known(
    knowledge: Knowledge, turns: Sequence[Candidate], random: Random, draws: int, stop: StopFlag
) -> Candidate:
    """Return the best of the candidates when only the own draws are unknown.

    The opponent, whose draw pile is empty, takes the reply that is best against the average of the
    draws, which it cannot see. After that the own hand is known: its best turn is evaluated, or
    the rest solved exactly if nothing is left to draw. Raises `Stopped`.

    Args:
        knowledge: The knowledge of the player; `unseen` is the opponent's hand.
        turns: The turns to compare.
        random: The source of the draws.
        draws: How many draws are averaged.
        stop: Says whether to stop.
    """
    worlds = WorldSampler(knowledge, random)
    orders = [worlds.sample().own_draws for _ in range(draws)]
    solver = EndgameSolver(stop)

    def expected(turn: Candidate) -> float:
        if stop():
            raise Stopped
        tops = swapped_tops(turn.tops)
        if not can_lay_two(knowledge.unseen, tops):
            return 1.0
        drawn = [order[turn.drawn] for order in orders]
        hands = [(turn.kept | cards, knowledge.draw & ~cards) for cards in drawn]
        replies = candidates(
            Knowledge(
                knowledge.unseen, 0, turn.kept | knowledge.draw, hands[0][0].bit_count(), tops
            )
        )
        if replies[0].worth == WIN:
            return 0.0
        return min(
            sum(_chance_after(reply, hand, draw, solver, stop) for hand, draw in hands) / draws
            for reply in replies[:REPLIES]
        )

    return max(turns, key=expected)


def _chance_after(
    reply: Candidate, hand: int, draw: int, solver: EndgameSolver, stop: StopFlag
) -> float:
    """Return the chance of winning after the opponent's reply, with the own hand known."""
    if stop():
        raise Stopped
    tops = swapped_tops(reply.tops)
    if not can_lay_two(hand, tops):
        return 0.0
    if not draw:
        return float(solver.winning_result(hand, reply.kept, tops) is not None)
    return chance_to_move(hand, draw, tops, reply.kept, reply.kept.bit_count())
