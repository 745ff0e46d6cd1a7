"""What a list of 10,000 saved games costs: `tapis saves`, and the list on the screen.

Cold is without what an earlier list remembered, warm with it. Times are also told against
`python -c pass`; the medians are what to quote.
"""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from time import perf_counter, sleep

del sys.path[0]  # this folder, where `engine` would be the script beside this one

from engine.game import Game
from engine.games import find_game
from engine.table import Sitter, Table
from saves.record import Record

FILES = 10_000
RUNS = 3
GOAL_SECONDS, GOAL_MB = 3, 60
SCRIPT = str(Path(sys.executable).with_name("tapis"))
TURNS = {"duel": 12, "zen": 60}
DIFFERENT = 6
"""How many games of each kind there are; the others are copies."""

DOWN, ENTER = b"\x1b[B", b"\r"
QUIET, LONGEST = 1.0, 60.0


def game_file(game: Game[object], seed: int) -> bytes:
    """Return a game as a file: every other one is over, if chance lets it be."""
    options = game.options()
    table = Table(game, options, [Sitter(seat) for seat in game.seats(options)], seed)
    player = game.computer_players["random"](seed)
    for _turn in range(TURNS[game.key] if seed % 2 else 1000):
        if table.outcome:
            break
        seat = table.to_move[0]
        table.play(seat, player.choose(table.view(seat)))
    return Record.new(table, datetime.now(UTC)).to_bytes()


def fill(folder: Path) -> None:
    """Put the games into the folder."""
    games = [game_file(find_game(key), seed) for key in TURNS for seed in range(DIFFERENT)]
    for number in range(FILES):
        name = f"2026-11-21 08.54 NORD - SUD {number}.json"
        (folder / name).write_bytes(games[number % len(games)])


def run(command: list[str], environment: dict[str, str]) -> tuple[float, float]:
    """Return the seconds a command takes, and the most memory it had, in MB."""
    begin = perf_counter()
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    _pid, _status, used = os.wait4(process.pid, 0)
    process.returncode = 0
    return perf_counter() - begin, used.ru_maxrss / 1024


def screen(environment: dict[str, str]) -> tuple[float, float]:
    """Return the seconds from the key that opens the list to its first page, and the most MB."""
    process, master = pty.fork()
    if process == 0:
        os.execvpe(SCRIPT, [SCRIPT], environment)
    for key in (b"", DOWN, DOWN):
        os.write(master, key)
        read_until_quiet(master)
    begin = perf_counter()
    os.write(master, ENTER)
    took = read_until_quiet(master) - begin
    sleep(GOAL_SECONDS)  # the rest of the files is read
    status = Path(f"/proc/{process}/status").read_text()
    os.write(master, b"\x03\x03")
    read_until_quiet(master)
    os.close(master)
    os.waitpid(process, 0)
    return took, int(status.split("VmHWM:")[1].split()[0]) / 1024


def read_until_quiet(master: int) -> float:
    """Return when the last of what a program sends came."""
    last, wait = perf_counter(), LONGEST
    while select.select([master], [], [], wait)[0]:
        try:
            os.read(master, 65536)
        except OSError:  # the program has ended
            break
        last, wait = perf_counter(), QUIET
    return last


def show(what: str, times: list[tuple[float, float]], floor: float) -> None:
    """Print medians."""
    seconds, memory = (median(column) for column in zip(*times, strict=True))
    print(
        f"{what:38}{seconds:6.2f} s {seconds / floor:7.1f} times   (goal: at most {GOAL_SECONDS} s)"
        f" {memory:5.0f} MB   (goal: at most {GOAL_MB})"
    )


def main() -> None:
    """Measure in turns, and print medians."""
    pass_, cold, warm, cold_screen, warm_screen = ([] for _ in range(5))
    with tempfile.TemporaryDirectory() as home:
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": home,
            "TAPIS_HOME": home,
            "TERM": "xterm-256color",
            "LANG": "C.UTF-8",
        }  # above all, nothing that forbids compiled files
        folder, index = Path(home, "games"), Path(home, "games.index")
        folder.mkdir()
        fill(folder)
        run([SCRIPT, "saves"], environment)  # compiles the sources, once
        for _run in range(RUNS):
            pass_.append(run([sys.executable, "-c", "pass"], environment))
            index.unlink()
            cold.append(run([SCRIPT, "saves"], environment))
            warm.append(run([SCRIPT, "saves"], environment))
            index.unlink()
            cold_screen.append(screen(environment))
            warm_screen.append(screen(environment))
    floor = median(seconds for seconds, _memory in pass_)
    show(f"tapis saves, {FILES} games, cold", cold, floor)
    show(f"tapis saves, {FILES} games, warm", warm, floor)
    show("first page on the screen, cold", cold_screen, floor)
    show("first page on the screen, warm", warm_screen, floor)


if __name__ == "__main__":
    main()
