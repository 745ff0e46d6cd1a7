"""The frame: all that a table shows at one moment, made once for each change."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Any, NamedTuple, Protocol, TypeAlias

from engine.game import Draft, Hint
from engine.reasons import IllegalMove, Reason
from engine.updates import Offer
from play.clocks import ClockFace


class Notice(Reason):
    """Why an action is refused at the table now."""

    NO_SENSE_NOW = "this cannot be done now"
    NOT_AGREED = "The move was not taken back: not everybody agreed."
    PARTNER_READS = "No hint: {player} would see it too."
    NOTHING_DEALT = "Nothing is dealt in this game."
    DEAL_OF_A_DAY = "The daily deal is for you alone: it cannot be opened to others."
    PAIR_GOES_ON = "The next game of the pair has this deal, with places changed."


NO_SENSE_NOW = IllegalMove(Notice.NO_SENSE_NOW)
"""The refusal of an action that is not even offered."""


Refusals: TypeAlias = Mapping[str, IllegalMove | None]
"""Why each action cannot be had now, by its id: None if it can, `NO_SENSE_NOW` if nobody offers it.
"""


def offered(is_offered: Mapping[str, bool]) -> dict[str, IllegalMove | None]:
    """Return the refusals of actions that are either offered or make no sense now."""
    return {id_: None if makes_sense else NO_SENSE_NOW for id_, makes_sense in is_offered.items()}


class Cursor(Protocol):
    """A person's cursor in an unfinished move: an immutable value, replaced at every key."""

    @property
    def draft(self) -> Draft[Any]:
        """The move made so far, which also knows the legal steps."""

    @property
    def place(self) -> object:
        """Its position, a value of the game's own."""

    @property
    def before(self) -> Cursor | None:
        """The cursor before the last step, None before the first."""

    def after(self, step: Any) -> Cursor:
        """Return the cursor after one step more. Raises `IllegalMove`."""

    def steps_to(self, move: Any) -> tuple[Any, ...] | None:
        """Return the steps that are left to the result of a move, None if it cannot be reached."""

    def aimed_at(self, step: Any) -> Cursor:
        """Return the cursor moved so that the next key makes this step, if it is near."""


class Phase(Enum):
    """The phases of a table."""

    CURTAIN = "another person comes, and nothing is shown"
    SHOWING = "moves are shown step by step"
    ROUND_OVER = "a round has ended, and somebody looks at that"
    DRAWN = "the cards just drawn are shown to who drew them"
    TURN = "the person who looks is to move"
    RACE = "the people here race in the open, each by a key, and nobody's secrets are shown"
    SENT = "a move was submitted, and is not answered yet"
    WAITING = "somebody else is to move"
    OVER = "the game is over"


class LastMove(NamedTuple):
    """The steps just made: a whole move, or the part of it shown so far."""

    seat: int
    steps: tuple[Any, ...]


class Curtain(NamedTuple):
    """A hidden table: it waits for seat `comes`, and for the seats of `leave` to look away."""

    comes: int
    leave: tuple[int, ...]


class Frame(NamedTuple):
    """All that a table shows at one moment. Its views and its cursor are of the game's own.

    Attributes:
        phase: The phase of the table.
        view: The view to show, which may be in the middle of a move.
        current_view: The view of the seat as the game stands.
        seat: The seat whose view it is.
        last: The steps to mark as just made, if any.
        cursor: The `Cursor` of the person to move; None while no person here is to move, or where
            moves are typed whole.
        hint: The hint of this turn, if there is one.
        hint_steps: The steps of the hint that are left, None if it cannot be followed.
        says_hint: Whether the message is about the hint, not about the cursor.
        seeks_hint: Whether a hint is being searched for.
        mover: The seat whose move is shown or awaited, if any.
        logged_moves: The number of moves the log shows, None for all.
        is_paused: Whether the computer players are paused.
        is_unknown: Whether the mover is of a kind of player that this program does not know.
        curtain: The curtain, in that phase.
        racers: The people here who race in the open, in the order of their keys from 1, in that
            phase.
        typed: The characters typed so far of something unfinished.
        notice: A fault of the table or its file, to be shown first.
        banner: A lasting fault, to be shown until it is over.
        offer: The take-back that people are asked to agree to, while it stands.
        is_watched: Whether nobody plays here: a replay, or computer players alone. It is told then
            whose view is shown.
        mine: The seat of the person here, None where several people play here, or nobody.
        clocks: The clocks by seat, None for a seat without one; empty where nothing is timed.
        refusals: Returns why each action cannot be had now; computed when it is first called.
    """

    phase: Phase
    view: Any
    current_view: Any
    seat: int
    last: LastMove | None = None
    cursor: Any = None
    hint: Hint | None = None
    hint_steps: tuple[Any, ...] | None = None
    says_hint: bool = False
    seeks_hint: bool = False
    mover: int | None = None
    logged_moves: int | None = None
    is_paused: bool = False
    is_unknown: bool = False
    curtain: Curtain | None = None
    racers: tuple[int, ...] = ()
    typed: str = ""
    notice: Reason | None = None
    banner: Reason | None = None
    offer: Offer | None = None
    is_watched: bool = False
    mine: int | None = None
    clocks: tuple[ClockFace | None, ...] = ()
    refusals: Callable[[], Refusals] = dict

    def timed(self, seat: int, name: str) -> str:
        """Return a player's name after the time on the player's clock, if there is one."""
        face = self.clocks[seat] if self.clocks else None
        return f"{face.words} {name}" if face else name

    def all_timed(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return the names of all players by seat, each after the time on the clock."""
        return tuple(self.timed(seat, name) for seat, name in enumerate(names))

    def refusal(self, action: str) -> IllegalMove | None:
        """Return why an action cannot be had now; `NO_SENSE_NOW` if it is not even offered."""
        return self.refusals().get(action, NO_SENSE_NOW)


class MoveChosen(NamedTuple):
    """The result of an action: this move is to be made."""

    move: Any


class OtherAction(NamedTuple):
    """The result of an action: another action is meant, the one under the cursor."""

    action: str
