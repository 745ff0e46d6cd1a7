"""A whole world under one seed: a table, its disk, people, lines, computers and what befalls them.

The real host, journal entries, dialogues, clients and controllers run in one thread under a virtual
loop. Each choice comes from the seed, so the same seed tells the same bytes. `World.run` raises
`Broken` as soon as a promise of the design does not hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

import msgspec
from world_base import QUIET_SECONDS, SimulatedWorld
from world_disk import GAMES_FOLDER
from world_parts import Broken, Line
from world_people import Person
from world_promises import Promises
from world_script import Fates, Happening, happenings
from world_table import End, Process, TableEnd

from engine.games import describe
from engine.loop import Call
from engine.shuffle import Lots
from engine.table import Sitter
from host.plan import HostPlan, SeatPlan, new_game, options_of
from saves.autosave import BackgroundAutosave
from saves.files import read_file
from saves.reading import read_record

GAMES: Final[dict[str, tuple[dict[str, Any], ...]]] = {
    "duel": ({},),
    "zen": ({"variant": 1}, {"players": 4}),
    "hearts": ({"slap": "reflex"}, {}),
    "war": ({"cards": 5, "players": 3},),
}

MOST_PLAYS: Final = {"duel": 400, "zen": 40, "hearts": 70, "war": 400}
SHORT: Final = 24
"""The moves after which somebody resigns, so that a long game ends; one of several ends sooner."""


class World(SimulatedWorld):
    """A table, its people, and what befalls them.

    Attributes:
        process: The process of the table, None while there is none.
        journal: Where its journal is, "" at first.
        resumed: The file of the saved game that is opened to others, "" for a new game.
        games: The number of games that are played, as a series or each after a yes of all.
        table_name: The name that people ask for, empty where there is only one table.
    """

    table_name = ""

    def __init__(
        self,
        seed: int,
        game: str = "duel",
        script: Iterable[Happening] | None = None,
        deal: str = "",
        clock: str = "",
    ) -> None:
        super().__init__(seed, game)
        options = self.options_of(GAMES[game])
        count = len(self.game.seats(options_of(HostPlan(game=game, options=options))))
        seats = [SeatPlan()] * count
        free = count if self.chance("people") < 0.6 else 1 + self.chance.below("people", count)
        for seat in range(free, count):
            seats[seat] = SeatPlan(next(iter(self.game.computer_players)), f"C{seat}")
        further = self.chance("games")
        self.games = 1 if further < 0.7 or deal else 2
        values = msgspec.to_builtins(options_of(HostPlan(game=game, options=options)))
        has_series = describe(game).has_series(values)
        self.plan = HostPlan(
            game=game,
            options=options,
            seats=tuple(seats),
            seed=seed,
            deal=deal,
            clock=clock,
            stay=7200,
            games=self.games if further < 0.85 and has_series else 1,
            changes_places=further * 1000 % 2 < 1,
        )
        self.script = [*(happenings(self.chance, free) if script is None else script)]
        self.set_up(free)

    def set_up(self, people: int) -> None:
        """Lay a table for so many people and a spectator; nobody has come yet."""
        self.process: Process | None = None
        self.booting: Process | None = None
        self.journal = self.resumed = ""
        self.neighbour_kept = 0
        self.people = [Person(self, at, f"unix:{1000 + at}") for at in range(people)]
        self.people.append(Person(self, people, "unix:1999", watch=True))
        self.told: dict[str, list[bytes]] = {}
        self.promises = Promises(self)
        self.delays: dict[str, float] = {}
        self.seconds_down = 1.0
        self.loses_power = False
        self._usual_delay = 0.8 if self.chance("is far") < 0.3 else 0.05
        self._fates = Fates(self)

    def begin(self) -> None:
        """Open the table, and let the people come."""
        self.start_table()
        most = 6.0 if self.chance("comes late") < 0.25 else 1.0
        for person in self.people:
            self.loop.later(self.chance("comes") * most, person.start)

    def befall(self, one: Happening) -> None:
        """Let something befall the world now."""
        self._fates.befall(one)

    def told_while_hidden(self) -> dict[str, list[bytes]]:
        """Return what the first person and a spectator are sent in a game in which nobody moves.

        The first person asks for hints, speaks, wants to take back, and comes back after cuts.
        """
        self.is_still = True
        with self.mounted():
            self.begin()
            for at in range(1, 31):
                what = ("hint", "say", "take-back", "cut", "power")[at % 5]
                self.loop.later(at, lambda what=what: self.befall(Happening(0.0, what)))
            self.let_pass(32.0)
        return {person.name: self.told[person.name] for person in (self.people[0], self.people[-1])}

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.is_game_over and self.process.room.number >= self.games

    @property
    def is_game_over(self) -> bool:
        """Whether the game that is played now is over."""
        return self.process is not None and self.process.room.is_over

    @property
    def has_begun(self) -> bool:
        """Whether the game has begun, as far as the table that runs now knows."""
        return self.process is not None and self.process.room.game is not None

    @property
    def most_plays(self) -> int:
        """The moves after which somebody resigns."""
        most = MOST_PLAYS[self.game.key]
        return most if self.games == 1 else min(most, SHORT)

    def line(
        self, person: Person, received: Callable[[bytes], None], lost: Call
    ) -> tuple[Any, End]:
        """Return a new line of a person to the table, and the table's end of it."""
        assert self.process
        line = Line(self.loop, lambda: self.delay(person.name), received, lost)
        return line, TableEnd(self.process, line, person.account, person.name)

    @property
    def is_reachable(self) -> bool:
        """Whether there is something to open a line to."""
        return self.process is not None and not self.process.is_ended

    def delay(self, name: str) -> float:
        """Return the seconds that a line takes now."""
        most = self.delays.get(name, self._usual_delay)
        return self.chance.between(f"delay {name}", 0.001, most)

    def sent(self, name: str, line: bytes) -> None:
        """Note a line that the table sends."""
        self.transcript.update(name.encode() + line)
        self.told.setdefault(name, []).append(line)
        self.promises.check_sent(name, line)

    def start_table(self) -> None:
        """Start the process of the table, at first or after a crash."""
        Process(self)

    def entry_kept(self) -> bool:
        """Note that an entry is on the disk; return whether it is carried out."""
        return True

    def entry_done(self) -> None:
        """Note that an entry was written, or not, and carried out."""

    def cannot_open(self, process: Process, why: Exception) -> None:
        """Let a table try again later that the disk does not let open."""
        if not (isinstance(why, OSError) and (self.disk.is_full or self.disk.is_failing)):
            raise Broken(f"the table cannot be opened again: {why!r}")
        process.loop.later(1.0, process.open)

    def table_killed(self) -> None:
        """Let the process of the table end without a word, and start another one later."""
        process, self.process, self.booting = self.booting, None, None
        if process is None or process.loop.is_dead:
            return
        self.crashes += 1
        process.loop.die()
        self.disk.end_of(process.loop)
        BackgroundAutosave._let_go.clear()
        for person in self.people:
            if not person.is_dead and person.link.line:
                person.link.line.cut()
        if self.loses_power:
            self.loses_power = False
            self.disk.lose_power()
        self.loop.later(self.seconds_down, self.start_table)

    def progress(self) -> list[object]:
        table = self.process.table if self.process else None
        return [table and (self.process.room.number, table.version)]

    def finish(self) -> None:
        """Let all leave; nothing may be left of the table but its game."""
        self.disk.doomed = None
        lost = [person.lost_lines for person in self.people]
        self.let_pass(QUIET_SECONDS)
        process = self.process
        assert process and process.room.game
        table = process.room.game.table
        for person, before in zip(self.people, lost, strict=True):
            if person.client and not person.is_dead:
                self.promises.check_end(person, person.client, before)
            person.leave()
        self.let_pass(700.0)
        if not process.is_ended or process.house.guests:
            raise Broken("the table does not end when all have left")
        if process.loop.waiting or process.thinkers.thinking:
            raise Broken("something is left of the table")
        if self.disk.open_paths:
            raise Broken(f"left open: {self.disk.open_paths}")
        path = process.open_table.game_path
        if path is None or read_record(read_file(path)).table.plays != table.plays:
            raise Broken("the file is not the game")
        self._check_left()

    def _check_left(self) -> None:
        """Check that only games are left on the disk."""
        for path in self.left_on_disk():
            if not path.startswith(f"{GAMES_FOLDER}/") or not path.endswith(".json"):
                raise Broken(f"left on the disk: {path}")
            read_record(read_file(Path(path)))


def twins(seed: int, game: str) -> tuple[World, World]:
    """Return two worlds whose deals look alike to the first seat, and differ in all else."""
    world = World(seed, game)
    plan = world.plan
    sitters = [Sitter(f"{at}") for at in range(len(plan.seats))]
    table = new_game(plan, sitters, (), world.outside().fresh_seed)
    other = table.state.redraw(table.plays, frozenset({0}), Lots(seed, 1))
    at = next(
        at for at, (one, two) in enumerate(zip(table.plays, other, strict=True)) if one != two
    )
    deals = [table.game.format(plays[at].move) for plays in (table.plays, other)]
    return World(seed, game, (), deals[0]), World(seed, game, (), deals[1])
