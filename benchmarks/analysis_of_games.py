"""How steady the analysis of Zen and of Dame de Pique is: `python benchmarks/analysis_of_games.py`.

Games are played by each level with itself: of Zen whole ones, in the base game and in variant 1 by
turns, of Dame de Pique first rounds.

- rates: the points that each level loses a turn (goal: in the order of the levels).
- labels: how many of the names of losses stay with twice the effort (goal: nine of ten).

`PYTHONPATH=FOLDER python -P benchmarks/analysis_of_games.py` measures the compiled build in FOLDER.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple

if not sys.flags.safe_path:  # else there is a script `engine` beside this one
    sys.path[0] = str(Path(__file__).parents[1])

from engine.analysis import Judged, error_rate
from engine.game import Game
from engine.hearts import analysis as hearts
from engine.hearts.game import HEARTS
from engine.hearts.options import HeartsOptions
from engine.table import Sitter, Table
from engine.zen import analysis as zen
from engine.zen.game import ZEN
from engine.zen.options import ZenOptions

MOST_MOVES: Final = 100
"""The moves after which a game between weak players is no longer followed."""


def _rounds(state: Any) -> int:
    """Return how many rounds are over."""
    return len(state.rounds)


class Measured(NamedTuple):
    """A game whose analysis is measured.

    Attributes:
        game: The game.
        options: The options of a game with a number.
        analyse: Judges the turns.
        usual, twice: The usual effort, and twice as much.
        levels: The levels, weakest first.
    """

    game: Game[Any]
    options: Callable[[int], Any]
    analyse: Callable[..., Any]
    usual: Any
    twice: Any
    levels: Sequence[str]

    def played(self, level: str, number: int) -> Table[Any]:
        """Return a game of a level with itself, or the first round of it."""
        options = self.options(number)
        seats = self.game.seats(options)
        table = Table(self.game, options, [Sitter(level)] * len(seats), number)
        players = [
            self.game.computer_players[level](100 * number + seat) for seat in range(len(seats))
        ]
        table.draw_lots()
        while not table.outcome and not _rounds(table.state) and len(table.plays) < MOST_MOVES:
            seat = table.to_move[0]
            table.play(seat, players[seat].choose(table.view(seat)))
            table.draw_lots()
        return table

    def judged(self, table: Table[Any], effort: Any) -> list[Judged]:
        """Return the turns of the game as they are judged, of its first round alone."""
        count = next((at for at, one in enumerate(table.states) if _rounds(one)), len(table.plays))
        return [*self.analyse(table.states[:count], table.plays[:count], effort=effort)]


GAMES: Final = {
    "zen": Measured(
        ZEN,
        lambda number: ZenOptions(variant=1 if number % 2 else 0),
        zen.analyse,
        zen.USUAL,
        zen.Effort(2 * zen.USUAL.nodes),
        ("novice", "greedy", "casual", "club", "expert"),
    ),
    "hearts": Measured(
        HEARTS,
        lambda _number: HeartsOptions(),
        hearts.analyse,
        hearts.USUAL,
        hearts.Effort(2 * hearts.USUAL.worlds, 2 * hearts.USUAL.passes),
        ("random", "novice", "greedy", "club"),
    ),
}


def measure(key: str, numbers: range) -> None:
    """Print what the levels lose in the games with these numbers, and which labels stay."""
    measured = GAMES[key]
    named = stayed = 0
    for level in measured.levels:
        rates = []
        for number in numbers:
            table = measured.played(level, number)
            turns = measured.judged(table, measured.usual)
            seats = range(len(table.seats))
            rates += [rate for seat in seats if (rate := error_rate(turns, seat)) is not None]
            for once, again in zip(turns, measured.judged(table, measured.twice), strict=True):
                named += once.label is not None
                stayed += once.label is not None and once.label is again.label
        error = stdev(rates) / len(rates) ** 0.5
        print(f"{key}: {level} loses {fmean(rates):.2f} +-{error:.2f} points a turn", flush=True)
    print(f"{key}: of {named} labels {stayed} stay with twice the effort")


def main() -> None:
    """Measure all games, or those that are named."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("keys", nargs="*", help=", ".join(GAMES))
    parser.add_argument("--games", type=int, default=4, help="how many games a level plays")
    parser.add_argument("--first", type=int, default=0, help="the number of the first of them")
    options = parser.parse_args()
    for key in options.keys or GAMES:
        measure(key, range(options.first, options.first + options.games))


if __name__ == "__main__":
    main()
