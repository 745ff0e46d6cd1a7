"""The client's side of a table: the requests of a seat, and the updates it receives.

A player's screen holds a `Client` and nothing else of the table. Everything that happens arrives as
an update, its own moves included, so a local table and a remote one look the same to it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from engine.clock import ClockTimes, TimeControl
from engine.game import Step, View
from engine.reasons import Explanation, Reason
from engine.series import SeriesPlace
from engine.table import Table
from engine.timeline import Timeline
from engine.updates import Hear, Offer

M = TypeVar("M")


PHRASES: Final = (
    "hello",
    "good-luck",
    "your-turn",
    "well-played",
    "thanks",
    "you-are-welcome",
    "a-moment",
    "sorry",
    "another-game",
    "goodbye",
)
"""The codes of the phrases that can be said at a shared table; `words.names` has their words."""


class Place(NamedTuple):
    """A seat of a shared table and its player, as all may know them.

    Attributes:
        name: The name of the player; empty for a free seat.
        kind: `person`, `computer`, `program` or `free`.
        level: The level of a computer player, empty for others.
        presence: `here` (a computer player always is), `away` (silent) or `gone` (no line).
        waited: The whole seconds for which the others have waited for this player's moves.
        absent: The part of these seconds since the player was there last.
        again: The answer to another game after this one, None for none yet.
    """

    name: str
    kind: str = "person"
    level: str = ""
    presence: str = "here"
    waited: int = 0
    absent: int = 0
    again: bool | None = None

    @property
    def is_free(self) -> bool:
        """Whether nobody sits there yet."""
        return self.kind == "free"

    @property
    def is_person(self) -> bool:
        """Whether it is a person."""
        return self.kind == "person"

    @property
    def is_here(self) -> bool:
        """Whether the player is there."""
        return self.presence == "here"

    @property
    def is_gone(self) -> bool:
        """Whether the player's line is down."""
        return self.presence == "gone"


ADDRESS: Final = "://"
"""A part of every address of a table on another machine, and of no name of a table."""


class Outage(NamedTuple):
    """A lost connection to a table, in whole seconds.

    Attributes:
        next_try: The time until it is tried again, 0 while it is being tried.
        claimable: The time until the others may claim the game, 0 if they may; None if it is not
            they who wait.
        back: The time after which a server that was stopped said it is back, 0 for none.
    """

    next_try: int
    claimable: int | None = None
    back: int = 0


class Company(Protocol):
    """The people at a table shared with others elsewhere: their presence, and words to them.

    Every call returns at once; `PresenceChanged`, `Said`, `Refused` or a move tell its result.
    """

    @property
    def table(self) -> str:
        """The name by which others join the table."""

    @property
    def address(self) -> str:
        """The address by which people of other machines join the table, empty for none."""

    @property
    def has_password(self) -> bool:
        """Whether people of other machines are asked for a password."""

    @property
    def owner(self) -> str:
        """The name of the owner of the table, as the system knows it."""

    @property
    def places(self) -> tuple[Place, ...]:
        """The places, by seat."""

    @property
    def watchers(self) -> int:
        """The number of spectators."""

    @property
    def has_begun(self) -> bool:
        """Whether the game has begun: every seat was taken."""

    @property
    def is_owner(self) -> bool:
        """Whether the table belongs to this client's account."""

    @property
    def is_known(self) -> bool:
        """Whether the owner may know all cards, from a seed, a deal or a saved game."""

    @property
    def deal(self) -> Explanation | None:
        """What was found when the deal was checked after the game, None where nobody cut."""

    @property
    def is_connected(self) -> bool:
        """Whether the line to the table is up."""

    @property
    def outage(self) -> Outage | None:
        """What is known of a lost connection that is tried again, None for none."""

    @property
    def patience(self) -> int:
        """The seconds that an absent player has in turn before the game may be claimed."""

    @property
    def grace(self) -> int:
        """The seconds in turn, in each absence, before a computer player may play instead."""

    @property
    def game_number(self) -> int:
        """The number of the game among those of the table, from 1."""

    @property
    def series(self) -> SeriesPlace | None:
        """The place of the game in a series, None for a single game."""

    @property
    def pause(self) -> int:
        """The seconds after a game of a series in which the next one begins by itself."""

    @property
    def race_time(self) -> int:
        """How many times as long as usual a race takes; 0 where lots decide it."""

    @property
    def control(self) -> TimeControl | None:
        """The time that each player has, None where nothing is timed."""

    @property
    def clocks(self) -> ClockTimes | None:
        """The times of the clocks now, None where nothing is timed, or nothing is known yet."""

    @property
    def phrases(self) -> tuple[str, ...]:
        """The codes of the phrases that may be said now; none to a partner."""

    def check_with(self, read: Callable[[View[Any]], object]) -> None:
        """Let `read` read every view before it is believed, as a screen will.

        An error that it raises is the table's fault: the view is dropped, and the line ends.
        """

    def sit(self, seat: int) -> None:
        """Take a free seat in place of the own seat, before the game begins."""

    def again(self, yes: bool) -> None:
        """Say whether one wants another game after this one, or the next one of its series."""

    def follow(self) -> Client[Any]:
        """Hand the place over to the client of the newest game at the table, and return it."""

    def say(self, phrase: str) -> None:
        """Say a phrase to all at the table."""

    def claim(self, seat: int) -> None:
        """Claim the game, for the player of `seat` has been absent in turn for too long."""

    def replace(self, seat: int, level: str) -> None:
        """Let a computer player play for an absent player, or take a free seat (its owner only).

        An empty level frees a computer player's seat again, before the game begins.
        """


