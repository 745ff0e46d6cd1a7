"""What befalls a simulated world: crashes, cuts, slow disks, thieves, and what people ask for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from world_parts import Broken, Chance, Line
from world_people import Person
from world_table import TableEnd

from host.guest import Account
from net.wire import (
    PROTOCOL,
    HelloRequest,
    MoveRequest,
    WelcomeNews,
    news_from,
    to_line,
)

if TYPE_CHECKING:
    from world import World


class Happening(NamedTuple):
    """What befalls the world at a time: `who` is a person's number, `seconds` how long it lasts."""

    at: float
    what: str
    who: int = 0
    seconds: float = 0.0

    @property
    def end(self) -> float:
        """The time when it is over; a clock that has jumped stays as it is."""
        return self.at if self.what == "jump" else self.at + self.seconds


def happenings(chance: Chance, people: int) -> Iterator[Happening]:
    """Draw what befalls a world in its first minutes."""
    for _ in range(chance.below("count", 40)):
        kind, least, most = KINDS[chance.below("kind", len(KINDS))]
        yield Happening(
            at=round(chance.between("at", 0.0, 90.0), 3),
            what=kind,
            who=chance.below("who", people + 1),
            seconds=round(chance.between("seconds", least, most), 3),
        )


KINDS: Final = (
    ("crash", 0.0, 8.0),
    *[("power", 0.0, 8.0)] * 3,
    *[("crash-in-a-call", 0.0, 8.0)] * 3,
    ("failing-disk", 1.0, 20.0),
    *[("cut", 0.0, 0.0)] * 10,
    *[("kill", 0.1, 60.0)] * 2,
    ("leave", 0.1, 20.0),
    ("deaf", 0.5, 30.0),
    ("slow-line", 1.0, 20.0),
    ("repeat", 0.0, 0.0),
    *[("cut-after-answer", 0.0, 0.0)] * 3,
    ("slow-disk", 1.0, 20.0),
    ("full-disk", 1.0, 20.0),
    ("jump", 1.0, 3600.0),
    *[("take-back", 0.0, 0.0)] * 4,
    ("haste", 0.0, 0.0),
    ("stale", 0.0, 0.0),
    ("hint", 0.0, 0.0),
    ("say", 0.0, 0.0),
    ("claim", 0.0, 0.0),
    ("replace", 0.0, 0.0),
    ("intrude", 0.0, 0.0),
)
"""What may befall a world, with the least and the most seconds that it lasts."""


