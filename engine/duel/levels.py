"""The five levels of computer player; `docs/players.md` has how strong each one is.

All play the end exactly, once both draw piles are empty. Before that `novice`, `casual` and `club`
judge by hand-made rules in pips, the first two with errors; `expert` and `master` have the learned
judgement and look ahead, `expert` narrowly and without seeing who is ahead in the race to lay all.
"""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from engine.duel import results
from engine.duel.judged import gumbel, judged
from engine.duel.moves import Move, Turn
from engine.duel.rules import cards_of
from engine.duel.scene import Scene, scene_of
from engine.duel.view import DuelView
from engine.game import StopFlag, Stopped, View, never
from engine.shuffle import Lots

_SEEDS: Final = 1 << 53

CASUAL_ERROR: Final = 2.0
NOVICE_ERROR: Final = 3.0
"""How far judgement errs, in pips: the scale of a Gumbel distribution."""


class Width(NamedTuple):
    """How many turns are compared, in how many worlds, in how many stages."""

    field: int
    worlds: int
    stages: int


EXPERT_WIDTH: Final = Width(3, 6, 1)
MASTER_WIDTH: Final = Width(12, 48, 4)

DRAWS: Final = 8
"""How many draws are averaged when the opponent's hand is known."""


class Level:
    """A player of the duel; a subclass says which result it wants while cards are still drawn."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, view: View[Move], stop: StopFlag = never) -> Turn:
        """Return a legal turn. Raises `Stopped`."""
        assert isinstance(view, DuelView)
        view.check_to_move()
        if stop():
            raise Stopped
        scene = scene_of(view)
        random = Random(Lots(self._seed, len(view.log)).below(_SEEDS))  # noqa: S311
        result = None
        if not scene.draw and scene.unseen.bit_count() == scene.their_hand:
            from engine.duel.endgame import Solver

            result = Solver(stop).winning_result(scene.hand, scene.unseen, scene.tops)
        if result is None:
            result = self.wanted(scene, random, stop)
        return results.turn_to(result, cards_of(scene.hand), scene.tops)

    def wanted(self, scene: Scene, random: Random, stop: StopFlag) -> int:
        """Return the result it wants. Raises `Stopped`."""
        raise NotImplementedError


class Club(Level):
    """Takes what its hand-made judgement holds best."""

    error = 0.0

    def wanted(self, scene: Scene, random: Random, stop: StopFlag) -> int:
        """Return the result of the highest worth, with this level's error added to each."""
        turns = sorted(judged(scene.hand, scene.tops, scene.unseen), key=lambda turn: turn[1])
        if not self.error:
            return max(turns)[1]
        return max((worth + self.error * gumbel(random), result) for worth, result in turns)[1]


class Casual(Club):
    """Errs by a couple of pips."""

    error = CASUAL_ERROR


class Novice(Club):
    """Errs by more."""

    error = NOVICE_ERROR


class Expert(Level):
    """Tries the best few turns out in a few worlds, and judges each side for itself."""

    width = EXPERT_WIDTH
    sees_race = False

    def wanted(self, scene: Scene, random: Random, stop: StopFlag) -> int:
        """Return the result that fares best. Raises `Stopped`."""
        from engine.duel.judgement import no_race, race_rows
        from engine.duel.look_ahead import WIN, LookAhead, candidates

        race = race_rows if self.sees_race else no_race
        field = candidates(scene, race)[: self.width.field]
        if len(field) == 1 or field[0].worth == WIN:
            return field[0].result
        if scene.unseen.bit_count() == scene.their_hand:
            from engine.duel.endgame import best_with_their_hand_known

            return best_with_their_hand_known(scene, field, random, DRAWS, stop).result
        look_ahead = LookAhead(scene, random, stop, race)
        return look_ahead.best(field, self.width.worlds, self.width.stages).result


class Master(Expert):
    """Tries more turns out in many worlds, and sees the race."""

    width = MASTER_WIDTH
    sees_race = True
