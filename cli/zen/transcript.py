"""A whole game of Zen as the line mode would have printed it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cli.zen import text
from engine.game import CHANCE, View
from engine.table import Table
from engine.timeline import TableTimeline
from engine.zen.view import ZenView


def zen_view(view: View[Any]) -> ZenView:
    """Return a view as the one of Zen that it is."""
    assert isinstance(view, ZenView)
    return view


def answer_lines(timeline: TableTimeline[Any], at: int) -> Iterator[str]:
    """Yield what move number `at` (from 0) led to."""
    return text.answer(_after(timeline, at), timeline.plays[at], _after(timeline, at + 1))


def typed_line(timeline: TableTimeline[Any], at: int) -> Iterator[str]:
    """Yield move number `at` as if it had been typed; nothing for a lot."""
    play = timeline.plays[at]
    if play.seat != CHANCE:
        yield f"{text.prompt(_after(timeline, at))}{play.move}"


def transcript(table: Table[Any]) -> Iterator[bytes]:
    """Yield the game, move by move."""
    timeline = TableTimeline(table, frozenset())
    yield text.encoded(_beginning(timeline))
    for at in range(len(timeline.plays)):
        yield text.encoded([*typed_line(timeline, at), *answer_lines(timeline, at)])
    if timeline.outcome is not None:
        yield text.encoded([text.result(timeline.outcome)])


def _beginning(timeline: TableTimeline[Any]) -> Iterator[str]:
    """Yield which game it is and, unless lots are drawn first, how it stands at first."""
    first = _after(timeline, 0)
    yield text.rules(first.options)
    if first.to_move != (CHANCE,):
        yield from text.situation(first)


def _after(timeline: TableTimeline[Any], at: int) -> ZenView:
    """Return what everybody saw after `at` moves."""
    return zen_view(timeline.view_before_forfeit(at, None))
