"""The interface of every game: a player is given a View and answers with a Move.

Whether a move is legal is decided on the View, because legality never depends on what the mover
cannot see. Only a State holds secrets. `docs/architecture.md` shows how each game implements it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, Final, NamedTuple, Protocol, TypeAlias, TypeVar

from engine.log import Log
from engine.reasons import (
    Explanation,
    IllegalMove,
    NotationError,
    NotationReason,
    Reason,
    TableReason,
    shown,
)
from engine.shuffle import Lots

CHANCE: Final = -1
"""The seat that deals, shuffles and draws lots."""

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"
Step: TypeAlias = Hashable
"""One part of a move, a value of the game's own: a card and its pile, a pawn, a square."""

M = TypeVar("M")


class Outcome(NamedTuple):
    """How a game ended: the seats that won (none is a draw), why, and points by seat if any."""

    winners: tuple[int, ...]
    why: Reason
    points: tuple[int, ...] = ()

    def to_json(self) -> Json:
        """Return the form files and messages carry."""
        return {"winners": list(self.winners), "why": self.why.code, "points": list(self.points)}


class Unknown(Enum):
    """The place of a move that was made and may not be known."""

    MOVE = "?"


UNKNOWN: Final = Unknown.MOVE


class Play(NamedTuple):
    """A move and the seat that made it (`CHANCE` included); `UNKNOWN` where it may not be known."""

    seat: int
    move: Any


class Draft(Protocol[M]):
    """A move in the making: an immutable value, so to take a step back is to keep the old one."""

    @property
    def made(self) -> tuple[Step, ...]:
        """The steps made so far."""

    def steps(self) -> Mapping[Any, IllegalMove | None]:
        """Return every step a person could try next: None if it is legal, else why not."""

    def add(self, step: Any) -> Draft[M]:
        """Return the draft with one step more. Raises `IllegalMove`."""

    @property
    def move(self) -> M | None:
        """The move, if it is complete; else None."""

    def finish(self) -> M:
        """Return the move. Raises `IllegalMove` with what is missing."""


class View(Protocol[M]):
    """All that one seat may know of a state; `seat` None is a spectator."""

    @property
    def seat(self) -> int | None:
        """The seat that sees this."""

    @property
    def to_move(self) -> tuple[int, ...]:
        """Every seat that may move now: several at once, `(CHANCE,)`, or none at the end."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None."""

    @property
    def log(self) -> Log:
        """All that this seat was told."""

    @property
    def timeout_play(self) -> Play | None:
        """In a race, the next move that is made for a seat that runs out of time; else None."""

    def legal(self) -> Iterator[M]:
        """Yield this seat's legal moves lazily, one for each distinct result."""

    def check(self, move: M) -> None:
        """Raise `IllegalMove` unless this seat may make the move now."""

    def draft(self) -> Draft[M]:
        """Return an empty draft of this seat's move. Raises `IllegalMove` if it is not to move."""

    def during(self, steps: Sequence[Any]) -> View[M]:
        """Return this view after the seat to move has made these steps of an unfinished move."""


class State(Protocol[M]):
    """The full state of a game, secrets included: an immutable value."""

    @property
    def to_move(self) -> tuple[int, ...]:
        """Every seat that may move now."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None."""

    @property
    def chance_to_come(self) -> bool:
        """Whether chance may still have a move to make in this game."""

    @property
    def effort(self) -> int:
        """The cost of checking the move that led here: 1 stands for about 30 microseconds."""

    def play(self, seat: int, move: M) -> State[M]:
        """Return the state after the move. Raises `IllegalMove`."""

    def chance(self, lots: Lots) -> M:
        """Return the move that chance makes now. Raises `IllegalMove` if it has none to make."""

    def forfeit(self, seat: int) -> State[M]:
        """Return the state after `seat` has forfeited. Raises `IllegalMove`."""

    def redraw(self, plays: Sequence[Play], known: frozenset[int], lots: Lots) -> list[Play]:
        """Return the plays up to here, with all chance that no seat of `known` saw drawn anew."""

    def view(self, seat: int | None) -> View[M]:
        """Return the view of one seat, or of a spectator (None)."""


class Stopped(Exception):
    """Raised by a computer player that was asked to stop thinking."""


StopFlag: TypeAlias = Callable[[], bool]
"""A function that says whether to stop thinking; asked at least every 0.1 s."""


def never() -> bool:
    """Return False: the stop flag of a player who is never asked to stop."""
    return False


class Player(Protocol[M]):
    """A computer player: deterministic for a view and its seed, with no memory of its own."""

    def choose(self, view: View[M], stop: StopFlag = never) -> M:
        """Return a legal move for the seat of the view. Raises `Stopped`, `Forfeit`."""


class Hint(NamedTuple):
    """A recommended move and the reasons for it, the strongest first."""

    move: Any
    reasons: tuple[Explanation, ...]


class LineWords(Protocol[M]):
    """The line protocol by which a program plays one seat of a game."""

    def situation(self, view: View[M]) -> list[str]:
        """Return the lines that describe the public situation."""

    def since(self, view: View[M], told: int) -> list[str]:
        """Return the lines for the view's log after its first `told` entries."""

    def asking(self, view: View[M]) -> list[str]:
        """Return the lines that ask the seat of the view for its move."""

    def result(self, outcome: Outcome) -> list[str]:
        """Return the lines that say how the game ended."""

    def read(self, line: str) -> M:
        """Return the move that a line says. Raises `NotationError`."""


