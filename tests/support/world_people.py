"""The people of a simulated world: each with a line, a client and, for some, a controller."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias

from world_parts import Broken, Line, ProcessLoop
from world_table import End

from engine.loop import OneTimer
from engine.updates import (
    Continued,
    DealChecked,
    Disconnected,
    Ended,
    Moved,
    Offered,
    Resynced,
    SecondPassed,
    TakenBack,
    Update,
)
from host.guest import Account
from net.joining.client import RemoteClient
from net.joining.connection import Inbox, game_of
from net.joining.dialogue import Backoff, Dialogue, Greeting, Take
from net.joining.line import PATIENCE
from net.joining.reasons import FINAL, JoinReason, NotJoined
from net.wire import (
    PROTOCOL,
    ClaimRequest,
    HelloRequest,
    MoveRequest,
    ResignRequest,
    SitRequest,
    WelcomeNews,
    WireMessage,
)
from play.controller import Controller
from play.controls import TypedControls
from play.playback import Pace
from programs.thinking import think_in_loop

if TYPE_CHECKING:
    from world import World

Asked: TypeAlias = MoveRequest | ResignRequest | ClaimRequest | SitRequest
"""The requests that change the game for good."""


class Link:
    """The driver of a client's dialogue: it opens lines again and again, as `Connection` does."""

    def __init__(self, person: Person, hello: HelloRequest) -> None:
        self._person = person
        self._world = person.world
        self._process = person.process
        self._hello = hello
        self._greeting: Greeting | None = None
        self._silence = OneTimer(person.process)
        self.dialogue: Dialogue | None = None
        self.line: Line | None = None
        self.end: End | None = None
        self.open()

    def open(self) -> None:
        """Open a line to the table and say hello, or hear that nobody is there."""
        person = self._person
        if not self._world.is_reachable:
            self._failed(JoinReason.GONE)
            return
        line, self.end = self._world.line(
            person, lambda data: self._received(line, data), lambda: self._lost(line)
        )
        self.line = line
        self._greeting = Greeting(self.dialogue.hello if self.dialogue else self._hello)
        self._silence.start(PATIENCE, lambda: self._refused(JoinReason.SILENT))
        self._send_all(self._greeting)

    def connect(self, take: Take) -> None:
        """Begin the dialogue of a client."""
        backoff = Backoff(lambda: self._world.chance("backoff"))
        self.dialogue = Dialogue(self._hello, take, self._process.now, backoff)

    def send(self, line: int, message: WireMessage) -> None:
        assert self.dialogue
        self._person.asked(message)
        self.dialogue.send(line, message)
        self._send_all(self.dialogue)

    def reject(self, line: int) -> None:
        raise Broken(f"{self._person.name} found that a message of the table makes no sense")

    def close(self) -> None:
        """Leave for good."""
        self._silence.stop()
        if self.dialogue:
            self.dialogue.close()
            self._send_all(self.dialogue)
        if self.line:
            self.line.end()

    def _received(self, line: Line, data: bytes) -> None:
        if line is not self.line or self._process.is_dead:
            return
        if not data.endswith(b"\n"):  # the rest never comes
            return
        if self._greeting:
            self._greeted(data)
        elif self.dialogue and not self.dialogue.is_closed:
            self.dialogue.received(data)
            self.dialogue.send_waiting()
            self._go_on()

    def _greeted(self, data: bytes) -> None:
        assert self._greeting
        try:
            welcome = self._greeting.received(data)
        except NotJoined as why:
            assert isinstance(why.reason, JoinReason)
            self._refused(why.reason)
            return
        self._send_all(self._greeting)
        if welcome is not None:
            self._greeting = None
            self._person.welcomed(welcome)
            assert self.dialogue
            self.dialogue.begin(welcome)
            self._go_on()

    def _go_on(self) -> None:
        assert self.dialogue
        self._send_all(self.dialogue)
        if self.dialogue.end is not None and self.line:
            if self.dialogue.end is JoinReason.STRANGE:
                raise Broken(f"{self._person.name} was told what makes no sense")
            self.line.end()
        self._silence.start(self.dialogue.patience, self._passed)

    def _passed(self) -> None:
        assert self.dialogue
        self.dialogue.passed()
        self._go_on()

    def _send_all(self, core: Greeting | Dialogue) -> None:
        while core.unsent and self.line:
            self.line.up(core.unsent.popleft())

    def _refused(self, why: JoinReason) -> None:
        """Give up a line that was not welcomed."""
        if self.line:
            line, self.line = self.line, None
            line.cut()
        self._greeting = None
        self._failed(why)

    def _lost(self, line: Line) -> None:
        if line is self.line and not self._process.is_dead:
            self.line = None
            self._greeting = None
            self._failed(JoinReason.GONE)

    def _failed(self, why: JoinReason) -> None:
        """Try again later, unless there is no sense in it."""
        self._silence.stop()
        seconds = 1.0
        is_final = why in FINAL
        if self.dialogue:
            down = self.dialogue.lost(why)
            is_final, seconds = down.is_final, down.seconds
            if self.dialogue.is_closed:
                return
        if is_final:
            self._person.refused(why)
        else:
            self._process.later(seconds, self.open)


