"""How many simulated worlds a core runs in a minute: tables, homes, opened games and servers.

    python benchmarks/world.py

A table of the duel is to take at most 0.3 s of processor time in the mean, faults and all.
"""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from time import process_time
from typing import Final

sys.path[0] = str(Path(__file__).parents[1] / "tests" / "support")

from world import GAMES, World
from world_base import SimulatedWorld
from world_home import HomeWorld
from world_opened import OpenedWorld
from world_server import ServerWorld

DUELS, OTHERS = 200, 30
GOAL: Final = 200
KINDS: Final[tuple[type[SimulatedWorld], ...]] = (World, HomeWorld, OpenedWorld, ServerWorld)


def worlds_a_minute(kind: type[SimulatedWorld], game: str, count: int) -> float:
    """Return how many worlds a minute of processor time has room for."""
    began = process_time()
    for seed in range(count):
        kind(seed, game).run()
    return 60 * count / (process_time() - began)


def main() -> None:
    """Measure each kind of world with each game."""
    logging.getLogger().addHandler(logging.NullHandler())  # the disks of worlds fail often
    for kind in KINDS:
        for game in GAMES:
            is_goal = kind is World and game == "duel"
            rate = worlds_a_minute(kind, game, DUELS if is_goal else OTHERS)
            goal = f"   {rate / GOAL:4.1f} x the goal (goal: 1)" if is_goal else ""
            print(f"{kind.__name__:12} {game:7} {rate:6.0f} a minute{goal}", flush=True)


if __name__ == "__main__":
    main()
