"""The game that is played in a line mode, and a game at home."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from time import sleep
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from cli import sessions
from cli.lines import looking
from cli.lines.game import LineGame
from cli.lines.replay import Transcript
from engine.client import Client
from engine.game import CHANCE
from engine.games import describe
from engine.reasons import IllegalMove
from engine.series import SeriesPlace
from engine.table import Table
from engine.timeline import MissingView
from engine.updates import Hear, Moved
from host.races import LONGEST_RACE, Races
from host.session import Session
from play.controller import Controller
from play.controls import TypedControls
from play.local_client import LocalClient
from play.manual_loop import ManualLoop
from play.playback import Pace
from play.setup import Series, Setup, setup_of
from programs.thinking import think_in_loop
from saves.settings_file import read_settings
from words.names import seat_name
from words.translation import _

if TYPE_CHECKING:
    from pathlib import Path

    from saves.record import Record

C = TypeVar("C", bound=Client[Any])

_LONGER_IN_WORDS: Final = 3
"""How many times as long as on the screen a race takes."""

FIRST_GAMES: Final = "first game"
"""The English word that takes the numbers of the list of first games."""


class AtTable(ABC, Generic[C]):
    """A game with the people at this keyboard.

    Attributes:
        is_near: Whether it is a game at home, with no people elsewhere.
        has_game: Whether there is a game, begun or not: everywhere but at the first screen.
        game: What it looks like in lines.
        client: The client that plays it.
        loop: Makes the client's calls.
        timeline: The game, as far as it is known here.
        controller: Does what these people ask for; there is none before the game begins.
        series: The series that the game belongs to, None for a single game.
        eyes: The seat whose view is shown if nobody plays here, None for the spectator's.
        listed_by: The English word that takes the numbers of the list said last, with the text
            before them, "" for none.
    """

    is_near: ClassVar[bool]
    has_game: ClassVar[bool] = True
    controller: Controller[Any]
    listed_by: str = ""
    _told_to: int | None = None

    def __init__(self, game: LineGame, client: C | None, loop: ManualLoop) -> None:
        """Look at a client's game, None where there is no game."""
        self.game = game
        self.loop = loop
        if client is not None:
            self.client = client
            self.timeline = client.timeline
        self.series: Series | None = None
        self.eyes: int | None = None
        self._is_race = False

    @property
    def series_place(self) -> SeriesPlace | None:
        """The place of the game in a series, None for a single game."""
        return self.series.place if self.series else None

    def control(self) -> None:
        """Take the seats of the people."""
        controls = TypedControls(self.game.controls.read)
        self.controller = Controller(
            self.client, controls, self.loop, Pace(0, shows=False), think_in_loop
        )

    def listen(self, hear: Hear) -> None:
        """Call `hear` with every update from now on."""
        self.client.listen(hear)

    def meant(self, line: str) -> tuple[str, str] | None:
        """Return the word, and the text after it, that a line stands for; None for no such line.

        Where there is a list to choose from, its numbers stand for words.
        """
        return None

    def refusal(self, action: str) -> IllegalMove | None:
        """Return why an action cannot be had now, None if it can."""
        return self.controller.frame.refusal(action)

    def begin(self) -> None:
        """Let the game go on."""
        self.controller.begin()

    @property
    @abstractmethod
    def is_on(self) -> bool:
        """Whether the game has begun, so that there is something to see."""

    @property
    @abstractmethod
    def is_safe(self) -> bool:
        """Whether nothing is lost by leaving."""

    @property
    def kept_in(self) -> Path | None:
        """The file that keeps the game here, None where there is none."""
        return None

    @property
    def bell(self) -> int | None:
        """The file descriptor that can be read once others did something; None at home."""
        return None

    @property
    def is_waiting(self) -> bool:
        """Whether the game waits for others, so that no line typed now could be a move."""
        return False

    @property
    def is_asking(self) -> bool:
        """Whether a request has no answer yet, or its effect cannot be seen yet."""
        return False

    def settle_in(self) -> None:
        """Wait a moment for the answer to a request."""

    def hush(self) -> None:
        """Silence the bell."""

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.is_on and self.timeline.outcome is not None

    @abstractmethod
    def introduction(self) -> Iterator[str]:
        """Yield the game, who plays, and where it is kept."""

    @abstractmethod
    def whole(self) -> Table[Any]:
        """Return the game with all its secrets. Raises `BadUse` where it may not be known."""

    @abstractmethod
    def record(self) -> Record:
        """Return the game as a file would hold it. Raises `BadUse` as `whole` does."""

    @abstractmethod
    def alike(self) -> Setup:
        """Return the setup of a game like this one, to be played at home."""

    def farewell(self) -> Iterator[str]:
        """Yield where the game is after leaving, or how to come back to it."""
        yield from ()

    def what_next(self) -> Iterator[str]:
        """Yield the words that can be typed once the game is over."""
        place = self.series_place
        yield from looking.series(place, self.timeline)
        may_go_on = self.is_near or not self.is_watched
        has_deal = self.is_near and self.refusal("swap") is None
        follows = self.controller.model.look_back.at_once()
        is_judged = self.refusal("analysis") is None
        series = place if may_go_on else None
        yield from looking.what_next(series, follows, has_deal=has_deal, is_judged=is_judged)

    @property
    def plays_alone(self) -> bool:
        """Whether nobody plays here, and the computers wait to be told to go on."""
        return self.is_near and self.is_watched

    @property
    def is_watched(self) -> bool:
        """Whether nobody plays here."""
        return not self.client.own_seats

    @property
    def mine(self) -> int | None:
        """The seat of the only person here, None for nobody or several."""
        own = self.client.own_seats
        return min(own) if len(own) == 1 else None

    @property
    def has_secrets(self) -> bool:
        """Whether a seat may know something that others may not."""
        return describe(self.game.key).has_secrets

    @property
    def seat(self) -> int | None:
        """The seat whose view is shown: the person's to move; None for the spectator's view."""
        if not self.has_secrets:
            return None
        return self.eyes if self.is_watched else self.controller.model.seat

    @property
    def is_covered(self) -> bool:
        """Whether several people play here, so that a hand is told only to a person who asks."""
        return bool(self.game.covers) and len(self.client.own_seats) > 1

    @property
    def seat_told(self) -> int | None:
        """The seat whose view is told without being asked for."""
        return None if self.is_covered else self.seat

    @property
    def view(self) -> Any:
        """The game as it is seen here."""
        return self.timeline.view(self.seat)

    def situation(self) -> Iterator[str]:
        """Yield the situation, and the player who may ask for a hand."""
        yield from self.game.situation(self.timeline.view(self.seat_told))
        yield from self.covered()

    def moved(self, update: Moved) -> list[str]:
        """Return the result of a move, as far as the views here show it."""
        script = Transcript(self.game, self.timeline, self.seat_told)
        try:
            typed = () if update.play.seat in self.client.own_seats else script.typed(update.at)
            return [*typed, *script.answer(update.at), *self._race()]
        except MissingView:  # several moves came at once, with a view of the last one alone
            return self._news(update.at) if update.at + 1 == len(self.timeline.plays) else []

    def _race(self) -> Iterator[str]:
        """Yield once what a player here does in a race, and how long; or that lots decide it."""
        is_race, was_race = self.view.timeout_play is not None, self._is_race
        self._is_race = is_race
        if is_race and not was_race and self.asked in self.client.own_seats:
            seconds = round(self.race_time * Races.seconds)
            words = _(self.game.race) if seconds else _("Lots decide the slaps.")
            yield words.format(seconds=seconds)

    def _news(self, at: int) -> list[str]:
        """Return the entries of the log up to move `at`, and the situation.

        They begin after the last view that came here before.
        """
        before: list[str] = []
        while at >= 0:
            try:
                before = [*self.game.log(self.timeline.view_at(at, self.seat_told))]
                break
            except MissingView:
                at -= 1
        told = [*self.game.log(self.timeline.view(self.seat_told))]
        return [*(line.strip() for line in told[len(before) :]), *self.situation()]

    def newly_covered(self) -> Iterator[str]:
        """Yield `covered`, unless the same player was asked all the time."""
        if self.asked != self._told_to:
            yield from self.covered()

    def covered(self) -> Iterator[str]:
        """Yield the player to move, who may ask for a hand that is told to nobody else."""
        self._told_to = asked = self.asked
        if self.is_covered and asked is not None and asked in self.client.own_seats:
            name = seat_name(self.game.key, self.timeline.seats[asked])
            word = next(one for one in self.game.words if one.english == self.game.covers)
            words = _("{player} is to move; {word} shows the cards, once nobody else is reading.")
            yield words.format(player=name, word=word.spelled)

    @property
    def asked(self) -> int | None:
        """The seat that is asked for a move, one of a person first; None after the end."""
        movers = self.timeline.to_move
        here = [seat for seat in movers if seat in self.client.own_seats]
        return next(iter(here or movers), None)

    @property
    def is_begun(self) -> bool:
        """Whether anybody has moved."""
        return any(play.seat != CHANCE for play in self.timeline.plays)

    @property
    def race_time(self) -> int:
        """How many times as long as usual a race takes; 0 where lots decide it."""
        return _race_time()

    @abstractmethod
    def absent(self) -> str:
        """Return why nobody here can move now, "" if a person can."""

    def outage(self) -> str:
        """Return what there is to say of a lost connection to the table, "" while it is up."""
        return ""

    def settle(self) -> None:
        """Let players think until a person, or nobody, is to move; wait for running clocks."""
        self.loop.run()
        while self.asked is not None and self.is_watched and self.loop.seconds_left is not None:
            sleep(self.loop.seconds_left)
            self.loop.run()

    def close(self) -> None:
        """Let go of the players and of the file."""
        self.client.close()


