"""The computer players of the duel; `docs/players.md` says how strong they are.

`novice`, `casual` and `club` use the hand-made evaluation in pips, the first two with errors.
`expert` and `master` look ahead with the learned evaluation, `expert` with fewer turns and without
the race of both sides. All five play the endgame exactly once both draw piles are empty.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.bits import count_bits
from engine.duel import results, rules
from engine.duel.moves import Move, Turn
from engine.duel.rules import Tops
from engine.duel.view import DuelView, Knowledge, knowledge_of
from engine.game import Player, StopFlag, Stopped, never
from engine.shuffle import Lots

if TYPE_CHECKING:
    from random import Random

_PIP_COST: Final = 10
_RELIEF_COST: Final = 8
"""The cost of a pip of relief given to the opponent, 0.8 pips of own advance, in tenths."""


class RandomPlayer:
    """Lays random cards; from two cards on, ending the turn is one choice like any other."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, view: DuelView, stop: StopFlag = never) -> Turn:
        """Return a random legal turn, fixed by the seed and the number of the move."""
        lots = Lots(self._seed, len(view.log))
        draft = view.draft()
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

    def choose(self, view: DuelView, stop: StopFlag = never) -> Turn:
        """Return the cheapest turn; of equally cheap turns the first in the order of results."""
        view.check_to_move()
        cards, tops = rules.cards_of(view.hand), view.tops
        one, more = results.own_results(cards, tops.up, tops.down)
        own = sorted((_PIP_COST * results.advance(result, tops), result) for result in one + more)
        offers = [_cheapest(own, results.gift_free(tops), 0, view.least)]
        for gift in results.gifts(cards, tops):
            relief = _RELIEF_COST * results.relief(gift, tops)
            offers.append(_cheapest(own, gift, relief, rules.MIN_LAID - 1))
            if view.least < rules.MIN_LAID:
                offers.append((relief, gift + results.own_free(tops)))
        _, best = min(offers)
        return results.turn_to(best, cards, tops)


def _cheapest(own: list[tuple[int, int]], rest: int, cost: int, min_laid: int) -> tuple[float, int]:
    """Return cost and result of the cheapest own result that goes with the rest of a result."""
    for advance, result in own:
        used = result & results.USED
        if not used & rest and count_bits(used) >= min_laid:
            return advance + cost, result + rest
    return math.inf, 0


class LevelPlayer:
    """A computer player with a level, which chooses results while cards are still drawn."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, view: DuelView, stop: StopFlag = never) -> Turn:
        """Return a legal turn. Raises `Stopped`."""
        from random import Random  # takes long to load

        view.check_to_move()
        if stop():
            raise Stopped
        knowledge = knowledge_of(view)
        random = Random(Lots(self._seed, len(view.log)).seed())  # noqa: S311
        result = None
        if not knowledge.draw and knowledge.knows_their_hand:
            solver = results.EndgameSolver(stop)
            least = knowledge.least
            result = solver.winning_result(
                knowledge.hand, knowledge.unseen, knowledge.tops, least, knowledge.their_least
            )
        if result is None:
            result = self.choose_result(view, knowledge, random, stop)
        return results.turn_to(result, rules.cards_of(knowledge.hand), knowledge.tops)

    def choose_result(
        self, view: DuelView, knowledge: Knowledge, random: Random, stop: StopFlag
    ) -> int:
        """Return the result of the turn to play. Raises `Stopped`."""
        raise NotImplementedError


NOVICE_ERROR: Final = 3.0
CASUAL_ERROR: Final = 2.4
"""The error of the evaluation, in pips: the scale of a Gumbel distribution."""


class PipPlayer(LevelPlayer):
    """Plays the best result by the hand-made evaluation, with an error added to each value."""

    def __init__(self, error: float, seed: int) -> None:
        super().__init__(seed)
        self._error = error

    def choose_result(
        self, view: DuelView, knowledge: Knowledge, random: Random, stop: StopFlag
    ) -> int:
        """Return the result of the highest value."""
        turns = sorted(
            pip_values(knowledge.hand, knowledge.tops, knowledge.unseen, knowledge.least),
            key=lambda turn: turn[1],
        )
        if not self._error:
            return max(turns)[1]
        return max((worth + self._error * gumbel(random), result) for worth, result in turns)[1]


class SearchLevel(NamedTuple):
    """The limits of a look-ahead.

    Attributes:
        candidates: The most turns that are compared.
        worlds: The number of worlds in which they are tried.
        stages: The number of stages, after each of which the worse half drops out.
        quick: The number of cheapest turns evaluated at the end of a trial.
        sees_race: Whether the race of both sides is evaluated.
        listens: Whether the worlds have what the opponent has probably kept.
    """

    candidates: int
    worlds: int
    stages: int
    quick: int
    sees_race: bool
    listens: bool


EXPERT: Final = SearchLevel(3, 6, 1, 6, sees_race=False, listens=False)
MASTER: Final = SearchLevel(12, 72, 4, 12, sees_race=True, listens=True)

DRAWS: Final = 8
"""The draws averaged when the opponent's hand is known."""


