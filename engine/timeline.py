"""A game as it may be read: by the eyes that are open, move by move, without its secrets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Generic, Protocol, TypeVar

from engine.game import CHANCE, UNKNOWN, Game, NotationError, Outcome, Play, Step, View
from engine.log import HIDDEN, Log
from engine.table import Event, Sitter, Table, known_event

M = TypeVar("M")

Eyes = frozenset[int | None]
"""The seats whose views may be seen; None is a spectator, whose eyes are always open."""

SPECTATOR: Final[Eyes] = frozenset({None})


class MissingView(LookupError):
    """The view is one that these eyes may see, and that has not been received."""


class Timeline(Protocol[M]):
    """All that may be read of a game, from its beginning until now."""

    @property
    def game(self) -> Game[M]:
        """Which game it is."""

    @property
    def options(self) -> Any:
        """The options of the game."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats, in order."""

    @property
    def sitters(self) -> tuple[Sitter, ...]:
        """Who sits where now."""

    @property
    def eyes(self) -> Eyes:
        """Whose views may be seen now."""

    @property
    def plays(self) -> Sequence[Play]:
        """Every move; `UNKNOWN` stands for one that not all of these eyes may know."""

    @property
    def events(self) -> Sequence[Event]:
        """What happened besides the moves, without what these eyes may not know."""

    @property
    def to_move(self) -> tuple[int, ...]:
        """Every seat that may move now."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None."""

    @property
    def version(self) -> int:
        """A number that grows with every change, for who keeps what was made of a timeline."""

    def last_turn(self, seat: int) -> int | None:
        """Return how many moves stood before the last move of `seat`, None if it made none."""

    def view(self, seat: int | None) -> View[M]:
        """Return what a seat may know now. Raises `ValueError` for closed eyes, `MissingView`."""

    def view_at(self, at: int, seat: int | None) -> View[M]:
        """Return what a seat could know after `at` moves.

        Raises `ValueError` for closed eyes or a number of moves that was not reached,
        `MissingView` for a view that was never received.
        """


def steps_of(game: Game[M], play: Play) -> tuple[Step, ...]:
    """Return the steps of a move; none for chance's, and for one that may not be known."""
    return () if play.move is UNKNOWN else game.steps(play.move)


class TableTimeline(Generic[M]):
    """A table as some eyes may read it; after the end all eyes are open."""

    def __init__(self, table: Table[M], seats: frozenset[int]) -> None:
        """Read a table with the eyes of these seats."""
        self._table = table
        self._open: Eyes = frozenset(seats) | SPECTATOR
        self._plays: list[Play] = []
        self._plays_of: tuple[int, Eyes] | None = None

    @property
    def game(self) -> Game[M]:
        """Which game it is."""
        return self._table.game

    @property
    def options(self) -> Any:
        """The options of the game."""
        return self._table.options

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats, in order."""
        return self._table.seats

    @property
    def sitters(self) -> tuple[Sitter, ...]:
        """Who sits where now."""
        return self._table.sitters

    @property
    def eyes(self) -> Eyes:
        """Whose views may be seen now."""
        if self._table.outcome is None:
            return self._open
        return frozenset(range(len(self.seats))) | SPECTATOR

    @property
    def plays(self) -> Sequence[Play]:
        """Every move; `UNKNOWN` stands for one that not all of these eyes may know."""
        table, kept_for = self._table, (self._table.epoch, self.eyes)
        if kept_for != self._plays_of:
            self._plays, self._plays_of = [], kept_for
        for at in range(len(self._plays), len(table.plays)):
            self._plays.append(_known_to_all(table, at, self.eyes))
        return self._plays

    @property
    def events(self) -> Sequence[Event]:
        """What happened besides the moves, without what these eyes may not know."""
        is_over, eyes = self.outcome is not None, self._open
        return [
            known_event(event, event.seat if event.seat in eyes else None, is_over=is_over)
            for event in self._table.events
        ]

    @property
    def to_move(self) -> tuple[int, ...]:
        """Every seat that may move now."""
        return self._table.to_move

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None."""
        return self._table.outcome

    @property
    def version(self) -> int:
        """A number that grows with every change."""
        return self._table.version

    def last_turn(self, seat: int) -> int | None:
        """Return how many moves stood before the last move of `seat`, None if it made none."""
        return self._table.last_turn(seat)

    def view(self, seat: int | None) -> View[M]:
        """Return what a seat may know now. Raises `ValueError` for closed eyes."""
        _check_eyes(seat, self.eyes)
        return self._table.view(seat)

    def view_at(self, at: int, seat: int | None) -> View[M]:
        """Return what a seat could know after `at` moves. Raises `ValueError` for closed eyes."""
        _check_eyes(seat, self.eyes)
        return self._table.view_at(at, seat)

    def view_after(self, at: int, seat: int | None) -> View[M]:
        """Return what a seat could know just after `at` moves, before anybody gave up.

        Raises `ValueError` for closed eyes.
        """
        _check_eyes(seat, self.eyes)
        return self._table.view_after(at, seat)


