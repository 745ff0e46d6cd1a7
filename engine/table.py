"""A game in play: its sitters, every state so far, its events and its observers.

A table is passive: a loop, an app or a server plays on it; autosave and screens observe it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from engine.frozen_value import FrozenValue
from engine.game import CHANCE, UNKNOWN, Game, Outcome, Play, State, View
from engine.play_text import read_play, write_play
from engine.reasons import IllegalMove, OptionReason, TableReason, WrongOption
from engine.shuffle import Lots

M = TypeVar("M")

HUMAN: Final = "human"
"""The kind of a person at this machine."""

ELSEWHERE: Final = "elsewhere"
"""The kind of a person at another machine; only a remote table has one."""
PEOPLE: Final = (HUMAN, ELSEWHERE)
"""The kinds of people."""

PROGRAM: Final = "exec:"
"""The beginning of the kind of an external program; its command follows."""


class SitterKind(Enum):
    """The sorts of sitters at a table."""

    PERSON_HERE = "a person here"
    PERSON_ELSEWHERE = "a person elsewhere"
    COMPUTER = "a computer player"
    PROGRAM = "a program"


class Sitter(FrozenValue):
    """The player of a seat: a name, `human` or a kind of computer player, and a seed for that."""

    name: str
    kind: str = HUMAN
    seed: int | None = None

    @property
    def sitter_kind(self) -> SitterKind:
        """Which sort of sitter this is.

        >>> Sitter("Zoé").sitter_kind, Sitter("SUD", "greedy", 6).sitter_kind
        (<SitterKind.PERSON_HERE: 'a person here'>, <SitterKind.COMPUTER: 'a computer player'>)
        """
        people = {HUMAN: SitterKind.PERSON_HERE, ELSEWHERE: SitterKind.PERSON_ELSEWHERE}
        other = SitterKind.PROGRAM if self.kind.startswith(PROGRAM) else SitterKind.COMPUTER
        return people.get(self.kind, other)

    @property
    def is_person(self) -> bool:
        """Whether it is a person, at this machine or another."""
        return self.kind in PEOPLE


class EventKind(Enum):
    """The events that a table can have besides moves."""

    TAKE_BACK = "take-back"
    FORFEIT = "forfeit"
    SEAT = "seat"
    HINT = "hint"
    BRANCH = "branch"


class Event(FrozenValue):
    """An event besides the moves.

    Attributes:
        kind: The kind of event.
        at: How many moves stood on the table when it happened (after it, for a take-back).
        seat: The seat concerned, if one is.
        moves: The moves taken back, as written in a file.
        text: The hint, or why a seat forfeited.
        sitter: The sitter until then.
    """

    kind: EventKind
    at: int
    seat: int | None = None
    moves: tuple[str, ...] = ()
    text: str = ""
    sitter: Sitter | None = None


Change: TypeAlias = Play | Event
"""A change of a table: a move or an event."""

Observer = Callable[[Change, Any], None]
"""A function that is called after each change, with the change and the view of one seat."""


class Seen(NamedTuple):
    """The position a mover has seen: the number of moves, and the table's `epoch`."""

    moves: int
    epoch: int


