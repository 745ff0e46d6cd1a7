"""One game being played: who sits where, every state so far, what happened, who is told what.

A table is passive. A loop, an app or a server plays on it; autosave and screens watch it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from engine.game import (
    CHANCE,
    UNKNOWN,
    Game,
    IllegalMove,
    NotationError,
    Outcome,
    Play,
    State,
    TableReason,
    View,
)
from engine.log import HIDDEN
from engine.shuffle import Lots

M = TypeVar("M")


HUMAN: Final = "human"
"""The kind of a sitter who is a person at this table."""

ELSEWHERE: Final = "elsewhere"
"""The kind of a sitter who is a person at another place; only a far table has one."""

PROGRAM: Final = "exec:"
"""How the kind of a sitter begins who is anybody's program; its command follows."""


class SitterIs(Enum):
    """What can sit at a table."""

    PERSON_HERE = "a person here"
    PERSON_ELSEWHERE = "a person elsewhere"
    COMPUTER = "a computer player"
    PROGRAM = "a program"


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits at a place: a name, `human` or a kind of computer player, and that one's seed."""

    name: str
    kind: str = HUMAN
    seed: int | None = None

    @property
    def what(self) -> SitterIs:
        """What sits there.

        >>> Sitter("Zoé").what, Sitter("SUD", "greedy", 6).what
        (<SitterIs.PERSON_HERE: 'a person here'>, <SitterIs.COMPUTER: 'a computer player'>)
        """
        people = {HUMAN: SitterIs.PERSON_HERE, ELSEWHERE: SitterIs.PERSON_ELSEWHERE}
        other = SitterIs.PROGRAM if self.kind.startswith(PROGRAM) else SitterIs.COMPUTER
        return people.get(self.kind, other)

    @property
    def is_person(self) -> bool:
        """Whether a person sits there, here or elsewhere."""
        return self.kind in (HUMAN, ELSEWHERE)


class EventKind(Enum):
    """What can happen at a table besides moves."""

    TAKE_BACK = "take-back"
    FORFEIT = "forfeit"
    SEAT = "seat"
    HINT = "hint"
    BRANCH = "branch"


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened besides the moves.

    Attributes:
        kind: What happened.
        at: How many moves stood on the table when it happened (after it, for a take-back).
        seat: The seat concerned, if one is.
        moves: The moves taken back, as written in a file.
        text: The hint, or why a seat forfeited.
        sitter: Who sat there until then.
    """

    kind: EventKind
    at: int
    seat: int | None = None
    moves: tuple[str, ...] = ()
    text: str = ""
    sitter: Sitter | None = None


Change: TypeAlias = Play | Event
"""What happened at a table: a move, or something else."""

Observer = Callable[[Change, Any], None]
"""Called after each change, with the change and the view as the seat it watches may know them."""


class Seen(NamedTuple):
    """What a mover had seen: so many moves, and the table's `epoch`."""

    moves: int
    epoch: int


