"""Many worlds, one after the other: `make swarm` runs until it is stopped, or something breaks.

What breaks is shrunk to the happenings that it needs, and printed as a test.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Sequence
from itertools import count
from time import monotonic
from typing import Final

from world import GAMES, World, twins
from world_base import SimulatedWorld
from world_home import HomeWorld
from world_opened import OpenedWorld
from world_parts import Broken
from world_script import Happening
from world_server import ServerWorld

WITH_HIDDEN_CARDS: Final = [game for game in GAMES if game != "zen"]
KINDS: Final = (World, World, HomeWorld, OpenedWorld, ServerWorld)
TWINS_EACH: Final = 10
"""After how many worlds two are compared that differ in hidden cards."""


def world_of(seed: int) -> SimulatedWorld:
    """Return the world of a seed: of each kind, more often of the duel than of other games."""
    kind = KINDS[seed % len(KINDS)]
    games = ["duel"] * 4 + [*GAMES]
    return kind(seed, games[seed // len(KINDS) % len(games)])


def fault_of(world: SimulatedWorld) -> str:
    """Run a world; return what broke, "" if nothing did."""
    try:
        world.run()
    except Broken as broken:
        return str(broken) or type(broken).__name__
    except Exception as fault:  # noqa: BLE001 - a fault of any kind is what is looked for
        return f"{type(fault).__name__}: {fault}"
    return ""


def fault_of_twins(seed: int, game: str) -> str:
    """Return whether two worlds that differ in hidden cards tell different bytes, "" if not."""
    one, other = (world.told_while_hidden() for world in twins(seed, game))
    return "" if one == other else "hidden cards are told"


def shrunk(world: SimulatedWorld) -> list[Happening]:
    """Return as few of the happenings as still break a world of this kind."""
    script = world.script
    left, size = [*script], max(len(script) // 2, 1)
    while True:
        at = 0
        while at < len(left):
            fewer = left[:at] + left[at + size :]
            if fault_of(type(world)(world.seed, world.game.key, fewer)):
                left = fewer
            else:
                at += size
        if size == 1:
            return left
        size //= 2


def as_test(world: SimulatedWorld, script: Sequence[Happening]) -> str:
    """Return the text of a test that fails as this world does."""
    lines = [f"        Happening{tuple(one)!r}," for one in script]
    body = "\n".join(["    script = [", *lines, "    ]"]) if lines else "    script = []"
    name = f"test_the_world_of_seed_{world.seed}_keeps_its_promises"
    made = f"{type(world).__name__}({world.seed}, {world.game.key!r}, script)"
    return f"def {name}():\n{body}\n    {made}.run()\n"


def main() -> None:
    """Run worlds from a seed on, 0 if none is given, until one breaks."""
    logging.getLogger().addHandler(logging.NullHandler())  # the disks of worlds fail often
    began, first = monotonic(), int(sys.argv[1]) if len(sys.argv) > 1 else 0
    for seed in count(first):
        world = world_of(seed)
        if fault := fault_of(world):
            sys.stdout.write(f"seed {seed}: {fault}\n\n")
            sys.stdout.write(as_test(world, shrunk(world)))
            sys.exit(1)
        game = WITH_HIDDEN_CARDS[seed // TWINS_EACH % len(WITH_HIDDEN_CARDS)]
        if seed % TWINS_EACH == 0 and (fault := fault_of_twins(seed, game)):
            sys.stdout.write(f"twins({seed}, {game!r}): {fault}\n")
            sys.exit(1)
        if seed % 100 == 99:
            rate = (seed + 1 - first) / (monotonic() - began) * 60
            sys.stdout.write(f"{seed + 1 - first} worlds, {rate:.0f} a minute\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