class Client(Protocol[M]):
    """Some seats of a table, played from here, with their views of it.

    Every call returns at once; its result arrives as an update. Updates come one after the other,
    in the thread that made the client.
    """

    @property
    def timeline(self) -> Timeline[M]:
        """The game, as far as these seats may know it."""

    @property
    def own_seats(self) -> frozenset[int]:
        """The seats that are played here; none for a spectator."""

    @property
    def computers(self) -> frozenset[int]:
        """The seats of computer players that run here when asked; none at a remote table."""

    @property
    def thinking(self) -> frozenset[int]:
        """The seats of `computers` that are thinking now."""

    @property
    def is_sending(self) -> bool:
        """Whether a submitted move has not been answered yet."""

    @property
    def notice(self) -> Reason | None:
        """A fault of the table or its file, to be shown first; None while there is none."""

    @property
    def banner(self) -> Reason | None:
        """A lasting fault, to be shown until it is over; None while there is none."""

    @property
    def offer(self) -> Offer | None:
        """The take-back that people are asked to agree to, None while none is offered."""

    @property
    def company(self) -> Company | None:
        """The others at a shared table; None at a table at home."""

    def listen(self, hear: Hear) -> None:
        """Call `hear` with every update from now on."""

    def submit(self, seat: int, move: M) -> int:
        """Submit a move, chosen on the timeline as it is now; return the number of the submission.

        The update is `Moved`, or `Refused` with this number.
        """

    def play_out(self) -> None:
        """Ask for all moves up to the end, in a game in which nobody decides anything.

        The updates are `Resynced` and `Ended`.
        """

    def ask(self, seat: int) -> None:
        """Let the computer player of a seat choose its move and make it."""

    def stop_thinking(self) -> None:
        """Stop all computer players that think here; moves they have not made yet are dropped."""

    def ask_take_back(self, seat: int) -> int:
        """Ask to take back the last move of `seat`; return the number of the request.

        The update is `TakenBack`, `Offered` while others have to agree, or `Refused`.
        """

    def answer(self, offer: Offer, yes: bool) -> None:
        """Accept or decline the offer of another seat."""

    def note_hint(self, seat: int, move: M) -> None:
        """Note that a seat was given a hint."""

    def keep_draft(self, seat: int, steps: tuple[Step, ...]) -> None:
        """Keep the steps of an unfinished move with the game."""

    def draft(self, seat: int) -> tuple[Step, ...]:
        """Return the kept steps of a seat's unfinished move; none if its turn is over."""

    def resign(self, seat: int) -> None:
        """Resign for a seat."""

    async def record(self) -> Table[M]:
        """Return the whole game with all its secrets. Raises `ValueError` while it is in play."""

    def close(self) -> None:
        """Leave the table; the seats remain with their players."""


MOST_CELLS: Final = 24
_MOST_LETTERS: Final = 96
"""The letters looked at: every cell may carry some accents."""

_MOST_MARKS: Final = 2
"""The marks that one letter may carry."""


def plain_name(name: str, otherwise: str = "") -> str:
    r"""Return a name as it is shown: without control codes, runs of blanks, and too many cells.

    >>> plain_name(" Zoé\x1b[1m \u202e & Paul "), plain_name("\x00", "guest")
    ('Zoé[1m & Paul', 'guest')
    >>> plain_name("三" * 30) == "三" * 12
    True
    """
    letters: list[str] = []
    cells = marks = 0
    for letter in unicodedata.normalize("NFC", name[:_MOST_LETTERS]):
        category = unicodedata.category(letter)
        if category[0] == "C":
            continue
        if category[0] == "M":
            marks += 1
            if letters and letters[-1] != " " and marks <= _MOST_MARKS:
                letters.append(letter)
            continue
        if category[0] == "Z" and (not letters or letters[-1] == " "):
            continue
        cells += 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        if cells > MOST_CELLS:
            break
        letters.append(" " if category[0] == "Z" else letter)
        marks = 0
    return "".join(letters).strip() or otherwise


def free_name(name: str, others: Collection[str]) -> str:
    """Return the name, with a number if somebody else has it.

    >>> free_name("Zoé", ["Paul", "Zoé"])
    'Zoé 2'
    """
    number, found = 1, name
    while found in others:
        number += 1
        ending = f" {number}"
        found = plain_name(name[: MOST_CELLS - len(ending)]) + ending
    return found
