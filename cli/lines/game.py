"""What a game owes to the line mode for people."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from engine.game import Outcome, Play, View
from engine.timeline import Timeline
from play.action import Word
from play.story import Highlight

Look: TypeAlias = Callable[[Any, str], Iterator[str]]
"""Answers a word in lines: from the view, and what follows the word."""


class LineGame(Protocol):
    """A game in lines, in the language spoken."""

    key: str
    """The key of the game."""

    words: tuple[Word, ...]
    """Every word, in the order of the help."""

    looks: Mapping[str, Look]
    """What answers each word of its own that only looks at the game, by its English."""

    moves: Mapping[str, str]
    """The move that each word stands for that is one, by its English."""

    enter: str
    """The word that an empty line stands for while one plays, by its English; empty for none."""

    covers: str
    """The word, by its English, that tells a hand where several people play; empty if it is told
    without being asked for."""

    move_help: str
    """How a move is typed, in English."""

    no_move: str
    """What is said of a `{text}` that is neither a move nor a word, in English."""

    def fits(self, word: Word, view: Any) -> bool:
        """Say whether a word of its own makes sense now."""

    def read(self, typed: str, view: View[Any]) -> Any:
        """Read a typed move. Raises `NotationError`, `IllegalMove`."""

    def fact(self, fact: object) -> object:
        """Return a fact of a reason as it is said: a card in words; any other as it is."""

    def title(self, options: Any) -> str:
        """Return which game is played."""

    def prompt(self, view: Any, seat: int | None) -> str:
        """Return what stands before a move: the seat that makes it; None after the end."""

    def told(self, move: Any) -> str:
        """Return a move as it could be typed; `UNKNOWN` for one that was hidden."""

    def said(self, move: Any, view: Any) -> Iterator[str]:
        """Yield a move in words for who reads no signs: nothing where `told` has no signs.

        `view` is that of the seat that would make it.
        """

    def step(self, step: Any, view: Any) -> str:
        """Return a step of a move in words, made at the view."""

    def situation(self, view: Any) -> Iterator[str]:
        """Yield how things stand."""

    def answer(self, before: Any, play: Play, view: Any) -> Iterator[str]:
        """Yield what a move or a lot led to."""

    def result(self, outcome: Outcome) -> str:
        """Return how the game ended."""

    def log(self, view: Any) -> Iterator[str]:
        """Yield what was played, the moves with their numbers."""

    def highlights(self, timeline: Timeline[Any]) -> Sequence[Highlight]:
        """Return the turns worth going to."""
