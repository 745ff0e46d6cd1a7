"""What a long game of Bataille costs: one of 3,238 duels, against its own first 100.

    python benchmarks/war.py

In memory: bytes of its file, memory and time of loading it, time to play it to its end at once. In
a pseudo-terminal of 80x24, as `terminal.py` does it: bytes and time of Space early and late in the
game, and how long End takes and what it leaves in memory. Ratios of one run are what to quote: a
move of a long game should cost no more than one of a short game.
"""

from __future__ import annotations

import os
import tempfile
import tracemalloc
from collections.abc import Callable
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, Final

terminal: Any = import_module("terminal")  # takes this folder out of the path
show = terminal.show

from engine.table import HUMAN, Sitter, Table
from engine.war.game import WAR
from engine.war.moves import TURN
from engine.war.options import WarOptions
from saves.reading import read_record
from saves.record import Record

OPTIONS: Final = WarOptions(2, 26)
SEED: Final = 350
DUELS: Final = 3_238
EARLY, LATE = 100, 3_100
"""After how many duels Space is pressed."""
RUNS: Final = 5
SPACES: Final = 20
END: Final = b"\x1b[F"
END_SECONDS: Final = 20.0
MB: Final = 1_000_000


def duels_of(table: Table[Any]) -> int:
    """Return the number of the duel that a game is at; before the deal it is 0."""
    state: Any = table.state
    return state.duel.number if state.duel else 0


def played(duels: int) -> Table[Any]:
    """Return the game after so many duels, two people at it."""
    sitters = [Sitter(f"Person {seat + 1}", HUMAN) for seat in range(OPTIONS.players)]
    table: Table[Any] = Table(WAR, OPTIONS, sitters, SEED)
    while table.outcome is None and duels_of(table) <= duels:
        table.play(table.to_move[0], TURN)
    return table


def file_of(table: Table[Any]) -> bytes:
    """Return the file of a game."""
    return Record.new(table, datetime(2026, 1, 1, tzinfo=UTC)).to_bytes()


def seconds(work: Callable[[], object]) -> float:
    """Return the least time that some work takes in a few runs."""
    least = float("inf")
    for _run in range(RUNS):
        begin = perf_counter()
        work()
        least = min(least, perf_counter() - begin)
    return least


def megabytes(work: Callable[[], object]) -> float:
    """Return the most memory that some work takes at once."""
    tracemalloc.start()
    _kept = work()
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most / MB


def in_memory() -> None:
    """Measure the game without a screen."""
    whole, start = played(DUELS), played(EARLY)
    assert duels_of(whole) == DUELS
    long, short = file_of(whole), file_of(start)
    show("file of the whole game", len(long) / 1000, "kB", "under 1,000")
    show("memory of loading it", megabytes(lambda: read_record(long)), "MB", "under 40")
    took = seconds(lambda: read_record(long))
    show("time of loading it", 1000 * took, "ms", "under 1,000")
    each = took / len(whole.plays)
    ratio = each / (seconds(lambda: read_record(short)) / len(start.plays))
    terminal.show(
        "loading a move, against the first 100 duels", ratio, "times", "at most 1.2 times"
    )

    def play_out() -> None:
        read_record(short).table.play_out()

    terminal.show(
        "to the end at once, against a load", seconds(play_out) / took, "times", "at most 2 times"
    )


def on_screen() -> None:
    """Measure Space and End in the program."""
    files = {EARLY: file_of(played(EARLY)), LATE: file_of(played(LATE))}
    sizes: dict[int, list[int]] = {EARLY: [], LATE: []}
    times: dict[int, list[float]] = {EARLY: [], LATE: []}
    ends, memory = [], []
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": folder,
            "TAPIS_HOME": folder,
            "TERM": "xterm-256color",
            "LANG": "C.UTF-8",
            "TAPIS_MOTION": "0",
        }
        for _run in range(RUNS):
            for duels, data in files.items():
                file = Path(folder, f"{duels}.json")
                file.write_bytes(data)
                program = terminal.Program([terminal.SCRIPT, "resume", str(file)], environment)
                program.settle()
                for _space in range(SPACES):
                    size, took = program.press(b" ")
                    sizes[duels].append(size)
                    times[duels].append(took)
                if duels == EARLY:
                    ends.append(program.press_long(END, END_SECONDS))
                    memory.append(program.memory())
                program.stop()
                for left in Path(folder).glob(f"{duels}*"):
                    left.unlink()
    show("Space at duel 100, median", median(sizes[EARLY]), "bytes", "at most 1,200")
    show("Space at duel 3,100, median", median(sizes[LATE]), "bytes", "at most 1,200")
    ratio = median(times[LATE]) / median(times[EARLY])
    terminal.show(
        "Space at duel 3,100 to last byte", ratio, "times", "at most 5 times one at duel 100"
    )
    print(
        f"  {median(times[EARLY]):.0f} ms, then {median(times[LATE]):.0f} ms;"
        " the whole file is written each time"
    )
    show("End from duel 100 to last byte", median(ends), "ms", "under 2,000")
    show("memory after that", median(memory), "MB", "under 120")


def main() -> None:
    """Measure both."""
    in_memory()
    on_screen()


if __name__ == "__main__":
    main()
