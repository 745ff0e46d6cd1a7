"""What the full-screen program sends and takes, against the smallest Textual program.

All run in pseudo-terminals of 80x24, in turn; the ratios of the medians are what to quote.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import select
import signal
import struct
import sys
import tempfile
import termios
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter
from types import FrameType

del sys.path[0]  # this folder, where `engine` would be the script beside this one

RUNS = 5
PAINTS = 11
ROWS, COLUMNS = 24, 80
START_SECONDS = 15.0
PAINT_QUIET = 0.4
KEY_SECONDS = 0.5
KEY_QUIET = 0.1
OPPONENT_QUIET = 1.5
IDLE_SECONDS = 10.0

RIGHT, LEFT, UP, DOWN = b"\x1b[C", b"\x1b[D", b"\x1b[A", b"\x1b[B"
PAGE_UP, PAGE_DOWN = b"\x1b[5~", b"\x1b[6~"
ARROWS = [*[RIGHT] * 7, *[LEFT] * 7, DOWN, UP, DOWN, UP]
OTHERS = {
    "digit": b"2",
    "second digit": b"2",
    "Enter (lays)": b"\r",
    "Backspace": b"\x7f",
    "Space (refused)": b" ",
    "PageUp": PAGE_UP,
    "PageDown": PAGE_DOWN,
    "i (hint)": b"i",
}
TURN = {"Enter (lays)": b"\r", "Enter (second)": b"\r", "Space (ends the turn)": b" "}
TURNS = 2
TAB = b"\t"
SQUARES = [*[LEFT] * 5, *[DOWN] * 5, *[RIGHT] * 5, *[UP] * 5]
LIFTED = {"Enter (picks up)": b"\r", "Tab (a landing square)": TAB, "Tab (another)": TAB}
MOVE = {"Enter (sets down)": b"\r"}

PACKAGES = tuple(
    str(Path(__file__).resolve().parent.parent / name) + os.sep
    for name in ("engine", "saves", "programs", "host", "net", "play", "tui")
)
SCRIPT = str(Path(sys.executable).with_name("tapis"))
EMPTY = [sys.executable, "-P", str(Path(__file__).with_name("empty_app.py"))]
HOME = [SCRIPT]
TABLE = [SCRIPT, "play", "--seed", "3", "--first", "north", "--north", "human", "--south", "greedy"]


ZEN = [SCRIPT, "play", "zen", "--seed", "3", "--first", "black"]
ZEN += ["--black", "human", "--white", "random"]


class Program:
    """A program in a pseudo-terminal, seen from outside."""

    def __init__(self, command: list[str], environment: dict[str, str]) -> None:
        """Start it and wait for its first paint, which took `paint` milliseconds."""
        begin = perf_counter()
        self._process, self._master = pty.fork()
        if self._process == 0:
            os.execvpe(command[0], command, environment)
        size = struct.pack("HHHH", ROWS, COLUMNS, 0, 0)
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, size)
        _size, last = self._read(START_SECONDS, PAINT_QUIET)
        self.paint = (last - begin) * 1000

    def press(self, key: bytes) -> tuple[int, float]:
        """Return the bytes that answer a key, and the milliseconds up to the last of them."""
        begin = perf_counter()
        os.write(self._master, key)
        size, last = self._read(KEY_SECONDS, KEY_QUIET)
        return size, (last - begin) * 1000

    def press_long(self, key: bytes, most: float) -> float:
        """Return the milliseconds up to the last byte that answers a key in so many seconds."""
        begin = perf_counter()
        os.write(self._master, key)
        _size, last = self._read(most, OPPONENT_QUIET)
        return (last - begin) * 1000

    def settle(self) -> None:
        """Wait until the opponent has moved: an arrow key would skip what is shown of that."""
        self._read(OPPONENT_QUIET, OPPONENT_QUIET)

    def watch(self, seconds: float) -> int:
        """Return the bytes that come while nobody touches a key."""
        end, size = perf_counter() + seconds, 0
        while (left := end - perf_counter()) > 0:
            size += self._read(left, 0)[0]
        return size

    def memory(self) -> float:
        """Return the resident memory, in MB."""
        status = Path(f"/proc/{self._process}/status").read_text()
        if "VmRSS:" not in status:
            sys.exit("the program has ended by itself")
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def stop(self) -> None:
        """End it."""
        os.kill(self._process, signal.SIGKILL)
        os.waitpid(self._process, 0)
        os.close(self._master)

    def _read(self, first: float, quiet: float) -> tuple[int, float]:
        """Read until it is quiet; return how much came, and when the last of it did."""
        size, last, wait = 0, perf_counter(), first
        while select.select([self._master], [], [], wait)[0]:
            try:
                got = os.read(self._master, 65536)
            except OSError:  # the program has ended
                break
            size, last, wait = size + len(got), perf_counter(), quiet
        return size, last


@dataclass
class Figures:
    """What the runs of one program gave: milliseconds and bytes."""

    paint: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)
    arrow_ms: list[float] = field(default_factory=list)
    arrow_bytes: list[int] = field(default_factory=list)
    other_ms: list[float] = field(default_factory=list)
    other_bytes: dict[str, list[int]] = field(default_factory=dict)

    def press_arrows(self, program: Program, keys: Iterable[bytes]) -> None:
        """Measure arrow keys; one that changes nothing does not count."""
        for key in keys:
            size, took = program.press(key)
            if size:
                self.arrow_bytes.append(size)
                self.arrow_ms.append(took)

    def press_others(self, program: Program, keys: dict[str, bytes]) -> None:
        """Measure other keys; one that changes nothing does not count."""
        for name, key in keys.items():
            size, took = program.press(key)
            if size:
                self.other_bytes.setdefault(name, []).append(size)
                self.other_ms.append(took)


def run_empty(figures: Figures, environment: dict[str, str]) -> None:
    """Measure the smallest program once."""
    program = Program(EMPTY, environment)
    figures.press_arrows(program, [RIGHT, LEFT] * 8)
    figures.memory.append(program.memory())
    program.stop()


def run_home(figures: Figures, environment: dict[str, str]) -> None:
    """Measure the first screen once."""
    program = Program(HOME, environment)
    figures.press_arrows(program, [DOWN, DOWN, UP, UP])
    figures.memory.append(program.memory())
    program.stop()


def run_table(figures: Figures, environment: dict[str, str]) -> None:
    """Measure the table once, over some turns against a computer player."""
    program = Program(TABLE, environment)
    figures.press_arrows(program, ARROWS)
    figures.press_others(program, OTHERS)
    for _turn in range(TURNS):
        figures.press_others(program, TURN)
        program.settle()  # the opponent's cards come one by one
        figures.press_arrows(program, ARROWS)
    figures.memory.append(program.memory())
    program.stop()


def run_zen(figures: Figures, environment: dict[str, str]) -> None:
    """Measure Zen's board once, over some moves against a computer player."""
    program = Program(ZEN, environment)
    figures.press_arrows(program, SQUARES)
    for _turn in range(TURNS):
        program.press(TAB)
        figures.press_others(program, LIFTED)
        figures.press_arrows(program, [LEFT, RIGHT, UP, DOWN])
        program.press(TAB)
        figures.press_others(program, MOVE)
        program.settle()  # the opponent's pawn is lifted, then set down
        figures.press_arrows(program, SQUARES)
    figures.memory.append(program.memory())
    program.stop()


