"""A simulated home: a game that people play at one keyboard, its file, and what befalls them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, ClassVar, Final

from world_parts import Broken, Chance, ProcessLoop
from world_program import HomeProgram, state_of
from world_script import Happening

from engine.game import CHANCE
from host.session import Session, StillSaving
from play.controller import Controller
from play.frame import Phase
from play.local_client import LocalClient
from saves.autosave import BackgroundAutosave
from saves.files import read_file
from saves.lock import Held
from saves.reading import read_record

MOST_PLAYS: Final = {"duel": 400, "zen": 40, "hearts": 70, "war": 150}
"""The moves after which somebody resigns, so that a long game ends."""


def drawn(chance: Chance, kinds: Sequence[tuple[str, float, float]]) -> Iterator[Happening]:
    """Draw what befalls a home in its first minutes."""
    for _ in range(chance.below("count", 30)):
        kind, least, most = kinds[chance.below("kind", len(kinds))]
        yield Happening(
            at=round(chance.between("at", 0.0, 60.0), 3),
            what=kind,
            who=chance.below("who", 40),
            seconds=round(chance.between("seconds", least, most), 3),
        )


HOME_KINDS: Final = (
    *[("kill", 0.1, 5.0)] * 2,
    *[("kill-in-a-call", 0.1, 5.0)] * 4,
    *[("power", 0.1, 5.0)] * 2,
    *[("power-in-a-call", 0.1, 5.0)] * 4,
    ("leave", 0.1, 5.0),
    *[("slow-disk", 1.0, 30.0)] * 2,
    ("full-disk", 1.0, 20.0),
    ("failing-disk", 1.0, 20.0),
    ("jump", 1.0, 3600.0),
    *[("take-back", 0.0, 0.0)] * 3,
    ("hint", 0.0, 0.0),
    ("draft", 0.0, 0.0),
    ("haste", 0.0, 0.0),
    ("pause", 0.0, 0.0),
    ("second", 0.0, 0.0),
)
"""What may befall a home, with the least and the most seconds that it lasts."""


class HomeWorld(HomeProgram):
    """A game at home, its people, and what befalls them."""

    kinds: ClassVar = HOME_KINDS

    def __init__(
        self, seed: int, game: str = "duel", script: Iterable[Happening] | None = None
    ) -> None:
        super().__init__(seed, game)
        self.script = [*(drawn(self.chance, self.kinds) if script is None else script)]

    # What the world asks

    def begin(self) -> None:
        self._start()

    @property
    def is_over(self) -> bool:
        table = self.session.table if self.session else None
        return table is not None and table.outcome is not None

    def progress(self) -> list[object]:
        return [self.session and self.session.table.version]

    def befall(self, one: Happening) -> None:
        getattr(self, f"_{one.what.replace('-', '_')}")(one)

    def finish(self) -> None:
        """Let the people leave; nothing may be left but the file of the game."""
        self.disk.doomed = None
        self.let_pass(60.0)
        assert self.session and self.client
        table = self.session.table
        self.process.run(self._leave_now)
        self.let_pass(60.0)
        if self.process.waiting:
            raise Broken("something still happens when all have left")
        if self.disk.open_paths:
            raise Broken(f"left open: {self.disk.open_paths}")
        left = self.left_on_disk()
        if left - self.places or f"{self.path}" not in left:
            raise Broken(f"left on the disk: {left}")
        if BackgroundAutosave.unfinished():
            raise Broken("a file is still being written")
        assert self.path
        if state_of(read_record(read_file(self.path)).table) != state_of(table):
            raise Broken("the file is not the game")

    # The people

    def _be_due(self) -> None:
        if not self._is_due:
            self._is_due = True
            seconds = max(self.chance.between("person", -0.5, 1.5), 0.0)
            self.process.later(seconds, self._act)

    def _act(self) -> None:
        """Do what is next to be done at the keyboard."""
        self._is_due = False
        client = self.client
        if client is None or client.timeline.outcome is not None:
            return
        if len(client.timeline.plays) >= MOST_PLAYS[self.game.key] and not client.is_sending:
            client.resign(min(client.own_seats))
        elif self.controller is not None:
            self._use_keys(self.controller)
        else:
            self._use_client(client)
        self._be_due()

    def _use_client(self, client: LocalClient[Any]) -> None:
        for seat in client.timeline.to_move:
            if seat in client.own_seats:
                self._move(client, seat)
            elif seat != CHANCE:
                client.ask(seat)

    def _move(self, client: LocalClient[Any], seat: int) -> None:
        if client.is_sending or seat not in client.timeline.to_move:
            return
        is_race = client.timeline.view(None).timeout_play is not None
        if is_race and self.chance("is late") < 0.5:
            return
        legal = [*islice(client.timeline.view(seat).legal(), 8)]
        client.submit(seat, legal[self.chance.below("move", len(legal))])
        if self.is_hasty:  # Enter twice
            self.is_hasty = False
            client.submit(seat, legal[0])

    def _use_keys(self, controller: Controller[Any]) -> None:
        phase, client = controller.model.phase, self.client
        assert client
        if phase is Phase.TURN:
            seat = controller.model.seat
            legal = [*islice(client.timeline.view(seat).legal(), 8)]
            controller.play_typed(self.game.format(legal[self.chance.below("move", len(legal))]))
        elif phase is Phase.ROUND_OVER:
            controller.next_round()
        elif phase is Phase.CURTAIN:
            controller.lift()
        elif phase is Phase.DRAWN:
            controller.hide()
        elif phase is Phase.SHOWING and self.chance("skips") < 0.3:
            controller.skip()
        elif phase is Phase.RACE:
            racers = [seat for seat in client.timeline.to_move if seat in client.own_seats]
            if racers:
                self._move(client, racers[0])

    # What befalls them

    def _kill(self, one: Happening) -> None:
        self._seconds_down = one.seconds
        self._die()

    def _kill_in_a_call(self, one: Happening) -> None:
        self._seconds_down = one.seconds
        self.disk.doom(self.process, one.who)

    def _power(self, one: Happening) -> None:
        self._loses_power = True
        self._kill(one)

    def _power_in_a_call(self, one: Happening) -> None:
        self._loses_power = True
        self._kill_in_a_call(one)

    def _leave(self, one: Happening) -> None:
        """Let the people leave the table, and open the game again in the same program."""
        if self.client:
            self.process.run(self._leave_now)
            self.process.later(one.seconds, self._open)

    def _leave_now(self) -> None:
        assert self.client and self.session
        (self.controller.leave if self.controller else self.client.close)()
        self._left_at = len(self.history) - 1  # what waited for the disk is kept too
        self.session = self.client = self.controller = None

    def _slow_disk(self, one: Happening) -> None:
        self.disk.sync_seconds = 1.0 if one.who % 2 else 14.0
        self.loop.later(one.seconds, lambda: setattr(self.disk, "sync_seconds", 0.002))

    def _full_disk(self, one: Happening) -> None:
        self.disk.is_full = True
        self.loop.later(one.seconds, lambda: setattr(self.disk, "is_full", False))

    def _failing_disk(self, one: Happening) -> None:
        self.disk.is_failing = True
        self.loop.later(one.seconds, lambda: setattr(self.disk, "is_failing", False))

    def _jump(self, one: Happening) -> None:
        self.process.skew += one.seconds

    def _take_back(self, one: Happening) -> None:
        if self._seat_of(one) is not None:
            self.process.run(lambda: self._ask_back(one))

    def _ask_back(self, one: Happening) -> None:
        if self.controller:
            self.controller.take_back()
        elif self.client:
            self.client.ask_take_back(self._seat_of(one) or 0)

    def _hint(self, one: Happening) -> None:
        client, seat = self.client, self._seat_of(one)
        if client and seat is not None and seat in client.timeline.to_move:
            view = client.timeline.view(seat)
            self.process.run(lambda: client.note_hint(seat, next(iter(view.legal()))))

    def _draft(self, one: Happening) -> None:
        client, seat = self.client, self._seat_of(one)
        if client and seat is not None and seat in client.timeline.to_move:
            move = next(iter(client.timeline.view(seat).legal()))
            steps = self.game.steps(move)[:1]
            self.process.run(lambda: client.keep_draft(seat, steps))

    def _haste(self, _one: Happening) -> None:
        self.is_hasty = True

    def _pause(self, _one: Happening) -> None:
        if self.controller:
            self.process.run(self.controller.pause)
        elif self.client:
            self.process.run(self.client.stop_thinking)

    def _second(self, _one: Happening) -> None:
        """Let another program open the same game."""
        if self.session is None or not self.session.is_kept or self.has_fault:
            return
        other = ProcessLoop(self.loop, self.disk)

        def open_too() -> None:
            try:
                Session.opened(self.path, lambda _error: None, outside=self._outside)
            except (Held, OSError, StillSaving):
                return
            raise Broken("two programs play the same game")

        if self.disk.has(f"{self.path}") and not (self.disk.is_failing or self.disk.is_full):
            other.run(open_too)
            other.die()
            self.disk.end_of(other)

    def _seat_of(self, one: Happening) -> int | None:
        if self.client is None or self.client.timeline.outcome is not None:
            return None
        own = sorted(self.client.own_seats)
        return own[one.who % len(own)]