class HomeTable(AtTable[LocalClient[Any]]):
    """A game at home.

    Attributes:
        session: The game, with its file and its players.
    """

    def __init__(self, game: LineGame, session: Session, series: Series | None) -> None:
        """Take the seats of the people."""
        loop = ManualLoop()
        client = LocalClient[Any](session, loop, sessions.forfeit_words, think_in_loop, _race_time)
        super().__init__(game, client, loop)
        self.session = session
        self.series = series
        self.control()
        self.controller.model.look_back.record = self.record

    @classmethod
    def of(cls, game: LineGame, session: Session) -> HomeTable:
        """Take the seats of a game that was opened, in its series if it has one."""
        return cls(game, session, sessions.series_of(session))

    is_near = True
    is_on = True

    @property
    def is_safe(self) -> bool:
        """Whether the game is kept, or will be, is over, or has not begun."""
        is_kept = self.session.is_kept or self.session.is_held_back
        return is_kept or self.is_over or not self.is_begun

    @property
    def kept_in(self) -> Path | None:
        return self.session.saved_in

    def introduction(self) -> Iterator[str]:
        """Yield who plays, where the game is kept, and which one of a series it is."""
        from saves.store import Store

        yield self.game.title(self.timeline.options)
        yield from looking.who_plays(self.timeline, self.mine)
        is_played = bool(self.client.own_seats) and not self.is_over
        yield looking.how_to_move(self.game) if is_played else _("help lists the words.")
        if kept := self.kept_in:
            yield looking.kept_in(kept)
        elif self.session.is_held_back and self.client.own_seats:
            yield looking.to_be_kept(Store().folder)
        yield from looking.series(self.series_place, self.timeline)

    def farewell(self) -> Iterator[str]:
        """Yield that a game in play is saved."""
        if self.kept_in and not self.is_over:
            yield _("The game is saved.")

    def whole(self) -> Table[Any]:
        """Return the game."""
        return self.session.table

    def record(self) -> Record:
        """Return the game as its file holds it, or would."""
        return self.session.record

    def alike(self) -> Setup:
        """Return the setup of a game like this one, in a series as long."""
        setup = setup_of(self.session.table)
        if self.series is None:
            return setup
        own = self.series.setup
        return setup._replace(games=own.games, changes_places=own.changes_places, pairs=own.pairs)

    def absent(self) -> str:
        seat = self.asked
        if seat is None or seat in self.client.own_seats:
            return ""
        return str(sessions.absent(self.timeline, seat))


def _race_time() -> int:
    """Return how long a race takes by the settings, which may change during a game.

    It is longer in words than on the screen: they have to be heard and typed.
    """
    return min(read_settings().settings.race_time * _LONGER_IN_WORDS, LONGEST_RACE)
