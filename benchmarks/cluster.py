"""How many games a cluster of two workers here plays beside two processes (goal: 0.9 of them).

They take turns, a minute each, with greedy against greedy. Where other work keeps the cores busy
the ratio swings; the processor time a game, of all processes together, says what it costs.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter

# in place of this folder, where `engine` and `arena` would be scripts beside this one
sys.path[0] = str(Path(__file__).parents[1])

from arena.cluster import Cluster
from arena.executor import Executor, Processes
from arena.schedule import Contest
from benchmarks.arena import SEED, Spent
from engine.duel.state import DuelOptions

SECONDS = 60.0
ROUNDS = 2
GOAL = 0.9
MANY = 1_000_000


def rate(executor: Executor, seconds: float) -> tuple[float, float]:
    """Return the games a second, from the first result on, and the processor time of a game."""
    contest = Contest("duel", DuelOptions("north"), ("greedy", "greedy"), MANY, SEED, 1)
    spent, ends = Spent(), list[float]()
    begin = 0.0

    def is_over() -> bool:
        return bool(ends) and perf_counter() > ends[0]

    for _ in spent.run(executor, contest.meetings(), is_over):
        if not ends:
            begin = perf_counter()
            ends.append(begin + seconds)
    return 2 * spent.meetings / (perf_counter() - begin), spent.seconds / (2 * spent.meetings)


def main() -> None:
    """Measure in turns, and print each."""
    found: dict[str, list[tuple[float, float]]] = {"processes": [], "cluster": []}
    for _ in range(ROUNDS):
        found["processes"].append(rate(Processes(2), SECONDS))
        cluster = Cluster("local:2", has_programs=False, told=print)
        found["cluster"].append(rate(cluster, SECONDS))
    for name, rates in found.items():
        shown = ", ".join(f"{games:.0f}" for games, _ in rates)
        cost = min(cost for _, cost in rates)
        print(f"{name:10} {shown} games a second, {1000 * cost:.2f} ms of processor time each")
    ratios = [there[0] / here[0] for here, there in zip(*found.values(), strict=True)]
    shown = ", ".join(f"{ratio:.2f}" for ratio in ratios)
    costs = [min(cost for _, cost in rates) for rates in found.values()]
    print(
        f"ratio      {shown}   (goal: at least {GOAL}); by processor time {costs[0] / costs[1]:.2f}"
    )


if __name__ == "__main__":
    main()
