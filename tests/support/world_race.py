"""A simulated world whose lines differ much in length: each race goes to the faster reaction."""

from __future__ import annotations

from typing import Final

import msgspec
from world import World
from world_parts import Broken, Chance
from world_promises import Promises

from host.entries import EntryBase, MoveEntry
from host.plan import SeatPlan
from net.wire import MoveRequest

FAR_SECONDS, NEAR_SECONDS = 0.150, 0.010
"""The round trip of the first person's line, and that of all other lines."""

_ROUNDING: Final = 2
"""The milliseconds by which two reactions may differ and count as equal."""


class Eager(Chance):
    """Chance in a world in which all react, and within half a second."""

    def __call__(self, name: str) -> float:
        drawn = super().__call__(name)
        return {"is late": 1.0, "person": (1 + drawn) / 4}.get(name, drawn)


class RaceWorld(World):
    """A game of Dame de Pique with many slaps, in which nothing befalls anybody."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, "hearts", script=())
        self.chance = Eager(f"{seed}")
        options = {"slap": "reflex", "values": "faces"}
        seats = (SeatPlan(),) * 4
        self.plan = msgspec.structs.replace(self.plan, options=options, seats=seats)
        self.set_up(len(seats))

    def set_up(self, people: int) -> None:
        super().set_up(people)
        self.promises = self.races = RacePromises(self)

    def delay(self, name: str) -> float:
        return (FAR_SECONDS if name == self.people[0].name else NEAR_SECONDS) / 2


class RacePromises(Promises):
    """Checks that whoever claims a faster reaction comes first.

    Attributes:
        overtaken: How often a move that arrived later than another one came first.
    """

    def __init__(self, world: RaceWorld) -> None:
        super().__init__(world)
        self.overtaken = 0
        self._race: tuple[int, ...] = ()
        self._reactions: list[tuple[int, int]] = []

    def check_entry(self, entry: EntryBase) -> None:
        super().check_entry(entry)
        _person, request = self._asked.get((entry.client, entry.number), (None, None))
        if not isinstance(request, MoveRequest) or request.reaction is None:
            return
        assert isinstance(entry, MoveEntry) and self._world.process
        table = self._world.process.table
        race = self._world.process.room.number, len(table.plays) - len(table.view(None).slaps)
        if race != self._race:
            self._race, self._reactions = race, []
        trip = FAR_SECONDS if entry.client.startswith(self._world.people[0].name) else NEAR_SECONDS
        now = request.reaction, request.reaction + round(trip * 1000)
        for before in self._reactions:
            if now[0] + _ROUNDING < before[0]:
                raise Broken(f"a reaction of {now[0]} ms comes after one of {before[0]} ms")
            self.overtaken += now[1] < before[1]
        self._reactions.append(now)
