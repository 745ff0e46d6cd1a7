"""How much quicker an arena is in two processes than in one, greedy against greedy (goal: 1.8).

The same deals are played by one process, by the two of the arena, and by two programs that know
nothing of each other, each half of the deals: what the machine can do at this moment. All take
turns; the best round of each counts. Where other work keeps the cores busy that says little; what
the processor time of all processes together would give on two free cores is therefore told too.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from time import perf_counter, process_time

# in place of this folder, where `engine` and `arena` would be scripts beside this one
sys.path[0] = str(Path(__file__).parents[1])

from arena.executor import Executor, InProcess, Processes
from arena.match import play_meeting
from arena.schedule import Contest, Meeting
from engine.duel.state import DuelOptions
from engine.game import StopFlag, never

DEALS = 200
ROUNDS = 5
GOAL = 1.8
SEED = 1

Used = tuple[int, float]


def play_and_tell(meeting: Meeting, stop: StopFlag) -> Used:
    """Play, and return which process did and how much processor time it has used up."""
    play_meeting(meeting, stop)
    return os.getpid(), process_time()


class Spent:
    """The meetings that were played, and the processor time that they took all processes."""

    def __init__(self) -> None:
        self.meetings = 0
        self._begin = process_time()
        self._theirs: dict[int, float] = {}

    def run(
        self, executor: Executor, meetings: Iterable[Meeting], stop: StopFlag
    ) -> Iterator[None]:
        """Play, and yield after each meeting."""
        for process, used in executor.run(play_and_tell, meetings, stop):
            self.meetings += 1
            if process != os.getpid():
                self._theirs[process] = max(used, self._theirs.get(process, 0))
            yield

    @property
    def seconds(self) -> float:
        """The processor time, theirs and ours."""
        return process_time() - self._begin + sum(self._theirs.values())


def play(executor: Executor, deals: int) -> float:
    """Play so many deals; return the processor time that it took all processes, theirs and ours."""
    contest = Contest("duel", DuelOptions("north"), ("greedy", "greedy"), deals, SEED, 1)
    spent = Spent()
    deque(spent.run(executor, contest.meetings(), never), 0)
    return spent.seconds


def measured(executor: Executor) -> tuple[float, float]:
    """Return the seconds and the processor time; both with the start of processes."""
    begin = perf_counter()
    used = play(executor, DEALS)
    return perf_counter() - begin, used


def seconds_apart() -> float:
    """Return how long two programs take for half of the deals each, without their start."""
    programs = [
        subprocess.Popen(
            [sys.executable, __file__, str(DEALS // 2)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
        )
        for _ in range(2)
    ]
    for program in programs:
        assert program.stdout
        program.stdout.read(1)
    begin = perf_counter()
    for program in programs:
        assert program.stdin
        program.stdin.write(b".")
    for program in programs:
        program.communicate()
    return perf_counter() - begin


def half(deals: int) -> None:
    """Say that we are there, wait for the word, and play."""
    play(InProcess(), 2)
    print(".", end="", flush=True)
    sys.stdin.read(1)
    play(InProcess(), deals)


def main() -> None:
    """Measure in turns, and print the best."""
    rounds = [
        (*measured(InProcess()), *measured(Processes(2)), seconds_apart()) for _ in range(ROUNDS)
    ]
    one, one_used, two, two_used, apart = (min(column) for column in zip(*rounds, strict=True))
    print(f"one process             {2 * DEALS / one:7.0f} games a second")
    print(f"two processes           {2 * DEALS / two:7.0f} games a second")
    print(f"two programs apart      {2 * DEALS / apart:7.0f} games a second")
    print(f"ratio                   {one / two:7.2f}   (goal: at least {GOAL})")
    print(f"  of programs apart     {one / apart:7.2f}")
    print(f"  by processor time     {2 * one_used / two_used:7.2f}")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        half(int(sys.argv[1]))
    else:
        import_module("benchmarks.arena").main()  # other processes load its functions by that name
