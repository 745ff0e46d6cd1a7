"""How strong the levels of all games are: `python benchmarks/ladder.py duel --pairs 40`.

Each level meets the one below it as in `tapis arena`; of four seats each takes two. The table is
that of `docs/players.md`: Elo, with `greedy` at 0. A level has fallen if the whole interval of its
share lies below the one that was measured before (`STEPS`); then the exit status is 1. The
first line says about how long it will take, by the processor time that each step has taken before.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import ceil, hypot, inf, isinf
from pathlib import Path
from typing import Final, NamedTuple

# in place of this folder, where `engine` and `arena` would be scripts beside this one
sys.path[0] = str(Path(__file__).parents[1])

from arena.executor import InProcess, Processes
from arena.match import play_meeting
from arena.schedule import Contest
from arena.statistics import Share, elo_difference, share_of
from engine.game import never
from engine.games import describe, find_game

SEED: Final = 1
PATIENCE: Final = 10.0
ANCHOR: Final = "greedy"


class Step(NamedTuple):
    """A level against the one below it.

    Attributes:
        pairs: How many pairs are played.
        lowest: The lower end of its share as it was measured before.
        seconds: The processor time that a pair took then.
    """

    pairs: int
    lowest: float
    seconds: float


STEPS: Final[Mapping[str, Mapping[str, Step]]] = {
    "duel": {
        "novice": Step(100, 0.963, 0.06),
        "casual": Step(200, 0.577, 0.12),
        "greedy": Step(200, 0.548, 0.07),
        "club": Step(200, 0.628, 0.11),
        "expert": Step(100, 0.620, 0.38),
        "master": Step(100, 0.628, 3.63),
    },
    "zen": {
        "novice": Step(60, 0.940, 0.04),
        "greedy": Step(60, 0.711, 0.04),
        "casual": Step(60, 0.846, 0.17),
        "club": Step(60, 0.721, 0.52),
        "expert": Step(60, 0.852, 1.09),
        "master": Step(20, 0.83, 10.68),
    },
    "hearts": {
        "novice": Step(50, 0.81, 0.03),
        "greedy": Step(50, 0.68, 0.04),
        "club": Step(50, 0.61, 0.05),
        "master": Step(50, 0.70, 21.27),
    },
}


class Rating(NamedTuple):
    """How far a level is above the anchor, in Elo, with the ends of 95 %."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        if self.low == self.high:
            return f"{self.mean:.0f}"
        if isinf(self.mean):
            return f"> {round(self.low):+}" if self.mean > 0 else f"< {round(self.high):+}"
        return f"{round(self.mean):+} ({round(self.low):+} to {round(self.high):+})"


def climb(steps: Sequence[Share]) -> Rating:
    """Return how far some steps lead up; where one was always won only the lower end is known."""
    mean, low, _high = (sum(map(elo_difference, ends)) for ends in zip(*steps, strict=True))
    if isinf(mean):
        return Rating(inf, low, inf)
    below = hypot(*(elo_difference(one.mean) - elo_difference(one.low) for one in steps))
    above = hypot(*(elo_difference(one.high) - elo_difference(one.mean) for one in steps))
    return Rating(mean, mean - below, mean + above)


def ratings(shares: Mapping[str, Share]) -> dict[str, Rating]:
    """Return the rating of each level of a game.

    Args:
        shares: The share of each level but the lowest against the one below it, in order.
    """
    levels, steps = ["", *shares], [*shares.values()]
    anchor = levels.index(ANCHOR)
    found = {}
    for place, level in enumerate(levels):
        if place > anchor:
            found[level] = climb(steps[anchor:place])
        elif place < anchor:
            mean, low, high = climb(steps[place:anchor])
            found[level] = Rating(-mean, -high, -low)
        else:
            found[level] = Rating(0.0, 0.0, 0.0)
    return found


def measure(game: str, better: str, worse: str, pairs: int, jobs: int) -> Share:
    """Return the share of a level against another."""
    options = find_game(game).options(**describe(game).arena)
    contest = Contest(game, options, (better, worse), pairs, SEED, PATIENCE)
    executor = InProcess() if jobs == 1 else Processes(jobs)
    results = executor.run(play_meeting, contest.meetings(), never)
    return share_of([result.score for result in results])


def minutes(games: Sequence[str], pairs: int | None) -> float:
    """Return the processor time that some games will take, in minutes.

    Args:
        games: The games.
        pairs: How many pairs each step plays, `None` for its own number.
    """
    steps = [step for game in games for step in STEPS[game].values()]
    return sum(step.seconds * (pairs or step.pairs) for step in steps) / 60


def main(given: Sequence[str] | None = None) -> int:
    """Measure the games asked for, and return 1 if a level has fallen."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=[*STEPS], metavar="game", help=", ".join(STEPS))
    parser.add_argument("--pairs", type=int, help="for each level, in place of its own number")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args(given)
    print(f"about {ceil(minutes(asked.games, asked.pairs) / asked.jobs)} min", flush=True)
    table, fallen = {}, []
    for game in asked.games:
        levels = [*find_game(game).computer_players]
        shares = {}
        for worse, better in pairwise(levels):
            step = STEPS[game][better]
            pairs = asked.pairs or step.pairs
            share = shares[better] = measure(game, better, worse, pairs, asked.jobs)
            has_fallen = share.high < step.lowest
            fallen += [f"{game}: {better}"] * has_fallen
            ends = f"{100 * share.mean:5.1f} % ({100 * share.low:.1f} to {100 * share.high:.1f})"
            print(f"{game}: {better} against {worse} {ends}, {pairs} pairs", flush=True)
        found = ratings(shares)
        table[game] = dict(zip(levels, found.values(), strict=True))
    print(f"\n| | {' | '.join(table)} |\n|---{'|---' * len(table)}|")
    for level in dict.fromkeys(level for levels in table.values() for level in levels):
        cells = (str(levels.get(level, "")) for levels in table.values())
        print(f"| `{level}` | {' | '.join(cells)} |")
    for level in fallen:
        print(f"{level} has fallen", file=sys.stderr)
    return 1 if fallen else 0


if __name__ == "__main__":
    sys.exit(main())
