"""A seat's way to a table, near or far: what it may ask for, and what it is told.

Whoever sits at a table holds a `Client` and nothing else of it. What happens arrives as updates,
one's own moves too, so that a table on this machine and one elsewhere are the same to a screen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

from engine.game import IllegalMove, Outcome, Play, Reason, Step
from engine.table import Sitter, Table
from engine.timeline import Timeline

M = TypeVar("M")


class Offer(NamedTuple):
    """Something that needs a yes: `seat` wants to go back to the table after `to` moves."""

    seat: int
    to: int


class Moved(NamedTuple):
    """Move number `at` (from 0) was made; `play` says what may be known of it."""

    at: int
    play: Play


class Refused(NamedTuple):
    """What was submitted under this number was refused; the table stands as the timeline says."""

    number: int
    why: IllegalMove


class TakenBack(NamedTuple):
    """The table went back to `to` moves; `seat` had asked for it, if a seat did."""

    to: int
    seat: int | None


class Resynced(NamedTuple):
    """The timeline is as it is now; what led to it was not told."""


class Offered(NamedTuple):
    """An offer stands until it is answered, or the next move is made."""

    offer: Offer


class Answered(NamedTuple):
    """An offer was answered, or lapsed."""

    offer: Offer
    yes: bool


class Seated(NamedTuple):
    """Somebody else plays for a seat from now on."""

    seat: int
    sitter: Sitter


class Hinted(NamedTuple):
    """A seat was given a hint; `text` is the move for who may know it, else empty."""

    seat: int
    text: str


class Present(NamedTuple):
    """Who plays for a seat is there, or is not there any more."""

    seat: int
    is_here: bool


class Ended(NamedTuple):
    """The game is over."""

    outcome: Outcome


class LineDown(NamedTuple):
    """Nothing is heard of the table for now; it is looked for."""


class LineUp(NamedTuple):
    """The table is heard of again."""


class Noticed(NamedTuple):
    """What is to be said of the way to the table has changed."""


Update: TypeAlias = (
    Moved
    | Refused
    | TakenBack
    | Resynced
    | Offered
    | Answered
    | Seated
    | Hinted
    | Present
    | Ended
    | LineDown
    | LineUp
    | Noticed
)
Hear: TypeAlias = Callable[[Update], None]


class Client(Protocol[M]):
    """The seats that somebody plays at a table, and what they may see of it.

    Every call returns at once; what comes of it is an update. Updates come one after the other, in
    the thread in which the client was made.
    """

    @property
    def timeline(self) -> Timeline[M]:
        """The game, as these seats may read it."""

    @property
    def mine(self) -> frozenset[int]:
        """The seats that are played here; none for a spectator."""

    @property
    def computers(self) -> frozenset[int]:
        """The seats whose players think here, and wait to be asked; none at a far table."""

    @property
    def thinking(self) -> frozenset[int]:
        """Those of them that were asked, and have neither moved nor been stopped."""

    @property
    def is_sending(self) -> bool:
        """Whether a move was submitted and is not answered yet."""

    @property
    def notice(self) -> Reason | None:
        """What is to be said of the way to the table before all else, None while all is well."""

    @property
    def banner(self) -> Reason | None:
        """What is to be shown of it for as long as it lasts, None while all is well."""

    def listen(self, hear: Hear) -> None:
        """Tell of every update from now on."""

    def submit(self, seat: int, move: M) -> int:
        """Make a move, chosen on the timeline as it is now; return the number it goes by.

        The update is `Moved`, or `Refused` with this number.
        """

    def ask(self, seat: int) -> None:
        """Let the computer player of a seat think of its move, and make it."""

    def hush(self) -> None:
        """Stop all that think here; what is not made yet is not made any more."""

    def ask_take_back(self, seat: int) -> int:
        """Ask to go back before the last move of `seat`; return the number it goes by."""

    def answer(self, offer: Offer, yes: bool) -> None:
        """Answer an offer of somebody else."""

    def note_hint(self, seat: int, move: M) -> None:
        """Note that a seat was given a hint."""

    def keep_draft(self, seat: int, steps: tuple[Step, ...]) -> None:
        """Keep the steps of a move that is left unfinished."""

    def draft(self, seat: int) -> tuple[Step, ...]:
        """Return the steps of the move that a seat left unfinished, if it still is to be made."""

    def resign(self, seat: int) -> None:
        """Give the game up for a seat."""

    async def record(self) -> Table[M]:
        """Return the whole game, every secret open. Raises `ValueError` while it is in play."""

    def close(self) -> None:
        """Leave the table; the seats stay."""
