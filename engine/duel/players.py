"""The computer players of the duel: `random` and `greedy`, and the levels by name."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from engine.duel import results
from engine.duel.moves import Move, Turn
from engine.duel.rules import MIN_LAID, cards_of
from engine.duel.view import DuelView
from engine.game import Player, StopFlag, View, never
from engine.shuffle import Lots

_PIP: Final = 10
_RELIEF: Final = 8
"""The cost of a pip of relief given to the opponent, 0.8 pips of own advance, in tenths."""


def _duel(view: View[Move]) -> DuelView:
    assert isinstance(view, DuelView)
    return view


class RandomPlayer:
    """Lays random cards; from two cards on, ending the turn is one choice like any other."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, view: View[Move], stop: StopFlag = never) -> Turn:
        """Return a random legal turn, fixed by the seed and the number of the move."""
        duel = _duel(view)
        lots = Lots(self._seed, len(duel.log))
        draft = duel.draft()
        while True:
            steps = draft.legal_steps()
            choices = len(steps) + (draft.move is not None)
            chosen = lots.below(choices)
            if chosen == len(steps):
                return draft.finish()
            draft = draft.with_lay(steps[chosen])


class GreedyPlayer:
    """Plays the cheapest turn: own advance in pips (a jump counts -10) plus 0.8 x relief given."""

    def __init__(self, seed: int) -> None:
        """Make the player; it is not random, so the seed changes nothing."""

    def choose(self, view: View[Move], stop: StopFlag = never) -> Turn:
        """Return the cheapest turn; of equally cheap turns the first in the order of results."""
        duel = _duel(view)
        duel.check_to_move()
        cards, tops = cards_of(duel.hand), duel.tops
        own = sorted(
            (_PIP * results.advance(result, tops), result)
            for result in results.own_results(cards, tops.up, tops.down)
        )
        offers = [_cheapest(own, results.gift_free(tops), 0, MIN_LAID)]
        for gift in results.gifts(cards, tops):
            relief = _RELIEF * results.relief(gift, tops)
            offers.append(_cheapest(own, gift, relief, MIN_LAID - 1))
        _, best = min(offers)
        return results.turn_to(best, cards, tops)


def _cheapest(own: list[tuple[int, int]], rest: int, cost: int, min_laid: int) -> tuple[float, int]:
    """Return cost and result of the cheapest own result that goes with the rest of a result."""
    for advance, result in own:
        used = result & results.USED
        if not used & rest and used.bit_count() >= min_laid:
            return advance + cost, result + rest
    return math.inf, 0


def _level(name: str) -> Callable[[int], Player[Move]]:
    """Return the factory of a level's players; it loads their module when it makes the first."""

    def make(seed: int) -> Player[Move]:
        from engine.duel import levels

        player: Player[Move] = getattr(levels, name)(seed)
        return player

    return make


COMPUTER_PLAYERS: Final[Mapping[str, Callable[[int], Player[Move]]]] = MappingProxyType(
    {
        "random": RandomPlayer,
        "novice": _level("Novice"),
        "casual": _level("Casual"),
        "greedy": GreedyPlayer,
        "club": _level("Club"),
        "expert": _level("Expert"),
        "master": _level("Master"),
    }
)