def idle(command: list[str], environment: dict[str, str]) -> int:
    """Return the bytes that a program sends while nobody touches a key."""
    program = Program(command, environment)
    size = program.watch(IDLE_SECONDS)
    program.stop()
    return size


class Calls:
    """Counts the calls of functions that lie in this project."""

    def __init__(self) -> None:
        self.count = 0
        self._ours: dict[str, bool] = {}

    def __call__(self, frame: FrameType, event: str, _argument: object) -> None:
        """Count a call."""
        if event == "call":
            file = frame.f_code.co_filename
            if file not in self._ours:
                self._ours[file] = file.startswith(PACKAGES)
            self.count += self._ours[file]


async def calls_of_arrows(game: str, first: str) -> list[int]:
    """Return how many of our own functions are called for each of some arrow keys at a table."""
    from play.requests import StartGame
    from play.setup import Series, usual_setup
    from tui.app import TapisApp

    series = Series(usual_setup(game)._replace(first=first))
    app = TapisApp(StartGame(series), seed=3)
    counts = []
    async with app.run_test(size=(COLUMNS, ROWS)) as pilot:
        await pilot.pause()
        await pilot.press("right", "left")
        for key in ("right", "left", "right", "down", "up", "left"):
            calls = Calls()
            sys.setprofile(calls)
            await pilot.press(key)
            await pilot.pause()
            sys.setprofile(None)
            counts.append(calls.count)
        app.end()
    return counts


