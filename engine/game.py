"""The interface of every game: a player is given a View and answers with a Move.

Whether a move is legal is decided on the View, because legality never depends on what the mover
cannot see. Only a State holds secrets. `docs/architecture.md` shows how each game implements it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from enum import Enum
from importlib import import_module
from types import NoneType
from typing import Any, Final, NamedTuple, Protocol, TypeAlias, TypeVar

from engine.log import Log, log_of
from engine.reasons import Explanation, IllegalMove, Reason, TableReason
from engine.shuffle import Lots
from engine.view_marks import BySeatIfAny, Json, Seat, Written

CHANCE: Final = -1
"""The seat that deals, shuffles and draws lots."""

Step: TypeAlias = Hashable
"""One part of a move, a value of the game's own: a card and its pile, a pawn, a square."""

M = TypeVar("M")
M_co = TypeVar("M_co", covariant=True)


class Outcome(NamedTuple):
    """How a game ended: the seats that won (none is a draw), why, and points by seat if any."""

    winners: tuple[Seat, ...]
    why: Reason
    points: BySeatIfAny[int] = ()

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
    """All that one seat may know of a state, a named tuple; `seat` None is a spectator."""

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


class Player(Protocol[M_co]):
    """A computer player: deterministic for a view and its seed, with no memory of its own."""

    def choose(self, view: Any, stop: StopFlag = never) -> M_co:
        """Return a legal move for the seat of the view. Raises `Stopped`, `Forfeit`."""


class Hint(NamedTuple):
    """A recommended move and the reasons for it, the strongest first; other good moves in order."""

    move: Any
    reasons: tuple[Explanation, ...]
    others: tuple[Any, ...] = ()


class LineWords(Protocol[M_co]):
    """The line protocol by which a program plays one seat of a game."""

    def situation(self, view: Any) -> list[str]:
        """Return the lines that describe the public situation."""

    def since(self, view: Any, told: int) -> list[str]:
        """Return the lines for the view's log after its first `told` entries."""

    def asking(self, view: Any) -> list[str]:
        """Return the lines that ask the seat of the view for its move."""

    def result(self, outcome: Outcome) -> list[str]:
        """Return the lines that say how the game ended."""

    def read(self, line: str) -> M_co:
        """Return the move that a line says. Raises `NotationError`."""


