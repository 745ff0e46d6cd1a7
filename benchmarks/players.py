"""How quick the duel's levels are, and how they play ends: `python benchmarks/players.py`.

- times: how long `master` takes, in a fresh process, its first decision with all that is loaded for
  it included; and `greedy` for the same decisions.
- ends: whether a win is given away in 1000 random ends with nothing left to draw, the levels by
  turns, against trying everything by the plain rules (goal: none).
- methods: where only the opponent's draw pile is empty, averaging over one's own draws with the
  hand known, as `master` does it, against sampling worlds as before. Both play both sides of each
  position to the end (goal: at least half).
- worlds: how many points of a hundred `master` would gain in a turn by four times the worlds. Where
  they choose another turn, 1000 further worlds say how much better it is.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from math import sqrt
from operator import truediv
from pathlib import Path
from random import Random
from statistics import fmean, median, stdev
from time import perf_counter, process_time
from typing import Final, TypeVar

ROOT: Final = Path(__file__).parents[1]
# in place of this folder, where `engine` and `arena` would be scripts beside this one
sys.path[:1] = [str(ROOT), str(ROOT / "tests" / "support")]

from endgames import endgame, wins

from arena.executor import Processes
from arena.statistics import quantile, share_of
from engine.duel.game import DUEL
from engine.duel.moves import Move, Turn
from engine.duel.players import MASTER, LookAheadPlayer
from engine.duel.results import EndgameSolver
from engine.duel.rules import mask_of
from engine.duel.state import DuelOptions, DuelState
from engine.duel.view import DuelView, Knowledge, knowledge_of
from engine.game import Player, StopFlag, never
from engine.shuffle import Lots, seat_seed

Item = TypeVar("Item")
Result = TypeVar("Result")

SEED: Final = 1
TIMED_GAMES: Final = 5
ENDS: Final = 1000
FEWEST, MOST = 2, 6
SEARCHED_GAMES: Final = 500
WORLD_GAMES: Final = 600
FIRST_TURNS: Final = 30
MORE: Final = MASTER._replace(worlds=4 * MASTER.worlds)
JUDGING: Final = 1000

LEVELS: Final = ("novice", "casual", "club", "expert", "master")


def side_by_side(
    work: Callable[[Item, StopFlag], Result], items: Iterable[Item]
) -> Iterator[Result]:
    """Yield the result of each item, as they finish, from as many processes as there are cores."""
    return Processes(os.cpu_count() or 1).run(work, items, never)


def player(kind: str, seed: int) -> Player[Move]:
    """Return a computer player."""
    return DUEL.computer_players[kind](seed)


def deal(seed: int) -> DuelState:
    """Return a duel of which NORD has the first turn."""
    state = DUEL.start(DuelOptions("north"))
    return state.play(-1, state.chance(Lots(seed, 0)))


def measure_times() -> None:
    """Play whole games, and print how long decisions took."""
    taken: dict[str, list[tuple[float, float]]] = {"master": [], "greedy": []}
    for seed in range(TIMED_GAMES):
        state = deal(seed)
        while state.outcome is None:
            seat = state.to_move[0]
            view = state.view(seat)
            moves = {}
            for kind, times in taken.items():
                begin, used = perf_counter(), process_time()
                moves[kind] = player(kind, seat_seed(seed, seat)).choose(view)
                times.append((1000 * (perf_counter() - begin), 1000 * (process_time() - used)))
            state = state.play(seat, moves["master"])
    count = len(taken["master"])
    print(f"{count} decisions of {TIMED_GAMES} games, in ms".ljust(40) + "by the clock   processor")
    tell("master, the first with loading", taken["master"][0])
    for kind, times in taken.items():
        columns = [sorted(column) for column in zip(*times, strict=True)]
        tell(f"{kind}, median", map(median, columns))
        tell(f"{kind}, 95 % take no longer", (quantile(column, 0.95) for column in columns))
        tell(f"{kind}, longest", (column[-1] for column in columns))
    master, greedy = (
        [median(column) for column in zip(*times, strict=True)] for times in taken.values()
    )
    tell("medians, master to greedy", map(truediv, master, greedy))


def tell(name: str, figures: Iterable[float]) -> None:
    """Print a figure by the clock and one of processor time."""
    print(f"  {name:38}" + "".join(f"{figure:12.2f}" for figure in figures))


def solve(seed: int, stop: StopFlag) -> tuple[bool, bool, bool]:
    """Return of one end whether it is won, whether that is found, and whether a level keeps it."""
    end = endgame(Random(seed), FEWEST, MOST)
    is_won = wins(end.hand, end.their_hand, end.tops)
    hands = mask_of(end.hand), mask_of(end.their_hand)
    found = EndgameSolver(stop).winning_result(*hands, end.tops) is not None
    kind = LEVELS[seed % len(LEVELS)]
    turn = player(kind, seed).choose(end.view, stop)
    assert isinstance(turn, Turn)
    return is_won, found == is_won, end.is_won_by(end.after(turn)) == is_won


def measure_ends() -> None:
    """Solve ends, and print how many went wrong."""
    won, found, kept = zip(*side_by_side(solve, range(ENDS)), strict=True)
    print(f"{ENDS} ends of {FEWEST} to {MOST} cards a hand, {sum(won)} of them won")
    print(f"{'  judged wrongly':36} {found.count(False):8}   (goal: 0)")
    print(f"{'  wins given away':36} {kept.count(False):8}   (goal: 0)")


class Sampler(LookAheadPlayer):
    """Samples worlds even where it knows the opponent's hand."""

    def choose_result(
        self, view: DuelView, knowledge: Knowledge, random: Random, stop: StopFlag
    ) -> int:
        """Return the result that fares best in worlds."""
        from engine.duel.look_ahead import WIN, LookAhead, WorldSampler, candidates

        turns = candidates(knowledge)[: self.level.candidates]
        if len(turns) == 1 or turns[0].worth == WIN:
            return turns[0].result
        look_ahead = LookAhead(knowledge, WorldSampler(knowledge, random), stop)
        return look_ahead.best(turns, self.level.worlds, self.level.stages).result


