"""A game's timeline: its views, moves and events, as far as some seats may know them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, Generic, Protocol, TypeVar

from engine.game import CHANCE, UNKNOWN, Game, Outcome, Play, Step, View
from engine.log import Log, LogEntry
from engine.table import Event, Sitter, Table, known_event

M = TypeVar("M")

VisibleSeats = frozenset[int | None]
"""The seats whose views may be read; None, the spectator, is always among them."""

SPECTATOR: Final[VisibleSeats] = frozenset({None})


class MissingView(LookupError):
    """An error: the view may be read, but has not been received."""


class Timeline(Protocol[M]):
    """The open history of a game, from its beginning until now."""

    @property
    def game(self) -> Game[M]:
        """The game."""

    @property
    def options(self) -> Any:
        """The options of the game."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats, in order."""

    @property
    def sitters(self) -> tuple[Sitter, ...]:
        """The sitters now, by seat."""

    @property
    def visible_seats(self) -> VisibleSeats:
        """The seats whose views may be read now."""

    @property
    def plays(self) -> Sequence[Play]:
        """Every move; `UNKNOWN` stands for one that some of these seats may not know."""

    @property
    def events(self) -> Sequence[Event]:
        """The events besides the moves, without what these seats may not know."""

    @property
    def to_move(self) -> tuple[int, ...]:
        """Every seat that may move now."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None."""

    @property
    def version(self) -> int:
        """A number that grows with every change, so that a cache knows when it is out of date."""

    def last_turn(self, seat: int) -> int | None:
        """Return the number of moves before the last move of `seat`, None if it made none."""

    def view(self, seat: int | None) -> View[M]:
        """Return the view of a seat now. Raises `ValueError` for a hidden seat, `MissingView`."""

    def view_at(self, at: int, seat: int | None) -> View[M]:
        """Return the view of a seat after `at` moves.

        Raises `ValueError` for a hidden seat or a number of moves that was not reached,
        `MissingView` for a view that was never received.
        """

    def view_before_forfeit(self, at: int, seat: int | None) -> View[M]:
        """Return the view of a seat after `at` moves, without a forfeit that followed them.

        Raises `ValueError` and `MissingView` as `view_at` does.
        """


def steps_of(game: Game[M], play: Play) -> tuple[Step, ...]:
    """Return the steps of a move; none for a move of chance or an unknown one."""
    return () if play.move is UNKNOWN else game.steps(play.move)


