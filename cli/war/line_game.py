"""Bataille in the line mode for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cli.lines.game import Look
from cli.war import telling
from engine.game import Outcome, Play, View
from engine.log import HIDDEN
from engine.timeline import Timeline
from engine.war.game import WAR
from engine.war.moves import TURN, Move, read_typed
from engine.war.options import WarOptions
from engine.war.view import WarView
from play.action import Word
from play.games.actions import words_at
from play.story import Highlight
from words.names import seat_name
from words.translation import mark


class WarLines:
    """Bataille in lines; see `LineGame`."""

    key = WAR.key
    words = words_at(key)
    looks: Mapping[str, Look] = {"piles": lambda view, _rest: telling.situation(view)}
    moves: Mapping[str, str] = {"turn": str(TURN)}
    enter = "turn"
    covers = ""
    move_help = mark("An empty line turns the next cards.\nNobody has anything to decide.")
    no_move = mark(
        "{text} is not a word; an empty line turns the next cards, help lists the words."
    )

    def fits(self, word: Word, view: WarView) -> bool:
        """Say whether cards can be turned."""
        return view.outcome is None

    def read(self, typed: str, view: View[Any]) -> Move:
        """Read a typed move. Raises `NotationError`."""
        return read_typed(typed)

    def told(self, move: Any) -> str:
        """Return a turn in the language spoken, as it could be typed."""
        return self.words[0].spelled if move is TURN else HIDDEN

    def said(self, move: Any, view: WarView) -> Iterator[str]:
        """Yield nothing: a turn is a word."""
        return iter(())

    def step(self, step: Any, view: WarView) -> str:
        """Return a turn, which is one step."""
        return f"{self.told(step)}."

    def highlights(self, timeline: Timeline[Any]) -> Sequence[Highlight]:
        """Return the turns worth going to."""
        from play.games.war.story import highlights

        names = tuple(seat_name(self.key, seat) for seat in timeline.seats)
        return highlights(timeline, names)

    def fact(self, fact: object) -> object:
        """Return a fact of a reason as it is."""
        return fact

    def title(self, options: WarOptions) -> str:
        """Return which game is played."""
        return telling.title(options)

    def prompt(self, view: WarView, seat: int | None) -> str:
        """Return what stands before a move: the challenger."""
        return "> " if seat is None else f"{telling.player(seat)}> "

    def situation(self, view: WarView) -> Iterator[str]:
        """Yield how many cards each has."""
        return telling.situation(view)

    def answer(self, before: WarView, play: Play, view: WarView) -> Iterator[str]:
        """Yield what a turn or a lot led to."""
        return telling.answer(before, play, view)

    def result(self, outcome: Outcome) -> str:
        """Return how the game ended."""
        return telling.result(outcome)

    def log(self, view: WarView) -> Iterator[str]:
        """Yield every turn with the number of its duel."""
        return telling.log(view)
