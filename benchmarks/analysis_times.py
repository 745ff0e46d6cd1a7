"""How long the analysis of a whole game takes: `python benchmarks/analysis_times.py [FOLDER]`.

It is processor time, which other work on the machine hardly changes. The sources are measured, and
the compiled build of FOLDER, as `make test-fast` leaves it in `.venv/fast/tapis_vert`. Each game is
played by a level with itself (goals: 60 s a game, 15 s compiled).
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path
from statistics import fmean
from time import process_time
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
PLAYED_BY: Final = {"duel": "club", "zen": "club", "hearts": "club", "war": "random"}


def seconds(key: str, number: int) -> float:
    """Return the seconds that the analysis of a game takes."""
    from engine.games import find_game
    from engine.table import Sitter, Table
    from saves.analysis import analysis_of

    game: Any = find_game(key)
    options = game.options()
    seats, level = range(len(game.seats(options))), PLAYED_BY[key]
    table = Table(game, options, [Sitter(level) for _ in seats], number)
    players = [game.computer_players[level](100 * number + seat) for seat in seats]
    table.draw_lots()
    while table.outcome is None:
        seat = table.to_move[0]
        table.play(seat, players[seat].choose(table.view(seat)))
        table.draw_lots()
    began = process_time()
    assert [*analysis_of(table)]
    return process_time() - began


def measured_in(folder: Path, key: str, games: int) -> list[float]:
    """Return the seconds of some games in the build that lies in a folder."""
    words = [sys.executable, "-P", __file__, "--child", key, "--games", str(games)]
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    done = subprocess.run(
        words, env=environment, stdout=subprocess.PIPE, text=True, cwd="/", check=True
    )
    origin, *found = done.stdout.splitlines()
    assert Path(origin).is_relative_to(folder)
    return [*map(float, found)]


def main() -> None:
    """Measure both builds, or this one as a child."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="?", help="where the compiled build lies")
    parser.add_argument("--keys", nargs="*", default=[*PLAYED_BY], help=", ".join(PLAYED_BY))
    parser.add_argument("--games", type=int, default=2, help="how many games of each")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        import engine

        print(engine.__file__)
        print(*(seconds(options.child, number) for number in range(options.games)), sep="\n")
        return
    builds = {"sources": ROOT}
    if options.folder:
        builds["compiled"] = options.folder.resolve()
    for key in options.keys:
        for name, folder in builds.items():
            found = measured_in(folder, key, options.games)
            print(f"{key}, {name}: {fmean(found):.1f} s in the mean, {max(found):.1f} s at most")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