class TableTimeline(Generic[M]):
    """The timeline of a local table for some seats; after the end every seat is visible."""

    def __init__(self, table: Table[M], seats: frozenset[int]) -> None:
        """Read a table as far as these seats may know it."""
        self.game, self.options, self.seats = table.game, table.options, table.seats
        self._table = table
        self._open: VisibleSeats = frozenset(seats) | SPECTATOR
        self._plays: list[Play] = []
        self._plays_of: tuple[int, VisibleSeats, bool] | None = None

    @property
    def sitters(self) -> tuple[Sitter, ...]:
        """The sitters now, by seat."""
        return self._table.sitters

    @property
    def visible_seats(self) -> VisibleSeats:
        """The seats whose views may be read now."""
        if self._table.outcome is None:
            return self._open
        return frozenset(range(len(self.seats))) | SPECTATOR

    @property
    def plays(self) -> Sequence[Play]:
        """Every move; `UNKNOWN` stands for one that some of these seats may not know."""
        table = self._table
        kept_for = (table.epoch, self.visible_seats, table.outcome is not None)
        if kept_for != self._plays_of:
            self._plays, self._plays_of = [], kept_for
        for at in range(len(self._plays), len(table.plays)):
            self._plays.append(_known_to_all(table, at, self.visible_seats))
        return self._plays

    @property
    def events(self) -> Sequence[Event]:
        """The events besides the moves, without what these seats may not know."""
        is_over, visible = self.outcome is not None, self._open
        return [
            known_event(event, event.seat if event.seat in visible else None, is_over=is_over)
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
        """Return the number of moves before the last move of `seat`, None if it made none."""
        return self._table.last_turn(seat)

    def view(self, seat: int | None) -> View[M]:
        """Return the view of a seat now. Raises `ValueError` for a hidden seat."""
        _check_visible(seat, self.visible_seats)
        return self._table.view(seat)

    def view_at(self, at: int, seat: int | None) -> View[M]:
        """Return the view of a seat after `at` moves. Raises `ValueError` for a hidden seat."""
        _check_visible(seat, self.visible_seats)
        return self._table.view_at(at, seat)

    def view_before_forfeit(self, at: int, seat: int | None) -> View[M]:
        """Return the view of a seat after `at` moves, without a forfeit that followed them.

        Raises `ValueError` for a hidden seat.
        """
        _check_visible(seat, self.visible_seats)
        return self._table.view_before_forfeit(at, seat)


class ReceivedTimeline(Generic[M]):
    """The timeline of a remote game, made of nothing but the views that were received.

    There may be gaps: moves that the newest log tells of, with no view from before them. Until the
    first view is received all that is read of the game raises `MissingView`.
    """

    def __init__(
        self, game: Game[M], options: Any, sitters: Sequence[Sitter], seats: frozenset[int]
    ) -> None:
        """Expect the views of these seats; if there are none, those of a spectator."""
        self.game = game
        self.options = options
        self.seats = game.seats(options)
        self.sitters = tuple(sitters)
        self.events: list[Event] = []
        self.version = 0
        self._mine = seats
        self._received: dict[int, dict[int | None, View[M]]] = {}
        self._in_play: dict[int | None, View[M]] = {}
        self._plays: list[Play] = []
        self._lines = 0
        self._moves = 0

    def receive(self, at: int, view: View[M]) -> None:
        """Add the view of the game after `at` moves; later views are dropped."""
        if at < self._moves:
            self.go_back(at)
        views = self._received.setdefault(at, {})
        if at > self._moves:
            self._in_play = {}
        if view.outcome is not None and (before := views.get(view.seat)) and not before.outcome:
            self._in_play[view.seat] = before
        views[view.seat] = view
        self._moves = at
        self.version += 1

    def go_back(self, to: int) -> None:
        """Drop the views after `to` moves: the game went back there, and on in another way."""
        for later in [number for number in self._received if number > to]:
            del self._received[later]
        self._in_play = {}
        self._plays, self._lines = [], 0
        self._moves = min(to, self._moves)
        self.version += 1

    @property
    def visible_seats(self) -> VisibleSeats:
        """The seats whose views may be read now; after the end all whose views were received."""
        return frozenset(self._received.get(self._moves, ())) | self._mine | SPECTATOR

    @property
    def plays(self) -> Sequence[Play]:
        """Every move; `UNKNOWN` stands for one that the receiver may not know."""
        log = self._now().log
        if len(log) < self._lines:
            self._plays, self._lines = [], 0
        if len(self._plays) < self._moves or self._lines < len(log):
            add_plays_in_log(
                self.game, log.latest(len(log) - self._lines), self._plays, self._moves
            )
            self._lines = len(log)
        return self._plays

    @property
    def to_move(self) -> tuple[int, ...]:
        """Every seat that may move now."""
        return self._now().to_move

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None; None too before it begins, when there is no view."""
        return self._now().outcome if self._received else None

    def last_turn(self, seat: int) -> int | None:
        """Return the number of moves before the last move of `seat`, None if it made none."""
        plays = self.plays
        return next((at for at in reversed(range(len(plays))) if plays[at].seat == seat), None)

    def view(self, seat: int | None) -> View[M]:
        """Return the view of a seat now. Raises `ValueError` for a hidden seat, `MissingView`."""
        return self.view_at(self._moves, seat)

    def view_at(self, at: int, seat: int | None) -> View[M]:
        """Return the view of a seat after `at` moves.

        Raises `ValueError` for a hidden seat or a number of moves that was not reached,
        `MissingView` for a view that was never received.
        """
        _check_visible(seat, self.visible_seats)
        if not 0 <= at <= self._moves:
            raise ValueError(f"there is no view after {at} moves of {self._moves}")
        try:
            return self._received[at][seat]
        except KeyError:
            raise MissingView(f"the view after {at} moves was not received") from None

    def view_before_forfeit(self, at: int, seat: int | None) -> View[M]:
        """Return the view of a seat after `at` moves, without a forfeit that followed them.

        Raises `ValueError` and `MissingView` as `view_at` does.
        """
        view = self.view_at(at, seat)
        return self._in_play.get(seat, view) if at == self._moves else view

    def _now(self) -> View[M]:
        views = self._received.get(self._moves)
        if not views:
            raise MissingView("no view was received yet")
        return next(iter(views.values()))


def any_visible_seat(timeline: Timeline[Any]) -> int | None:
    """Return one of the visible seats, None if there is only the spectator's view."""
    return min((seat for seat in timeline.visible_seats if seat is not None), default=None)


def plays_in_log(game: Game[M], log: Log, count: int) -> list[Play]:
    """Return the first `count` moves of a log.

    The first line with a move's number is the move itself, blanked where its reader may not know
    it; a move without a line is one of chance.
    """
    plays: list[Play] = []
    add_plays_in_log(game, log, plays, count)
    return plays


def add_plays_in_log(
    game: Game[M], lines: Iterable[LogEntry], plays: list[Play], count: int
) -> None:
    """Add to moves those that further lines of their log tell of, up to `count` moves in all."""
    for line in lines:
        if len(plays) <= line.ply < count:
            plays += [Play(CHANCE, UNKNOWN)] * (line.ply - len(plays))
            is_known = isinstance(line.what, game.move_types)
            plays.append(Play(line.seat, line.what if is_known else UNKNOWN))
    plays += [Play(CHANCE, UNKNOWN)] * (count - len(plays))


def _known_to_all(table: Table[Any], at: int, seats: VisibleSeats) -> Play:
    """Return a move if all these seats know it, else unknown; without seats as a spectator does."""
    for seat in (seats - SPECTATOR) or seats:
        play = table.known_play(at, seat)
        if play.move is UNKNOWN:
            return play
    return table.plays[at]


def _check_visible(seat: int | None, seats: VisibleSeats) -> None:
    if seat not in seats:
        raise ValueError(f"seat {seat} keeps its secrets while the game is in play")
