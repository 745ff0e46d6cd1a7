"""The seam every game keeps: a player is given a View and answers with a Move.

Whether a move is legal is decided on the View, because legality never depends on what the mover
cannot see. Only a State holds secrets. `docs/architecture.md` shows how each game fills this in.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, Final, NamedTuple, Protocol, TypeAlias, TypeVar

from engine.log import Log
from engine.shuffle import Lots

CHANCE: Final = -1
"""The seat that deals, shuffles and draws lots."""

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"
Step: TypeAlias = Hashable
"""One part of a move, a value of the game's own: a card and its pile, a pawn, a square."""

M = TypeVar("M")


class Reason(Enum):
    """Why something is so: each value is an English sentence with its facts in braces."""

    @property
    def code(self) -> str:
        """The name as files write it: `NOT_IN_HAND` is `not-in-hand`."""
        return self.name.lower().replace("_", "-")


class TableReason(Reason):
    """Refusals that are the same in every game."""

    GAME_OVER = "the game is over"
    NOT_TO_MOVE = "{player} is not to move"
    NOT_A_MOVE_NOW = "{move} is not a move that can be made now"
    STALE = "the game has gone on since this move was chosen"


class NotationError(ValueError):
    """The text is no move at all."""


class IllegalMove(ValueError):
    """A move that cannot be made here: `reason` is an enum member, `facts` fill its sentence.

    >>> str(IllegalMove(TableReason.NOT_TO_MOVE, player="SUD"))
    'SUD is not to move'
    """

    def __init__(self, reason: Reason, **facts: object) -> None:
        super().__init__(reason, facts)
        self.reason = reason
        self.facts = facts

    def __str__(self) -> str:
        return str(self.reason.value).format(**self.facts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IllegalMove) and self.args == other.args

    def __hash__(self) -> int:
        return hash(self.reason)

    def __reduce__(self) -> tuple[object, ...]:
        return _illegal_move, (self.reason, self.facts)


def _illegal_move(reason: Reason, facts: dict[str, object]) -> IllegalMove:
    return IllegalMove(reason, **facts)


class Outcome(NamedTuple):
    """How a game ended: the seats that won (none is a draw), why, and points by seat if any."""

    winners: tuple[int, ...]
    why: Reason
    points: tuple[int, ...] = ()

    def to_json(self) -> Json:
        """Return the form files and messages carry."""
        return {"winners": list(self.winners), "why": self.why.code, "points": list(self.points)}


class Unknown(Enum):
    """Stands for a move that was made and may not be known."""

    MOVE = "?"


UNKNOWN: Final = Unknown.MOVE


class Play(NamedTuple):
    """A move and the seat that made it (`CHANCE` included); `UNKNOWN` for who may not know it."""

    seat: int
    move: Any


class Draft(Protocol[M]):
    """A move in the making, by the seat to move. Taking back is keeping the old one."""

    @property
    def made(self) -> tuple[Step, ...]:
        """The steps made so far."""

    def steps(self) -> Mapping[Any, IllegalMove | None]:
        """Return every step that could be asked for next: None if it may be made, else why not."""

    def add(self, step: Any) -> Draft[M]:
        """Return the draft with one step more. Raises `IllegalMove`."""

    @property
    def move(self) -> M | None:
        """The move, if it may end here."""

    def finish(self) -> M:
        """Return the move, or raise `IllegalMove` with what it lacks."""


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
    def late(self) -> Play | None:
        """In a race, the next move that is made for who has not moved in time; else None."""

    def legal(self) -> Iterator[M]:
        """Yield this seat's legal moves lazily, one for each distinct result."""

    def check(self, move: M) -> None:
        """Raise `IllegalMove` unless this seat may make the move now."""

    def draft(self) -> Draft[M]:
        """Return an empty draft of this seat's move. Raises `IllegalMove` if it is not to move."""

    def during(self, steps: Sequence[Any]) -> View[M]:
        """Return what this seat sees while the seat to move has carried out these steps."""


class State(Protocol[M]):
    """The whole truth of a game at one moment: an immutable value."""

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
        """How long the rules had to look at the move that led here: 1 for some 30 microseconds."""

    def play(self, seat: int, move: M) -> State[M]:
        """Return the state after the move. Raises `IllegalMove`."""

    def chance(self, lots: Lots) -> M:
        """Return what chance does now. Raises `IllegalMove` if it is not chance's turn."""

    def forfeit(self, seat: int) -> State[M]:
        """Return the state in which `seat` has lost by giving up. Raises `IllegalMove`."""

    def redraw(self, plays: Sequence[Play], known: frozenset[int], lots: Lots) -> list[Play]:
        """Return the plays that led here with all that no seat of `known` has seen falling anew."""

    def view(self, seat: int | None) -> View[M]:
        """Return what one seat, or a spectator (None), may know."""


