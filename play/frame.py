"""All that is on the table at one moment: computed once for each change, read by every widget."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, NamedTuple, Protocol

from engine.game import Draft, Hint, IllegalMove, Reason, View


class Cursor(Protocol):
    """Where a person is with a move in the making: a value, every key gives another one."""

    @property
    def draft(self) -> Draft[Any]:
        """The steps made so far; what may be done is asked of it."""

    @property
    def place(self) -> object:
        """Where it stands."""

    @property
    def before(self) -> Cursor | None:
        """The cursor before the last step, to take that back."""

    def after(self, step: Any) -> Cursor:
        """Return the cursor after one step more. Raises `IllegalMove`."""

    def left_of(self, move: Any) -> tuple[Any, ...] | None:
        """Return the steps that are left to end as this move would, None if that cannot be."""

    def aimed_at(self, step: Any) -> Cursor:
        """Return the cursor aimed so that the next key would make this step, if it is near."""


class Phase(Enum):
    """What a table is at."""

    CURTAIN = "another person comes, and nothing is shown"
    SHOWING = "moves are shown step by step"
    ROUND_OVER = "a round has ended, and somebody looks at that"
    DRAWN = "the cards just drawn are shown to who drew them"
    TURN = "the person who looks is to move"
    SENT = "a move was submitted, and is not answered yet"
    WAITING = "somebody else is to move"
    OVER = "the game is over"


class LastMove(NamedTuple):
    """Steps that somebody has just made: a whole move, or the part of it shown so far."""

    seat: int
    steps: tuple[Any, ...]


class Curtain(NamedTuple):
    """Hides the table until `comes` is there and all of `leave` have looked away."""

    comes: int
    leave: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """All that is on the table at one moment.

    Attributes:
        phase: What the table is at.
        view: What is shown: in the middle of a move, or as it stands.
        now: What the seat knows as the game stands.
        seat: Whose eyes one looks with.
        last: What is marked as just done, if anything is.
        cursor: Where the person to move is with the move, None while nobody here is asked, or
            where moves are typed whole.
        hint: The hint of this turn, if there is one.
        left: The steps by which the cursor would follow the hint, None where it no longer can.
        says_hint: Whether the hint is to be said, and not what the cursor is on.
        seeks_hint: Whether a hint is being thought about.
        mover: Whose move is shown, or waited for; None where that is nobody.
        upto: How many moves the log is to tell of, None for all.
        is_paused: Whether the computer players are paused.
        is_unknown: Whether nobody here knows how to play for the mover.
        curtain: Who comes and who looks away, behind a curtain.
        typed: What was typed of something that is not whole yet.
        notice: What is to be said of the way to the table, before all else.
        banner: What is to be shown of it for as long as it lasts.
    """

    phase: Phase
    view: View[Any]
    now: View[Any]
    seat: int
    last: LastMove | None = None
    cursor: Cursor | None = None
    hint: Hint | None = None
    left: tuple[Any, ...] | None = None
    says_hint: bool = False
    seeks_hint: bool = False
    mover: int | None = None
    upto: int | None = None
    is_paused: bool = False
    is_unknown: bool = False
    curtain: Curtain | None = None
    typed: str = ""
    notice: Reason | None = None
    banner: Reason | None = None

    def marking(self, last: LastMove | None) -> Frame:
        """Return the frame with something else marked as just done."""
        return replace(self, last=last)


class Chosen(NamedTuple):
    """A move that was chosen, to be made."""

    move: Any


class Instead(NamedTuple):
    """Another action, which the cursor stands on."""

    action: str


class Controls(Protocol):
    """What a game adds to the common keys of a table: its cursor, and what its actions do."""

    @property
    def hides(self) -> bool:
        """Whether players have secrets from each other, so that a curtain falls between them."""

    @property
    def shows_drawn(self) -> bool:
        """Whether a person sees what the move brought before the next one comes."""

    @property
    def typed(self) -> str:
        """What was typed of something that is not whole yet."""

    def start(self, view: View[Any]) -> Cursor | None:
        """Return the cursor of the seat of the view at the beginning of its move.

        None where moves are typed whole.
        """

    def refusals(self, cursor: Cursor) -> Mapping[str, IllegalMove]:
        """Return which of the game's actions cannot be had in the middle of a move, and why."""

    def do(self, action: str, cursor: Cursor) -> Cursor | Chosen | Instead:
        """Carry one of the game's actions out. Raises `IllegalMove`."""

    def key(self, character: str, cursor: Cursor) -> Cursor | None:
        """Return the cursor after a character was typed; itself unchanged while more is to come.

        None if the character means nothing here. Raises `IllegalMove`.
        """

    def forget(self) -> bool:
        """Forget what was typed so far; return whether there was anything."""

    def read(self, typed: str, view: View[Any]) -> Any:
        """Return the move that was typed. Raises `NotationError`."""

    def stood(self, cursor: Cursor, seat: int) -> None:
        """Note where a seat's cursor stands, for its next move."""

    def moved(self, move: Any, seat: int, *, back: bool = False) -> None:
        """Note that a move was made by a person here, or taken back."""

    def last(self, frame: Frame) -> LastMove | None:
        """Return what of the last move is to be marked."""

    def rounds(self, view: View[Any]) -> int:
        """Return how many rounds are over."""

    def has_round_ended(self, view: View[Any]) -> bool:
        """Whether the last move ended a round, which somebody should look at."""

    def after(self, view: View[Any]) -> View[Any]:
        """Return what is to be seen just after a move: the round that it ended, if it did."""

    def opened(self, views: list[View[Any]]) -> View[Any]:
        """Return the first of some seats' views with what the others show as well."""
