"""The five levels of computer player; `docs/players.md` says how strong they are.

All play the endgame exactly once both draw piles are empty. Before that `novice`, `casual` and
`club` use the hand-made evaluation in pips, the first two with errors; `expert` and `master` look
ahead with the learned evaluation, `expert` with fewer turns and without the race of both sides.
"""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from engine.duel import results
from engine.duel.knowledge import Knowledge, knowledge_of
from engine.duel.moves import Move, Turn
from engine.duel.pip_evaluation import gumbel, pip_values
from engine.duel.rules import cards_of
from engine.duel.view import DuelView
from engine.game import StopFlag, Stopped, View, never
from engine.shuffle import Lots

CASUAL_ERROR: Final = 2.0
NOVICE_ERROR: Final = 3.0
"""The error of the evaluation, in pips: the scale of a Gumbel distribution."""


class SearchWidth(NamedTuple):
    """The width of a search: the candidates compared, the worlds sampled, the stages."""

    candidates: int
    worlds: int
    stages: int


EXPERT_WIDTH: Final = SearchWidth(3, 6, 1)
MASTER_WIDTH: Final = SearchWidth(12, 48, 4)

DRAWS: Final = 8
"""The draws averaged when the opponent's hand is known."""


class LevelPlayer:
    """A computer player of the duel; each level chooses results while cards are still drawn."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, view: View[Move], stop: StopFlag = never) -> Turn:
        """Return a legal turn. Raises `Stopped`."""
        assert isinstance(view, DuelView)
        view.check_to_move()
        if stop():
            raise Stopped
        knowledge = knowledge_of(view)
        random = Random(Lots(self._seed, len(view.log)).seed())  # noqa: S311
        result = None
        if not knowledge.draw and knowledge.unseen.bit_count() == knowledge.their_hand:
            from engine.duel.endgame import EndgameSolver

            result = EndgameSolver(stop).winning_result(
                knowledge.hand, knowledge.unseen, knowledge.tops
            )
        if result is None:
            result = self.choose_result(knowledge, random, stop)
        return results.turn_to(result, cards_of(knowledge.hand), knowledge.tops)

    def choose_result(self, knowledge: Knowledge, random: Random, stop: StopFlag) -> int:
        """Return the result of the turn to play. Raises `Stopped`."""
        raise NotImplementedError


class Club(LevelPlayer):
    """The level that plays the best result by the hand-made evaluation."""

    error = 0.0

    def choose_result(self, knowledge: Knowledge, random: Random, stop: StopFlag) -> int:
        """Return the result of the highest value, with this level's error added to each."""
        turns = sorted(
            pip_values(knowledge.hand, knowledge.tops, knowledge.unseen), key=lambda turn: turn[1]
        )
        if not self.error:
            return max(turns)[1]
        return max((worth + self.error * gumbel(random), result) for worth, result in turns)[1]


class Casual(Club):
    """The level whose evaluation errs by a couple of pips."""

    error = CASUAL_ERROR


class Novice(Club):
    """The level whose evaluation errs by more."""

    error = NOVICE_ERROR


class Expert(LevelPlayer):
    """The level that looks ahead with few turns and worlds, and evaluates each side by itself."""

    width = EXPERT_WIDTH
    sees_race = False

    def choose_result(self, knowledge: Knowledge, random: Random, stop: StopFlag) -> int:
        """Return the result with the best chance of winning. Raises `Stopped`."""
        from engine.duel.learned_evaluation import no_race, race_rows
        from engine.duel.look_ahead import WIN, LookAhead, candidates

        race = race_rows if self.sees_race else no_race
        turns = candidates(knowledge, race)[: self.width.candidates]
        if len(turns) == 1 or turns[0].worth == WIN:
            return turns[0].result
        if knowledge.unseen.bit_count() == knowledge.their_hand:
            from engine.duel.endgame import best_with_their_hand_known

            return best_with_their_hand_known(knowledge, turns, random, DRAWS, stop).result
        look_ahead = LookAhead(knowledge, random, stop, race)
        return look_ahead.best(turns, self.width.worlds, self.width.stages).result


class Master(Expert):
    """The level that looks ahead with more turns in many worlds, and evaluates the race."""

    width = MASTER_WIDTH
    sees_race = True