class Table(Generic[M]):
    """A game in play.

    `states[n]` is the state after n moves, `plays[n]` the move that leads from it to the next, and
    `times[n]` the seconds that this move took, None where nobody measured them.
    With a `seed` the table plays chance's moves itself as soon as they are due (after `restore` at
    the next `draw_lots`); without one they are played like any other move.

    `epoch` grows with every take-back, `version` with every change.
    """

    def __init__(
        self,
        game: Game[M],
        options: Any,
        sitters: Sequence[Sitter],
        seed: int | None = None,
        start: State[M] | None = None,
    ) -> None:
        """Lay out a game, which may begin in `start`. Raises `ValueError` if sitters do not fit."""
        self.game = game
        self.options = options
        self.seats = game.seats(options)
        self.sitters = tuple(sitters)
        if len(self.sitters) != len(self.seats):
            found = len(self.sitters)
            raise WrongOption(OptionReason.PLAYERS_NEEDED, count=len(self.seats), found=found)
        self.seed = seed
        self.states: list[State[M]] = [start or game.start(options)]
        self._forfeited: State[M] | None = None
        self.plays: list[Play] = []
        self.times: list[float | None] = []
        self.events: list[Event] = []
        self.epoch = 0
        self.version = 0
        self._observers: list[tuple[int | None, Observer]] = []
        self._untold: list[Callable[[int | None], Change]] | None = None
        self.draw_lots()

    @classmethod
    def dealt(
        cls, game: Game[M], options: Any, sitters: Sequence[Sitter], seed: int, deal: M
    ) -> Table[M]:
        """Lay out a new game with this deal; all other moves of chance are drawn from the seed.

        Raises `ValueError` if the number of sitters does not fit, `IllegalMove` for a deal that
        the game never comes to, or that cannot be made.
        """
        table = cls(game, options, sitters)
        while type(lot := table.state.chance(Lots(seed, len(table.plays)))) is not type(deal):
            table.play(CHANCE, lot)
        table.play(CHANCE, deal)
        table.seed = seed
        table.draw_lots()
        return table

    @property
    def state(self) -> State[M]:
        """The state now, secrets included; players are given a `view`."""
        return self._forfeited or self.states[-1]

    @property
    def to_move(self) -> tuple[int, ...]:
        """Every seat that may move now."""
        return self.state.to_move

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None."""
        return self.state.outcome

    @property
    def turns(self) -> int:
        """The number of moves that players made, without chance's."""
        return sum(play.seat != CHANCE for play in self.plays)

    def view(self, seat: int | None) -> View[M]:
        """Return the view of one seat, or of a spectator (None)."""
        return self.state.view(seat)

    def view_at(self, at: int, seat: int | None) -> View[M]:
        """Return the view of a seat, or a spectator, after `at` moves. Raises `ValueError`."""
        if not 0 <= at <= len(self.plays):
            raise ValueError(f"there is no view after {at} moves of {len(self.plays)}")
        return self.view(seat) if at == len(self.plays) else self.states[at].view(seat)

    def view_before_forfeit(self, at: int, seat: int | None) -> View[M]:
        """Return the view of a seat after `at` moves, without a forfeit that followed them."""
        return self.states[at].view(seat)

    def known_play(self, at: int, seat: int | None) -> Play:
        """Return move number `at` as a seat may know it; all may know every move after the end."""
        play = self.plays[at]
        if self.outcome is None:
            told = self.states[at + 1].view(seat).log.during(at)
            if not told or not isinstance(told[0].what, self.game.move_types):
                return Play(play.seat, UNKNOWN)
        return play

    def watch(self, seat: int | None, observer: Observer) -> None:
        """Call the observer after every change from now on, with the view of this seat.

        An error of an observer is logged; the change and the other observers are not affected.
        """
        self._observers.append((seat, observer))

    def unwatch(self, observer: Observer) -> None:
        """Call the observer no more."""
        self._observers = [(seat, one) for seat, one in self._observers if one != observer]

    @property
    def seen(self) -> Seen:
        """The position now, for `play` to know whether a move is stale."""
        return Seen(len(self.plays), self.epoch)

    def play(
        self, seat: int, move: M, seen: Seen | None = None, seconds: float | None = None
    ) -> None:
        """Make a move that took some seconds. Raises `IllegalMove`, and then nothing has changed.

        With `seen`, the position for which it was chosen, a stale move is refused: one chosen
        before a take-back or before another move. While several seats may move at once, the moves
        of the others make none stale.
        """
        if seen is not None and not self.is_fresh(seat, seen):
            raise IllegalMove(TableReason.STALE)
        self._push(seat, move, seconds)
        self.draw_lots()

    def play_out(self) -> None:
        """Play to the end, each time the first legal move; observers are told once, at the end.

        With a seed chance's moves are played too. For games in which nobody decides anything.
        Raises `IllegalMove` if the game is over.
        """
        if self.outcome:
            raise IllegalMove(TableReason.GAME_OVER)
        observers, self._observers = self._observers, []
        untold, self._untold = self._untold, None
        try:
            while self.outcome is None and self.to_move != (CHANCE,):
                seat = self.to_move[0]
                self.play(seat, next(self.view(seat).legal()))
        finally:
            self._observers, self._untold = observers, untold
        at = len(self.plays) - 1
        self._tell(lambda reader: self.known_play(at, reader))

    def ahead(self) -> Table[M]:
        """Return a copy that nobody observes, to try changes on; they do not happen here.

        `catch_up` with the copy makes it happen. Without a seed the copy draws no lots either.
        """
        copied = object.__new__(type(self))
        copied.__dict__.update(self.__dict__)
        copied.states, copied.plays, copied.times = self.states[:], self.plays[:], self.times[:]
        copied.events = self.events[:]
        copied._observers, copied._untold = [], []
        return copied

    def catch_up(self, ahead: Table[M]) -> None:
        """Let all that has happened to a copy made by `ahead` happen here, and tell of it.

        Nothing may have happened here since the copy was made.
        """
        self.states, self.plays, self.times = ahead.states, ahead.plays, ahead.times
        self.events = ahead.events
        self.sitters, self._forfeited = ahead.sitters, ahead._forfeited
        self.epoch, self.version = ahead.epoch, ahead.version
        for change in ahead._untold or ():
            self._observed(change)

    def is_fresh(self, seat: int, seen: Seen) -> bool:
        """Whether a move that `seat` chose for this position still counts; see `play`."""
        if seen.epoch != self.epoch or not 0 <= seen.moves <= len(self.plays):
            return False
        return all(
            seat in self.states[at].to_move and self.plays[at].seat != seat
            for at in range(seen.moves, len(self.plays))
        )

    def draw_lots(self) -> None:
        """Play every move of chance that is due, if the table has a seed."""
        while self.seed is not None and self.to_move == (CHANCE,):
            self._push(CHANCE, self.state.chance(Lots(self.seed, len(self.plays))))

    def last_turn(self, seat: int) -> int | None:
        """Return the number of moves before the last move of `seat`, None if it made none."""
        for at in range(len(self.plays) - 1, -1, -1):
            if self.plays[at].seat == seat:
                return at
        return None

    def take_back(self, to: int, seat: int | None = None) -> None:
        """Go back to the state after `to` moves; a forfeit is undone too.

        Chance plays the same again: its moves depend only on the seed and the number of the move.
        Raises `ValueError` if there is nothing to take back there.
        """
        if not 0 <= to < len(self.plays) + (self._forfeited is not None):
            raise ValueError(f"there is no going back to move {to} of {len(self.plays)}")
        gone = tuple(self.move_text(at) for at in range(to, len(self.plays)))
        del self.plays[to:], self.times[to:], self.states[to + 1 :]
        self._forfeited = None
        self.epoch += 1
        self._note(Event(EventKind.TAKE_BACK, to, seat, gone))
        self.draw_lots()

    def forfeit(self, seat: int, why: str) -> None:
        """End the game with the loss of `seat`. Raises `IllegalMove` if it is already over."""
        self._forfeited = self.state.forfeit(seat)
        self._note(Event(EventKind.FORFEIT, len(self.plays), seat, text=why))

    def sit(self, seat: int, sitter: Sitter) -> None:
        """Seat another player from now on."""
        former = self.sitters[seat]
        self.sitters = (*self.sitters[:seat], sitter, *self.sitters[seat + 1 :])
        self._note(Event(EventKind.SEAT, len(self.plays), seat, sitter=former))

    def note_hint(self, seat: int, text: str) -> None:
        """Note that a seat was given a hint."""
        self._note(Event(EventKind.HINT, len(self.plays), seat, text=text))

    def restore(
        self,
        plays: Sequence[Play],
        states: Sequence[State[M]],
        events: Sequence[Event],
        times: Sequence[float | None] = (),
    ) -> None:
        """Restore a game: its moves, the states they led to, its events, the times of its moves.

        There may be fewer times than moves. Raises `IllegalMove` for a forfeit that cannot be.
        """
        self.plays[:], self.states[1:], self.events[:] = plays, states, events
        self.times[:] = [*times[: len(plays)], *[None] * (len(plays) - len(times))]
        ends = [e for e in events if e.kind in (EventKind.TAKE_BACK, EventKind.FORFEIT)]
        if ends and ends[-1].kind is EventKind.FORFEIT and ends[-1].seat is not None:
            self._forfeited = self.state.forfeit(ends[-1].seat)

    def move_text(self, at: int) -> str:
        """Return move number `at` (from 0) as text, as files keep it."""
        return write_play(self.game, self.states[at], self.plays[at])

    def play_text(self, text: str) -> None:
        """Make the move that `move_text` returned. Raises `ValueError`."""
        self.play(*read_play(self.game, self.state, text))

    def _push(self, seat: int, move: M, seconds: float | None = None) -> None:
        self.states.append(self.state.play(seat, move))
        self.plays.append(Play(seat, move))
        self.times.append(seconds)
        at = len(self.plays) - 1
        self._tell(lambda reader: self.known_play(at, reader))

    def _note(self, event: Event) -> None:
        self.events.append(event)
        self._tell(lambda reader: known_event(event, reader, is_over=self.outcome is not None))

    def _tell(self, change: Callable[[int | None], Change]) -> None:
        self.version += 1
        if self._untold is not None:
            self._untold.append(change)
        self._observed(change)

    def _observed(self, change: Callable[[int | None], Change]) -> None:
        told: dict[int | None, tuple[Change, View[M]]] = {}
        for seat, observer in tuple(self._observers):
            if seat not in told:
                told[seat] = change(seat), self.view(seat)
            try:
                observer(*told[seat])
            except Exception:
                import logging

                logging.getLogger(__name__).exception("an observer of the table failed")


def known_event(event: Event, seat: int | None, *, is_over: bool) -> Event:
    """Return an event as a seat may know it: while a game is in play, without others' hints.

    A take-back loses its moves then, for they may show what only their mover knew.
    """
    if is_over:
        return event
    from dataclasses import replace  # takes long to load, and few games have events

    if event.kind is EventKind.TAKE_BACK:
        return replace(event, moves=())
    if event.kind is EventKind.HINT and event.seat != seat:
        return replace(event, text="")
    return event