class Game(Protocol[M]):
    """A game: its start, its notation, its computer players."""

    @property
    def key(self) -> str:
        """The short name that files and the command line use."""

    @property
    def rules_version(self) -> int:
        """The version of the rules: raised whenever an old record would play differently."""

    @property
    def opening_plies(self) -> int:
        """The random opening moves of an arena game, so that games differ; 0 where chance deals."""

    @property
    def move_types(self) -> tuple[type, ...]:
        """The types of its moves, chance's included."""

    @property
    def chance_words(self) -> tuple[str, ...]:
        """The first words of chance's moves as written; no other move begins with them."""

    @property
    def endings(self) -> type[Reason]:
        """The reasons why the game can end."""

    @property
    def options(self) -> type:
        """The frozen dataclass, or `FrozenValue`, of options; its defaults are the usual game."""

    @property
    def computer_players(self) -> Mapping[str, Callable[[int], Player[M]]]:
        """The kinds of computer player, weakest first, each made from a seed."""

    def hint(self, view: View[M], stop: StopFlag = never) -> Hint:
        """Return the strongest player's move for the seat of the view. Raises `Stopped`."""

    @property
    def line_words(self) -> LineWords[M] | None:
        """The line protocol for programs that play the game, None if they cannot."""

    def seats(self, options: Any) -> tuple[str, ...]:
        """Return the names of the seats, in order."""

    def sides(self, options: Any) -> tuple[tuple[int, ...], ...]:
        """Return the sides of a game: the seats that win and lose together, often one each."""

    def start(self, options: Any) -> State[M]:
        """Return the state before the first move, chance's included."""

    def parse(self, text: str) -> M:
        """Read a move. Raises `NotationError`. `parse(format(move)) == move`."""

    def format(self, move: M) -> str:
        """Write a move in its canonical form."""

    def swapped_deal(self, plays: Sequence[Play]) -> M | None:
        """Return the deal of these moves with every hand moved on to the next seat.

        None where the game begins without a deal, or the deal is not known.
        """

    def steps(self, move: M) -> tuple[Step, ...]:
        """Return the steps of a draft that make this move, in order; none for chance's moves."""

    def parse_step(self, text: str) -> Step:
        """Read one step of a move. Raises `NotationError`. `parse_step(format_step(s)) == s`."""

    def format_step(self, step: Any) -> str:
        """Write one step of a move, without a blank."""

    def format_wire(self, move: M) -> str:
        """Write a move as messages between machines have it."""

    def parse_wire(self, text: str) -> M:
        """Read a move of a message. Raises `NotationError`. `parse_wire(format_wire(m)) == m`."""

    def view_to_json(self, view: Any, known: Any = None) -> Json:
        """Return the exact JSON form of a view.

        With `known`, an earlier view of the same seat with no take-back since, the lists that only
        grow (the log is one) hold what has come since then.
        """

    def view_from_json(self, document: Any, known: Any = None) -> View[M]:
        """Return the view that `view_to_json` wrote, with the same `known`. Raises `ValueError`."""


Sides: TypeAlias = tuple[tuple[int, ...], ...]
"""The seats of each side, as `Game.sides` returns them."""


def side_of(sides: Sides, seat: int) -> int:
    """Return the number of a seat's side, from 0.

    >>> side_of(((0, 2), (1, 3)), 3)
    1
    """
    return next(number for number, side in enumerate(sides) if seat in side)


def partners(sides: Sides, seat: int) -> tuple[int, ...]:
    """Return the other seats on the side of a seat.

    >>> partners(((0, 2), (1, 3)), 2), partners(((0,), (1,)), 0)
    ((0,), ())
    """
    return tuple(other for other in sides[side_of(sides, seat)] if other != seat)


def has_partners(sides: Sides) -> bool:
    """Return whether some seats win and lose together.

    >>> has_partners(((0, 2), (1, 3))), has_partners(((0,), (1,)))
    (True, False)
    """
    return any(len(side) > 1 for side in sides)


def opponents(sides: Sides, seat: int) -> tuple[int, ...]:
    """Return the seats on the other sides, in the order in which they follow the seat.

    >>> opponents(((0, 2), (1, 3)), 2), opponents(((0,), (1,), (2,)), 1)
    ((3, 1), (2, 0))
    """
    count = sum(map(len, sides))
    others = ((seat + step) % count for step in range(1, count))
    mine = sides[side_of(sides, seat)]
    return tuple(other for other in others if other not in mine)


def write_play(game: Game[M], state: State[M], play: Play) -> str:
    """Return a play in this state as text, with `seat:` in front where several may move."""
    text = game.format(play.move)
    return f"{play.seat}:{text}" if len(state.to_move) > 1 else text


def read_play(game: Game[M], state: State[M], text: str) -> Play:
    """Read a play in this state from the text of a file. Raises `ValueError`."""
    movers = state.to_move
    if not movers:
        raise IllegalMove(TableReason.GAME_OVER)
    if len(movers) == 1:
        return Play(movers[0], game.parse(text))
    seat, colon, rest = text.partition(":")
    if not (colon and seat.isascii() and seat.isdigit()):
        raise NotationError(NotationReason.NO_MOVER, text=shown(text))
    return Play(int(seat), game.parse(rest))
