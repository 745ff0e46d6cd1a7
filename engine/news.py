"""The news of a timeline, as updates: local and remote clients tell them in the same way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from engine.client import Ended, HintGiven, Moved, Resynced, Seated, TakenBack, Update
from engine.game import Outcome
from engine.table import Event, EventKind, Seen
from engine.timeline import Timeline

MOST_TOLD: Final = 12
"""The moves at once that are told one by one; more of them are told as a timeline made anew."""

NOTHING: Final = -1 - MOST_TOLD
"""In place of the number of moves told: the timeline is to be told as one made anew."""


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
