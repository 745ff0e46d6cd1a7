"""Analysis of a finished game: what each turn lost, and what the deal and the draws gave.

Values are those of the first seat: its chance in points of 100, or what else the game counts by. A
loss is in the same points, and the seat that moved has it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import Enum, StrEnum
from itertools import pairwise
from typing import Any, Final, NamedTuple, Protocol

from engine.game import Play, StopFlag, never


class Label(Enum):
    """How much a turn lost, where that is certain enough."""

    IMPRECISE = "imprecise"
    ERROR = "error"
    BLUNDER = "blunder"


class Measure(StrEnum):
    """What the values of an analysis are: more is better for the first seat."""

    CHANCE = "chance"
    """The chance of winning, in points of 100."""
    POINTS = "points"
    """The points of a round that are kept off, of 26."""
    CARDS = "cards"
    """The share of the cards, in points of 100."""

    @property
    def whole(self) -> float:
        """The value of the best that can happen; 0 is the worst."""
        return 26.0 if self is Measure.POINTS else 100.0

    @property
    def even(self) -> float:
        """The value where all sides do equally well: two sides, or four players."""
        return 0.75 * self.whole if self is Measure.POINTS else 0.5 * self.whole

    @property
    def idle(self) -> float:
        """The points within which all turns lie where the choice matters to nobody."""
        return IDLE * self.whole / 100


LINES: Final = ((10.0, Label.BLUNDER), (5.0, Label.ERROR), (2.0, Label.IMPRECISE))
"""The points of 100 from which a loss has a label, the highest first."""

SURE: Final = 1.6
"""The standard errors by which a loss must clear its line."""

FAR: Final = 2.0
"""The standard errors by which a loss may be wrong before more worlds would change its label."""

MOST: Final = 16
"""The times as many worlds in which a loss near a line is measured at most."""

IDLE: Final = 1.0
"""The points of 100 within which all turns lie where the choice matters to nobody."""


class OpenCards(NamedTuple):
    """The turn that is better where all cards are seen; its player could not know, so no error.

    Attributes:
        best: The turn.
        gain: What it gains over the played one, in points.
        error: The standard error of the gain, in points.
    """

    best: Any
    gain: float
    error: float


class Judged(NamedTuple):
    """A turn as the analysis judges it.

    Attributes:
        ply: The number of the move, chance's included.
        seat: The seat that moved.
        played: The move that was made.
        best: The best move by what its player knew; `played` where no other is better.
        loss: What the move lost against the best one, in points, 0 or more.
        error: The standard error of the loss, in points.
        before: The first seat's value before the move, in points.
        after: Its value after the move, before anything is drawn.
        counts: Whether there was a choice: the turn was neither forced nor idle.
        measure: What the values are.
        part: The round, from 1.
        wins_in: The moves, of both sides, in which the best move wins for certain; None for none.
        shares: Each seat's share of the cards before the move, where nothing else is judged.
        opened: The turn that is better with open cards; None where that is small or uncertain, or
            the move has a label.
    """

    ply: int
    seat: int
    played: Any
    best: Any
    loss: float
    error: float
    before: float
    after: float
    counts: bool
    measure: Measure = Measure.CHANCE
    part: int = 1
    wins_in: int | None = None
    shares: tuple[float, ...] = ()
    opened: OpenCards | None = None

    @property
    def label(self) -> Label | None:
        """The label of the loss, None where it is small or uncertain."""
        loss, error = (100 * one / self.measure.whole for one in (self.loss, self.error))
        return label_of(loss, error)

    @property
    def misses_win(self) -> bool:
        """Whether a certain win was there, and is not certain after the move."""
        return self.wins_in is not None and self.loss > 0


def label_of(loss: float, error: float) -> Label | None:
    """Return the label of a loss with its error, both in points of 100; None for none."""
    return next((label for line, label in LINES if loss - SURE * error >= line), None)


class Analyse(Protocol):
    """The function `analyse` in the module `analysis` of each game."""

    def __call__(
        self,
        states: Sequence[Any],
        plays: Sequence[Play],
        stop: StopFlag = never,
        *,
        first: int = 0,
    ) -> Iterator[Judged]:
        """Yield each turn as soon as it is judged, in order. Raises `Stopped`.

        A game that can be judged with less effort takes an `effort` too: `QUICK`, or by default
        `USUAL`. The same game is judged the same, whichever move is the first.

        Args:
            states: The state before each play.
            plays: The moves of the game, chance's included.
            stop: Says whether to stop.
            first: The number of the first move that is judged.
        """


def is_near_line(loss: float, error: float) -> bool:
    """Say whether a loss with its error, both in points of 100, could well have another label."""
    return label_of(loss + FAR * error, error) is not label_of(loss - FAR * error, error)


class Ledgers(NamedTuple):
    """Where a result comes from, for the first seat, in points: the first three add up to it.

    Attributes:
        deal: Its value after the deal, less what is even.
        draws: What the draws changed, and all else between two turns.
        choices: What the turns of all players changed.
        losses: The part of the choices that its players could have avoided by what they knew.
        result: Its value at the end, less what is even.
    """

    deal: float
    draws: float
    choices: float
    losses: float
    result: float

    @property
    def hidden(self) -> float:
        """What turns changed that were right by what one knew, met by the unseen hand."""
        return self.choices - self.losses


def ledgers(
    turns: Sequence[Judged],
    won: float,
    own: Collection[int] = (0,),
    others: Collection[int] = (1,),
    *,
    was_forfeit: bool = False,
) -> Ledgers:
    """Return the ledgers of a game, or of a round of it, that is over.

    Args:
        turns: All its turns, in order; at least one.
        won: The first seat's value at its end.
        own: The seats of the first side, whose losses it bears.
        others: The seats whose losses it wins.
        was_forfeit: Whether it ended by a forfeit, which counts as a choice.
    """
    draws = sum(later.before - turn.after for turn, later in pairwise(turns))
    choices = sum(turn.after - turn.before for turn in turns)
    last, even = won - turns[-1].after, turns[0].measure.even
    return Ledgers(
        turns[0].before - even,
        draws + (0.0 if was_forfeit else last),
        choices + (last if was_forfeit else 0.0),
        sum((turn.seat in others) * turn.loss - (turn.seat in own) * turn.loss for turn in turns),
        won - even,
    )


def error_rate(turns: Iterable[Judged], seat: int) -> float | None:
    """Return the mean loss of a seat's turns that count, in points; None if none counts."""
    losses = [turn.loss for turn in turns if turn.seat == seat and turn.counts]
    return sum(losses) / len(losses) if losses else None
