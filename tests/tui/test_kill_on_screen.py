"""The screen ended or killed at any moment, whatever the disk does: one turn is lost at most."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from line_programs import environment
from setups import duel_setup
from slow_disk import PATIENCE, SlowDisk
from terminal import Terminal

from engine.duel.game import DUEL
from engine.shuffle import Lots
from engine.table import Table
from programs.players import make_player
from saves.reading import read_record
from tui import app as program

SEED = 11
LOG = 54
"""The column where the log begins."""
TURN = re.compile(r"^[ ▸]*(\d+) [●○] ?(.+?)…?$")
WRITTEN = str.maketrans("▲▼", "^v", " ")
PERSON = ("--north", "human", "--south", "greedy", "--first", "north")
COMPUTERS = ("--north", "greedy", "--south", "greedy", "--first", "north")


class Started(NamedTuple):
    terminal: Terminal
    disk: SlowDisk
    folder: Path

    def shown(self) -> dict[int, str]:
        """Return the turns in the log, by number, as they are written but for blanks."""
        rows = (TURN.match(row[LOG:]) for row in self.terminal.rows())
        return {int(found[1]): found[2].translate(WRITTEN) for found in rows if found}

    def last_shown(self) -> int:
        return max(self.shown(), default=0)

    def saved(self) -> list[str]:
        """Return the turns in the file, none where there is none yet."""
        files = list(self.folder.glob("*.json"))
        return turns_of(read_record(files[0].read_bytes()).table) if files else []

    def play(self, turn: str) -> None:
        self.terminal.send(b":")
        self.terminal.wait_for("Your turn, like")
        self.terminal.send(f"{turn}\r".encode())


@pytest.fixture
def start(tmp_path) -> Iterator[Callable[..., Started]]:
    """Start `tapis play` on a disk that waits for the test."""
    started: list[Started] = []

    def in_terminal(*who: str, last_seconds: float = PATIENCE) -> Started:
        disk = SlowDisk(tmp_path)
        command = disk.command("play", "--seed", SEED, *who, last_seconds=last_seconds)
        shown = environment(TERM="xterm-256color", LANG="C.UTF-8", TEXTUAL_ANIMATIONS="none")
        folder = tmp_path / "tapis-home" / "games"
        started.append(Started(Terminal(command, shown), disk, folder))
        return started[-1]

    yield in_terminal
    for one in started:
        one.terminal.end()
        one.disk.let_go()


def turns_of(table: Table) -> list[str]:
    return [table.move_text(at) for at, play in enumerate(table.plays) if play.seat >= 0]


@pytest.fixture(scope="module")
def script() -> list[str]:
    """Return the turns of a game of a person who plays like `greedy` against `greedy`."""
    setup = duel_setup(("human", "greedy"), first="north")
    table = Table(DUEL, setup.options(), setup.sitters(SEED), SEED)
    players = [DUEL.computer_players["greedy"](0), make_player(DUEL, table.sitters[1], PATIENCE)]
    while not table.outcome:
        (seat,) = table.to_move
        table.play(seat, players[seat].choose(table.view(seat)))
    return turns_of(table)


def kill_at_random(moment: int, start, script: list[str]) -> None:
    lots = Lots(2027, moment)
    is_slow, has_person = moment % 3 < 2, bool(lots.below(2))
    wanted, more = lots.below(12), lots.below(400)
    one = start(*(PERSON if has_person else COMPUTERS))
    one.terminal.wait_for("Turns", "q quit")
    if not is_slow:
        one.disk.let_go()
    typed = 0
    while one.last_shown() < wanted:
        if is_slow and lots.below(3):
            one.disk.let(1)
        if has_person and one.last_shown() == 2 * typed:
            one.play(script[2 * typed])
            typed += 1
        one.terminal.glance()
    before = len(one.terminal.sent)
    for _ in range(lots.below(4)):
        if len(one.terminal.sent) < before + more:
            one.terminal.glance()
    one.terminal.kill(signal.SIGKILL)
    assert one.terminal.exited(within=PATIENCE) == -signal.SIGKILL
    assert one.last_shown() >= wanted
    check_nothing_is_lost(one, one.shown(), lost=1)


@pytest.mark.parametrize("moment", range(3))
def test_a_killed_screen_loses_one_turn_at_most(moment, start, script):
    kill_at_random(moment, start, script)


@pytest.mark.slow
@pytest.mark.parametrize("moment", range(3, 105))
def test_a_screen_killed_at_any_moment_loses_one_turn_at_most(moment, start, script):
    kill_at_random(moment, start, script)


def behind(start, **settings) -> Started:
    """Return a game whose last turn is on the screen and not on the disk."""
    one = start(*COMPUTERS, **settings)
    one.terminal.wait_for("Turns", "q quit")
    while one.last_shown() < 2:
        one.disk.let(1)
        one.terminal.glance()
    one.terminal.wait_for("Saving.")
    return one


def check_nothing_is_lost(one: Started, shown: dict[int, str], lost: int) -> None:
    """Check that what was shown is in the file, but for so many turns at most."""
    saved = one.saved()
    assert len(saved) >= max(shown, default=0) - lost
    for number, turn in shown.items():
        assert number > len(saved) or saved[number - 1].translate(WRITTEN).startswith(turn)


def test_the_time_for_the_last_writes_is_what_was_promised():
    assert program.LAST_SECONDS <= 2


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_waits_until_a_disk_that_works_has_everything(start, number):
    one = behind(start)
    one.terminal.kill(number)
    assert one.terminal.exited(within=0.2) is None
    one.disk.let_go()
    shown = one.shown()
    assert one.terminal.exited(within=PATIENCE) == 0
    check_nothing_is_lost(one, shown, lost=0)


def test_a_closed_line_waits_until_a_disk_that_works_has_everything(start):
    one = behind(start)
    shown = one.shown()
    one.terminal.close()
    assert one.terminal.exited(within=0.2) is None
    one.disk.let_go()
    assert one.terminal.exited(within=PATIENCE) is not None
    check_nothing_is_lost(one, shown, lost=0)


@pytest.mark.parametrize("is_closed", [False, True], ids=["signal", "closed line"])
def test_a_disk_that_does_not_answer_keeps_nobody_and_the_end_is_honest(start, is_closed):
    one = behind(start, last_seconds=0.1)
    shown = one.shown()
    if is_closed:
        one.terminal.close()
        assert one.terminal.exited(within=PATIENCE) is not None
    else:
        one.terminal.kill(signal.SIGTERM)
        assert one.terminal.exited(within=PATIENCE) == 1
        words = "tapis: the disk does not answer: the last moves are not saved"
        assert words in one.terminal.text()
        assert "Traceback" not in one.terminal.text()
    check_nothing_is_lost(one, shown, lost=1)