class Table(Generic[M]):
    """A game in play.

    `states[n]` is the state after n moves, `plays[n]` the move that leads from it to the next.
    With a `seed` the table plays chance's moves itself, as soon as they are due (after `restore`,
    at the next `draw_lots`); without one they are played like any other move.

    `epoch` grows with every take-back, `version` with every change.
    """

    def __init__(
        self, game: Game[M], options: Any, sitters: Sequence[Sitter], seed: int | None = None
    ) -> None:
        """Lay out a new game. Raises `ValueError` if the number of sitters does not fit."""
        self.game = game
        self.options = options
        self.seats = game.seats(options)
        self.sitters = tuple(sitters)
        if len(self.sitters) != len(self.seats):
            raise ValueError(f"{len(self.seats)} players are needed, not {len(self.sitters)}")
        self.seed = seed
        self.states: list[State[M]] = [game.start(options)]
        self._forfeited: State[M] | None = None
        self.plays: list[Play] = []
        self.events: list[Event] = []
        self.epoch = 0
        self.version = 0
        self._observers: list[tuple[int | None, Observer]] = []
        self.draw_lots()

    @property
    def state(self) -> State[M]:
        """The state now; it holds secrets, so players are given `view`."""
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
        """How many moves the players made; chance's do not count."""
        return sum(play.seat != CHANCE for play in self.plays)

    def view(self, seat: int | None) -> View[M]:
        """Return what one seat, or a spectator (None), may know now."""
        return self.state.view(seat)

    def view_at(self, at: int, seat: int | None) -> View[M]:
        """Return what a seat, or a spectator, could know after `at` moves. Raises `ValueError`."""
        if not 0 <= at <= len(self.plays):
            raise ValueError(f"there is no view after {at} moves of {len(self.plays)}")
        return self.view(seat) if at == len(self.plays) else self.states[at].view(seat)

    def view_after(self, at: int, seat: int | None) -> View[M]:
        """Return what a seat could know just after `at` moves, before anybody gave up."""
        return self.states[at].view(seat)

    def known_play(self, at: int, seat: int | None) -> Play:
        """Return move number `at` as a seat may know it; all may know every move after the end."""
        play = self.plays[at]
        if self.outcome is None:
            told = self.states[at + 1].view(seat).log.during(at)
            if not told or HIDDEN in told[0].text.split():
                return Play(play.seat, UNKNOWN)
        return play

    def watch(self, seat: int | None, observer: Observer) -> None:
        """Tell the observer of every change from now on, as this seat may know it.

        What an observer raises is logged, and breaks neither the change nor the other observers.
        """
        self._observers.append((seat, observer))

    def unwatch(self, observer: Observer) -> None:
        """Tell the observer nothing any more."""
        self._observers = [(seat, one) for seat, one in self._observers if one != observer]

    @property
    def seen(self) -> Seen:
        """What somebody has seen who saw everything until now."""
        return Seen(len(self.plays), self.epoch)

    def play(self, seat: int, move: M, seen: Seen | None = None) -> None:
        """Make a move. Raises `IllegalMove`, and nothing has changed then.

        With what the mover had `seen`, a move is refused that was chosen before a take-back, or
        before another move that was not made beside it, as others' moves are while several may
        move at once.
        """
        if seen is not None and not self._is_fresh(seat, seen):
            raise IllegalMove(TableReason.STALE)
        self._push(seat, move)
        self.draw_lots()

    def _is_fresh(self, seat: int, seen: Seen) -> bool:
        if seen.epoch != self.epoch or not 0 <= seen.moves <= len(self.plays):
            return False
        return all(
            seat in self.states[at].to_move and self.plays[at].seat != seat
            for at in range(seen.moves, len(self.plays))
        )

    def draw_lots(self) -> None:
        """Play every move of chance that is due, if the table has a seed for it."""
        while self.seed is not None and self.to_move == (CHANCE,):
            self._push(CHANCE, self.state.chance(Lots(self.seed, len(self.plays))))

    def last_turn(self, seat: int) -> int | None:
        """Return how many moves stood before the last move of `seat`, None if it made none."""
        for at in range(len(self.plays) - 1, -1, -1):
            if self.plays[at].seat == seat:
                return at
        return None

    def take_back(self, to: int, seat: int | None = None) -> None:
        """Go back to the state after `to` moves; a forfeit is undone too.

        Chance plays the same again, for its lots depend on nothing but the seed and the place.
        Raises `ValueError` if there is nothing to take back there.
        """
        if not 0 <= to < len(self.plays) + (self._forfeited is not None):
            raise ValueError(f"there is no going back to move {to} of {len(self.plays)}")
        gone = tuple(self.written(at) for at in range(to, len(self.plays)))
        del self.plays[to:], self.states[to + 1 :]
        self._forfeited = None
        self.epoch += 1
        self._note(Event(EventKind.TAKE_BACK, to, seat, gone))
        self.draw_lots()

    def forfeit(self, seat: int, why: str) -> None:
        """End the game: `seat` has lost. Raises `IllegalMove` if it is over."""
        self._forfeited = self.state.forfeit(seat)
        self._note(Event(EventKind.FORFEIT, len(self.plays), seat, text=why))

    def sit(self, seat: int, sitter: Sitter) -> None:
        """Let somebody else play for a seat from now on."""
        former = self.sitters[seat]
        self.sitters = (*self.sitters[:seat], sitter, *self.sitters[seat + 1 :])
        self._note(Event(EventKind.SEAT, len(self.plays), seat, sitter=former))

    def hint(self, seat: int, text: str) -> None:
        """Note that a seat was given a hint."""
        self._note(Event(EventKind.HINT, len(self.plays), seat, text=text))

    def restore(
        self, plays: Sequence[Play], states: Sequence[State[M]], events: Sequence[Event]
    ) -> None:
        """Lay out a game as it was: its moves, the states they led to, and what else happened.

        Raises `IllegalMove` for a forfeit that cannot be.
        """
        self.plays[:], self.states[1:], self.events[:] = plays, states, events
        ends = [e for e in events if e.kind in (EventKind.TAKE_BACK, EventKind.FORFEIT)]
        if ends and ends[-1].kind is EventKind.FORFEIT and ends[-1].seat is not None:
            self._forfeited = self.state.forfeit(ends[-1].seat)

    def written(self, at: int) -> str:
        """Return move number `at` (from 0) as a file has it."""
        return write_play(self.game, self.states[at], self.plays[at])

    def _push(self, seat: int, move: M) -> None:
        self.states.append(self.state.play(seat, move))
        self.plays.append(Play(seat, move))
        at = len(self.plays) - 1
        self._tell(lambda reader: self.known_play(at, reader))

    def _note(self, event: Event) -> None:
        self.events.append(event)
        self._tell(lambda reader: known_event(event, reader, is_over=self.outcome is not None))

    def _tell(self, change: Callable[[int | None], Change]) -> None:
        self.version += 1
        for seat, observer in tuple(self._observers):
            try:
                observer(change(seat), self.view(seat))
            except Exception:
                import logging

                logging.getLogger(__name__).exception("an observer of the table failed")


def known_event(event: Event, seat: int | None, *, is_over: bool) -> Event:
    """Return an event as a seat may know it: without others' hints, and without hidden moves.

    A take-back loses its moves: they may hold what only their mover knew.
    """
    if is_over:
        return event
    if event.kind is EventKind.TAKE_BACK:
        return replace(event, moves=())
    if event.kind is EventKind.HINT and event.seat != seat:
        return replace(event, text="")
    return event


def write_play(game: Game[M], state: State[M], play: Play) -> str:
    """Return the text of a play in this state, with `seat:` in front where several may move."""
    text = game.format(play.move)
    return f"{play.seat}:{text}" if len(state.to_move) > 1 else text


def read_play(game: Game[M], state: State[M], text: str) -> Play:
    """Return the play that a file's text stands for in this state. Raises `ValueError`."""
    movers = state.to_move
    if not movers:
        raise IllegalMove(TableReason.GAME_OVER)
    if len(movers) == 1:
        return Play(movers[0], game.parse(text))
    seat, colon, rest = text.partition(":")
    if not (colon and seat.isascii() and seat.isdigit()):
        raise NotationError(f"{text!r} does not begin with the seat that moves, like 2:")
    return Play(int(seat), game.parse(rest))
