"""A whole game of Zen as the line mode would have printed it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.game import CHANCE, State
from engine.table import Table
from engine.zen.view import ZenView
from tui.zen_lines import text


def open_view(state: State[Any]) -> ZenView:
    """Return what everybody sees."""
    view = state.view(None)
    assert isinstance(view, ZenView)
    return view


def beginning(table: Table[Any]) -> Iterator[str]:
    """Yield which game it is and, unless lots are drawn first, how it stands at first."""
    first = open_view(table.states[0])
    yield text.rules(first.options)
    if first.to_move != (CHANCE,):
        yield from text.situation(first)


def answer_lines(table: Table[Any], at: int) -> Iterator[str]:
    """Yield what move number `at` (from 0) led to."""
    before, after = open_view(table.states[at]), open_view(table.states[at + 1])
    return text.answer(before, table.plays[at], after)


def typed_line(table: Table[Any], at: int) -> Iterator[str]:
    """Yield move number `at` as if it had been typed; nothing for a lot."""
    play = table.plays[at]
    if play.seat != CHANCE:
        yield f"{text.prompt(open_view(table.states[at]))}{play.move}"


def transcript(table: Table[Any]) -> Iterator[bytes]:
    """Yield the game, move by move."""
    yield text.encoded(beginning(table))
    for at in range(len(table.plays)):
        yield text.encoded([*typed_line(table, at), *answer_lines(table, at)])
    if table.outcome is not None:
        yield text.encoded([text.result(table.outcome)])
