"""The game that people of a line mode are at: its session, its players, whose view is shown."""

from __future__ import annotations

from collections.abc import Iterator
from time import sleep
from typing import Any

from cli.lines import sessions
from cli.lines.game import LineGame
from engine.game import CHANCE
from engine.games import describe
from net.session import Session
from play.controller import Controller
from play.local_client import LocalClient
from play.manual_loop import ManualLoop, think_in_loop
from play.pace import Pace
from play.setup import Series
from play.typed_controls import TypedControls
from words.seat_names import seat_name
from words.translation import _


class AtTable:
    """A game with the people at this keyboard.

    Attributes:
        game: What it looks like in lines.
        session: The table.
        series: The games in a row that this is one of, None for a single game.
        eyes: Whose view is shown where nobody plays here, None for what everybody sees.
    """

    def __init__(self, game: LineGame, session: Session, series: Series | None) -> None:
        """Take the seats of the people."""
        self.game = game
        self.session = session
        self.series = series
        self.eyes: int | None = None
        self.loop = ManualLoop()
        self.client = LocalClient[Any](session, self.loop, sessions.forfeit_words, think_in_loop)
        self.timeline = self.client.timeline
        controls = TypedControls(game.read)
        self.controller = Controller(
            self.client, controls, self.loop, Pace(0, shows=False), think_in_loop
        )

    @property
    def is_watched(self) -> bool:
        """Whether nobody plays here."""
        return not self.client.own_seats

    @property
    def has_secrets(self) -> bool:
        """Whether a seat may know something that others may not."""
        return describe(self.game.key).has_secrets

    @property
    def seat(self) -> int | None:
        """Whose view is shown: the person's to move; None for what everybody sees."""
        if not self.has_secrets:
            return None
        return self.eyes if self.is_watched else self.controller.model.seat

    @property
    def is_covered(self) -> bool:
        """Whether a hand is told only to the person who asks for it, as several play here."""
        return bool(self.game.covers) and len(self.client.own_seats) > 1

    @property
    def seat_told(self) -> int | None:
        """Whose view is told without being asked for."""
        return None if self.is_covered else self.seat

    @property
    def view(self) -> Any:
        """The game as it is seen here."""
        return self.timeline.view(self.seat)

    def situation(self) -> Iterator[str]:
        """Yield how the game stands, and who may ask for a hand."""
        yield from self.game.situation(self.timeline.view(self.seat_told))
        yield from self.covered()

    def covered(self) -> Iterator[str]:
        """Yield who is to move and may ask for a hand that is told to nobody else."""
        if self.is_covered and self.asked is not None and self.asked != CHANCE:
            name = seat_name(self.game.key, self.timeline.seats[self.asked])
            word = next(one for one in self.game.words if one.english == self.game.covers)
            words = _("{player} is to move; {word} tells the cards, once nobody else reads.")
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

    def absent(self) -> str:
        """Return why nobody plays for the seat to move, "" if a person does."""
        seat = self.asked
        if seat is None or seat in self.client.own_seats:
            return ""
        return sessions.absent(self.timeline, seat)

    def settle(self) -> None:
        """Let players think until a person, or nobody, is to move; for time that runs, wait."""
        self.loop.run()
        while self.asked is not None and self.is_watched and self.loop.seconds_left is not None:
            sleep(self.loop.seconds_left)
            self.loop.run()

    def close(self) -> None:
        """Let go of the players and of the file."""
        self.client.close()
