"""Games over rough lines, between programs and tables that are killed, stopped and hung up on.

Each ends as the undisturbed one, and no move that was acknowledged is ever missing.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest
from far_places import WAIT, FarPlace, no_line_is_left, players
from line_programs import ROOT, environment
from rough_lines import Mischief, PendingChange, RoughLines
from table_processes import Tables, is_running

from engine.games import find_game
from engine.shuffle import Lots
from engine.table import Sitter, Table
from host.plan import SeatPlan
from net.joining.connection import Connection
from net.joining.dialogue import Backoff
from net.names.journals import killed_tables
from net.names.sockets import folder_of
from saves.home import tables_folder
from saves.reading import read_record
from saves.store import Store

SEED = 5
GAMES = [
    ("duel", {"first": "north"}, "greedy"),
    ("zen", {"variant": 1}, "greedy"),
    ("war", {"cards": 5, "players": 3}, "random"),
]
"""Games in which these computer players always do the same."""

KILL, STOP, HANG_UP = signal.SIGKILL, signal.SIGSTOP, signal.SIGHUP
STOPPED_SECONDS = 0.15

IN_SUITE = 5
MANY = [pytest.param(at, marks=pytest.mark.slow) for at in range(IN_SUITE, IN_SUITE + 100)]

PROGRAM = """
import sys
sys.path.insert(0, sys.argv.pop(1))
from net.joining.dialogue import Backoff
Backoff.shortest, Backoff.longest = 0.02, 0.1
from cli.__main__ main
sys.exit(main(sys.argv[1:]))
""".replace("__main__ main", "__main__ import main")
"""`tapis` with short waits between its attempts to open a line again."""


def undisturbed(game, options, level):
    """Return the game as it goes when nothing happens to it."""
    table = Table(game, options, [Sitter(name) for name in game.seats(options)], SEED)
    who = [game.computer_players[level](seat) for seat in range(len(table.sitters))]
    while table.to_move:
        seat = table.to_move[0]
        table.play(seat, who[seat].choose(table.view(seat)))
    return table


class Rough:
    """A table, rough lines to it from every seat, and the moments at which something happens."""

    def __init__(self, tables: Tables, moment: int, kind: tuple[str, dict, str], late: float):
        self.lots = Lots(2026, moment)
        key, given, self.level = kind
        self.game = find_game(key)
        self.home = undisturbed(self.game, self.game.options(**given), self.level)
        self.tables = tables
        seats = tuple(SeatPlan() for _ in self.home.sitters)
        self.table = tables.start(game=key, seats=seats, seed=SEED, options=given, name="t")
        self.mischief = Mischief(Lots(2027, moment), cut=2, delay=1, twice=3, swap=3)
        self.lines = RoughLines(self.mischief, late)
        folder = folder_of(os.getuid())
        self.leads = [
            self.lines.lead(folder / f"r{at}", self.table.socket) for at in range(len(seats))
        ]
        most = len(self.home.plays)
        self.moments = sorted(1 + self.lots.below(most - 1) for _ in range(3))

    @property
    def witness(self):
        return self.lines.witness

    def is_due(self) -> bool:
        """Whether it is time for the next thing to happen."""
        if self.moments and self.witness.moves >= self.moments[0]:
            del self.moments[0]
            return True
        return False

    def pick(self, *choices):
        return choices[self.lots.below(len(choices))]

    def disturb_table(self, number: int) -> None:
        """Send the table a signal; one that was killed is opened again, one stopped goes on."""
        with suppress(ProcessLookupError):  # the game is over, and all have left
            if number == KILL:
                self.tables.kill(self.table)
                for dead in killed_tables():
                    self.table = self.tables.revive(dead.path)
                return
            os.kill(self.table.process, number)
            if number == STOP:
                time.sleep(STOPPED_SECONDS)
                os.kill(self.table.process, signal.SIGCONT)

    def check(self) -> None:
        """End the table; check how the game ended, and what was kept."""
        with suppress(ProcessLookupError):  # it may wait for somebody whose farewell was lost
            self.tables.kill(self.table, signal.SIGTERM)
        assert self.witness.faults == []
        [saved] = [read_record(path.read_bytes()).table for path in Store().paths()]
        assert saved.plays == self.home.plays
        assert saved.outcome == self.home.outcome
        for at, text in self.witness.acknowledged.items():
            assert self.game.format_wire(saved.plays[at].move) == text
        assert self.witness.acknowledged
        assert not [*tables_folder().glob("*.journal")]


@pytest.fixture
def rough(tables, monkeypatch) -> Iterator:
    monkeypatch.setattr(Backoff, "shortest", 0.02)
    monkeypatch.setattr(Backoff, "longest", 0.1)
    monkeypatch.setattr(Connection, "look_seconds", 0.02)
    made = []

    def make(moment: int, kind: tuple[str, dict, str], late: float) -> Rough:
        made.append(Rough(tables, moment, kind, late))
        return made[-1]

    yield make
    for one in made:
        one.lines.close()


def late(moment: int) -> float:
    """Return by how many seconds lines are late: the real half second where there is time."""
    return 0.5 if moment >= IN_SUITE else 0.1


@pytest.mark.parametrize("moment", [*range(IN_SUITE - 1), *MANY[::2]])
def test_lines_are_cut_and_the_table_is_killed(moment, rough):
    scene = rough(moment, GAMES[moment % 3], late(moment))
    places = [FarPlace(scene.table, lead, name=f"P{at}") for at, lead in enumerate(scene.leads)]
    both = players(*places, level=scene.level)
    scene.mischief.is_on = True
    end = time.monotonic() + WAIT
    while not all(player.is_over for player in both):
        assert time.monotonic() < end
        for place in places:
            place.loop.run()
        if scene.is_due():
            scene.disturb_table(scene.pick(KILL, KILL, STOP, HANG_UP))
        time.sleep(0.002)
    assert {PendingChange.TWICE, PendingChange.SWAP} & {*scene.mischief.done}
    for place in places:
        assert place.client.timeline.outcome == scene.home.outcome
        place.leave()
    assert no_line_is_left()
    scene.check()


class Seat:
    """A seat that `tapis join --player` plays, started again whenever it was ended."""

    def __init__(self, lead: str, level: str) -> None:
        self._command = [sys.executable, "-c", PROGRAM, ROOT, "join", lead, "--player", level]
        self.process = self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        quiet = subprocess.DEVNULL
        more = {"TMPDIR": os.environ["TMPDIR"]}
        return subprocess.Popen(
            self._command, stdin=quiet, stdout=quiet, stderr=quiet, env=environment(**more)
        )

    def goes_on(self) -> bool:
        """Whether it still plays; it is started again if it was ended before the game."""
        if self.process.poll():
            self.process = self._start()
        return self.process.poll() is None

    def disturb(self, number: int) -> None:
        self.process.send_signal(number)
        if number == STOP:
            time.sleep(STOPPED_SECONDS)
            self.process.send_signal(signal.SIGCONT)

    def end(self) -> None:
        self.process.kill()
        self.process.wait()


@pytest.mark.parametrize("moment", [IN_SUITE - 1, *MANY[1::2]])
def test_programs_are_killed_too(moment, rough):
    scene = rough(moment, GAMES[moment % 3], late(moment))
    seats = [Seat(lead.name, scene.level) for lead in scene.leads]
    try:
        end = time.monotonic() + WAIT
        while is_running(scene.table.process):  # until the game is over and all have left
            assert time.monotonic() < end
            still = [seat.goes_on() for seat in seats]
            if not any(still):
                break
            scene.mischief.is_on = scene.witness.moves > 0
            if scene.is_due():
                if scene.lots.below(3):
                    scene.pick(*seats).disturb(scene.pick(KILL, HANG_UP, STOP))
                else:
                    scene.disturb_table(scene.pick(KILL, STOP, HANG_UP))
            time.sleep(0.01)
    finally:
        for seat in seats:
            seat.end()
    scene.check()
