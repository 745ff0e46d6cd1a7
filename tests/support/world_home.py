"""A simulated home: a game that people play at one keyboard, its file, and what befalls them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar, Final

from world_base import SimulatedWorld
from world_disk import GAMES_FOLDER
from world_parts import Broken, Chance, ProcessLoop
from world_script import Happening

from engine.game import CHANCE
from engine.loop import Call
from engine.reasons import Forfeit
from engine.table import Sitter, Table
from engine.updates import Ended, Moved, TakenBack, Update
from host.outside import Outside
from host.plan import HostPlan, SeatPlan, new_game, options_of
from host.session import Session, StillSaving
from play.controller import Controller
from play.controls import TypedControls
from play.frame import Phase
from play.local_client import LocalClient
from play.playback import Pace
from programs.players import Failure
from programs.thinking import Thought
from saves.autosave import BackgroundAutosave, SavingResumed
from saves.document import Fault
from saves.files import read_file
from saves.lock import Held
from saves.locked_file import SavedElsewhere
from saves.reading import read_record
from saves.store import Store

MOST_PLAYS: Final = {"duel": 400, "zen": 40, "hearts": 70, "war": 150}
"""The moves after which somebody resigns, so that a long game ends."""

HOME_OPTIONS: Final[dict[str, tuple[dict[str, Any], ...]]] = {
    "duel": ({},),
    "zen": ({"variant": 1}, {"players": 4}, {"variant": 2}),
    "hearts": ({"slap": "reflex"}, {"slap": "reflex", "joker": True}, {}),
    "war": ({"cards": 5, "players": 3},),
}


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


class HomeWorld(SimulatedWorld):
    """A game at home, and what befalls it.

    Each state that the program was about to reach is remembered, and which of them were shown as
    kept: a game that is opened again is one of them, and none before the last that was shown.
    """

    kinds: ClassVar = HOME_KINDS

    def __init__(
        self, seed: int, game: str = "duel", script: Iterable[Happening] | None = None
    ) -> None:
        super().__init__(seed, game)
        options = self.options_of(HOME_OPTIONS[game])
        seats = self.game.seats(options_of(HostPlan(game=game, options=options)))
        people = 1 + self.chance.below("people", len(seats))
        plan = HostPlan(game=game, options=options, seats=(SeatPlan(),) * len(seats), seed=seed)
        level = next(iter(self.game.computer_players))
        sitters = [
            Sitter(f"P{seat}") if seat < people else Sitter(f"C{seat}", level)
            for seat in range(len(seats))
        ]
        self._plan, self._sitters = plan, sitters
        self._computers = range(people, len(seats))
        self.script = [*(drawn(self.chance, self.kinds) if script is None else script)]
        self.session: Session | None = None
        self.client: LocalClient[Any] | None = None
        self.controller: Controller[Any] | None = None
        self.process = ProcessLoop(self.loop, self.disk, self._die)
        self.process.die()
        self.path: Path | None = None
        self.history: list[tuple[Any, ...]] = []
        self.kept = -1
        self.places: set[str] = set()
        self.has_fault = False
        self.is_hasty = False
        self._left_at: int | None = None
        self._seconds_down = 1.0
        self._loses_power = False
        self._is_due = False

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

    # The program

    def _start(self) -> None:
        """Start the program, and open the game."""
        self.process = ProcessLoop(self.loop, self.disk, self._die)
        self.process.run(self._open)

    def _open(self) -> None:
        """Open the game, or begin it if nothing of it was kept."""
        try:
            self._open_game()
        except StillSaving:
            self.process.later(1.0, self._open)
            return
        except OSError as error:
            if not (self.disk.is_failing or self.disk.is_full):
                raise Broken(f"the game cannot be opened: {error}") from None
            self.process.later(1.0, self._open)
            return
        except Held:
            raise Broken("the game is held by somebody who is gone") from None
        except Fault as fault:
            raise Broken(f"the file is damaged: {fault}") from None
        self._play()

    def _open_game(self) -> None:
        path = self.path
        if path is None or not self.disk.has(str(path)):
            if self.kept >= 0:
                raise Broken("the file is gone")
            self._begin_game()
            return
        self.session = Session.opened(path, self._complain, self.look_again, outside=self._outside)
        self._watch(self.session)

    def look_again(self, table: Table[Any]) -> None:
        """Check a game that is opened again: it once was so, and not before the last one shown."""
        if self._left_at is not None and not self.has_fault:
            self.kept = self._left_at
        self._left_at, self.has_fault = None, False
        state = state_of(table)
        if state not in self.history:
            raise Broken("the file holds a game that never was")
        at = len(self.history) - 1 - self.history[::-1].index(state)
        if at < self.kept:
            raise Broken(f"moves that were shown are lost: state {at}, not {self.kept}")
        del self.history[at + 1 :]

    def _begin_game(self) -> None:
        self.has_fault = False
        table = new_game(self._plan, self._sitters, self._computers, self._outside.fresh_seed)
        self.history = [state_of(table)]
        session, store = Session(table, outside=self._outside), Store(GAMES_FOLDER)
        session.keep_later(store, lambda _path: self._complain)
        self.session, self.path = session, store.path(session.name)
        self.places, self._left_at = {f"{self.path}"}, None
        self._watch(session)

    def _watch(self, session: Session) -> None:
        """Remember each state that the game is about to reach."""
        save_ahead = session.save_ahead

        def watched(ahead: Table[Any]) -> None:
            self.history.append(state_of(ahead))
            save_ahead(ahead)

        session.save_ahead = watched  # type: ignore[method-assign]

    def _play(self) -> None:
        assert self.session
        self.client = client = LocalClient(self.session, self.process, str, self._think)
        client.listen(self._heard)
        self.controller = None
        if self.seed % 3:
            self.controller = Controller(
                client,
                TypedControls(lambda typed, _view: self.game.parse(typed)),
                self.process,
                Pace(self.chance.between("pace", 0.0, 0.4), shows=self.chance("shows") < 0.5),
                self._think,
            )
            self.controller.begin(recap=self.chance("recap") < 0.5)
        self._be_due()

    def _think(self, thought: Thought[Any]) -> Call:
        """Think for a while; now and then it cannot go on."""
        if self.chance("program fails") < 0.001:
            thought._choose = _fail
        seconds = self.chance.between("thinking", 0.01, 1.0)
        due = self.process.later(seconds, thought.think)

        def stop() -> None:
            thought.stop()
            due.stop()

        return stop

    def _complain(self, told: Exception) -> None:
        self.has_fault = not isinstance(told, SavingResumed | SavedElsewhere)
        if isinstance(told, SavedElsewhere):
            self.path = told.other
            self.places.add(f"{self.path}")

    def _heard(self, update: Update) -> None:
        """Check that what is told is kept, unless people were told that it is not."""
        assert self.client and self.session
        table = self.session.table
        if isinstance(update, Moved | TakenBack | Ended):
            self.transcript.update(f"{update}".encode())
            if state_of(table) not in self.history[-3:]:
                raise Broken("the game is in a state that was never to be kept")
            if self.session.is_held_back:
                if any(play.seat in self.client.own_seats for play in table.plays):
                    raise Broken("a person has moved in a game without a file")
            elif not (self.has_fault or self.client.banner or self.session.is_behind):
                assert self.session._autosave
                if not self.disk.is_sure(f"{self.path}", self.session._autosave._latest):
                    raise Broken("told before it was on the disk")
                self.kept = len(self.history) - 1
            elif self.session.is_behind and not self.client.banner and not self.has_fault:
                raise Broken("told while the disk was writing")
        self._be_due()

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

    def _die(self) -> None:
        """End the program without a word; start it again later."""
        if self.process.is_dead:
            return
        self.crashes += 1
        self.process.die()
        self.disk.end_of(self.process)
        BackgroundAutosave._let_go.clear()
        if self._loses_power:
            self._loses_power = False
            self.disk.lose_power()
        self.session = self.client = self.controller = self._left_at = None
        self._is_due = False
        self.loop.later(self._seconds_down, self._start)

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

    @property
    def _outside(self) -> Outside:
        return self.outside()


def state_of(table: Table[Any]) -> tuple[Any, ...]:
    """Return what has happened at a table."""
    return tuple(table.plays), tuple(table.events), table.outcome


def _fail(_view: object, _stop: object) -> None:
    raise Forfeit(Failure.SILENT, seconds=10)
