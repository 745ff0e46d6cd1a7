"""A seat at a shared table for the line mode, or a place to watch it, and the way there."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from cli.game_commands import line_game
from cli.game_options import SeatRequests
from cli.lines import looking
from cli.lines.at_table import AtTable
from cli.lines.console import LineConsole
from cli.lines.game import LineGame
from cli.lines.rows import number_in, tell, tell_rows
from cli.online import access_of
from cli.sessions import GameRequest
from cli.streams import BadUse, standard_input
from cli.tables_here import joined
from engine.game import View
from engine.reasons import IllegalMove
from engine.series import SeriesPlace
from engine.table import Table
from host.outside import now
from net.joining.client import RemoteClient
from net.joining.reasons import LineNotice
from play.frame import NO_SENSE_NOW
from play.last_setup import last_setup
from play.manual_loop import ManualLoop
from play.rows import Row
from play.setup import Setup
from play.shared_seat import SharedSeat
from programs.players import PATIENCE
from words.names import seat_name
from words.translation import _, reason

if TYPE_CHECKING:
    from net.joining.seats import HeldToken, SeatAt
    from saves.record import Record

PEOPLE_SECONDS: Final = 2.0
"""The seconds to wait for the people at the table before they are told."""

ANSWER_SECONDS: Final = 0.5
"""The seconds to wait for an answer of the table before the next line is asked for."""

RECORD_SECONDS: Final = 10.0
"""The seconds to wait for the record of a game that is over."""


class FarTable(AtTable[RemoteClient[Any]]):
    """A place at a shared table.

    Attributes:
        shared: The seat.
        company: The others at the table.
    """

    is_near = False
    is_safe = True

    def __init__(
        self,
        game: LineGame,
        client: RemoteClient[Any],
        loop: ManualLoop,
        token: HeldToken | None = None,
    ) -> None:
        """Sit at the table of a client, whose calls the loop makes.

        The token is that of its seat, held until the table is left.
        """
        super().__init__(game, client, loop)
        self.shared = SharedSeat(client)
        self.company = self.shared.company
        self.company.check_with(partial(_can_be_told, game))
        self._token = token
        self._bell, self._ringer = os.pipe()
        os.set_blocking(self._bell, False)
        os.set_blocking(self._ringer, False)
        loop.wake = self._ring

    @classmethod
    def at(cls, seat: SeatAt) -> FarTable:
        """Sit at a table that was joined a moment ago."""
        loop, game = ManualLoop(), line_game(seat.joined.game.key)
        here = cls(game, RemoteClient.at(seat.joined, loop), loop, seat.token)
        here._wait(PEOPLE_SECONDS, lambda: here._knows_people)
        return here

    def _wait(self, seconds: float, is_so: Callable[[], bool]) -> bool:
        """Wait until `is_so` holds, at most some seconds; return whether it does."""
        end = monotonic() + seconds
        while not (done := is_so()) and (left := end - monotonic()) > 0:
            self.loop.wait(left)
            self.loop.run()
        return done

    def settle_in(self) -> None:
        self._wait(ANSWER_SECONDS, lambda: not self.is_asking)

    @property
    def _knows_people(self) -> bool:
        """Whether the table has said who is there, and shown the game if it has begun."""
        is_told = any(not place.is_free for place in self.company.places)
        return is_told and (self.is_on or any(place.is_free for place in self.company.places))

    # The bell: news of the table while a line is awaited

    @property
    def bell(self) -> int:
        """The file descriptor that can be read once a call is due."""
        return self._bell

    def _ring(self) -> None:
        """Wake the thread that waits at the bell. Safe to call from any thread."""
        with suppress(OSError):  # the pipe is full, or closed
            os.write(self._ringer, b"\0")

    def hush(self) -> None:
        try:
            while os.read(self._bell, 4096):
                pass
        except BlockingIOError:
            pass

    # The game

    @property
    def race_time(self) -> int:
        return self.company.race_time

    @property
    def is_on(self) -> bool:
        """Whether every seat was taken, and the game can be seen."""
        return self.company.has_begun

    def begin(self) -> None:
        self.control()
        super().begin()

    def meant(self, line: str) -> tuple[str, str] | None:
        """Return the word for a seat of the waiting room: `2` names one, `2 1` changes it."""
        number = number_in(line.partition(" ")[0], len(self.company.places))
        return None if self.is_on or number is None else ("people", line)

    def refusal(self, action: str) -> IllegalMove | None:
        """Return why an action cannot be had now, None if it can; before the game begins too."""
        if self.is_on:
            return super().refusal(action)
        return self.shared.refusals().get(action, NO_SENSE_NOW)

    @property
    def seat(self) -> int | None:
        return next(iter(self.client.own_seats), None)

    @property
    def asked(self) -> int | None:
        """The seat played here, if it is to move."""
        return self.seat if self.is_on and self.seat in self.timeline.to_move else None

    def outage(self) -> str:
        return next(iter(self.shared.outage()), "")

    def absent(self) -> str:
        if not self.is_on:
            return _("The game begins when every seat is taken.")
        if self.is_watched:
            return _("You watch this game.")
        if self.client.is_lost and self.client.notice:
            return reason(self.client.notice)
        if self.client.is_sending:
            return self.outage() or reason(LineNotice.SENT)
        if self.asked is None:
            movers = " + ".join(map(self.player, self.timeline.to_move))
            return self.outage() or _("It is {player}'s turn.").format(player=movers)
        return ""

    @property
    def is_asking(self) -> bool:
        return self.client.is_asking or self.client.is_sending

    @property
    def is_waiting(self) -> bool:
        """Whether no line typed now could be a move, an answer, or a word for after a game.

        After a request, as to resign or to take a move back, lines wait for its answer.
        """
        if self.client.is_lost:
            return False
        if self.is_over:
            return self._awaits_another
        if self.is_asking:
            return True
        return self.asked is None and self.shared.offer is None

    @property
    def _awaits_another(self) -> bool:
        """Whether the person here asked for another game that may still begin."""
        places = self.company.places
        others = [place for at, place in enumerate(places) if at != self.seat]
        there = [place for place in others if place.level or place.is_here]
        said_no = any(place.again is False for place in others)
        return self.seat is not None and bool(places[self.seat].again and there and not said_no)

    def whole(self) -> Table[Any]:
        """Return the game, which the table sends once it is over. Raises `BadUse`."""
        if not self.is_over:
            raise BadUse(_("The game is still in play."))
        none = BadUse(_("The table did not send the record of this game."))
        if not self._wait(RECORD_SECONDS, lambda: not self.client.is_asking):
            raise none
        try:
            self.client.record().send(None)
        except StopIteration as done:
            table: Table[Any] = done.value
            return table
        except ValueError:
            pass
        raise none

    def record(self) -> Record:
        from saves.record import Record

        return Record.new(self.whole(), now())

    def alike(self) -> Setup:
        """Return the last setup of this kind of game."""
        return last_setup(self.game.key)

    # The people

    def player(self, seat: int) -> str:
        """Return the name of a seat, and of its player."""
        place = seat_name(self.game.key, self.timeline.seats[seat])
        name = self.timeline.sitters[seat].name
        is_named = name not in (place, self.timeline.seats[seat])
        return _("{colour} ({players})").format(colour=place, players=name) if is_named else place

    def people(self) -> Iterator[str]:
        """Yield the player at each seat, and what else is to be known of the table.

        In the waiting room the seats are numbered.
        """
        rows = [*map(self.row, range(len(self.company.places)))]
        yield from map(tell, rows) if self.is_on else tell_rows(rows)
        yield from (f"{words[:1].upper()}{words[1:]}." for words in self.shared.notes())

    def row(self, seat: int) -> Row[None]:
        """Return a seat with its player, and in the waiting room with all that it can be."""
        place = seat_name(self.game.key, self.timeline.seats[seat])
        changes = () if self.is_on else self.shared.changes(seat)
        change = partial(self.shared.change, seat)
        notes = {one.id: f"{one.note[:1].upper()}{one.note[1:]}." for one in changes}
        return Row(str(seat), place, self.shared.sitter(seat), changes, "", change, notes=notes)

    @property
    def names(self) -> list[str]:
        """The name of each seat, and of its player."""
        return [self.player(seat) for seat in range(len(self.company.places))]

    def introduction(self) -> Iterator[str]:
        """Yield the people at the table, and how others join it."""
        yield self.game.title(self.timeline.options)
        if owner := self.shared.setter_up():
            yield f"{owner}."
        yield from self.people()
        yield from looking.series(self.series_place, self.timeline)
        if self.is_watched:
            yield _("You watch this game.")
        if not self.is_on:
            yield self.shared.how_to_join()
            yield _("The game begins when every seat is taken.")
            if any(map(self.shared.changes, range(len(self.company.places)))):
                yield _("A number shows who may sit there; a number and a choice seats them.")
        is_asked = self.asked is not None
        yield looking.how_to_move(self.game) if is_asked else _("help lists the words.")

    @property
    def series_place(self) -> SeriesPlace | None:
        return self.company.series

    def what_next(self) -> Iterator[str]:
        """Yield the words for after the game, and the players who want another one."""
        yield from super().what_next()
        if after := self.after():
            yield after

    def after(self) -> str:
        """Return the words about another game, "" if nobody wants one."""
        return self.shared.after(self.names)

    def follow(self) -> FarTable:
        """Leave this game, and return the place at the table's next one."""
        client = self.client.follow()
        token, self._token = self._token, None
        self.close()
        return FarTable(self.game, client, self.loop, token)

    def farewell(self) -> Iterator[str]:
        """Yield the command that leads back to the seat."""
        if not (self.is_watched or self.is_over or self.client.is_lost):
            words = _("Your seat stays yours; {command} leads back to it.")
            yield words.format(command=f"tapis console --join {self.company.table}")

    def close(self) -> None:
        """Leave the table; the seat remains."""
        self.loop.wake = _nothing
        super().close()
        if self._token:
            self._token.release()
        os.close(self._ringer)
        os.close(self._bell)


def _nothing() -> None:
    """Do nothing, as nobody waits any more."""


def _can_be_told(game: LineGame, view: View[Any]) -> None:
    """Tell a view without writing it, to see that it can be told."""
    for _line in game.situation(view):
        pass


def run(options: Namespace) -> int:
    """Sit down at the table that the options name; return the exit status. Raises `BadUse`."""
    others = (options.resume, options.save, options.seats, options.seed)
    if any(other is not None for other in others):
        raise BadUse(_("--join takes a seat at a game that others have set up"))
    place = joined(
        options.join,
        options.name,
        watch=options.watch,
        back=options.back,
        seat=options.seat or "",
        access=access_of(options),
    )
    at = FarTable.at(place)
    request = GameRequest(
        at.timeline.options, SeatRequests(at.game.key), None, options.patience or PATIENCE
    )
    console = LineConsole(at, request, standard_input())
    try:
        return console.run()
    finally:
        console.close()