class Stopped(Exception):
    """Raised by a computer player that was asked to stop thinking."""


StopFlag: TypeAlias = Callable[[], bool]
"""Says whether to stop thinking; looked at every 0.1 s at least."""


def never() -> bool:
    """The flag of a player who is never asked to stop."""
    return False


class Forfeit(Exception):
    """Raised by a player that cannot go on and so loses: `reason` and the facts of its sentence."""

    def __init__(self, reason: Reason, **facts: object) -> None:
        super().__init__(reason, facts)
        self.reason = reason
        self.facts = facts

    def __str__(self) -> str:
        return str(self.reason.value).format(**self.facts)


class Player(Protocol[M]):
    """A computer player: deterministic for a view and its seed, with no memory of its own."""

    def choose(self, view: View[M], stop: StopFlag = never) -> M:
        """Return a legal move for the seat of the view. Raises `Stopped`, `Forfeit`."""


class Because(NamedTuple):
    """One thing that speaks for a move: a reason and the facts of its sentence."""

    reason: Reason
    facts: Mapping[str, object]


class Hint(NamedTuple):
    """A move worth making, and what speaks for it, the weightiest first."""

    move: Any
    because: tuple[Because, ...]


class LineWords(Protocol[M]):
    """A game told line by line to one seat, and its answers: how a program plays it."""

    def situation(self, view: View[M]) -> list[str]:
        """Return how things stand, as everybody sees it."""

    def since(self, view: View[M], told: int) -> list[str]:
        """Return what happened after the first `told` lines of the view's log."""

    def asking(self, view: View[M]) -> list[str]:
        """Return what asks the seat of the view for its move."""

    def result(self, outcome: Outcome) -> list[str]:
        """Return how the game ended."""

    def read(self, line: str) -> M:
        """Return the move that a line says. Raises `NotationError`."""


class Game(Protocol[M]):
    """A game: how it starts, how its moves are written, who can play it."""

    @property
    def key(self) -> str:
        """The short name that files and the command line use."""

    @property
    def rules_version(self) -> int:
        """Changed whenever an old record would play differently."""

    @property
    def player_counts(self) -> tuple[int, ...]:
        """How many can play."""

    @property
    def opening_plies(self) -> int:
        """How many moves the arena draws by lot so that its games differ; 0 where chance deals."""

    @property
    def chance_words(self) -> tuple[str, ...]:
        """What chance's moves, and no others, begin with as they are written."""

    @property
    def endings(self) -> type[Reason]:
        """Why the game can end."""

    @property
    def options(self) -> type:
        """The frozen dataclass of options; its defaults are the usual game."""

    @property
    def computer_players(self) -> Mapping[str, Callable[[int], Player[M]]]:
        """The kinds of computer player, weakest first, each made from a seed."""

    def hint(self, view: View[M], stop: StopFlag = never) -> Hint:
        """Return what the strongest player would do for the seat of the view. Raises `Stopped`."""

    @property
    def line_words(self) -> LineWords[M] | None:
        """The game in lines for programs that play it, None if they cannot."""

    def seats(self, options: Any) -> tuple[str, ...]:
        """Return the names of the seats, in order."""

    def sides(self, options: Any) -> tuple[tuple[int, ...], ...]:
        """Return the seats that win and lose together, side by side; most often one seat each."""

    def start(self, options: Any) -> State[M]:
        """Return the state before the first move, chance's included."""

    def parse(self, text: str) -> M:
        """Read a move. Raises `NotationError`. `parse(format(move)) == move`."""

    def format(self, move: M) -> str:
        """Write a move. `format(parse(text))` is the text in its one canonical form."""

    def steps(self, move: M) -> tuple[Step, ...]:
        """Return the steps whose draft ends in this move, in order; none for chance's moves."""

    def parse_step(self, text: str) -> Step:
        """Read one step of a move. Raises `NotationError`. `parse_step(format_step(s)) == s`."""

    def format_step(self, step: Any) -> str:
        """Write one step of a move, without a blank."""

    def view_to_json(self, view: Any) -> Json:
        """Return the exact JSON form of a view."""

    def view_from_json(self, document: Any) -> View[M]:
        """Return the view that `view_to_json` wrote. Raises `ValueError`."""
