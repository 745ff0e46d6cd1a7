"""A whole world under one seed: a table, its disk, people, lines, computers and what befalls them.

The real host, journal entries, dialogues, clients and controllers run in one thread under a virtual
loop. Each choice comes from the seed, so the same seed tells the same bytes. `World.run` raises
`Broken` as soon as a promise of the design does not hold.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any, Final

from world_parts import Broken, Chance, Disk, VirtualLoop
from world_people import Person
from world_promises import Promises
from world_script import Fates, Happening, happenings
from world_table import Process, outside_of

from engine.games import find_game
from engine.shuffle import Lots
from engine.table import Sitter
from host.entries import OpenEntry, encoded
from host.guest import Account
from host.plan import HostPlan, SeatPlan, new_game, options_of

QUIET_SECONDS: Final = 60.0
"""The virtual seconds after the last fault within which the game has to go on."""

GAMES: Final[dict[str, tuple[dict[str, Any], ...]]] = {
    "duel": ({},),
    "zen": ({"variant": 1}, {"players": 4}),
    "hearts": ({"slap": "reflex"}, {}),
    "war": ({"cards": 5, "players": 3},),
}


class World:
    """A table, its people, and what befalls them.

    Attributes:
        seed: What everything is drawn from.
        script: What befalls the world, by time.
        transcript: The SHA-256 of all that the table sent, and to whom.
    """

    def __init__(
        self,
        seed: int,
        game: str = "duel",
        script: Iterable[Happening] | None = None,
        deal: str = "",
    ) -> None:
        self.seed = seed
        self.chance = Chance(f"{seed}")
        self.loop = VirtualLoop()
        self.disk = Disk(self.chance)
        self.game = find_game(game)
        options = GAMES[game][self.chance.below("options", len(GAMES[game]))]
        count = len(self.game.seats(options_of(HostPlan(game=game, options=options))))
        seats = [SeatPlan()] * count
        free = count if self.chance("people") < 0.6 else 1 + self.chance.below("people", count)
        for seat in range(free, count):
            seats[seat] = SeatPlan(next(iter(self.game.computer_players)), f"C{seat}")
        self.opening = OpenEntry(
            table="world",
            plan=HostPlan(
                game=game, options=options, seats=tuple(seats), seed=seed, deal=deal, stay=600
            ),
            account="unix:1000",
        )
        self.disk.write(encoded(self.opening))
        self.disk.sync()
        self.process: Process | None = None
        self.people = [
            Person(self, at, Account(f"unix:{1000 + at}", f"u{at}")) for at in range(free)
        ]
        self.people.append(Person(self, free, Account("unix:1999", "looker"), watch=True))
        self.script = [*(happenings(self.chance, free) if script is None else script)]
        self.transcript = hashlib.sha256()
        self.told: dict[str, list[bytes]] = {}
        self.promises = Promises(self)
        self.crashes = self.cuts = 0
        self.is_still = False
        self.delays: dict[str, float] = {}
        self._usual_delay = 0.8 if self.chance("is far") < 0.3 else 0.05
        self._fates = Fates(self)

    def run(self, seconds: float = 4000.0) -> World:
        """Run to the end of the game and of the table; return the world. Raises `Broken`."""
        self.start_table()
        for person in self.people:
            self.loop.later(self.chance("comes"), person.start)
        for one in self.script:
            self.loop.later(one.at, lambda one=one: self._fates.befall(one))
        until = self.loop.now + seconds
        last_fault = self.loop.now + max((one.at + one.seconds for one in self.script), default=0)
        quiet_from, version = max(last_fault, self.loop.now), None
        while self.loop.step(until):
            if self.is_over and self.loop.now > last_fault:
                break
            if self.loop.now > last_fault and (now := self._progress()) != version:
                quiet_from, version = self.loop.now, now
            if self.loop.now > quiet_from + QUIET_SECONDS:
                raise Broken(f"nothing has happened since {quiet_from:.1f}")
        if not self.is_over:
            raise Broken("the game does not end")
        self._finish()
        return self

    def told_while_hidden(self) -> dict[str, list[bytes]]:
        """Return what the first person and a spectator are sent in a game in which nobody moves.

        The first person asks for hints, speaks, wants to take back, and comes back after cuts.
        """
        self.is_still = True
        self.start_table()
        for person in self.people:
            self.loop.later(self.chance("comes"), person.start)
        for at in range(1, 31):
            what = ("hint", "say", "take-back", "cut", "crash")[at % 5]
            self.loop.later(at, lambda what=what: self._fates.befall(Happening(0.0, what)))
        until = self.loop.now + 32.0
        while self.loop.step(until):
            pass
        return {person.name: self.told[person.name] for person in (self.people[0], self.people[-1])}

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.process is not None and self.process.room.is_over

    @property
    def has_begun(self) -> bool:
        """Whether the game has begun, as far as the table that runs now knows."""
        return self.process is not None and self.process.room.game is not None

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
        self.process = Process(self)

    def _progress(self) -> object:
        table = self.process.table if self.process else None
        return table and (table.version, len(table.plays))

    def _finish(self) -> None:
        """Let all leave; nothing may be left of the table."""
        lost = [person.lost_lines for person in self.people]
        until = self.loop.now + QUIET_SECONDS
        while self.loop.step(until):
            pass
        process = self.process
        assert process and process.room.game
        record = process.room.record
        if process.files.newest != record.to_bytes():
            raise Broken("the file is not the game")
        for person, before in zip(self.people, lost, strict=True):
            if person.client and not person.is_dead:
                self.promises.check_end(person, person.client, before)
            person.leave()
        until = self.loop.now + 700.0
        while self.loop.step(until):
            pass
        if not process.is_ended or process.house.guests:
            raise Broken("the table does not end when all have left")
        if process.loop.waiting or process.thinkers.thinking:
            raise Broken("something is left of the table")


def twins(seed: int, game: str) -> tuple[World, World]:
    """Return two worlds whose deals look alike to the first seat, and differ in all else."""
    world = World(seed, game)
    plan = world.opening.plan
    sitters = [Sitter(f"{at}") for at in range(len(plan.seats))]
    table = new_game(plan, sitters, (), outside_of(world).fresh_seed)
    other = table.state.redraw(table.plays, frozenset({0}), Lots(seed, 1))
    at = next(
        at for at, (one, two) in enumerate(zip(table.plays, other, strict=True)) if one != two
    )
    deals = [table.game.format(plays[at].move) for plays in (table.plays, other)]
    return World(seed, game, (), deals[0]), World(seed, game, (), deals[1])