def show(what: str, value: float, unit: str, goal: str) -> None:
    """Print a figure and its goal."""
    number = f"{value:.2f}" if unit == "times" else f"{value:.0f}"
    print(f"{what:44}{number:>8} {unit:6} (goal: {goal})")


def report_keys(where: str, empty: Figures, figures: Figures) -> None:
    """Print what the keys of a table cost."""
    others = {name: median(sizes) for name, sizes in figures.other_bytes.items()}
    dearest = max(others, key=lambda name: others[name])
    sizes = [size for row in figures.other_bytes.values() for size in row]
    show(f"arrow key {where}, median", median(figures.arrow_bytes), "bytes", "at most 230")
    show(f"arrow key {where}, most", max(figures.arrow_bytes), "bytes", "at most 1,400")
    show(f"other key {where}, median", median(sizes), "bytes", "at most 1,200")
    show(f"  dearest: {dearest}", others[dearest], "bytes", "none")
    floor = median(empty.arrow_ms)
    ratio = median(figures.arrow_ms) / floor
    show(f"arrow key {where} to last byte", ratio, "times", "at most 1.15 times")
    ratio = median(figures.other_ms) / floor
    show(f"other key {where} to last byte", ratio, "times", "at most 1.6 times")
    print(f"  smallest program {floor:.1f} ms, here {median(figures.arrow_ms):.1f} ms")


def report(empty: Figures, home: Figures, table: Figures, zen: Figures) -> None:
    """Print what was measured."""
    report_keys("at the table", empty, table)
    report_keys("on Zen's board", empty, zen)
    floor, goal = median(empty.arrow_ms), "at most 1.15 times"
    show("arrow key at home to last byte", median(home.arrow_ms) / floor, "times", goal)
    floor = median(empty.paint)
    for name, figures in (("home", home), ("table", table), ("Zen's board", zen)):
        ratio = median(figures.paint) / floor
        show(f"first paint of {name}", ratio, "times", "at most 1.35 times")
        print(f"  smallest program {floor:.0f} ms, {name} {median(figures.paint):.0f} ms")
    floor = median(empty.memory)
    for name, figures in (("home", home), ("table", table), ("Zen's board", zen)):
        ratio = median(figures.memory) / floor
        show(f"memory of {name}", ratio, "times", "at most 1.4 times")
        print(f"  smallest program {floor:.1f} MB, {name} {median(figures.memory):.1f} MB")


def main() -> None:
    """Measure in turns, and print medians."""
    empty, home, table, zen = Figures(), Figures(), Figures(), Figures()
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": os.environ.get("HOME", folder),
            "TAPIS_HOME": folder,
            "TERM": "xterm-256color",
            "LANG": "C.UTF-8",
            "SSH_TTY": "/dev/pts/0",  # where bytes and time count, and nothing moves
            **{name: os.environ[name] for name in ("COLORTERM",) if name in os.environ},
        }  # above all, nothing that forbids compiled files
        for command in (EMPTY, TABLE, ZEN, HOME):  # compiles the sources, once
            Program(command, environment).stop()
        programs = ((empty, EMPTY), (table, TABLE), (zen, ZEN), (home, HOME))
        for _run in range(PAINTS):  # by themselves: a program that ended leaves work to the system
            for figures, command in programs:
                program = Program(command, environment)
                figures.paint.append(program.paint)
                program.stop()
        for _run in range(RUNS):
            run_empty(empty, environment)
            run_table(table, environment)
            run_zen(zen, environment)
            run_home(home, environment)
        report(empty, home, table, zen)
        for name, command in (
            ("table, waiting for a person,", TABLE),
            ("Zen's board, waiting for a person,", ZEN),
            ("home", HOME),
        ):
            show(f"{name} idle for 10 s", idle(command, environment), "bytes", "0")
        os.environ["TAPIS_HOME"] = folder
        for where, game, first in (
            ("at the table", "duel", "north"),
            ("on Zen's board", "zen", "black"),
        ):
            counts = asyncio.run(calls_of_arrows(game, first))
            show(f"calls for an arrow key {where}", median(counts), "calls", "at most 500")


if __name__ == "__main__":
    main()
