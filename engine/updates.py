"""The updates of a client: everything that happens at a table, told one after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from engine.game import Outcome, Play
from engine.reasons import Explained
from engine.table import Event, EventKind, Seen, Sitter
from engine.timeline import Timeline


class Offer(NamedTuple):
    """A take-back that others have to agree to: `seat` asks to go back to `to` moves.

    The offers of a table are numbered from 1.
    """

    seat: int
    to: int
    number: int


class Moved(NamedTuple):
    """Move number `at` (from 0) was made; `play` is `UNKNOWN` to seats that may not know it."""

    at: int
    play: Play


class Refused(NamedTuple):
    """The submission or request with this number was refused; the timeline has not changed."""

    number: int
    why: Explained


class TakenBack(NamedTuple):
    """The table went back to `to` moves; `seat` had asked for it, if a seat did."""

    to: int
    seat: int | None


class Resynced(NamedTuple):
    """The timeline was replaced as a whole, without the updates in between."""


class Offered(NamedTuple):
    """A take-back was offered; the offer stands until it is answered or the next move is made."""

    offer: Offer


class Answered(NamedTuple):
    """An offer was accepted or declined, or has lapsed."""

    offer: Offer
    yes: bool


class Seated(NamedTuple):
    """Another player sits at a seat from now on."""

    seat: int
    sitter: Sitter


class HintGiven(NamedTuple):
    """A seat was given a hint; `text` is the move, empty to seats that may not know it."""

    seat: int
    text: str


class PresenceChanged(NamedTuple):
    """A player or spectator of a shared table has come, gone, or changed seats."""


class Said(NamedTuple):
    """Somebody said a set phrase, by its code; `seat` is None for a spectator."""

    seat: int | None
    phrase: str


class Ended(NamedTuple):
    """The game is over."""

    outcome: Outcome


class DealChecked(NamedTuple):
    """The deal was checked after the game: `Company.deal` says what was found."""


class Disconnected(NamedTuple):
    """The connection to the table is lost; the client tries to restore it."""


class Reconnected(NamedTuple):
    """The connection to the table is restored."""


class Continued(NamedTuple):
    """The table goes on with another game, or another seat: `Company.follow` returns its client."""


class SecondPassed(NamedTuple):
    """Another second has passed while the connection is lost: `Company.outage` has changed."""


class NoticeChanged(NamedTuple):
    """The client's `notice` or `banner` has changed."""


Update: TypeAlias = (
    Moved
    | Refused
    | TakenBack
    | Resynced
    | Offered
    | Answered
    | Seated
    | HintGiven
    | PresenceChanged
    | Said
    | Ended
    | DealChecked
    | Disconnected
    | Reconnected
    | Continued
    | SecondPassed
    | NoticeChanged
)
Hear: TypeAlias = Callable[[Update], None]

MOST_TOLD: Final = 12
"""The most moves at once that are told one by one; more are told as a new timeline."""

NOTHING: Final = -1 - MOST_TOLD
"""Stands for the number of moves told where the whole timeline is to be told again."""


class Told(NamedTuple):
    """How far a game was told: its moves, its epoch, and whether its end was told."""

    moves: int
    epoch: int
    is_over: bool


def news_since(
    before: Told,
    now: Seen,
    outcome: Outcome | None,
    timeline: Timeline[Any],
    events: Sequence[Event],
) -> list[Update]:
    """Return the news of a timeline since `before`; `events` are the new events."""
    moves = now.moves
    start, was_over = before.moves, before.is_over
    news: list[Update] = []
    if now.epoch != before.epoch:
        back = gone_back(events)
        start, was_over = min(back.to, moves), False
        news.append(back)
    if not 0 <= moves - start <= MOST_TOLD:
        news.append(Resynced())
    elif start < moves:
        plays = timeline.plays
        news += map(Moved, range(start, moves), plays[start:])
    for event in events:
        if event.seat is None:
            continue
        if event.kind is EventKind.HINT:
            news.append(HintGiven(event.seat, event.text))
        elif event.kind is EventKind.SEAT:
            news.append(Seated(event.seat, timeline.sitters[event.seat]))
    if outcome is not None and not was_over:
        news.append(Ended(outcome))
    return news


def gone_back(events: Sequence[Event]) -> TakenBack:
    """Return the take-backs among new events as one; to the beginning if they are not told."""
    backs = [event for event in events if event.kind is EventKind.TAKE_BACK]
    if not backs:
        return TakenBack(0, None)
    return TakenBack(min(event.at for event in backs), backs[-1].seat)