class Fates:
    """Lets things befall a world."""

    def __init__(self, world: World) -> None:
        self._world = world

    def befall(self, one: Happening) -> None:
        """Let something befall the world now."""
        person = self._world.people[one.who % len(self._world.people)]
        getattr(self, f"_{one.what.replace('-', '_')}")(person, one.seconds)

    def _crash(self, _person: Person, seconds: float) -> None:
        """Kill the process of the table."""
        if self._world.process and not self._world.process.is_ended:
            self._world.seconds_down = seconds
            self._world.table_killed()

    def _power(self, person: Person, seconds: float) -> None:
        """Let the machine of the table lose its power."""
        self._world.loses_power = True
        self._crash(person, seconds)

    def _crash_in_a_call(self, person: Person, seconds: float) -> None:
        """Kill the process of the table at one of its next system calls."""
        if self._world.booting:
            self._world.seconds_down = seconds
            self._world.loses_power = person.number % 2 == 0
            self._world.disk.doom(self._world.booting.loop, int(seconds * 5))

    def _failing_disk(self, _person: Person, seconds: float) -> None:
        self._world.disk.is_failing = True
        self._world.loop.later(seconds, lambda: setattr(self._world.disk, "is_failing", False))

    def _cut(self, person: Person, _seconds: float) -> None:
        if not person.is_dead and person.link.line:
            self._world.cuts += 1
            person.link.line.cut(arrives_half=self._world.chance("half") < 0.5)

    def _kill(self, person: Person, seconds: float) -> None:
        person.kill()
        self._world.loop.later(seconds, person.start)
        for other in self._world.people:  # who waits for long lets a computer play
            self._world.loop.later(seconds * 0.9, lambda other=other: self._replace(other, 0.0))

    def _leave(self, person: Person, seconds: float) -> None:
        person.leave()
        self._world.loop.later(seconds, person.start)

    def _deaf(self, person: Person, seconds: float) -> None:
        if not person.is_dead and person.link.line and person.link.end:
            person.link.end.be_deaf(seconds)

    def _slow_line(self, person: Person, seconds: float) -> None:
        self._world.delays[person.name] = 3.0
        self._world.loop.later(seconds, lambda: self._world.delays.pop(person.name, None))

    def _repeat(self, person: Person, _seconds: float) -> None:
        if not person.is_dead and person.link.line:
            person.link.line.repeats_next = True

    def _cut_after_answer(self, person: Person, _seconds: float) -> None:
        if not person.is_dead and person.link.line:
            person.link.line.ends_after_answer = True

    def _slow_disk(self, _person: Person, seconds: float) -> None:
        self._world.disk.sync_seconds = 1.0
        self._world.loop.later(seconds, lambda: setattr(self._world.disk, "sync_seconds", 0.002))

    def _full_disk(self, _person: Person, seconds: float) -> None:
        self._world.disk.is_full = True
        self._world.loop.later(seconds, lambda: setattr(self._world.disk, "is_full", False))

    def _jump(self, _person: Person, seconds: float) -> None:
        if self._world.process:
            self._world.process.loop.skew += seconds

    def _take_back(self, person: Person, _seconds: float) -> None:
        if self._plays(person):
            person.client.ask_take_back(person.seat)

    def _hint(self, person: Person, _seconds: float) -> None:
        if self._plays(person) and person.seat in person.client.timeline.to_move:
            view = person.client.timeline.view(person.seat)
            person.client.note_hint(person.seat, next(iter(view.legal())))

    def _haste(self, person: Person, _seconds: float) -> None:
        person.is_hasty = True

    def _stale(self, person: Person, _seconds: float) -> None:
        """Let a person's program move on a position that is gone, or in the game before."""
        client = person.client
        if not self._plays(person) or person.seat not in client.timeline.to_move:
            return
        at, game, of = client.position, client.timeline.game, client.company.game_number
        move = game.format_wire(next(iter(client.timeline.view(person.seat).legal())))
        if of == 1:
            old = max(at.moves - 2, 0)
            client.ask_table(MoveRequest, old, at.epoch, move)
        elif person.link.dialogue and client.company.is_connected:
            number = client._outbox.next_number()
            request = MoveRequest(number, at.moves, at.epoch, move, game_number=of - 1)
            person.link.send(client._line, request)

    def _say(self, person: Person, _seconds: float) -> None:
        if not person.is_dead and person.client:
            person.client.company.say("hello")

    def _claim(self, person: Person, _seconds: float) -> None:
        if self._plays(person):
            for seat in range(len(person.client.timeline.seats)):
                person.client.company.claim(seat)

    def _replace(self, person: Person, _seconds: float) -> None:
        if self._plays(person):
            level = next(iter(self._world.game.computer_players))
            person.client.company.replace(
                (person.seat + 1) % len(person.client.timeline.seats), level
            )

    def _intrude(self, person: Person, _seconds: float) -> None:
        """Let a stranger ask for a seat by a token that is not his, and for any seat of his."""
        if self._world.process is None or self._world.process.is_ended or not person.token:
            return
        for hello in (
            HelloRequest(PROTOCOL, "thief", token=person.token),
            HelloRequest(PROTOCOL, "thief", back=True),
        ):
            line = Line(self._world.loop, lambda: 0.001, self._told_thief, lambda: None)
            TableEnd(self._world.process, line, Account("unix:6666", "thief"), "thief")
            line.up(to_line(hello))
            self._world.loop.later(1.0, line.cut)

    def _plays(self, person: Person) -> bool:
        client = person.client
        return (
            not person.is_dead
            and client is not None
            and person.seat is not None
            and client.company.has_begun
            and client.timeline.outcome is None
        )

    def _told_thief(self, line: bytes) -> None:
        if isinstance(news_from(line), WelcomeNews) and self._world.has_begun:
            raise Broken("a stranger was given a seat")