class LookAheadPlayer(LevelPlayer):
    """Looks ahead in sampled worlds, with the learned evaluation."""

    def __init__(self, level: SearchLevel, seed: int) -> None:
        super().__init__(seed)
        self.level = level

    def choose_result(
        self, view: DuelView, knowledge: Knowledge, random: Random, stop: StopFlag
    ) -> int:
        """Return the result with the best chance of winning. Raises `Stopped`."""
        from engine.duel.listening import ListeningSampler
        from engine.duel.look_ahead import (
            WIN,
            LookAhead,
            WorldSampler,
            best_with_their_hand_known,
            candidates,
        )

        level = self.level
        turns = candidates(knowledge, sees_race=level.sees_race)[: level.candidates]
        if len(turns) == 1 or turns[0].worth == WIN:
            return turns[0].result
        if knowledge.knows_their_hand:
            return best_with_their_hand_known(knowledge, turns, random, DRAWS, stop).result
        listens = level.listens
        worlds = ListeningSampler(view, random) if listens else WorldSampler(knowledge, random)
        look_ahead = LookAhead(knowledge, worlds, stop, sees_race=level.sees_race, most=level.quick)
        return look_ahead.best(turns, level.worlds, level.stages).result


COMPUTER_PLAYERS: Final[Mapping[str, Callable[[int], Player[Move]]]] = MappingProxyType(
    {
        "random": RandomPlayer,
        "novice": partial(PipPlayer, NOVICE_ERROR),
        "casual": partial(PipPlayer, CASUAL_ERROR),
        "greedy": GreedyPlayer,
        "club": partial(PipPlayer, 0.0),
        "expert": partial(LookAheadPlayer, EXPERT),
        "master": partial(LookAheadPlayer, MASTER),
    }
)

PINNED_MASTER: Final = SearchLevel(12, 72, 4, 12, sees_race=True, listens=True)
"""The limits of the daily master. They stay as they are, whatever becomes of `MASTER`."""

PINNED_PLAYERS: Final[Mapping[str, Callable[[int], Player[Move]]]] = MappingProxyType(
    {"master-1": partial(LookAheadPlayer, PINNED_MASTER)}
)
"""The daily master. Its number is raised with each change by which it plays another turn."""

WIDEST: Final = 30
"""The widest gap that counts, in pips."""

RELIEF: Final = 0.95
GAPS: Final = 0.2
CHAIN: Final = 4.0
THEIR_JUMP: Final = 2.5


def pip_values(
    hand: int, tops: Tops, unseen: int, least: int = rules.MIN_LAID
) -> Iterator[tuple[float, int]]:
    """Yield every distinct result of a turn with its value in pips, higher being better.

    It counts the pips of the own piles, the relief given, the distances of the two nearest cards
    kept, pairs kept for a jump back, and jumps that the opponent may have.

    Args:
        hand: The own hand, as a mask.
        tops: The tops of the four piles.
        unseen: The cards the opponent may hold, as a mask.
        least: The cards that have to be laid.
    """
    cards = rules.cards_of(hand)
    for result in results.results(cards, tops, least):
        new = results.tops_of(result)
        kept = [card for place, card in enumerate(cards) if not result >> place & 1]
        worth = -float(results.advance(result, tops)) - RELIEF * results.relief(result, tops)
        yield worth + _kept_worth(kept, new) - THEIR_JUMP * _jumps(unseen, new), result


def _kept_worth(kept: list[int], tops: Tops) -> float:
    """Return the value in pips of the cards kept: their two smallest gaps, pairs for a jump."""
    gaps = sorted(_gap(card, tops) for card in kept)
    held = set(kept)
    chains = sum(
        (card > tops.up) + (card - rules.JUMP < tops.down)
        for card in kept
        if card - rules.JUMP in held
    )
    return CHAIN * chains - GAPS * sum(gaps[:2])


def _gap(card: int, tops: Tops) -> int:
    """Return the pips from the nearer own pile to a card, -10 for a jump."""
    if card in (tops.up - rules.JUMP, tops.down + rules.JUMP):
        return -rules.JUMP
    ahead = [gap for gap in (card - tops.up, tops.down - card) if gap > 0]
    return min([WIDEST, *ahead])


def _jumps(unseen: int, tops: Tops) -> int:
    """Return how many cards of the mask would be a jump for the opponent."""
    up = rules.GOES_UP[tops.their_up] & rules.HELPS_UP[tops.their_up]
    down = rules.GOES_DOWN[tops.their_down] & rules.HELPS_DOWN[tops.their_down]
    return count_bits(unseen & up) + count_bits(unseen & down)


def gumbel(random: Random) -> float:
    """Return an error of judgement: a value of the standard Gumbel distribution.

    Adding it times b to each worth is choosing with odds exp(worth / b).
    """
    return -math.log(-math.log(random.random() or 0.5))
