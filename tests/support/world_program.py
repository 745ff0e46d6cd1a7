"""The program of a simulated home, which plays a game and keeps it in its file."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from world_base import SimulatedWorld
from world_disk import GAMES_FOLDER
from world_parts import Broken, ProcessLoop

from engine.loop import Call
from engine.reasons import Forfeit
from engine.table import Sitter, Table
from engine.updates import Ended, Moved, TakenBack, Update
from host.outside import Outside
from host.plan import HostPlan, SeatPlan, new_game, options_of
from host.session import Session, StillSaving
from play.controller import Controller
from play.controls import TypedControls
from play.local_client import LocalClient
from play.playback import Pace
from programs.players import Failure
from programs.thinking import Thought
from saves.autosave import BackgroundAutosave, SavingResumed
from saves.document import Fault
from saves.lock import Held
from saves.locked_file import SavedElsewhere
from saves.store import Store

HOME_OPTIONS: Final[dict[str, tuple[dict[str, Any], ...]]] = {
    "duel": ({},),
    "zen": ({"variant": 1}, {"players": 4}, {"variant": 2}),
    "hearts": ({"slap": "reflex"}, {"slap": "reflex", "joker": True}, {}),
    "war": ({"cards": 5, "players": 3},),
}


class HomeProgram(SimulatedWorld):
    """A game at home in its program, which is started again and again.

    Each state that the program was about to reach is remembered, and which of them were shown as
    kept: a game that is opened again is one of them, and none before the last that was shown.
    """

    def __init__(self, seed: int, game: str) -> None:
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

    def _be_due(self) -> None:
        """Let the people act soon."""
        raise NotImplementedError

    @property
    def _outside(self) -> Outside:
        return self.outside()


def state_of(table: Table[Any]) -> tuple[Any, ...]:
    """Return what has happened at a table."""
    return tuple(table.plays), tuple(table.events), table.outcome


def _fail(_view: object, _stop: object) -> None:
    raise Forfeit(Failure.SILENT, seconds=10)
