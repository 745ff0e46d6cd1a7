"""Stepping through a game of Zen line by line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cli.zen import text
from cli.zen.transcript import answer_lines, zen_view
from engine.game import CHANCE
from engine.table import Table
from engine.timeline import TableTimeline
from engine.zen.view import ZenView
from net.environment import fresh_seed
from saves.branch import branch
from saves.replay import Replay, replay_seats
from words.translation import _


class LineReplay:
    """A replay of a game that answers in lines."""

    def __init__(self, table: Table[Any]) -> None:
        """Stand before the first move."""
        self._timeline = TableTimeline(table, replay_seats(table))
        self.replay = Replay(self._timeline)
        self._table = table

    def branch(self) -> Table[Any]:
        """Return a new game that goes on from here. Raises `ValueError` if it is over here."""
        return branch(self._table, self.replay.moves_before, self.replay.seats, fresh_seed())

    @property
    def prompt(self) -> str:
        """How many moves are done, and how many there are."""
        return f"{self.replay.place.turn}/{self.replay.turns}> "

    @property
    def view(self) -> ZenView:
        """What everybody could see here."""
        return zen_view(self.replay.view(None))

    def go(self, number: str) -> Iterator[str]:
        """Go to a move by its number, as it was typed."""
        turns = self.replay.turns
        try:
            self.replay.go_to(int(number))
        except ValueError:
            words = _("There is no turn {turn}, only 0 to {turns}.")
            if not number:
                words = _("Go to turn (0 to {turns}):")
            yield words.format(turn=number, turns=turns)
        else:
            yield from self.lines()

    def step(self, by: str) -> Iterator[str]:
        """Go to the `next`, the `previous`, the `first` or the `last` place."""
        if getattr(self.replay, by)():
            yield from self.lines()
        else:
            yield _("There is nothing further that way.")

    def lines(self) -> Iterator[str]:
        """Yield what the last moves led to, and which one comes next."""
        at, view = self.replay.moves_before, self.view
        plays = self._timeline.plays
        if at == 0:
            yield from text.situation(view)
        last = max((done for done in range(at) if plays[done].seat != CHANCE), default=0)
        for done in range(last, at):
            yield from answer_lines(self._timeline, done)
        if self.replay.play is not None:
            words = _("Next: {move}")
            yield words.format(move=f"{text.prompt(view)}{self.replay.play.move}")
        elif view.outcome is not None:
            yield text.result(view.outcome)
