"""What a whole scripted game in the line mode costs, against `python -c pass` (goal: at most 5).

Both are started in turn; the ratio of the medians is what to quote.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

del sys.path[0]  # this folder, where `engine` would be the script beside this one

from engine.duel.game import DUEL
from engine.duel.state import DuelOptions
from engine.table import Sitter, Table

SEED = 8
RUNS = 25
ENVIRONMENT = {  # above all, nothing that forbids compiled files
    "PATH": os.environ["PATH"],
    "LANG": "C.UTF-8",
}
GOAL = 5


def script() -> bytes:
    """Return the turns of a whole game as lines."""
    player = DUEL.computer_players["greedy"](0)
    table = Table(DUEL, DuelOptions("north"), [Sitter("NORD"), Sitter("SUD")], SEED)
    lines = []
    while table.outcome is None:
        seat = table.to_move[0]
        turn = player.choose(table.view(seat))
        lines.append(f"{turn}\n")
        table.play(seat, turn)
    return "".join(lines).encode()


def milliseconds(arguments: list[str], typed: bytes) -> float:
    """Return how long the command runs."""
    begin = perf_counter()
    subprocess.run(arguments, input=typed, capture_output=True, check=True, env=ENVIRONMENT)
    return (perf_counter() - begin) * 1000


def main() -> None:
    """Measure in turns, and print medians."""
    typed = script()
    game = [str(Path(sys.executable).with_name("tapis")), "console", "--seed", str(SEED)]
    milliseconds(game, typed)  # compiles the sources, once
    times = [
        (milliseconds([sys.executable, "-c", "pass"], b""), milliseconds(game, typed))
        for _ in range(RUNS)
    ]
    floor, whole = (median(column) for column in zip(*times, strict=True))
    print(f"python -c pass      {floor:7.1f} ms")
    print(f"a game of {len(typed.splitlines())} turns    {whole:7.1f} ms")
    print(f"ratio               {whole / floor:7.2f}   (goal: at most {GOAL})")


if __name__ == "__main__":
    main()