def their_draws_are_over(state: DuelState) -> bool:
    """Say whether only the opponent's draw pile is empty."""
    knowledge = knowledge_of(state.view(state.to_move[0]))
    return bool(knowledge.draw) and knowledge.unseen.bit_count() == knowledge.their_hand


def play_on(state: DuelState, players: Sequence[Player[Move]], stop: StopFlag) -> int:
    """Play to the end, and return the seat that wins."""
    while state.outcome is None:
        seat = state.to_move[0]
        state = state.play(seat, players[seat].choose(state.view(seat), stop))
    return state.outcome.winners[0]


def compare(seed: int, stop: StopFlag) -> float | None:
    """Return what a game's first such position is worth to averaging, None if it has none."""
    state = deal(seed)
    greedy = [player("greedy", seat) for seat in (0, 1)]
    while not their_draws_are_over(state):
        seat = state.to_move[0]
        state = state.play(seat, greedy[seat].choose(state.view(seat)))
        if state.outcome:
            return None
    score = 0
    for place in (0, 1):
        players: list[Player[Move]] = [LookAheadPlayer(MASTER, seed), Sampler(MASTER, seed)]
        score += play_on(state, players if place == 0 else players[::-1], stop) == place
    return score / 2


def measure_methods() -> None:
    """Play positions both ways, and print the share."""
    scores = [score for score in side_by_side(compare, range(SEARCHED_GAMES)) if score is not None]
    share = share_of(scores)
    print(f"{len(scores)} positions where only the opponent's draw pile is empty, played both ways")
    print(f"{'  averaging against sampling, won %':36} {interval(share)}   (goal: at least 50)")


def gain(seed: int, stop: StopFlag) -> float | None:
    """Return what more worlds gain in a position of a game, None where no world is needed."""
    from engine.duel.listening import ListeningSampler
    from engine.duel.look_ahead import WIN, LookAhead, candidates

    state = deal(seed)
    greedy = player("greedy", seed)
    for _ in range(seed % FIRST_TURNS):
        seat = state.to_move[0]
        state = state.play(seat, greedy.choose(state.view(seat)))
        if state.outcome:
            return None
    view = state.view(state.to_move[0])
    knowledge = knowledge_of(view)
    every = candidates(knowledge)
    if knowledge.knows_their_hand or len(every) == 1 or every[0].worth == WIN:
        return None
    chosen, other = (
        LookAheadPlayer(level, seed).choose_result(view, knowledge, Random(seed), stop)
        for level in (MASTER, MORE)
    )
    if chosen == other:
        return 0
    worlds = ListeningSampler(view, Random(-1 - seed))
    look_ahead = LookAhead(knowledge, worlds, stop, most=MASTER.quick)
    turns = {turn.result: turn for turn in every}
    return fmean(
        look_ahead.chance_in(world, turns[other]) - look_ahead.chance_in(world, turns[chosen])
        for world in (worlds.sample() for _ in range(JUDGING))
    )


def measure_worlds() -> None:
    """Compare choices, and print what more worlds gain."""
    gains = [100 * one for one in side_by_side(gain, range(WORLD_GAMES)) if one is not None]
    others = 100 * sum(one != 0 for one in gains) / len(gains)
    error = 1.96 * stdev(gains) / sqrt(len(gains))
    print(f"{len(gains)} positions, {MORE.worlds} worlds against {MASTER.worlds}")
    print(f"{'  choose another turn, %':36} {others:8.1f}")
    print(f"{'  gain of 100 points':36} {fmean(gains):8.3f} (within {error:.3f})")


def interval(share: Sequence[float]) -> str:
    """Write a share with its interval in per cent."""
    mean, low, high = (100 * part for part in share)
    return f"{mean:8.1f} ({low:.1f} to {high:.1f})".ljust(24)


MEASURES: Final = {
    "times": measure_times,
    "ends": measure_ends,
    "methods": measure_methods,
    "worlds": measure_worlds,
}


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", metavar="part", help=f"of {', '.join(MEASURES)}: all")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    for part in asked.parts or MEASURES:
        if part == "times" and not asked.here:
            subprocess.run([sys.executable, __file__, part, "--here"], check=True)
        else:
            MEASURES[part]()
        sys.stdout.flush()


if __name__ == "__main__":
    import_module("benchmarks.players").main()  # other processes load its functions by that name