class Game(Protocol[M]):
    """A game: its start, its notation, its computer players.

    A subclass has what is its own; the rest is found in the modules of its folder when needed.

    Attributes:
        key: The short name that files and the command line use.
        rules_version: The version of the rules: raised whenever an old record would play
            differently.
        opening_plies: The random opening moves of an arena game, so that games differ; 0 where
            chance deals.
        move_types: The types of its moves, chance's included.
        chance_words: The first words of chance's moves as written; no other move begins with them.
        view_type: The class of its views, a named tuple; its annotations say how messages carry
            them.
        told: The texts of the entries of its logs, both ways, as messages carry them.
        deal_type: The type of its deals, whose one field has each seat's cards; `NoneType` for
            a game that deals nothing.
        endings: The reasons why the game can end.
        options: The frozen dataclass, or `FrozenValue`, of options; its defaults are the usual
            game.
    """

    key: str
    rules_version: int = 1
    opening_plies: int = 0
    move_types: tuple[type, ...]
    chance_words: tuple[str, ...]
    view_type: type[Any]
    told: Written
    deal_type: type[Any] = NoneType
    endings: type[Reason]
    options: type

    @property
    def computer_players(self) -> Mapping[str, Callable[[int], Player[M]]]:
        """The kinds of computer player, weakest first, each made from a seed."""
        players: Mapping[str, Callable[[int], Player[M]]] = self._part("players").COMPUTER_PLAYERS
        return players

    @property
    def pinned_players(self) -> Mapping[str, Callable[[int], Player[M]]]:
        """The kinds that nobody chooses and whose play never changes: a level and a version."""
        return {}

    def hint(self, view: Any, stop: StopFlag = never) -> Hint:
        """Return the strongest player's move for the seat of the view. Raises `Stopped`."""
        return Hint(*self._part("hints").hint(view, stop))

    def explain(self, view: Any, move: M, wins_in: int | None) -> tuple[Explanation, ...]:
        """Return why a move is good, if that needs no search; `wins_in` is as `Judged` has it."""
        return ()

    def feat(self, options: Any, moves: Sequence[str], winners: Sequence[Seat]) -> tuple[Seat, ...]:
        """Return the seats that did what the game's description calls its `feat`.

        The moves of the finished game are as its file has them, and need not be legal. Raises
        `ValueError` if they cannot be read.
        """
        return ()

    @property
    def line_words(self) -> LineWords[M] | None:
        """The line protocol for programs that play the game, None if they cannot."""
        words: LineWords[M] = self._part("line_words").WORDS
        return words

    def __hash__(self) -> int:
        return hash(self.key)

    def _part(self, name: str) -> Any:
        return import_module(f"engine.{self.key}.{name}")

    def written_options(self, options: Any) -> dict[str, Any]:
        """Return the options by name, as files and messages have them."""
        from dataclasses import asdict  # takes long to load

        return asdict(options)

    def seats(self, options: Any) -> tuple[str, ...]:
        """Return the names of the seats, in order."""

    def sides(self, options: Any) -> tuple[tuple[int, ...], ...]:
        """Return the sides of a game: the seats that win and lose together, often one each."""
        return tuple((seat,) for seat in range(len(self.seats(options))))

    def start(self, options: Any) -> State[M]:
        """Return the state before the first move, chance's included."""

    def parse(self, text: str) -> M:
        """Read a move. Raises `NotationError`. `parse(format(move)) == move`."""

    def format(self, move: M) -> str:
        """Write a move in its canonical form."""
        return str(move)

    def swapped_deal(self, plays: Sequence[Play]) -> M | None:
        """Return the deal of these moves with every hand moved on to the next seat.

        None where the game begins without a deal, or the deal is not known.
        """
        for (hands,) in (move for _seat, move in plays if isinstance(move, self.deal_type)):
            swapped: M = self.deal_type((hands[-1], *hands[:-1]))
            return swapped
        return None

    def steps(self, move: M) -> tuple[Step, ...]:
        """Return the steps of a draft that make this move, in order; none for chance's moves."""

    def parse_step(self, text: str) -> Step:
        """Read one step of a move. Raises `NotationError`. `parse_step(format_step(s)) == s`."""

    def format_step(self, step: Any) -> str:
        """Write one step of a move, without a blank."""
        return str(step)

    def format_wire(self, move: M) -> str:
        """Write a move as messages between machines have it."""
        return self.format(move)

    def parse_wire(self, text: str) -> M:
        """Read a move of a message. Raises `NotationError`. `parse_wire(format_wire(m)) == m`."""
        return self.parse(text)

    def since(self, view: Any, known: Any) -> Any:
        """Return a view whose parts that only grow have no more than what came since `known`.

        `known` is an earlier view of the same seat, with no take-back since.
        """
        return view._replace(log=log_of(view.log.since(known.log)))

    def onto(self, news: Any, known: Any) -> Any:
        """Return the view of which `since` returned the news."""
        return news._replace(log=log_of(news.log, known.log))


def check_turn(place: State[Any] | View[Any], seat: int | None, names: Sequence[str]) -> None:
    """Raise `IllegalMove` unless a seat, of these names, is to move; None is a spectator."""
    if place.outcome is not None:
        raise IllegalMove(TableReason.GAME_OVER)
    if seat is None or seat not in place.to_move:
        player = f"seat {seat}"
        if seat is None or seat == CHANCE:
            player = "a spectator" if seat is None else "chance"
        elif 0 <= seat < len(names):
            player = names[seat]
        raise IllegalMove(TableReason.NOT_TO_MOVE, player=player)


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