class Person:
    """A person at a seat, or a spectator: a client and, for some, the controller of a line mode."""

    def __init__(self, world: World, number: int, account: str, *, watch: bool = False) -> None:
        self.world = world
        self.number = number
        self.account = Account(account, f"u{number}")
        self.is_watching = watch
        self.player = "bot" if not watch and world.chance("is a program") < 0.1 else ""
        self.name = f"p{number}"
        self.token = ""
        self.starts = 0
        self.client: RemoteClient[Any] | None = None
        self.controller: Controller[Any] | None = None
        self.is_dead = True
        self.is_hasty = False
        self.lost_lines = 0
        self.process = ProcessLoop(world.loop)
        self._is_due = False

    def start(self) -> None:
        """Start the program and join the table."""
        if not self.is_dead:
            return
        self.is_dead = False
        self.starts += 1
        self.process = ProcessLoop(self.world.loop)
        self.client = self.controller = None
        self._is_due = False
        self.link = Link(
            self,
            HelloRequest(
                PROTOCOL,
                f"{self.name}x{self.starts}",
                name=self.name.title(),
                token=self.token,
                watch=self.is_watching,
                player=self.player,
                cuts=not self.is_watching,
                table=self.world.table_name,
            ),
        )

    def kill(self) -> None:
        """End the program without a word."""
        if not self.is_dead:
            self.is_dead = True
            self.process.die()
            if self.link.line:
                self.link.line.cut()

    def leave(self) -> None:
        """End the program in order."""
        if not self.is_dead:
            if self.client:
                self.client.close()
            else:
                self.link.close()
            self.is_dead = True
            self.process.die()

    @property
    def seat(self) -> int | None:
        """The seat that this person plays, None for none."""
        return min(self.client.own_seats, default=None) if self.client else None

    def welcomed(self, welcome: WelcomeNews) -> None:
        """Begin as the client of a table that has said welcome."""
        self.world.promises.check_seat(self, welcome)
        self.token = welcome.token or self.token
        if self.client is None:
            game, options = game_of(welcome)
            inbox = Inbox(self.process)
            self.link.connect(inbox.put)
            self.client = RemoteClient(game, options, welcome, inbox, self.link)
            self.client.listen(self._heard)

    def refused(self, why: JoinReason) -> None:
        """Note that there is no seat any more."""
        self.world.promises.check_refusal(self, why)
        self.is_dead = True
        self.process.die()
        if why is JoinReason.NO_SUCH_SEAT:
            self.token = ""
            self.start()

    def asked(self, message: WireMessage) -> None:
        """Note what is asked of the table."""
        assert self.link.dialogue
        client, promises = self.link.dialogue.hello.client, self.world.promises
        if isinstance(message, MoveRequest | ResignRequest | ClaimRequest | SitRequest):
            promises.note_asked(self, client, message)
        if number := getattr(message, "number", 0):
            promises.may_be_done(client, number)

    def _heard(self, update: Update) -> None:
        client = self.client
        assert client
        if isinstance(update, SecondPassed):
            return
        if isinstance(update, Continued):
            self._go_on()
            return
        if isinstance(update, DealChecked):
            self.world.promises.check_deal(client)
            return
        if isinstance(update, Moved | Resynced | TakenBack | Ended):
            self.world.promises.check_view(self, client)
        self.lost_lines += isinstance(update, Disconnected)
        if isinstance(update, Offered) and update.offer.seat != self.seat:
            answer = self.world.chance("agrees")
            if answer < 0.7:  # else it is left to lapse
                self.process.later(self._think(), lambda: client.answer(update.offer, answer < 0.4))
        self._be_due()

    def _go_on(self) -> None:
        """Go on with the next game, or at another seat."""
        assert self.client
        self.client, self.controller = self.client.follow(), None
        self.client.listen(self._heard)
        self._be_due()

    def _look_for_more(self, client: RemoteClient[Any]) -> None:
        """Ask for the next game; some say no at first. Those who have said yes wait for it."""
        if client.company.game_number < self.world.games:
            if self.seat is not None and not client.company.places[self.seat].again:
                client.company.again(self.world.chance("again") < 0.8)
            self._be_due()

    def _choose_seat(self, client: RemoteClient[Any]) -> None:
        """Now and then wish for another seat while others are still to come."""
        free = [seat for seat, place in enumerate(client.company.places) if place.is_free]
        if free and self.world.chance("sits") < 0.3:
            client.company.sit(free[self.world.chance.below("seat", len(free))])
        self._be_due()

    def _be_due(self) -> None:
        if not self._is_due and self.seat is not None:
            self._is_due = True
            self.process.later(self._think(), self._act)

    def _think(self) -> float:
        """Return the seconds until this person acts: now and then none at all."""
        return max(self.world.chance.between("person", -0.5, 1.5), 0.0)

    def _act(self) -> None:
        """Move if it is this person's turn; look again later while the line is down."""
        self._is_due = False
        client, seat = self.client, self.seat
        if self.world.is_still:
            return
        if client is None or seat is None:
            return
        if not client.company.has_begun:
            self._choose_seat(client)
            return
        timeline = client.timeline
        if timeline.outcome is not None:
            self._look_for_more(client)
            return
        if seat not in timeline.to_move:
            return
        is_asked = client.offer is not None and self.world.chance("waits for an answer") < 0.5
        if client.is_sending or not client.company.is_connected or is_asked:
            self._be_due()
            return
        is_race = timeline.view(seat).timeout_play is not None
        if is_race and self.world.chance("is late") < 0.7:
            return
        if len(timeline.plays) >= self.world.most_plays:
            client.resign(seat)
            return
        self._move(client, seat)
        self._be_due()

    def _move(self, client: RemoteClient[Any], seat: int) -> None:
        legal = [*islice(client.timeline.view(seat).legal(), 8)]
        move = legal[self.world.chance.below("move", len(legal))]
        if self.number % 2 or self.is_hasty:
            client.submit(seat, move)
            if self.is_hasty:  # Enter twice: the second move is for a position that is gone
                self.is_hasty = False
                client.submit(seat, legal[0])
            return
        if self.controller is None:
            game = client.timeline.game
            self.controller = Controller(
                client,
                TypedControls(lambda typed, _view: game.parse(typed)),
                self.process,
                Pace(0, shows=False),
                think_in_loop,
            )
            self.controller.begin()
        self.controller.play_typed(client.timeline.game.format(move))
