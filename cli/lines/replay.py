"""Stepping through a game line by line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cli.lines.game import LineGame
from cli.lines.transcript import Transcript
from engine.game import CHANCE
from engine.games import describe
from engine.table import Table
from engine.timeline import TableTimeline
from net.environment import fresh_seed
from saves.branch import branch
from saves.replay import Replay, replay_seats
from words.translation import _


class LineReplay:
    """A replay of a game that answers in lines."""

    def __init__(self, game: LineGame, table: Table[Any]) -> None:
        """Stand before the first move."""
        seats = replay_seats(table)
        self._timeline = TableTimeline(table, seats)
        self.replay = Replay(self._timeline)
        self._game = game
        self._table = table
        self._seat = min(seats, default=None) if describe(game.key).has_secrets else None
        self._steps = {
            "next": self.replay.next,
            "previous": self.replay.previous,
            "first": self.replay.first,
            "last": self.replay.last,
        }
        self._transcript = Transcript(game, self._timeline, self._seat)

    def branch(self) -> Table[Any]:
        """Return a new game that goes on from here. Raises `ValueError` if it is over here."""
        return branch(self._table, self.replay.moves_before, self.replay.seats, fresh_seed())

    @property
    def prompt(self) -> str:
        """How many moves are done, and how many there are."""
        return f"{self.replay.place.turn}/{self.replay.turns}> "

    @property
    def view(self) -> Any:
        """What one may see here."""
        return self.replay.view(self._seat)

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
        if self._steps[by]():
            yield from self.lines()
        else:
            yield _("There is nothing further that way.")

    def lines(self) -> Iterator[str]:
        """Yield what the last moves led to, and which one comes next."""
        at, view = self.replay.moves_before, self.view
        plays = self._timeline.plays
        if at == 0:
            yield from self._game.situation(view)
        last = max((done for done in range(at) if plays[done].seat != CHANCE), default=0)
        for done in range(last, at):
            yield from self._transcript.answer(done)
        if play := self.replay.play:
            words = _("Next: {move}")
            move = self._game.told(play.move)
            yield words.format(move=f"{self._game.prompt(view, play.seat)}{move}")
        elif view.outcome is not None:
            yield self._game.result(view.outcome)
