"""The protocol of a game in the line mode for people."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, TypeAlias

from engine.game import Play
from engine.timeline import Timeline
from play.action import Word
from play.controls import Controls
from play.games.actions import words_at
from play.story import GameStory, Highlight
from words.names import seat_name

Look: TypeAlias = Callable[[Any, str], Iterator[str]]
"""A function that answers a word in lines, given the view and the text after the word."""


class LineGame(ABC):
    """A game in lines, in the language spoken. Its views, moves and options are of the game's own.

    Attributes:
        key: The key of the game.
        controls: Read its typed moves, for the screen too.
        story: Tells the result and the highlights, for the screen too.
        looks: The functions of the words that only look at the game, by the English word.
        moves: The texts of the moves that words stand for, by the English word.
        race: What a player does in a race, within some `{seconds}`, in English.
        enter: The English word that an empty line stands for in play, "" for none.
        covers: The English word that tells a hand where several people play, "" if hands are
            told without being asked for.
        move_help: How a move is typed, in English.
        no_move: The answer to a `{text}` that is neither a move nor a word, in English.
    """

    key: ClassVar[str]
    controls: ClassVar[Controls]
    story: ClassVar[GameStory]
    looks: Mapping[str, Look]
    moves: ClassVar[Mapping[str, str]] = {}
    race: ClassVar[str] = ""
    enter: ClassVar[str] = ""
    covers: ClassVar[str] = ""
    move_help: ClassVar[str]
    no_move: ClassVar[str]

    @property
    def signs_in_words(self) -> Mapping[str, str]:
        """The signs that the words of a first game name, as they are typed, by their names."""
        return {}

    @property
    def words(self) -> tuple[Word, ...]:
        """Every word, in the order of the help."""
        return words_at(self.key)

    def fits(self, word: Word, view: Any) -> bool:
        """Say whether a word for a move makes sense now."""
        return True

    def fact(self, fact: object) -> object:
        """Return a fact of a reason as it is said: a card in words, any other fact as it is."""
        return fact

    @abstractmethod
    def title(self, options: Any) -> str:
        """Return which game is played."""

    @abstractmethod
    def told(self, move: Any) -> str:
        """Return a move as it could be typed. `UNKNOWN` stands for a hidden move."""

    def said(self, move: Any, view: Any) -> Iterator[str]:
        """Yield a move in sentences; nothing if `told` is plain words.

        `view` is that of the seat that would make it.
        """
        return iter(())

    def says_mover(self, move: Any, options: Any) -> bool:
        """Say whether the sentences for a move name its player too."""
        return False

    def step(self, step: Any, view: Any) -> str:
        """Return a step of a move in words; the view is the one before the step."""
        return f"{self.told(step)}."

    def figure(self, rows: Sequence[str]) -> Iterator[str]:
        """Yield a figure of the rules in words."""
        return iter(rows)

    @abstractmethod
    def situation(self, view: Any) -> Iterator[str]:
        """Yield the situation."""

    @abstractmethod
    def answer(self, before: Any, play: Play, view: Any) -> Iterator[str]:
        """Yield the result of a move or a lot."""

    @abstractmethod
    def log(self, view: Any) -> Iterator[str]:
        """Yield what was played, the moves with their numbers."""

    def result(self, timeline: Timeline[Any], mine: int | None = None) -> str:
        """Return the winners of a game that is over, and the reason.

        `mine` is the seat of the only person here, None for nobody or several.
        """
        names = self._names(timeline)
        told = self.story.result(timeline, names, mine), self.story.scores(timeline, names)
        return " ".join(filter(None, told))

    def marks(self, timeline: Timeline[Any]) -> Sequence[Highlight]:
        """Return the turns worth going to."""
        return self.story.marks(timeline, self._names(timeline))

    def _names(self, timeline: Timeline[Any]) -> list[str]:
        return [seat_name(self.key, seat) for seat in timeline.seats]