class ReceivedTimeline(Generic[M]):
    """A game as a far place knows it: from the views it was sent, and nothing else."""

    def __init__(
        self, game: Game[M], options: Any, sitters: Sequence[Sitter], seats: frozenset[int]
    ) -> None:
        """Expect the views of these seats; without any those of a spectator."""
        self.game = game
        self.options = options
        self.seats = game.seats(options)
        self.sitters = tuple(sitters)
        self.events: list[Event] = []
        self.version = 0
        self._mine = seats
        self._received: dict[int, dict[int | None, View[M]]] = {}
        self._moves = 0

    def receive(self, at: int, view: View[M]) -> None:
        """Keep a view that shows the game after `at` moves; later ones are void."""
        for later in [number for number in self._received if number > at]:
            del self._received[later]
        self._received.setdefault(at, {})[view.seat] = view
        self._moves = at
        self.version += 1

    @property
    def eyes(self) -> Eyes:
        """Whose views may be seen now: after the end every one that was sent."""
        return frozenset(self._received.get(self._moves, ())) | self._mine | SPECTATOR

    @property
    def plays(self) -> Sequence[Play]:
        """Every move; `UNKNOWN` stands for one that the receiver may not know."""
        return told_plays(self.game, self._now().log, self._moves)

    @property
    def to_move(self) -> tuple[int, ...]:
        """Every seat that may move now."""
        return self._now().to_move

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None."""
        return self._now().outcome

    def last_turn(self, seat: int) -> int | None:
        """Return how many moves stood before the last move of `seat`, None if it made none."""
        plays = self.plays
        return next((at for at in reversed(range(len(plays))) if plays[at].seat == seat), None)

    def view(self, seat: int | None) -> View[M]:
        """Return what a seat may know now. Raises `ValueError` for closed eyes, `MissingView`."""
        return self.view_at(self._moves, seat)

    def view_at(self, at: int, seat: int | None) -> View[M]:
        """Return what a seat could know after `at` moves.

        Raises `ValueError` for closed eyes or a number of moves that was not reached,
        `MissingView` for a view that was never received.
        """
        _check_eyes(seat, self.eyes)
        if not 0 <= at <= self._moves:
            raise ValueError(f"there is no view after {at} moves of {self._moves}")
        try:
            return self._received[at][seat]
        except KeyError:
            raise MissingView(f"the view after {at} moves was not received") from None

    def _now(self) -> View[M]:
        return next(iter(self._received[self._moves].values()))


def some_eyes(timeline: Timeline[Any]) -> int | None:
    """Return one of the seats whose views may be seen, None where only a spectator's may."""
    return min((seat for seat in timeline.eyes if seat is not None), default=None)


def told_plays(game: Game[M], log: Log, count: int) -> list[Play]:
    """Return the first `count` moves as a log tells of them.

    The first line of a move's number is the move, blanked where its reader may not know it; a move
    of which nothing was told is chance's.
    """
    plays = [Play(CHANCE, UNKNOWN)] * count
    told = -1
    for line in log:
        if line.ply == told or line.ply >= count:
            continue
        told = line.ply
        plays[told] = Play(line.seat, _read(game, line.text))
    return plays


def _known_to_all(table: Table[Any], at: int, eyes: Eyes) -> Play:
    """Return a move that all seats of these eyes know; without a seat, that a spectator knows."""
    for seat in (eyes - SPECTATOR) or eyes:
        play = table.known_play(at, seat)
        if play.move is UNKNOWN:
            return play
    return table.plays[at]


def _read(game: Game[M], text: str) -> Any:
    if HIDDEN in text.split():
        return UNKNOWN
    try:
        return game.parse(text)
    except NotationError:
        return UNKNOWN


def _check_eyes(seat: int | None, eyes: Eyes) -> None:
    if seat not in eyes:
        raise ValueError(f"seat {seat} keeps its secrets while the game is in play")
