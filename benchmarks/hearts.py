"""How strong and how quick the levels of Dame de Pique are.

    python benchmarks/hearts.py points games --deals 20

- points: points a round of one player of a level among three of another. Each deal is played four
  times, everybody moving one seat on; passes go left, right, across and nowhere by turns. And how
  long `master` takes for a decision, its passes too.
- games: the same in games to 100 points: games won (even: 25 %), and how often the one is ahead of
  a given other.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from statistics import fmean, stdev
from time import perf_counter
from typing import Any, Final, NamedTuple

# in place of this folder, where `engine` and `arena` would be scripts beside this one
sys.path[0] = str(Path(__file__).parents[1])

from arena.executor import Processes
from arena.match import MeetingResult, play_meeting
from arena.schedule import Meeting
from arena.statistics import Z, quantile, share_of
from engine.game import CHANCE, Game, StopFlag, never
from engine.hearts.game import HEARTS
from engine.hearts.options import HeartsOptions
from engine.shuffle import Lots, seat_seed

SEATS: Final = 4
SEED: Final = 1
PATIENCE: Final = 10.0
OPTIONS: Final = HeartsOptions()
ONE_AGAINST_THREE: Final = (("master", "club"), ("master", "random"))


def load_hearts() -> Game[Any]:
    """Return the game; at the top of a module, so that other processes find it too."""
    return HEARTS


class Round(NamedTuple):
    """Four rounds with one deal: `kinds` in the order in which they sit in the first one."""

    kinds: tuple[str, ...]
    deal: int


class RoundResult(NamedTuple):
    """The mean points of the first player, and the seconds of each decision of `master`."""

    points: float
    seconds: tuple[float, ...]


def play_round(meeting: Round, stop: StopFlag = never) -> RoundResult:
    """Play a deal once on every seat."""
    points, seconds = [], []
    for turn in range(SEATS):
        kinds = [meeting.kinds[seat - turn] for seat in range(SEATS)]
        players = [
            HEARTS.computer_players[kind](seat_seed(meeting.deal, seat))
            for seat, kind in enumerate(kinds)
        ]
        state, moves = HEARTS.start(OPTIONS)._replace(number=meeting.deal % SEATS), 0
        while not state.rounds:
            seat = state.to_move[0]
            if seat == CHANCE:
                move = state.chance(Lots(meeting.deal, moves))
            else:
                view, begin = state.view(seat), perf_counter()
                move = players[seat].choose(view, stop)
                if kinds[seat] == "master":
                    seconds.append(perf_counter() - begin)
            state, moves = state.play(seat, move), moves + 1
        points.append(state.rounds[0][turn])
    return RoundResult(fmean(points), tuple(seconds))


def meetings(kinds: tuple[str, ...], deals: int) -> Iterator[Meeting]:
    """Yield the games to 100 points that some players play."""
    for deal in range(deals):
        yield Meeting(load_hearts, OPTIONS, SEATS, kinds, PATIENCE, SEED, 0, deal)


def percent(scores: list[float]) -> str:
    """Return a share with its interval."""
    share = share_of(scores)
    return f"{100 * share.mean:5.1f} % ({100 * share.low:.1f} to {100 * share.high:.1f})"


def run(work: Callable[[Any, StopFlag], Any], items: Iterator[Any], jobs: int) -> list[Any]:
    """Return the result of each item, as they finish."""
    return list(Processes(jobs).run(work, items, never))


def points(deals: int, jobs: int) -> None:
    """Measure points a round, and the time of `master`'s decisions."""
    seconds: list[float] = []
    for one, others in ONE_AGAINST_THREE:
        kinds = (one, others, others, others)
        results = run(play_round, (Round(kinds, deal) for deal in range(deals)), jobs)
        mean = [result.points for result in results]
        half = Z * stdev(mean) / len(mean) ** 0.5 if len(mean) > 1 else 0
        print(
            f"{one} among three {others}: {fmean(mean):.2f} points a round"
            f" (± {half:.2f}), {deals} deals x {SEATS}"
        )
        seconds += [second for result in results for second in result.seconds]
    ordered = sorted(seconds)
    print(
        f"a decision of master: median {1000 * quantile(ordered, 0.5):.0f} ms,"
        f" 95 % {1000 * quantile(ordered, 0.95):.0f} ms, most {1000 * ordered[-1]:.0f} ms"
    )


def games(deals: int, jobs: int) -> None:
    """Measure games to 100 points of one against three."""
    for one, others in ONE_AGAINST_THREE:
        kinds = (one, others, others, others)
        results: list[MeetingResult] = run(play_meeting, meetings(kinds, deals), jobs)
        won = [result.won(0) / SEATS for result in results]
        ahead = [fmean(result.share(0, other) for other in (1, 2, 3)) for result in results]
        print(
            f"{one} among three {others}: won {percent(won)}, ahead of a given one"
            f" {percent(ahead)}, {deals} deals x {SEATS} games"
        )


def main() -> None:
    """Measure what was asked for."""
    parts = {"points": points, "games": games}
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", default=[*parts], help="points, games")
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    for part in given.parts:
        parts[part](given.deals, given.jobs)


if __name__ == "__main__":
    import_module("benchmarks.hearts").main()  # other processes load its functions by that name
